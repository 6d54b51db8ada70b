"""How many hands of each kind a pack holds: published counts, found again through our own ranking.

Hands are counted by kind: all that have the same ranks and wild cards are worth the same, but for those of one suit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from railbird_shared.game.cards import JOKER, PACK, Card, Rank, Suit
from railbird_shared.game.game_rules import JokerRole, Order
from railbird_shared.game.ranking import HIGH_SCALE, Category, scale_of
from railbird_shared.game.ranking.scale import Scale
from railbird_shared.game.ranking.strengths import strength_of_ranks, strength_of_suited
from railbird_shared.game.ranking_rules import DEUCES, RankingRules

pytestmark = pytest.mark.slow

RANKS = range(Rank.TWO, Rank.ACE + 1)
SUITS = [suit for suit in Suit if suit is not Suit.NONE]
CARD = {(card.rank, card.suit): card for card in PACK}

# Straight flush, four of a kind, full house, flush, straight, three of a kind, two pairs, one pair, high card.
FIVE = (0, 40, 624, 3_744, 5_108, 10_200, 54_912, 123_552, 1_098_240, 1_302_540)
BEST_OF_SIX = (0, 1_844, 14_664, 165_984, 205_792, 361_620, 732_160, 2_532_816, 9_730_740, 6_612_900)
BEST_OF_SEVEN = (0, 41_584, 224_848, 3_473_184, 4_047_644, 6_180_020, 6_461_620, 31_433_400, 58_627_800, 23_294_460)

# The same with five of a kind before them.
WILD = {
    "deuces wild": (672, 2_552, 31_552, 12_672, 14_472, 62_232, 355_080, 95_040, 1_225_008, 799_680),
    "one joker": (13, 204, 3_120, 6_552, 7_804, 20_532, 137_280, 123_552, 1_268_088, 1_302_540),
    "two jokers": (78, 624, 9_360, 9_360, 11_388, 34_704, 232_968, 123_552, 1_437_936, 1_302_540),
    "bug": (1, 204, 828, 4_368, 7_804, 20_532, 63_360, 138_600, 1_215_024, 1_418_964),
}
STRIPPED = {
    40: (0, 28, 360, 2_160, 980, 7_140, 23_040, 51_840, 322_560, 249_900),
    36: (0, 24, 288, 1_728, 480, 6_120, 16_128, 36_288, 193_536, 122_400),
    32: (0, 20, 224, 1_344, 204, 5_100, 10_752, 24_192, 107_520, 52_020),
}
# Unpaired lows that are neither straight nor flush, by their highest card.
ACE_TO_FIVE = (1_024, 5_120, 15_360, 35_840, 71_680, 129_024, 215_040, 337_920, 506_880)
BEYOND_STRAIGHTS = (4_080, 14_280, 34_680, 70_380, 127_500, 213_180, 335_580, 503_880)
BADUGIS = {4: 17_160, 3: 154_440, 2: 96_252, 1: 2_873}

RULES = {
    "deuces wild": RankingRules(wild_cards=DEUCES),
    "one joker": RankingRules(jokers=1),
    "two jokers": RankingRules(jokers=2),
    "bug": RankingRules(jokers=1, joker_role=JokerRole.BUG),
}


def by_category(scale: Scale, strengths: Counter[int]) -> tuple[int, ...]:
    found: Counter[Category] = Counter()
    for strength, count in strengths.items():
        found[scale.decode(strength)[0]] += count
    return tuple(found[category] for category in sorted(Category, reverse=True))


def multisets(ranks: Sequence[int], size: int, copies: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every choice of `size` of the ranks with the number of ways to deal it when each has `copies` cards."""
    for chosen in combinations_with_replacement(ranks, size):
        ways = prod(comb(copies, count) for count in Counter(chosen).values())
        if ways:
            yield chosen, ways


