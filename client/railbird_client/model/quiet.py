"""A table at which nobody has said anything: the room of the chat goes to the log."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.model.layout import Layout


def hide_chat(layout: Layout) -> Layout:
    """Returns the plan with the log across both halves; where log and chat stand in boxes they stay as they are."""
    if layout.framed or layout.log is None or layout.chat is None:
        return layout
    return replace(layout, log=layout.log._replace(width=layout.log.width + layout.chat.width), chat=None)
