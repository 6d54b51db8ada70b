"""Canvas lines as plain text, without their colours."""

from __future__ import annotations

from railbird_client.drawing.text_roles import Lines


def plain_lines(lines: Lines) -> list[str]:
    """Returns the rows of a picture without their colours."""
    return ["".join(run.text for run in line) for line in lines]
