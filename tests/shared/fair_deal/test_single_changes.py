"""Every single change of a record: docs/verify_deal.py finds what `railbird verify-deal` finds, and no more."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from railbird_shared.fair_deal.record import KNOWN_FORMATS, DealRecord
from railbird_shared.game.cards import PACK
from support.dishonest_dealer import GAMES, honest_hand, record_of
from support.fair_deals import SECOND_CHECK, check_record

Json = Any
"""A part of a record as it is in a file."""

Change = tuple[tuple[int | str, ...], Json]
"""Where a record is changed, and what stands there then; `GONE` for nothing."""

GONE = object()
WORDS = frozenset(
    {"because", "hand_name", "name", "reason", "timed_out", "returned", "carried", "deal_again", "bomb_pot"}
)
"""Fields that no check reads: words, clauses and chips."""


@cache
def record(game: str) -> Json:
    """The record of an honest hand with its deck opened, as it is in a file."""
    hand = honest_hand(game)
    return msgspec.json.decode(msgspec.json.encode(replace(record_of(hand), server_seed=hand.seeds.server)))


def changes(part: Json, at: tuple[int | str, ...] = ()) -> Iterator[Change]:
    """Yields every single change of a part: each value another one, each item left out, doubled or moved by one."""
    match part:
        case dict():
            for key, value in part.items():
                if key not in WORDS:
                    yield (*at, key), GONE
                    yield from changes(value, (*at, key))
        case list():
            for number, value in enumerate(part):
                yield at, [*part[:number], *part[number + 1 :]]
                yield at, [*part[:number], value, *part[number:]]
                if number:
                    yield at, [*part[: number - 1], value, part[number - 1], *part[number + 1 :]]
                yield from changes(value, (*at, number))
        case bool():
            yield at, not part
        case int():
            yield from ((at, other) for other in (part + 1, part - 1, 0))
        case str():
            yield at, _other_text(part)
        case None:
            yield at, "As"


def _other_text(text: str) -> str:
    """Another card, another Base64 string, or another word."""
    cards = [str(card) for card in PACK]
    if text in cards:
        return cards[(cards.index(text) + 17) % len(cards)]
    return ("B" if text[:1] == "A" else "A") + text[1:]


def changed(whole: Json, change: Change) -> Json:
    """A copy of a record with one change."""
    value, path = change[1], list(change[0])
    if not path:
        return value
    copied = copy.copy(whole)
    if len(path) > 1:
        copied[path[0]] = changed(whole[path[0]], (tuple(path[1:]), value))
    elif value is GONE:
        del copied[path[0]]
    else:
        copied[path[0]] = value
    return copied


def first_finds(whole: Json) -> bool:
    """Whether `railbird verify-deal` finds a record wrong, or no record at all."""
    try:
        kept = msgspec.convert(whole, DealRecord)
        return kept.format not in KNOWN_FORMATS or bool(check_record(kept).faults)
    except msgspec.ValidationError:
        return True


def second_finds(whole: Json) -> bool:
    """The same of the second check."""
    try:
        return bool(SECOND_CHECK.faults_of(whole))
    except SECOND_CHECK.DAMAGED:
        return True


STEP = {"reshuffle": 7}
"""Only every so many changes are tried where a check takes long."""

TRIED = [pytest.param(game, marks=() if game in {"holdem", "rabbit"} else pytest.mark.slow) for game in GAMES]


@pytest.mark.parametrize("game", TRIED)
def test_both_checks_find_the_same_single_changes(game: str) -> None:
    whole = record(game)
    assert not first_finds(whole)
    assert not second_finds(whole)
    tried = [change for change in changes(whole) if changed(whole, change) != whole][:: STEP.get(game, 1)]
    assert len(tried) > 400
    unnoticed: list[tuple[int | str, ...]] = []
    for change in tried:
        other = changed(whole, change)
        found = first_finds(other)
        assert second_finds(other) is found, change
        unnoticed += [] if found else [change[0]]
    assert len(unnoticed) < len(tried) / 5
    assert not [path for path in unnoticed if path[-1] in {"card", "salt", "path", "place", "to"}]
