"""Hands of a file to be looked at step by step, one JSON object a line, as `railbird-server replay --json` writes them.

The hands are told as the rail was told them, so that they are folded as every other hand. The hole cards that the file
names stand beside the events.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from railbird_shared.game.cards import Card
from railbird_shared.history.hand_history import HandHistory
from railbird_shared.protocol.quantities import Count, SeatNumber

MAX_FILE_BYTES = 16_000_000
"""The largest file of hands that is read: some twenty thousand hands."""


class KnownCards(Struct, frozen=True, array_like=True):
    """What a seat holds after `events` events of its hand, in the order dealt; None for a card that nobody knows.

    It holds for as long as nothing else is said of the seat. There may be more cards than lie there yet: the first of
    them are those that do.
    """

    events: Count
    seat: SeatNumber
    cards: tuple[Card | None, ...]


class HandReplay(Struct, frozen=True, omit_defaults=True, tag="hand", tag_field="line"):
    """A hand to be looked at: `name` is what its file calls it, empty where a file has one hand.

    `known` are the cards that the file names. `notes` are sentences about how the file tells the hand, for its end.
    `chips_per_unit` is how many chips make one of the file's money.
    """

    history: HandHistory
    name: str = ""
    known: tuple[KnownCards, ...] = ()
    notes: tuple[str, ...] = ()
    chips_per_unit: Count = 1


class UnplayableHand(Struct, frozen=True, omit_defaults=True, tag="unplayable", tag_field="line"):
    """A hand of which nothing can be played; the sentence names the line and the field of the file."""

    sentence: str
    name: str = ""


ReplayLine = HandReplay | UnplayableHand
"""A line of the output."""

_decoder: msgspec.json.Decoder[ReplayLine] = msgspec.json.Decoder(ReplayLine)


class BadReplayLine(Exception):
    """A line that is no hand to be looked at."""


def encode_replay_line(line: ReplayLine) -> bytes:
    """Returns a line of the output, without its line break."""
    return msgspec.json.encode(line)


def decode_replay_line(line: bytes) -> ReplayLine:
    """Reads a line of the output; raises BadReplayLine."""
    try:
        return _decoder.decode(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadReplayLine(str(error)) from None
