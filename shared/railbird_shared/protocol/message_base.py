"""The bases of messages, commands and events, and the kinds of text in their fields."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from railbird_shared.protocol import table_limits
from railbird_shared.protocol.quantities import Count, SeatNumber


class MessageBase(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The base of all messages."""


Text = Annotated[str, Meta(max_length=table_limits.MAX_TEXT_LENGTH)]
Token = Annotated[str, Meta(max_length=table_limits.MAX_TOKEN_LENGTH)]
Password = Annotated[str, Meta(max_length=table_limits.MAX_PASSWORD_LENGTH)]
Worth = Annotated[str, Meta(max_length=20)]


class CommandBase(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The base of all commands: the id that the answer names, 0 for none."""

    id: Count = 0


class SwitchCommand(CommandBase, frozen=True, kw_only=True):
    """The base of commands that ask for something, or with `on` false no longer."""

    on: bool = True


class SeatCommandBase(CommandBase, frozen=True, kw_only=True):
    """The base of commands about the player in one seat."""

    seat: SeatNumber


class Event(Struct, frozen=True, omit_defaults=True, tag_field="event", gc=False):
    """The base of all events; they hold values only, so the garbage collector need not track them."""


class SeatEventBase(Event, frozen=True):
    """The base of events about one seat."""

    seat: SeatNumber


class HostEventBase(Event, frozen=True):
    """The base of acts of the host; `by` is their name, or "the house" for the owner of the server."""

    by: str
