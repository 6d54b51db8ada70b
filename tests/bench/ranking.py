"""Hands evaluated per second, beside treys, phevaluator and PokerKit in one run.

    python tests/bench/ranking.py [--json]

Every library gets the same random hands in its own form, prepared beforehand. Settings that no peer has stand alone.
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

from bench.report import Row, median_rates, print_report
from railbird_shared.game.cards import PACK, Card
from railbird_shared.game.game_rules import JokerRole, LowestWild, Order, WildTiebreak
from railbird_shared.game.ranking import HIGH_SCALE, Scale, TwoFromHand, scale_of
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules

SEED = 20
HANDS = 20_000
POKERKIT_HANDS = 1_000
ROUNDS = 7
BOARD_CARDS = 5

ACE_TO_FIVE = RankingRules(order=Order.ACE_TO_FIVE)
EIGHT_OR_BETTER = RankingRules(order=Order.ACE_TO_FIVE, qualifier=8)
DEUCE_TO_SEVEN = RankingRules(order=Order.DEUCE_TO_SEVEN)
DEUCES_WILD = RankingRules(wild_cards=WILD_SETS["deuces"])

POKERKIT_GAMES = (
    ("high, 7 cards", RankingRules(), 7, "StandardHighHand"),
    ("short deck, 7 cards", RankingRules(pack=36, flush_over_full=True), 7, "ShortDeckHoldemHand"),
    ("ace to five, 5 cards", ACE_TO_FIVE, 5, "RegularLowHand"),
    ("razz, 7 cards", ACE_TO_FIVE, 7, "RegularLowHand"),
    ("eight or better, 7", EIGHT_OR_BETTER, 7, "EightOrBetterLowHand"),
    ("deuce to seven, 5", DEUCE_TO_SEVEN, 5, "StandardLowHand"),
    ("deuce to seven, 7", DEUCE_TO_SEVEN, 7, "StandardLowHand"),
    ("badugi", RankingRules(order=Order.BADUGI), 4, "BadugiHand"),
)
OMAHA_GAMES = (
    ("Omaha", RankingRules(), 4, "OmahaHoldemHand"),
    ("Omaha, 5 in hand", RankingRules(), 5, "OmahaHoldemHand"),
    ("Omaha, 6 in hand", RankingRules(), 6, "OmahaHoldemHand"),
    ("Omaha eight or better", EIGHT_OR_BETTER, 4, "OmahaEightOrBetterLowHand"),
)
GAMES_WITHOUT_PEER = (
    ("ace to six", RankingRules(order=Order.ACE_TO_SIX)),
    ("two jokers", RankingRules(jokers=2)),
    ("bug", RankingRules(jokers=1, joker_role=JokerRole.BUG)),
    ("deuces wild", DEUCES_WILD),
    ("2-7, deuces wild", RankingRules(order=Order.DEUCE_TO_SEVEN, wild_cards=WILD_SETS["deuces"])),
    ("lowest card wild", RankingRules(lowest_wild=LowestWild.CARD)),
    ("fewer wild first", RankingRules(jokers=2, wild_tiebreak=WildTiebreak.FEWER_WILD_FIRST)),
    ("suit tie-break", RankingRules(suit_tiebreak=1)),
)


def strength_runner(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    def run() -> int:
        for hand in hands:
            HIGH_SCALE.strength(hand)
        return len(hands)

    return run


def value_runner(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    def run() -> int:
        for hand in hands:
            HIGH_SCALE.value(hand)
        return len(hands)

    return run


def cold_strength_runner(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    """With empty tables every time, and a twentieth of the hands."""
    few = hands[:: len(hands) // 1_000]

    def run() -> int:
        strength = Scale(RankingRules()).strength
        for hand in few:
            strength(hand)
        return len(few)

    return run


def treys_runner(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    evaluator = treys.Evaluator()
    split = [([treys.Card.new(str(card)) for card in hand]) for hand in hands]
    ready = [(hand[:2], hand[2:]) for hand in split]

    def run() -> int:
        for hole, board in ready:
            evaluator.evaluate(hole, board)
        return len(ready)

    return run


def phevaluator_runner(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    """The public call as its documentation writes it: an attribute of the package, looked up each time."""
    ready = [[phevaluator.Card.to_id(str(card)) for card in hand] for hand in hands]

    def run() -> int:
        for hand in ready:
            phevaluator.evaluate_cards(*hand)
        return len(ready)

    return run


def phevaluator_bound_runner(hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    """The same call imported by name, which spares the package's lazy lookup."""
    ready = [[phevaluator.Card.to_id(str(card)) for card in hand] for hand in hands]

    def run() -> int:
        for hand in ready:
            evaluate_cards(*hand)
        return len(ready)

    return run