def every_best_of(size: int) -> Counter[int]:
    """How many hands of `size` cards have each strength on the plain scale.

    All hands are counted by their ranks first, and then those that hold a flush are moved to where they belong.
    """
    found: Counter[int] = Counter()
    for ranks, ways in multisets(RANKS, size, len(SUITS)):
        found[strength_of_ranks(HIGH_SCALE.hand_order, ranks)] += ways
    for suited in (suited for flush in range(5, size + 1) for suited in combinations(RANKS, flush)):
        flush_strength = strength_of_suited(HIGH_SCALE.hand_order, suited)
        for others, ways in multisets(RANKS, size - len(suited), len(SUITS) - 1):
            found[strength_of_ranks(HIGH_SCALE.hand_order, suited + others)] -= len(SUITS) * ways
            found[flush_strength] += len(SUITS) * ways
    return +found


def every_five(rules: RankingRules) -> Counter[int]:
    """How many five-card hands have each strength, one hand of each kind being valued for all."""
    scale = scale_of(rules)
    wild = [card for card in rules.deck if card is JOKER or card in rules.wild_cards]
    ranks = sorted({card.rank for card in rules.deck if card not in wild})
    found: Counter[int] = Counter()
    for wilds in range(min(5, len(wild)) + 1):
        for chosen, ways in multisets(ranks, 5 - wilds, len(SUITS)):
            suited = len(SUITS) if chosen and len(set(chosen)) == len(chosen) else 0
            dealt = comb(len(wild), wilds)
            if suited:
                found[scale.strength([*wild[:wilds], *_dealt(chosen, one_suit=True)])] += dealt * suited
            if ways > suited:
                found[scale.strength([*wild[:wilds], *_dealt(chosen, one_suit=False)])] += dealt * (ways - suited)
    return found


def _dealt(ranks: Sequence[int], *, one_suit: bool) -> list[Card]:
    if one_suit:
        return [CARD[Rank(rank), Suit.CLUBS] for rank in ranks]
    turn = Counter[int]()
    cards = []
    for place, rank in enumerate(ranks):
        twice = ranks.count(rank) > 1
        cards.append(CARD[Rank(rank), Suit(turn[rank] if twice else int(place == 0))])
        turn[rank] += 1
    return cards


def by_top(rules: RankingRules) -> dict[Rank, int]:
    """How many five-card hands without any combination have each highest card."""
    found: Counter[Rank] = Counter()
    for strength, count in every_five(rules).items():
        category, ranks = scale_of(rules).decode(strength)
        if category is Category.HIGH_CARD and ranks:
            found[ranks[0]] += count
    return dict(found)


@pytest.mark.slow
def test_five_card_hand_counts_match_the_published_ones() -> None:
    """HR-30, hand by hand."""
    found = Counter(map(HIGH_SCALE.strength, combinations(PACK, 5)))
    assert by_category(HIGH_SCALE, found) == FIVE
    assert found.total() == 2_598_960
    assert found[HIGH_SCALE.hand_order.encode(Category.STRAIGHT_FLUSH, (Rank.ACE,))] == 4
    assert len(found) == 7_462


@pytest.mark.parametrize(
    ("size", "counts", "classes"),
    [(5, FIVE, 7_462), (6, BEST_OF_SIX, 6_075), pytest.param(7, BEST_OF_SEVEN, 4_824, marks=pytest.mark.slow)],
)
def test_best_five_counts_match_the_published_ones(size: int, counts: tuple[int, ...], classes: int) -> None:
    found = every_best_of(size)
    assert by_category(HIGH_SCALE, found) == counts
    assert found.total() == comb(len(PACK), size)
    assert len(found) == classes


@pytest.mark.parametrize("name", WILD)
def test_wild_card_hand_counts_match_the_published_ones(name: str) -> None:
    """WC-1, WC-2, WC-5, WC-10, WC-13."""
    found = every_five(RULES[name])
    assert by_category(scale_of(RULES[name]), found) == WILD[name]
    assert found.total() == comb(len(RULES[name].deck), 5)


@pytest.mark.slow
@pytest.mark.parametrize("name", WILD)
def test_wild_card_hand_counts_match_when_every_hand_is_ranked(name: str) -> None:
    scale = scale_of(RULES[name])
    assert by_category(scale, Counter(map(scale.strength, combinations(RULES[name].deck, 5)))) == WILD[name]


