"""The page that explains the keys of the replayer."""

from __future__ import annotations

from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole
from railbird_client.drawing.text_width import wrap
from railbird_client.replay.replay_keys import ReplayKey

_KEY_WIDTH = 8
_FOOTER = "A click on the line of steps, or on a line of the log, goes there. [F5] opens the settings."


def replay_help_page(width: int) -> Lines:
    """Returns the page for a width in cells."""
    lines: list[Line] = []
    for key in ReplayKey:
        words, *rest = wrap(key.description, width - _KEY_WIDTH - 1)
        lines.append((Span(f"{key.display:<{_KEY_WIDTH}}", TextRole.CHIPS), Span(words)))
        lines += [(Span(f"{'':{_KEY_WIDTH}}{line}"),) for line in rest]
    return (*lines, (), *((Span(line, TextRole.DIM),) for line in wrap(_FOOTER, width)))