PEER_RUNNERS = {
    "treys": treys_runner,
    "phevaluator": phevaluator_runner,
    "phevaluator, bound": phevaluator_bound_runner,
}


def high_hand_rows(size: int) -> list[Row]:
    rng = random.Random(SEED + size)
    hands = [rng.sample(PACK, size) for _ in range(HANDS)]
    contenders = {"ours": strength_runner(hands), "value": value_runner(hands), "first": cold_strength_runner(hands)}
    contenders |= {name: peer(hands) for name, peer in PEER_RUNNERS.items()}
    found = median_rates(contenders, ROUNDS)
    game = f"high, {size} cards"
    return [
        *(Row(f"evaluations against {name}", game, found["ours"], found[name]) for name in PEER_RUNNERS),
        Row("evaluations of hands met first", game, found["first"]),
        Row("evaluations with a HandValue made", game, found["value"]),
    ]


def pokerkit_runner(name: str, hands: Sequence[Sequence[Card]], in_hand: int) -> Callable[[], int]:
    kind = getattr(pokerkit, name)
    parsed = [tuple(pokerkit.Card.parse("".join(map(str, hand)))) for hand in hands]
    ready = [(cards[:in_hand], cards[in_hand:]) for cards in parsed]

    def run() -> int:
        for hand, board in ready:
            kind.from_game_or_none(hand, board)
        return len(ready)

    return run


def strength_runner_for(rules: RankingRules, hands: Sequence[Sequence[Card]]) -> Callable[[], int]:
    strength = scale_of(rules).strength

    def run() -> int:
        for hand in hands:
            strength(hand)
        return len(hands)

    return run


def omaha_strength_runner(rules: RankingRules, deals: Sequence[Sequence[Card]]) -> Callable[[], int]:
    """Each hand has its own board here; at a real showdown the work on the board is shared."""
    scale = scale_of(rules)
    ready = [(deal[:-BOARD_CARDS], deal[-BOARD_CARDS:]) for deal in deals]

    def run() -> int:
        for hand, board in ready:
            TwoFromHand(scale, board).strength(hand)
        return len(ready)

    return run


def pokerkit_rows() -> list[Row]:
    rng = random.Random(SEED)
    rows = []
    for game, rules, size, name in POKERKIT_GAMES:
        hands = [rng.sample(rules.deck, size) for _ in range(POKERKIT_HANDS)]
        found = median_rates(
            {"ours": strength_runner_for(rules, hands), "peer": pokerkit_runner(name, hands, size)}, ROUNDS
        )
        rows.append(Row("evaluations against PokerKit", game, found["ours"], found["peer"]))
    for game, rules, in_hand, name in OMAHA_GAMES:
        deals = [rng.sample(rules.deck, in_hand + BOARD_CARDS) for _ in range(POKERKIT_HANDS // 4)]
        found = median_rates(
            {"ours": omaha_strength_runner(rules, deals), "peer": pokerkit_runner(name, deals, in_hand)}, ROUNDS
        )
        rows.append(Row("evaluations against PokerKit", game, found["ours"], found["peer"]))
    return rows


def rows_without_peer() -> list[Row]:
    rng = random.Random(SEED)
    rows = []
    for game, rules in GAMES_WITHOUT_PEER:
        hands = [rng.sample(rules.deck, 7) for _ in range(POKERKIT_HANDS)]
        found = median_rates({"ours": strength_runner_for(rules, hands)}, ROUNDS)
        rows.append(Row("evaluations, 7 cards", game, found["ours"]))
    return rows


def main() -> None:
    notes = (
        f"Median of {ROUNDS} rounds of {HANDS:,} hands each, {POKERKIT_HANDS:,} beside PokerKit, 250 in Omaha.",
        "Our first round counts out the hands it has not met; 'met first' is what it takes when all are such.",
    )
    print_report([*high_hand_rows(5), *high_hand_rows(7), *pokerkit_rows(), *rows_without_peer()], notes)


if __name__ == "__main__":
    main()
