"""Whether what a server says of a table can be true of any: clients and bots drop what cannot before it does harm.

The codec has seen to types and ranges. Here seats are checked against the seats that the table has, and counts of cards
against what a hand can hold, since a view that is folded without looking must never run out of seats or of memory.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from railbird_shared.events import CardsDealt, RunChosen
from railbird_shared.games import Stakes
from railbird_shared.messages import Snapshot, Step
from railbird_shared.narration import RUN_WORDS
from railbird_shared.table_limits import MAX_SEATS
from railbird_shared.view import TableView

_MAX_CARDS = 20
"""More cards than any hand holds, and than any board."""


def is_valid(message: Snapshot | Step, seats: int) -> bool:
    """Whether the message can be true of a table; `seats` is how many it had so far, 0 where that is not known."""
    if isinstance(message, Snapshot):
        return _is_valid_view(message.view)
    told = (*message.public, *message.private)
    return all(map(_is_valid_event, told)) and all(
        1 <= seat <= seats for event in told for seat in _seat_numbers(event)
    )


def _is_valid_event(event: Struct) -> bool:
    match event:
        case CardsDealt(down=down):
            return 0 <= down <= _MAX_CARDS
        case RunChosen(times=times):
            return times in RUN_WORDS
        case _:
            return True


def _is_valid_view(view: TableView) -> bool:
    count = len(view.seats)
    in_place = all(held is None or held.seat == number for number, held in enumerate(view.seats, 1))
    known = all(1 <= seat <= count for seat in _seat_numbers(view))
    hands = [len(held.cards) for held in view.seats if held is not None]
    counts = (*hands, len(view.board), len(view.you.cards), view.game.cards, view.game.board)
    few_cards = all(0 <= cards <= _MAX_CARDS for cards in counts)
    own = view.you.seat is None or (known and view.at(view.you.seat) is not None)
    return 1 < count <= MAX_SEATS and in_place and known and few_cards and own


def _seat_numbers(value: object) -> Iterator[int]:
    """Yields every number of a seat in a record and in what it holds; a pair with a number first tells of a seat."""
    if isinstance(value, tuple) and value and isinstance(value[0], int):
        yield value[0]
    if not isinstance(value, Struct) or isinstance(value, Stakes):  # its blinds are chips
        return
    for field in value.__struct_fields__:
        held = getattr(value, field)
        if field in {"seat", "button", "small_blind", "big_blind"} and isinstance(held, int):
            yield held
        elif isinstance(held, tuple):
            for item in held:
                if field == "seats" and isinstance(item, int):
                    yield item
                yield from _seat_numbers(item)
        else:
            yield from _seat_numbers(held)
