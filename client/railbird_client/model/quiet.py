"""A table at which nobody has said anything: the room of the chat goes to the log."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.model.layout import Plan


def without_chat(plan: Plan) -> Plan:
    """Returns the plan with the log across both halves; where log and chat stand in boxes they stay as they are."""
    if plan.framed or plan.log is None or plan.chat is None:
        return plan
    return replace(plan, log=plan.log._replace(width=plan.log.width + plan.chat.width), chat=None)
