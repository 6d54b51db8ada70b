"""Sanitizes messages from the server before anything else reads them.

A server cleans what its players write, but a hostile server may not, so the client cleans every text again. A
message with a number out of range is refused.
"""

from __future__ import annotations

from typing import TypeVar, cast

from msgspec import Struct
from msgspec.structs import replace

from railbird_shared.protocol.codec import ProtocolError
from railbird_shared.text.text_cleaning import clean_line

MAX_TEXT_LENGTH = 1000
"""How many characters of a text are kept at most."""

MAX_NUMBER = 2**53
"""The largest absolute value of a number in a message."""

_Message = TypeVar("_Message", bound=Struct)


def sanitize(message: _Message) -> _Message:
    """Returns the message with every text in it cleaned; a message that is clean already is returned itself.

    Raises ProtocolError if a number in it is beyond `MAX_NUMBER`.
    """
    return cast("_Message", _sanitize_value(message))


def _sanitize_value(value: object) -> object:
    if type(value) is str:
        return _sanitize_text(value)
    if type(value) is int and abs(value) > MAX_NUMBER:
        raise ProtocolError("invalid", "The server named a number that is beyond all bounds.")
    if isinstance(value, tuple):
        items = tuple(_sanitize_value(item) for item in value)
        return value if all(new is old for new, old in zip(items, value, strict=True)) else items
    if isinstance(value, Struct):
        changed: dict[str, object] = {}
        for field in value.__struct_fields__:
            old = getattr(value, field)
            new = _sanitize_value(old)
            if new is not old:
                changed[field] = new
        return replace(value, **changed) if changed else value
    return value


def _sanitize_text(text: str) -> str:
    plain = text.isascii() and text.isprintable() and len(text) <= MAX_TEXT_LENGTH
    return text if plain else clean_line(text, MAX_TEXT_LENGTH)
