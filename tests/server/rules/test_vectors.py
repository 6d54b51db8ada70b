"""Hands and rulings kept as data: our own, and the project's catalogue where it lies beside the checkout.

`RAILBIRD_VECTORS` names the catalogue's file when it lies elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct, field

from railbird_server.rules.hand import Entrant, Hand, Setup
from railbird_server.rules.ranking import (
    HIGH,
    HandValue,
    RankingRules,
    Scale,
    TwoFromHand,
    showing,
    standing,
    winners,
)
from railbird_server.rules.ranking.marking import lowest_wild_cards
from railbird_server.rules.ranking.suits import STANDARD_ORDER
from railbird_server.rules.variants import VARIANTS
from railbird_shared.actions import Call
from railbird_shared.cards import JOKER, PACK, Card, Rank, parse_card, parse_cards
from rule_names import Ranking, ranking_named, wild_set

OWN = Path(__file__).parent / "vectors"
CATALOGUE = Path(os.environ.get("RAILBIRD_VECTORS", Path(__file__).parents[4] / "shared" / "vectors.json"))


class Vector(Struct, frozen=True):
    """One case; which fields of `expected` and `state` count depends on its kind."""

    id: str
    kind: str
    rule: str
    expected: Any
    hands: list[str] = []
    board: str = ""
    action: str = ""
    state: dict[str, Any] = field(default_factory=dict)

    @property
    def ranking(self) -> Ranking:
        return ranking_named(self.rule)

    def values(self, scale: Scale) -> list[HandValue]:
        """What the hands are worth; cards count as face down where nothing is said of them."""
        board = parse_cards(self.board)
        hands = [parse_cards(hand) for hand in self.hands]
        if self.ranking.two_from_hand:
            game = TwoFromHand(scale, board)
            values = [game.value(hand) for hand in hands]
            assert [value.strength for value in values] == [game.strength(hand) for hand in hands]
            return values
        concealed = parse_cards(self.state.get("concealed", ""))
        return [scale.value(hand + board, concealed or hand) for hand in hands]

    def winners(self, scale: Scale | None) -> list[int]:
        if scale is None:
            return []
        return list(winners([value.strength for value in self.values(scale)], scale))


def vectors(kind: str, action: str = "", rule: str = "", about: str = "") -> list[Any]:
    """The cases of one kind as parameters; one skipped parameter stands for a catalogue that is not there.

    `rule` is what its rule begins with, `about` what its state tells of.
    """
    files = [*sorted(OWN.glob("*.json")), CATALOGUE]
    cases = [
        pytest.param(case, id=case.id)
        for file in files
        if file.exists()
        for case in msgspec.json.decode(file.read_bytes(), type=list[Vector])
        if case.kind == kind and case.rule.startswith(rule) and (not about or about in case.state)
        if case.action == action or not action
    ]
    if not CATALOGUE.exists():
        absent = pytest.mark.skip(reason="set RAILBIRD_VECTORS to the catalogue's file to run it too")
        cases.append(pytest.param(None, id="catalogue", marks=absent))
    return cases


@pytest.mark.parametrize("case", vectors("compare"))
def test_compare(case: Vector) -> None:
    won = case.winners(case.ranking.scale)
    assert {(0,): "first", (1,): "second", (0, 1): "tie"}[tuple(won)] == case.expected


@pytest.mark.parametrize("case", vectors("describe"))
def test_describe(case: Vector) -> None:
    [value] = case.values(case.ranking.scale)
    expected = case.expected
    assert value.category.code == expected["category"]
    assert letters(value.ranks) == expected["ranks"]
    assert {phrase.lower() for phrase in expected.get("phrases", ())} <= {name.lower() for name in value.names()}
    assert value.words == expected.get("words", value.words)
    if "joker_as" in expected:
        stands_for = [str(stands) for card, stands in zip(value.cards, value.played_as, strict=True) if card is JOKER]
        assert [stands[: len(expected["joker_as"])] for stands in stands_for] == [expected["joker_as"]]
    if "played_as" in expected:
        assert value.played_as == parse_cards(expected["played_as"])
    if "display_order" in expected:
        assert by_rank(value.cards) == by_rank(parse_cards(expected["display_order"]))


def letters(ranks: Sequence[Rank]) -> str:
    return "".join(rank.letter for rank in ranks)


def by_rank(cards: tuple[Card, ...]) -> list[tuple[int, set[Card]]]:
    """The cards in their order, with the suits of one rank left in none."""
    return [(card.rank, {other for other in cards if other.rank is card.rank}) for card in cards]


@pytest.mark.parametrize("case", vectors("winner"))
def test_winner(case: Vector) -> None:
    expected = case.expected
    ranking = case.ranking
    if ranking.high and ranking.low:
        assert case.winners(ranking.high) == expected.get("high", case.winners(ranking.high))
        assert case.winners(ranking.low) == expected.get("low", case.winners(ranking.low))
    else:
        assert case.winners(ranking.scale) == expected["high" if "high" in expected else "low"]
    if "low_hand_ranks" in expected:
        assert ranking.low is not None
        assert letters(max(case.values(ranking.low)).ranks) == expected["low_hand_ranks"]
    if "qualifies" in expected:
        qualified = ranking_named("low:a5:8-or-better").scale
        assert any(value.qualifies for value in case.values(qualified)) is expected["qualifies"]


@pytest.mark.parametrize("case", vectors("legal", "qualify_low"))
def test_qualify(case: Vector) -> None:
    assert case.ranking.scale.value(parse_cards(case.state["hand"])).qualifies is case.expected


@pytest.mark.parametrize("case", vectors("legal", "wild_cards"))
def test_wild_set(case: Vector) -> None:
    option = case.state["option"].removesuffix("-wild")
    assert sorted(map(str, wild_set(option))) == sorted(case.expected)


@pytest.mark.parametrize("case", vectors("legal", "wild_card"))
def test_lowest_card_wild(case: Vector) -> None:
    scale = case.ranking.scale
    concealed = parse_cards(case.state.get("concealed", ""))
    cards = concealed + parse_cards(case.state.get("open", "")) + parse_cards(case.state.get("cards", ""))
    keys = tuple(scale.key_of[card] for card in cards)
    assert sorted(map(str, lowest_wild_cards(scale.rules, cards, keys, concealed))) == sorted(case.expected)


@pytest.mark.parametrize("case", vectors("legal", "draw_for_seats"))
def test_suit_order(case: Vector) -> None:
    cards = [parse_card(card) for card in case.state["cards"]]
    order = case.state.get("order", STANDARD_ORDER)
    drawn = sorted(cards, key=lambda card: standing(card, order), reverse=True)
    assert [str(card) for card in drawn] == case.expected


@pytest.mark.parametrize("case", vectors("legal", "cards_left"))
def test_cards_left(case: Vector) -> None:
    deck = RankingRules(pack=case.state["pack"]).deck
    assert len(deck) - case.state["players"] * case.state["cards_each"] == case.expected


@pytest.mark.parametrize("case", vectors("legal", "bring_in_index", rule="razz"))
def test_razz_bring_in(case: Vector) -> None:
    cards = [parse_card(card) for card in case.state["upcards"]]
    assert cards.index(max(cards, key=lambda card: standing(card, ace_low=True))) == case.expected


@pytest.mark.parametrize("case", vectors("legal", "first_to_act_index", about="showing"))
def test_best_showing(case: Vector) -> None:
    shown = [showing(parse_cards(cards), case.ranking.scale) for cards in case.state["showing"]]
    assert shown.index(max(shown)) == case.expected


@pytest.mark.parametrize("case", vectors("legal", "all_permutations_equal"))
def test_order_never_matters(case: Vector) -> None:
    orders = list(permutations(parse_cards(case.state["hand"])))
    assert len(orders) == case.state["permutations"]
    assert (len({HIGH.strength(order) for order in orders}) == 1) is case.expected


@pytest.mark.parametrize("case", vectors("legal", rule="holdem", about="preflop"))
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
