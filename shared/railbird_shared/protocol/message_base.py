"""The base of all messages of the server."""

from __future__ import annotations

from msgspec import Struct


class MessageBase(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The base of all messages."""
