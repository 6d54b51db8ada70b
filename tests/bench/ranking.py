"""Hands valued per second, side by side with treys, phevaluator and PokerKit in one run.

    python tests/bench/ranking.py [--json]

Everybody gets the same random hands in his own form, made ready beforehand. Settings that no peer knows stand alone.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import phevaluator
import pokerkit
import treys
from phevaluator.evaluator import evaluate_cards

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bench.report import Row, rates, report
from railbird_server.rules.ranking import (
    HIGH,
    WILD_SETS,
    JokerRole,
    LowestWild,
    Order,
    RankingRules,
    Scale,
    TwoFromHand,
    WildTiebreak,
    scale_of,
)
from railbird_shared.cards import PACK, Card

SEED = 20
HANDS = 20_000
HANDS_OF_POKERKIT = 1_000
ROUNDS = 7
BOARD = 5

ACE_TO_FIVE = RankingRules(order=Order.ACE_TO_FIVE)
EIGHT_OR_BETTER = RankingRules(order=Order.ACE_TO_FIVE, qualifier=8)
DEUCE_TO_SEVEN = RankingRules(order=Order.DEUCE_TO_SEVEN)
DEUCES_WILD = RankingRules(wild_cards=WILD_SETS["deuces"])

KNOWN_TO_POKERKIT = (
    ("high, 7 cards", RankingRules(), 7, "StandardHighHand"),
    ("short deck, 7 cards", RankingRules(pack=36, flush_over_full=True), 7, "ShortDeckHoldemHand"),
    ("ace to five, 5 cards", ACE_TO_FIVE, 5, "RegularLowHand"),
    ("razz, 7 cards", ACE_TO_FIVE, 7, "RegularLowHand"),
    ("eight or better, 7", EIGHT_OR_BETTER, 7, "EightOrBetterLowHand"),
    ("deuce to seven, 5", DEUCE_TO_SEVEN, 5, "StandardLowHand"),
    ("deuce to seven, 7", DEUCE_TO_SEVEN, 7, "StandardLowHand"),
    ("badugi", RankingRules(order=Order.BADUGI), 4, "BadugiHand"),
)
OMAHA = (
    ("Omaha", RankingRules(), 4, "OmahaHoldemHand"),
    ("Omaha, 5 in hand", RankingRules(), 5, "OmahaHoldemHand"),
    ("Omaha, 6 in hand", RankingRules(), 6, "OmahaHoldemHand"),
    ("Omaha eight or better", EIGHT_OR_BETTER, 4, "OmahaEightOrBetterLowHand"),
)
UNKNOWN_TO_ALL = (
    ("ace to six", RankingRules(order=Order.ACE_TO_SIX)),
    ("two jokers", RankingRules(jokers=2)),
    ("bug", RankingRules(jokers=1, joker_role=JokerRole.BUG)),
    ("deuces wild", DEUCES_WILD),
    ("2-7, deuces wild", RankingRules(order=Order.DEUCE_TO_SEVEN, wild_cards=WILD_SETS["deuces"])),
    ("lowest card wild", RankingRules(lowest_wild=LowestWild.CARD)),
    ("fewer wild first", RankingRules(jokers=2, wild_tiebreak=WildTiebreak.FEWER_WILD_FIRST)),
    ("suit tie-break", RankingRules(suit_tiebreak=1)),
)


def ours(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    def run() -> int:
        for hand in hands:
            HIGH.strength(hand)
        return len(hands)

    return run


def ours_as_values(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    def run() -> int:
        for hand in hands:
            HIGH.value(hand)
        return len(hands)

    return run


def ours_met_first(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    """With empty tables every time, and a twentieth of the hands."""
    few = hands[:: len(hands) // 1_000]

    def run() -> int:
        strength = Scale(RankingRules()).strength
        for hand in few:
            strength(hand)
        return len(few)

    return run


def of_treys(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    evaluator = treys.Evaluator()
    split = [([treys.Card.new(str(card)) for card in hand]) for hand in hands]
    ready = [(hand[:2], hand[2:]) for hand in split]

    def run() -> int:
        for hole, board in ready:
            evaluator.evaluate(hole, board)
        return len(ready)

    return run


def of_phevaluator(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    """The public call as its documentation writes it: an attribute of the package, looked up each time."""
    ready = [[phevaluator.Card.to_id(str(card)) for card in hand] for hand in hands]

    def run() -> int:
        for hand in ready:
            phevaluator.evaluate_cards(*hand)
        return len(ready)

    return run


def of_phevaluator_bound(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    """The same call imported by name, which spares the package's lazy lookup."""
    ready = [[phevaluator.Card.to_id(str(card)) for card in hand] for hand in hands]

    def run() -> int:
        for hand in ready:
            evaluate_cards(*hand)
        return len(ready)

    return run


