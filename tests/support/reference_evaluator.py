"""A slow hand evaluator that shares no code with the engine's.

It tries every five of the cards and every card that a wild card can stand for, and takes the best.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, product

from railbird_shared.game.cards import JOKER, Card, Rank, parse_cards
from railbird_shared.game.ranking import HIGH_SCALE, HandValue, scale_of
from railbird_shared.game.ranking_rules import RankingRules

CATEGORY_BY_SHAPE = {
    (5,): 9,
    (4, 1): 7,
    (3, 2): 6,
    (3, 1, 1): 3,
    (2, 2, 1): 2,
    (2, 1, 1, 1): 1,
    (4,): 7,
    (3, 1): 3,
    (2, 2): 2,
    (2, 1, 1): 1,
    (3,): 3,
    (2, 1): 1,
    (2,): 1,
}
STRAIGHT, FLUSH, FULL_HOUSE, STRAIGHT_FLUSH, FIVE_OF_A_KIND = 4, 5, 6, 8, 9

CategoryAndRanks = tuple[int, list[int]]
ReferenceValue = tuple[object, ...]


def hand_value(text: str, rules: RankingRules | None = None, lowest_among: str = "") -> HandValue:
    scale = scale_of(rules) if rules else HIGH_SCALE
    return scale.value(parse_cards(text), parse_cards(lowest_among))


def reference_high_value(cards: Sequence[Card]) -> CategoryAndRanks:
    """The category and the deciding ranks of the best high hand in natural cards of a plain pack."""
    plain = RankingRules()
    return max(_classify(held, plain) for held in combinations(cards, min(5, len(cards))))


def reference_value(cards: Sequence[Card], rules: RankingRules, lowest_among: Sequence[Card] = ()) -> ReferenceValue:
    """The value of a hand under any rules, as something that compares as the hands do."""
    return max(
        (*_value_by_order(played, rules), _wild_tiebreak(held, played, rules), _suit_tiebreak(played, rules))
        for wild in _wild_place_sets(cards, rules, lowest_among)
        for places in _card_subsets(len(cards), rules)
        for held in [[cards[place] for place in places]]
        for played in _substitutions(held, [place in wild for place in places], rules)
    )


def _card_subsets(held: int, rules: RankingRules) -> Iterable[tuple[int, ...]]:
    sizes = range(1, 5) if rules.order == "badugi" else (min(5, held),)
    return (places for size in sizes for places in combinations(range(held), size))


def _wild_place_sets(cards: Sequence[Card], rules: RankingRules, lowest_among: Sequence[Card]) -> list[set[int]]:
    always = {place for place, card in enumerate(cards) if card is JOKER or card in rules.wild_cards}
    if rules.lowest_wild == "none":
        return [always]
    any_card = rules.lowest_wild == "lowest-card" and not lowest_among
    candidates = [place for place, card in enumerate(cards) if card is not JOKER and (any_card or card in lowest_among)]
    lowest = min((cards[place].rank for place in candidates), default=None)
    places = [place for place in candidates if cards[place].rank is lowest]
    if rules.lowest_wild_scope == "all_of_rank" or not places:
        return [always | set(places)]
    return [always | {place} for place in places]


def _substitutions(held: list[Card], wild: list[bool], rules: RankingRules) -> Iterator[list[Card]]:
    pack = sorted(set(rules.deck) - {JOKER}, key=str)
    for played in product(*(pack if is_wild else [card] for card, is_wild in zip(held, wild, strict=True))):
        if _is_valid_substitution(held, list(played), rules):
            yield list(played)


def _is_valid_substitution(held: list[Card], played: list[Card], rules: RankingRules) -> bool:
    category, _ = _classify(played, rules)
    repeats = max(Counter(played).values()) > rules.packs
    if repeats and held != played and not rules.double_ace_flush and category != FIVE_OF_A_KIND:
        return False
    if rules.joker_role == "bug" and rules.order == "high" and category not in (STRAIGHT, FLUSH, STRAIGHT_FLUSH):
        return all(card is not JOKER or stands.rank is Rank.ACE for card, stands in zip(held, played, strict=True))
    return True


def _value_by_order(played: list[Card], rules: RankingRules) -> tuple[object, ...]:
    if rules.order == "badugi":
        ranks = sorted((_rank_value(card.rank, 1, rules) for card in played), reverse=True)
        clash = len({card.rank for card in played}) < len(ranks) or len({card.suit for card in played}) < len(ranks)
        return (0 if clash else len(ranks), [-rank for rank in ranks])
    category, ranks = _classify(played, rules)
    if rules.flush_over_full and category in (FLUSH, FULL_HOUSE):
        category = FLUSH + FULL_HOUSE - category
    if rules.order == "high":
        return (category, ranks)
    if rules.qualifier and (category or len(ranks) < 5 or ranks[0] > rules.qualifier):
        return (-99, [])
    return (-category, [-rank for rank in ranks])


def _classify(held: Sequence[Card], rules: RankingRules) -> CategoryAndRanks:
    """The category of exactly these cards, and its deciding ranks."""
    counts = Counter(card.rank for card in held)
    groups = sorted(((count, _rank_value(rank, count, rules)) for rank, count in counts.items()), reverse=True)
    ranks = [rank for _, rank in groups]
    shape = CATEGORY_BY_SHAPE.get(tuple(count for count, _ in groups), 0)
    full = len(held) == 5 and rules.order != "a5"
    flush = full and rules.flushes and len({card.suit for card in held}) == 1
    top = _straight_high_rank(set(counts), rules) if full and rules.straights and len(counts) == 5 else 0
    if top:
        return STRAIGHT_FLUSH if flush else STRAIGHT, [top]
    over_full = rules.flush_over_full and shape == FULL_HOUSE
    if flush and (shape < FLUSH or over_full):
        return FLUSH, sorted((_rank_value(card.rank, 1, rules) for card in held), reverse=True)
    return shape, ranks


def _rank_value(rank: Rank, copies: int, rules: RankingRules) -> int:
    if rank is not Rank.ACE or rules.order in ("high", "27"):
        return int(rank)
    return 14 if copies > 1 and rules.order == "a6" and rules.a6_aces_high_pair else 1


def _straight_high_rank(ranks: set[Rank], rules: RankingRules) -> int:
    highest = max(ranks)
    if highest - min(ranks) == 4:
        return 0 if highest is Rank.ACE and rules.order == "a6" and not rules.a6_broadway_straight else int(highest)
    lowest = min(card.rank for card in rules.deck if card is not JOKER)
    if rules.order != "27" and ranks == {Rank.ACE, *(Rank(lowest + step) for step in range(4))}:
        return lowest + 3
    return 0


def _wild_tiebreak(held: list[Card], played: list[Card], rules: RankingRules) -> int:
    used = sum(card is not stands for card, stands in zip(held, played, strict=True))
    match rules.wild_tiebreak.value:
        case "natural-first":
            return int(used == 0)
        case "fewer-wild-first":
            return -used
        case "more-wild-first-after-natural":
            return used or 9
        case _:
            return 0


def _suit_tiebreak(played: list[Card], rules: RankingRules) -> int:
    if not rules.suit_tiebreak:
        return 0
    counts = Counter(card.rank for card in played)
    grouped = [card for card in played if counts[card.rank] > 1]
    odd = [card for card in played if counts[card.rank] == 1]
    candidates = {1: played, 2: grouped, 3: odd}[rules.suit_tiebreak] or played
    category, ranks = _classify(played, rules)

    def height(card: Card) -> int:
        wheel = category in (STRAIGHT, STRAIGHT_FLUSH) and card.rank is Rank.ACE and ranks != [14]
        return 1 if wheel else _rank_value(card.rank, counts[card.rank], rules)

    top = max(map(height, candidates))
    return max(3 - rules.suit_order.index(card.suit.letter) for card in candidates if height(card) == top)