@pytest.mark.parametrize("pack", STRIPPED)
@pytest.mark.parametrize("flush_over_full", [False, True])
def test_stripped_pack_hand_counts_match_the_published_ones(pack: int, flush_over_full: bool) -> None:
    """SK-1..SK-5: which of flush and full house is higher changes no count."""
    rules = RankingRules(pack=pack, flush_over_full=flush_over_full)
    found = every_five(rules)
    assert by_category(scale_of(rules), found) == STRIPPED[pack]
    assert found.total() == comb(pack, 5)


def test_short_deck_hand_counts_match_when_every_hand_is_ranked() -> None:
    scale = scale_of(RankingRules(pack=36))
    assert by_category(scale, Counter(map(scale.strength, combinations(scale.rules.deck, 5)))) == STRIPPED[36]


def test_twenty_card_pack_hand_counts_match_the_published_ones() -> None:
    """SK-7..SK-10."""
    old = RankingRules(pack=20, straights=False, flushes=False)
    assert by_category(scale_of(old), every_five(old)) == (0, 0, 80, 480, 0, 0, 1_920, 4_320, 7_680, 1_024)
    new = RankingRules(pack=20)
    assert by_category(scale_of(new), every_five(new)) == (0, 4, 80, 480, 0, 1_020, 1_920, 4_320, 7_680, 0)


def test_ace_to_five_low_counts_match_the_published_ones() -> None:
    """LO-1..LO-7."""
    rules = RankingRules(order=Order.ACE_TO_FIVE)
    assert by_top(rules) == dict(zip(map(Rank, range(5, 14)), ACE_TO_FIVE, strict=True))
    assert (
        sum(category is Category.HIGH_CARD for category, _ in map(scale_of(rules).decode, every_five(rules))) == 1_287
    )


def test_deuce_to_seven_low_counts_match_the_published_ones() -> None:
    """LO-8..LO-13."""
    rules = RankingRules(order=Order.DEUCE_TO_SEVEN)
    found = every_five(rules)
    assert by_top(rules) == dict(zip(map(Rank, range(7, 15)), BEYOND_STRAIGHTS, strict=True))
    assert by_category(scale_of(rules), found)[1:6] == (36, 624, 3_744, 5_112, 9_180)
    assert found.total() == len(list(combinations(range(52), 2))) * 1_960


@pytest.mark.parametrize("broadway", [False, True])
def test_ace_to_six_low_counts_match_the_published_ones(broadway: bool) -> None:
    """LO-14..LO-21: the house option turns 1,020 king-downs and 4 flushes into straights."""
    rules = RankingRules(order=Order.ACE_TO_SIX, a6_broadway_straight=broadway)
    tops: dict[Rank, int] = dict(zip(map(Rank, range(6, 14)), BEYOND_STRAIGHTS, strict=True))
    tops[Rank.KING] -= 1_020 * broadway
    assert by_top(rules) == tops


@pytest.mark.slow
@pytest.mark.parametrize("order", [Order.ACE_TO_FIVE, Order.DEUCE_TO_SEVEN, Order.ACE_TO_SIX])
def test_low_counts_match_when_every_hand_is_ranked(order: Order) -> None:
    rules = RankingRules(order=order)
    assert Counter(map(scale_of(rules).strength, combinations(PACK, 5))) == every_five(rules)


def test_eight_or_better_low_counts_match_the_published_ones() -> None:
    """LO-22, LO-23."""
    rules = RankingRules(order=Order.ACE_TO_FIVE, qualifier=8)
    found = every_five(rules)
    assert found.total() - found[0] == 57_344
    assert len(found) - 1 == 56


@pytest.mark.slow
def test_badugi_counts_match_the_published_ones() -> None:
    """VT-XX-2."""
    scale = scale_of(RankingRules(order=Order.BADUGI))
    found = Counter(map(scale.strength, combinations(PACK, 4)))
    sizes: Counter[int] = Counter()
    for strength, count in found.items():
        sizes[len(scale.decode(strength)[1])] += count
    assert sizes == BADUGIS


def test_ordered_deals_of_five_cards_match_the_published_count() -> None:
    """HR-31."""
    assert comb(len(PACK), 5) * 120 == 311_875_200