PEERS = {
    "treys": of_treys,
    "phevaluator": of_phevaluator,
    "phevaluator, bound": of_phevaluator_bound,
}


def rows_of(size: int) -> list[Row]:
    dice = random.Random(SEED + size)
    hands = [dice.sample(PACK, size) for _ in range(HANDS)]
    contenders = {"ours": ours(hands), "value": ours_as_values(hands), "first": ours_met_first(hands)}
    contenders |= {name: peer(hands) for name, peer in PEERS.items()}
    found = rates(contenders, ROUNDS)
    game = f"high, {size} cards"
    return [
        *(Row(f"evaluations against {name}", game, found["ours"], found[name]) for name in PEERS),
        Row("evaluations of hands met first", game, found["first"]),
        Row("evaluations with a HandValue made", game, found["value"]),
    ]


def of_pokerkit(name: str, hands: Sequence[Sequence[Card]], in_hand: int) -> Callable[[], int]:
    kind = getattr(pokerkit, name)
    parsed = [tuple(pokerkit.Card.parse("".join(map(str, hand)))) for hand in hands]
    ready = [(cards[:in_hand], cards[in_hand:]) for cards in parsed]

    def run() -> int:
        for hand, board in ready:
            kind.from_game_or_none(hand, board)
        return len(ready)

    return run


def ours_by(rules: RankingRules, hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    strength = scale_of(rules).strength

    def run() -> int:
        for hand in hands:
            strength(hand)
        return len(hands)

    return run


def ours_in_omaha(rules: RankingRules, deals: Sequence[Sequence[Card]]) -> Callable[[], int]:
    """Every player has a board of his own here; at a real showdown the work on it is shared."""
    scale = scale_of(rules)
    ready = [(deal[:-BOARD], deal[-BOARD:]) for deal in deals]

    def run() -> int:
        for hand, board in ready:
            TwoFromHand(scale, board).strength(hand)
        return len(ready)

    return run


def rows_against_pokerkit() -> list[Row]:
    dice = random.Random(SEED)
    rows = []
    for game, rules, size, name in KNOWN_TO_POKERKIT:
        hands = [dice.sample(rules.deck, size) for _ in range(HANDS_OF_POKERKIT)]
        found = rates({"ours": ours_by(rules, hands), "peer": of_pokerkit(name, hands, size)}, ROUNDS)
        rows.append(Row("evaluations against PokerKit", game, found["ours"], found["peer"]))
    for game, rules, in_hand, name in OMAHA:
        deals = [dice.sample(rules.deck, in_hand + BOARD) for _ in range(HANDS_OF_POKERKIT // 4)]
        found = rates({"ours": ours_in_omaha(rules, deals), "peer": of_pokerkit(name, deals, in_hand)}, ROUNDS)
        rows.append(Row("evaluations against PokerKit", game, found["ours"], found["peer"]))
    return rows


def rows_of_our_own() -> list[Row]:
    dice = random.Random(SEED)
    rows = []
    for game, rules in UNKNOWN_TO_ALL:
        hands = [dice.sample(rules.deck, 7) for _ in range(HANDS_OF_POKERKIT)]
        found = rates({"ours": ours_by(rules, hands)}, ROUNDS)
        rows.append(Row("evaluations, 7 cards", game, found["ours"]))
    return rows


def main() -> None:
    notes = (
        f"Median of {ROUNDS} rounds of {HANDS:,} hands each, {HANDS_OF_POKERKIT:,} beside PokerKit, 250 in Omaha.",
        "Our first round counts out the hands it has not met; 'met first' is what it takes when all are such.",
    )
    report([*rows_of(5), *rows_of(7), *rows_against_pokerkit(), *rows_of_our_own()], notes)


if __name__ == "__main__":
    main()
