"""The whole numbers of the protocol: a type for each, with its range and with what it counts.

msgspec reads the range when it decodes, and `validation` reads the `Quantity` to check what depends on the table. Every
integer field of a message names one of these types; a plain `int` fails a test.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Annotated

from msgspec import Meta

from railbird_shared.protocol.table_limits import (
    CARD_SALT_BYTES,
    DIGEST_BYTES,
    MAX_BREAK_MINUTES,
    MAX_CHIPS,
    MAX_CLOCK_SECONDS,
    MAX_COUNT,
    MAX_INVITE_SECONDS,
    MAX_PATH_BYTES,
    MAX_RAIL_HANDS,
    MAX_RAIL_SECONDS,
    MAX_REBUYS,
    MAX_RESHUFFLE_ORDERS,
    MAX_RUNS,
    MAX_SEATS,
    PACK_SIZE,
)


class Quantity(Enum):
    """The unit of a whole number."""

    SEAT = auto()
    """The number of a seat that the table has."""
    CARDS = auto()
    """How many cards."""
    CHIPS = auto()
    """An amount of chips."""
    RUNS = auto()
    """How often the rest of a hand is dealt, or which of these runs is meant."""
    POT = auto()
    """The place of a pot in the list of pots."""
    COUNT = auto()
    """How many, or which in a row, where the table sets no limit: hands, turns, steps, people, ids."""
    TIME = auto()
    """A time or a length of time."""


Chips = Annotated[int, Meta(ge=0, le=MAX_CHIPS), Quantity.CHIPS]
"""A whole amount of the table's smallest chip (BT-41)."""

Balance = Annotated[int, Meta(ge=-MAX_CHIPS, le=MAX_CHIPS), Quantity.CHIPS]
"""A result in chips, negative for a loss."""

Turnover = Annotated[int, Meta(ge=0, le=MAX_COUNT), Quantity.CHIPS]
"""Chips bought or taken away over many visits, which may be more than there ever are at a time."""

SeatNumber = Annotated[int, Meta(ge=1, le=MAX_SEATS), Quantity.SEAT]
"""A seat of the table, counted from 1, clockwise."""

SeatChoice = Annotated[int, Meta(ge=0, le=MAX_SEATS), Quantity.COUNT]
"""The seat that somebody asks for, 0 for any."""

SeatCount = Annotated[int, Meta(ge=0, le=MAX_SEATS), Quantity.COUNT]
"""How many seats a table has, 0 if nobody has chosen."""

CardCount = Annotated[int, Meta(ge=0, le=PACK_SIZE), Quantity.CARDS]
"""How many cards of one pack."""

PackPlace = Annotated[int, Meta(ge=0, le=PACK_SIZE - 1), Quantity.COUNT]
"""The place of a card in an order of the pack, 0 for the first that is dealt."""

OrderIndex = Annotated[int, Meta(ge=0, le=MAX_RESHUFFLE_ORDERS), Quantity.COUNT]
"""An order of the pack: 0 for that of the deck, n for that of the n-th reshuffle."""

Recipient = Annotated[int, Meta(ge=-1, le=MAX_SEATS), Quantity.COUNT]
"""Where a card of the deck went: to a seat, 0 for the board, -1 for a burned card."""

PotIndex = Annotated[int, Meta(ge=0, le=MAX_SEATS - 1), Quantity.POT]
"""The place of a pot, 0 for the main pot; there is at most one pot for each seat."""

RunCount = Annotated[int, Meta(ge=1, le=MAX_RUNS), Quantity.RUNS]
"""How often the rest of a hand is dealt, or which of these runs, counted from 1."""

RunNumber = Annotated[int, Meta(ge=0, le=MAX_RUNS), Quantity.RUNS]
"""Which run of a hand, counted from 1; 0 if the rest was dealt once only."""

Count = Annotated[int, Meta(ge=0, le=MAX_COUNT), Quantity.COUNT]
"""How many, or which in a row: hands, turns, steps, people, ids."""

StreetIndex = Annotated[int, Meta(ge=-1, le=MAX_COUNT), Quantity.COUNT]
"""A stage of the hand, counted from 0; -1 before the first."""

Milliseconds = Annotated[int, Meta(ge=0, le=MAX_COUNT), Quantity.TIME]
"""A time of the server's clock, or a length of time, in milliseconds."""

Seconds = Annotated[int, Meta(ge=0, le=MAX_CLOCK_SECONDS), Quantity.TIME]
"""The time for a turn in seconds, 0 for no clock."""

BreakMinutes = Annotated[int, Meta(ge=0, le=MAX_BREAK_MINUTES), Quantity.TIME]
"""The length of a break in minutes; 0 where nobody has chosen, or for no break."""

InviteSeconds = Annotated[int, Meta(ge=0, le=MAX_INVITE_SECONDS), Quantity.TIME]
"""For how many seconds an invite holds, 0 for as long as its table is open."""

RailHands = Annotated[int, Meta(ge=0, le=MAX_RAIL_HANDS), Quantity.COUNT]
"""How many hands a rail is behind, 0 for none."""

RailSeconds = Annotated[int, Meta(ge=0, le=MAX_RAIL_SECONDS), Quantity.TIME]
"""How many seconds a rail is behind, 0 for none."""

RebuyCount = Annotated[int, Meta(ge=-1, le=MAX_REBUYS), Quantity.COUNT]
"""How often a player may rebuy, -1 for any number."""

Share = Annotated[int, Meta(ge=0, le=10_000), Quantity.COUNT]
"""A part of a whole in hundredths of a percent."""

PackSize = Annotated[int, Meta(ge=20, le=52), Quantity.COUNT]
"""The number of cards in one pack without jokers: 52, 40, 36, 32 or 20 (HS-1)."""

PackCount = Annotated[int, Meta(ge=1, le=4), Quantity.COUNT]
"""How many packs are shuffled together."""

JokerCount = Annotated[int, Meta(ge=0, le=8), Quantity.COUNT]
"""How many jokers are added in all, at most two to a pack (HS-2)."""

Qualifier = Annotated[int, Meta(ge=0, le=8), Quantity.COUNT]
"""The highest rank that a low hand may hold to win: 8 for eight or better, 0 for any low (HS-11, LO-22)."""

SuitMethod = Annotated[int, Meta(ge=0, le=3), Quantity.COUNT]
"""The method by which suits break ties: 0 for none, 1 to 3 as in SU-6 to SU-8 (HS-12)."""

Digest = Annotated[bytes, Meta(min_length=DIGEST_BYTES, max_length=DIGEST_BYTES)]
"""A SHA-256 digest, or a seed of the same length."""

Salt = Annotated[bytes, Meta(min_length=CARD_SALT_BYTES, max_length=CARD_SALT_BYTES)]
"""The salt of a card that is committed to."""

MerklePath = Annotated[bytes, Meta(max_length=MAX_PATH_BYTES)]
"""The digests beside the way from a leaf of a Merkle tree to its root, one after another, from the leaf on."""
