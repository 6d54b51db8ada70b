"""The clauses that the judge cites: those that give a hand its value, and those by which one hand beats another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from railbird_shared.game.cards import HAND_SIZE, Rank
from railbird_shared.game.clauses import Clause, Clauses
from railbird_shared.game.game_rules import CircularOrder, JokerRole, LowestWild, Order, Selection, WildTiebreak
from railbird_shared.game.ranking import Category, HandValue
from railbird_shared.game.ranking_rules import SUIT_TIEBREAK_CLAUSES, WILD_TIEBREAK_CLAUSES, RankingRules
from railbird_shared.game.variants import Variant
from railbird_shared.protocol.events import Side

_CLAUSE_OF_CATEGORY: dict[Category, Clause] = {
    Category.FIVE_OF_A_KIND: "HR-9",
    Category.STRAIGHT_FLUSH: "HR-10",
    Category.FOUR_OF_A_KIND: "HR-14",
    Category.FULL_HOUSE: "HR-16",
    Category.FLUSH: "HR-17",
    Category.STRAIGHT: "HR-19",
    Category.THREE_OF_A_KIND: "HR-23",
    Category.TWO_PAIR: "HR-24",
    Category.ONE_PAIR: "HR-25",
    Category.HIGH_CARD: "HR-26",
}
_CLAUSES_OF_ORDER: dict[Order, Clauses] = {
    Order.HIGH: ("HR-5",),
    Order.ACE_TO_FIVE: ("LO-1", "LO-4"),
    Order.DEUCE_TO_SEVEN: ("LO-8", "LO-9"),
    Order.ACE_TO_SIX: ("LO-14",),
    Order.BADUGI: ("VT-XX-2",),
}
_CIRCULAR_CLAUSES: dict[CircularOrder, Clauses] = {
    CircularOrder.ITALIAN: ("NU-2", "NU-3", "NU-4", "NU-6"),
    CircularOrder.GREEK: ("NU-9", "NU-10", "NU-11"),
}


def hand_clauses(value: HandValue, rules: RankingRules) -> Clauses:
    """Returns the clauses that give a hand its value by these settings."""
    if not value.qualifies:
        return (
            ("LO-22", "LO-24")
            if len({card.rank for card in value.dealt_cards}) < len(value.dealt_cards)
            else ("LO-22",)
        )
    return tuple(dict.fromkeys((*_category_clauses(value, rules), *_wild_card_clauses(value, rules))))


def _category_clauses(value: HandValue, rules: RankingRules) -> Iterator[Clause]:
    if rules.order is not Order.HIGH:
        if rules.order is Order.ACE_TO_FIVE and value.category is not Category.HIGH_CARD:
            yield from ("LO-5", "LO-6")
        return
    yield _CLAUSE_OF_CATEGORY[value.category]
    if len(value.cards) < HAND_SIZE:
        yield "PH-2"
    if value.category is Category.STRAIGHT_FLUSH and value.ranks[0] is Rank.ACE:
        yield "NU-9" if rules.unbeatable is CircularOrder.GREEK and value.words == "imperial flush" else "HR-11"
    if value.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and _ace_is_low(value):
        yield _low_ace_clause(value, rules)


def _ace_is_low(value: HandValue) -> bool:
    return value.ranks[0] is not Rank.ACE and any(card.rank is Rank.ACE for card in value.played_as)


def _low_ace_clause(value: HandValue, rules: RankingRules) -> Clause:
    if rules.lowest_rank is not Rank.TWO:
        return "SK-2"
    return "HR-12" if value.category is Category.STRAIGHT_FLUSH else "HR-21"


def _wild_card_clauses(value: HandValue, rules: RankingRules) -> Iterator[Clause]:
    if value.played_as == value.cards:
        return
    bug = rules.joker_role is JokerRole.BUG and any(card.is_joker for card in value.cards)
    if rules.order is not Order.HIGH:
        yield "LO-30" if bug else "LO-27"
        return
    yield "WC-13" if bug else "WC-4"
    if value.category is Category.FIVE_OF_A_KIND:
        yield "WC-14" if bug else "WC-5"
    if value.category is Category.FLUSH and not bug:
        repeated = len({card.rank for card in value.played_as}) < len(value.played_as)
        yield "WC-19" if repeated and rules.double_ace_flush else "WC-7"
    if rules.lowest_wild is not LowestWild.NONE:
        yield "WC-26" if rules.lowest_wild is LowestWild.CARD else "WC-27"
    if rules.lowest_wild is LowestWild.CARD and len(value.lowest_among) < len(value.dealt_cards):
        yield "CX-41"
    if len(value.lowest_wild) > 1:
        yield "WC-30"


def side_clauses(
    variant: Variant, side: Side, rules: RankingRules, values: Sequence[HandValue], winning: Sequence[HandValue]
) -> Clauses:
    """Returns the clauses by which the winning hands of a side beat the others, or share."""
    because: list[Clause] = [*_CLAUSES_OF_ORDER[rules.order], *_selection_clauses(variant, values)]
    if rules.qualifier and rules.order is Order.ACE_TO_FIVE:
        because.append("LO-22")
    if side is not Side.WHOLE:
        because.append("SD-18" if winning else "SD-19")
    because += _comparison_clauses(rules, values, winning)
    return tuple(dict.fromkeys(because))


def _selection_clauses(variant: Variant, values: Sequence[HandValue]) -> Iterator[Clause]:
    if variant.selection is Selection.TWO_FROM_HAND:
        yield "VT-OM-2"
    elif variant.ranking.order is not Order.BADUGI and any(len(value.dealt_cards) > HAND_SIZE for value in values):
        yield "HR-3" if variant.high else "LO-25"
    if len(values) > 1 and any(len(value.dealt_cards) < HAND_SIZE for value in values) and variant.high:
        yield from ("PH-3", "PH-4")


def _comparison_clauses(
    rules: RankingRules, values: Sequence[HandValue], winning: Sequence[HandValue]
) -> Iterator[Clause]:
    if not winning or len(values) < 2:
        return
    high = rules.order is Order.HIGH
    losing = [value for value in values if value.strength not in {winner.strength for winner in winning}]
    categories = {value.category for value in values}
    if high and len(categories) > 1:
        yield "HR-6"
    if high and rules.flush_over_full and {Category.FLUSH, Category.FULL_HOUSE} <= categories:
        yield "SK-5"
    if any(value.category is winning[0].category for value in losing) and high:
        yield "HR-7"
    if any(value.ranks == winning[0].ranks and value.category is winning[0].category for value in losing):
        yield from _tiebreak_clauses(rules)
    if rules.circular and any(value.category is Category.STRAIGHT_FLUSH for value in values):
        yield from (*_CIRCULAR_CLAUSES[rules.unbeatable], "NU-12")
    if len(winning) > 1 and len({value.strength for value in winning}) == 1:
        yield from ("HR-8" if high else "LO-7", "SD-15")


def _tiebreak_clauses(rules: RankingRules) -> Iterator[Clause]:
    if rules.wild_tiebreak is not WildTiebreak.NONE:
        yield WILD_TIEBREAK_CLAUSES[rules.wild_tiebreak]
    if rules.suit_tiebreak:
        yield SUIT_TIEBREAK_CLAUSES[rules.suit_tiebreak]
        yield "SU-12"
