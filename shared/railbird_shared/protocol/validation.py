"""Sanitizes messages, and tells whether one can be true of any table, before it does harm.

The codec checks types and ranges. This module checks what depends on the table, so that a view folded without looking
never runs out of seats or of memory: a seat must be one that the table has, and no more cards may lie anywhere than a
pack holds. The checks are read from the annotations of the message types (`quantities`), once for each type, so a new
event is checked as soon as its fields are annotated.

A server cleans what its players write, but a hostile server may not, so the client cleans every text again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import replace

from railbird_shared.game.cards import Card
from railbird_shared.protocol.events import CardsDealt, PrivateEvent, PublicEvent
from railbird_shared.protocol.messages import History, Snapshot, Step
from railbird_shared.protocol.quantities import SEAT_OF_TABLE
from railbird_shared.protocol.table_limits import MAX_SEATS, MAX_TEXT_LENGTH, MIN_SEATS, PACK_SIZE
from railbird_shared.protocol.view import TableView
from railbird_shared.text.text_cleaning import clean_line

Check = Callable[[Any, int], bool]
"""Says whether a value can be true of a table with that many seats."""


def is_valid(message: Snapshot | Step | History, seats: int) -> bool:
    """Whether the message can be true of a table of `seats`, 0 if that is not known; a history brings its own table."""
    if isinstance(message, Snapshot):
        return _is_valid_view(message.view)
    if isinstance(message, History):
        view, told = message.history.view, message.history.events
        return (
            _is_valid_view(view) and _is_valid_struct(message.history, len(view.seats)) and _deals_at_most_a_pack(told)
        )
    return _is_valid_struct(message, seats) and _deals_at_most_a_pack(message.public)


def check_for(hint: object) -> Check | None:
    """Returns the check of a field's type, or None if all its values are valid.

    Raises TypeError for a type that this module cannot read, and for a plain integer, which has no range.
    """
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is Annotated and SEAT_OF_TABLE in arguments:
        return lambda number, seats: 1 <= number <= seats
    if origin is Annotated and arguments[0] is int:
        return None
    if origin is Annotated:
        return check_for(arguments[0])
    if origin in {Union, UnionType}:
        return _union_check(arguments)
    if origin is tuple and arguments[-1] is Ellipsis:
        return _sequence_check(arguments[0])
    if origin is tuple:
        return _record_check([check_for(argument) for argument in arguments])
    if isinstance(hint, type) and issubclass(hint, Struct):
        return _is_valid_struct if hint in _open_types or _field_checks(hint) else None
    if hint is int:
        raise TypeError("An integer field must name one of the types of railbird_shared.protocol.quantities.")
    if origin is not None:
        raise TypeError(f"{hint} is not read by railbird_shared.protocol.validation.")
    return None


def _is_valid_view(view: TableView) -> bool:
    seat_count = len(view.seats)
    in_place = all(record is None or record.seat == number for number, record in enumerate(view.seats, 1))
    return (
        MIN_SEATS <= seat_count <= MAX_SEATS
        and in_place
        and _is_valid_struct(view, seat_count)
        and (view.you.seat is None or view.at(view.you.seat) is not None)
    )


def _deals_at_most_a_pack(events: Iterable[PublicEvent | PrivateEvent]) -> bool:
    """Whether no seat is dealt more cards in one step, or in one finished hand, than a pack holds."""
    dealt: dict[int, int] = {}
    for event in events:
        if isinstance(event, CardsDealt):
            dealt[event.seat] = dealt.get(event.seat, 0) + event.down + len(event.up)
    return all(cards <= PACK_SIZE for cards in dealt.values())


def _is_valid_struct(value: Struct, seats: int) -> bool:
    return all(check(getattr(value, name), seats) for name, check in _field_checks(type(value)))


_open_types: set[type[Struct]] = set()
"""The types whose fields are being read, in one of which a type may stand that has it in turn."""


@cache
def _field_checks(struct_type: type[Struct]) -> tuple[tuple[str, Check], ...]:
    _open_types.add(struct_type)
    try:
        hints = get_type_hints(struct_type, include_extras=True)
        checks = [(name, check_for(hints[name])) for name in struct_type.__struct_fields__]
    finally:
        _open_types.discard(struct_type)
    return tuple((name, check) for name, check in checks if check is not None)


def _union_check(members: Iterable[Any]) -> Check | None:
    """The check of a union: one type or None, or several structs, each checked by its own fields."""
    types = [member for member in members if member is not NoneType]
    if all(isinstance(member, type) and issubclass(member, Struct) for member in types) and len(types) > 1:
        check: Check | None = _is_valid_struct
    else:
        checks = [check_for(member) for member in types]
        if len(types) > 1 and any(checks):
            raise TypeError("A union may hold one type with a check and None, or structs only.")
        check = checks[0]
    return None if check is None else lambda value, seats: value is None or check(value, seats)


def _sequence_check(item: object) -> Check | None:
    if item in {Card, Card | None}:
        return lambda cards, _: len(cards) <= PACK_SIZE
    check = check_for(item)
    return None if check is None else lambda items, seats: all(check(each, seats) for each in items)


def _record_check(checks: list[Check | None]) -> Check | None:
    """The check of a tuple of fixed length, place by place."""
    places = [(place, check) for place, check in enumerate(checks) if check is not None]
    return None if not places else lambda record, seats: all(check(record[place], seats) for place, check in places)


_Message = TypeVar("_Message", bound=Struct)


def sanitize(message: _Message) -> _Message:
    """Returns the message with every text in it cleaned; a message that is clean already is returned itself."""
    return cast("_Message", _sanitize_value(message))


def _sanitize_value(value: object) -> object:
    if type(value) is str:
        plain = value.isascii() and value.isprintable() and len(value) <= MAX_TEXT_LENGTH
        return value if plain else clean_line(value, MAX_TEXT_LENGTH)
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
