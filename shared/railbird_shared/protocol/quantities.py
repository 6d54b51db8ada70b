"""The whole numbers of the protocol: a type for each, with its range.

msgspec reads the range when it decodes, and `validation` finds the seats, which depend on the table. Every integer
field of a message names one of these types; a plain `int` fails a test.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from railbird_shared.protocol import table_limits

SEAT_OF_TABLE = "seat of the table"
"""Marks the numbers that have to be a seat which the table has."""

Chips = Annotated[int, Meta(ge=0, le=table_limits.MAX_CHIPS)]
"""A whole amount of the table's smallest chip (BT-41)."""

Balance = Annotated[int, Meta(ge=-table_limits.MAX_CHIPS, le=table_limits.MAX_CHIPS)]
"""A result in chips, negative for a loss."""

Turnover = Annotated[int, Meta(ge=0, le=table_limits.MAX_COUNT)]
"""Chips bought or taken away over many visits, which may be more than there ever are at a time."""

SeatNumber = Annotated[int, Meta(ge=1, le=table_limits.MAX_SEATS), SEAT_OF_TABLE]
"""A seat of the table, counted from 1, clockwise."""

SeatChoice = Annotated[int, Meta(ge=0, le=table_limits.MAX_SEATS)]
"""The seat that somebody asks for, 0 for any."""

SeatCount = Annotated[int, Meta(ge=0, le=table_limits.MAX_SEATS)]
"""How many seats a table has, 0 if nobody has chosen."""

CardCount = Annotated[int, Meta(ge=0, le=table_limits.PACK_SIZE)]
"""How many cards of one pack."""

PackPlace = Annotated[int, Meta(ge=0, le=table_limits.PACK_SIZE - 1)]
"""The place of a card in an order of the pack, 0 for the first that is dealt."""

OrderIndex = Annotated[int, Meta(ge=0, le=table_limits.MAX_RESHUFFLE_ORDERS)]
"""An order of the pack: 0 for that of the deck, n for that of the n-th reshuffle."""

Recipient = Annotated[int, Meta(ge=-1, le=table_limits.MAX_SEATS)]
"""Where a card of the deck went: to a seat, 0 for the board, -1 for a burned card."""

PotIndex = Annotated[int, Meta(ge=0, le=table_limits.MAX_SEATS - 1)]
"""The place of a pot, 0 for the main pot; there is at most one pot for each seat."""

RunCount = Annotated[int, Meta(ge=1, le=table_limits.MAX_RUNS)]
"""How often the rest of a hand is dealt, or which of these runs, counted from 1."""

RunNumber = Annotated[int, Meta(ge=0, le=table_limits.MAX_RUNS)]
"""Which run of a hand, counted from 1; 0 if the rest was dealt once only."""

Count = Annotated[int, Meta(ge=0, le=table_limits.MAX_COUNT)]
"""How many, or which in a row: hands, turns, steps, people, ids."""

StreetIndex = Annotated[int, Meta(ge=-1, le=table_limits.MAX_COUNT)]
"""A stage of the hand, counted from 0; -1 before the first."""

Milliseconds = Annotated[int, Meta(ge=0, le=table_limits.MAX_COUNT)]
"""A time of the server's clock, or a length of time, in milliseconds."""

Seconds = Annotated[int, Meta(ge=0, le=table_limits.MAX_CLOCK_SECONDS)]
"""The time for a turn in seconds, 0 for no clock."""

PauseSeconds = Annotated[int, Meta(ge=0, le=table_limits.MAX_PAUSE_SECONDS)]
"""For how many seconds a table rests between two hands."""

BreakMinutes = Annotated[int, Meta(ge=0, le=table_limits.MAX_BREAK_MINUTES)]
"""The length of a break in minutes; 0 where nobody has chosen, or for no break."""

InviteSeconds = Annotated[int, Meta(ge=0, le=30 * 24 * 3600)]
"""For how many seconds an invite holds, 0 for as long as its table is open."""

RailHands = Annotated[int, Meta(ge=0, le=20)]
"""How many hands a rail is behind, 0 for none."""

RailSeconds = Annotated[int, Meta(ge=0, le=900)]
"""How many seconds a rail is behind, 0 for none."""

RebuyCount = Annotated[int, Meta(ge=-1, le=table_limits.MAX_REBUYS)]
"""How often a player may rebuy, -1 for any number."""

Share = Annotated[int, Meta(ge=0, le=10_000)]
"""A part of a whole in hundredths of a percent."""

PackSize = Annotated[int, Meta(ge=20, le=52)]
"""The number of cards in one pack without jokers: 52, 40, 36, 32 or 20 (HS-1)."""

PackCount = Annotated[int, Meta(ge=1, le=4)]
"""How many packs are shuffled together."""

JokerCount = Annotated[int, Meta(ge=0, le=8)]
"""How many jokers are added in all, at most two to a pack (HS-2)."""

Qualifier = Annotated[int, Meta(ge=0, le=8)]
"""The highest rank that a low hand may hold to win: 8 for eight or better, 0 for any low (HS-11, LO-22)."""

SuitMethod = Annotated[int, Meta(ge=0, le=3)]
"""The method by which suits break ties: 0 for none, 1 to 3 as in SU-6 to SU-8 (HS-12)."""

Digest = Annotated[bytes, Meta(min_length=table_limits.DIGEST_BYTES, max_length=table_limits.DIGEST_BYTES)]
"""A SHA-256 digest, or a seed of the same length."""

Salt = Annotated[bytes, Meta(min_length=table_limits.CARD_SALT_BYTES, max_length=table_limits.CARD_SALT_BYTES)]
"""The salt of a card that is committed to."""

MerklePath = Annotated[bytes, Meta(max_length=6 * table_limits.DIGEST_BYTES)]
"""The digests beside the way from a leaf of a Merkle tree to its root, one after another, from the leaf on."""
