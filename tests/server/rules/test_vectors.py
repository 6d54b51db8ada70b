"""Hands and rulings kept as data: our own, and the project's catalogue where it lies beside the checkout.

`RAILBIRD_VECTORS` names the catalogue's file when it lies elsewhere.
"""

from __future__ import annotations

import os
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct, field

from railbird_server.rules.hand import Entrant, Hand, Setup
from railbird_server.rules.ranking import HIGH, HandValue
from railbird_server.rules.variants import VARIANTS
from railbird_shared.actions import Call
from railbird_shared.cards import PACK, Card, parse_cards

OWN = Path(__file__).parent / "vectors"
CATALOGUE = Path(os.environ.get("RAILBIRD_VECTORS", Path(__file__).parents[4] / "shared" / "vectors.json"))
RULES = {"high", "partial", "holdem", "order-invariance"}


class Vector(Struct, frozen=True):
    """One case; which fields of `expected` and `state` count depends on its kind."""

    id: str
    kind: str
    rule: str
    hands: list[str]
    expected: Any
    board: str = ""
    action: str = ""
    state: dict[str, Any] = field(default_factory=dict)

    @property
    def values(self) -> list[HandValue]:
        return [HIGH.value(parse_cards(hand + self.board)) for hand in self.hands]


def vectors(kind: str, rules: set[str] = RULES) -> list[Any]:
    """The cases of one kind as parameters; one skipped parameter stands for a catalogue that is not there."""
    files = [*sorted(OWN.glob("*.json")), CATALOGUE]
    cases = [
        pytest.param(case, id=case.id)
        for file in files
        if file.exists()
        for case in msgspec.json.decode(file.read_bytes(), type=list[Vector])
        if case.kind == kind and case.rule in rules
    ]
    if not CATALOGUE.exists():
        absent = pytest.mark.skip(reason="set RAILBIRD_VECTORS to the catalogue's file to run it too")
        cases.append(pytest.param(None, id="catalogue", marks=absent))
    return cases


@pytest.mark.parametrize("case", vectors("compare"))
def test_compare(case: Vector) -> None:
    first, second = case.values
    outcome = "first" if first > second else "second" if first < second else "tie"
    assert outcome == case.expected


@pytest.mark.parametrize("case", vectors("describe"))
def test_describe(case: Vector) -> None:
    [value] = case.values
    expected = case.expected
    assert value.category.code == expected["category"]
    assert "".join(rank.letter for rank in value.ranks) == expected["ranks"]
    assert {phrase.lower() for phrase in expected.get("phrases", ())} <= {name.lower() for name in value.names()}
    assert value.words == expected.get("words", value.words)
    if "display_order" in expected:
        assert by_rank(value.cards) == by_rank(parse_cards(expected["display_order"]))


def by_rank(cards: tuple[Card, ...]) -> list[tuple[int, set[Card]]]:
    """The cards in their order, with the suits of one rank left in none."""
    return [(card.rank, {other for other in cards if other.rank is card.rank}) for card in cards]


@pytest.mark.parametrize("case", vectors("winner"))
def test_winner(case: Vector) -> None:
    values = case.values
    best = max(values)
    assert [at for at, value in enumerate(values) if value == best] == case.expected["high"]


@pytest.mark.parametrize("case", vectors("legal", {"order-invariance"}))
def test_order_never_matters(case: Vector) -> None:
    orders = list(permutations(parse_cards(case.state["hand"])))
    assert len(orders) == case.state["permutations"]
    assert (len({HIGH.strength(order) for order in orders}) == 1) is case.expected


@pytest.mark.parametrize("case", vectors("legal", {"holdem"}))
def test_legal_before_the_flop(case: Vector) -> None:
    assert case.state == {"preflop": "everybody called", "to_act": "big blind"}
    entrants = tuple(Entrant(seat, 100) for seat in (1, 2, 3))
    hand = Hand(Setup(1, VARIANTS["holdem"].announce(), 3, entrants, small_blind=1, big_blind=2), PACK)
    hand.start()
    while hand.to_act not in (None, hand.setup.big_blind):
        hand.act(hand.to_act, Call())
    legal = hand.legal()
    assert legal is not None
    wager = legal.wager
    assert (wager is not None and wager.kind == case.action) is case.expected
