"""Trials of draw games: the draws left are played out, against hands that fit what each opponent drew.

The cards that a bot discards are chosen here, too, for high hands, low hands and badugi.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations
from operator import attrgetter

from railbird_server.bots.opponents import (
    Opponent,
    Trial,
    TrialResult,
    opponents_of,
    shuffled,
    take_best_hand,
    take_top,
    unseen_cards,
)
from railbird_shared.game.cards import HAND_SIZE, Card, Rank, Suit
from railbird_shared.game.game_rules import Order
from railbird_shared.game.ranking import Category, Scale
from railbird_shared.game.ranking.scale import HandEvaluator
from railbird_shared.protocol.actions import LegalActions
from railbird_shared.protocol.view import TableView

_BADUGI_SIZE = 4

# The highest number on a card with one, two or three draws left: 13 is a king where aces are low. More draws to come
# are more chances of something better, so less is good enough with few of them.

_HIGHEST_KEPT = (8, 8, 7)
"""The highest card of a low hand worth keeping."""

_HIGHEST_PAT = (9, 8, 8)
"""The highest card of a low hand worth standing pat on, where aces are low."""

_HIGHEST_PAT_ACE_HIGH = (10, 9, 8)
"""The same where aces are high: hands are one rank higher there, from 7-5-4-3-2 up."""

_HIGHEST_BADUGI_KEPT = (10, 8, 7)
"""The highest of three cards worth keeping in badugi."""

_HIGHEST_BADUGI_PAT = (13, 11, 9)
"""The highest card of a badugi worth standing pat on: any, with one draw left, since three in four draws miss."""


def cards_to_keep_low(scale: Scale, hand: Sequence[Card], draws: int) -> list[Card]:
    """Returns one low card of each rank; a whole hand that is low enough stays as it is."""
    number, stage = scale.hand_order.number, _draws_index(draws)
    wild, natural = _wild_and_natural(scale, hand)
    one_each = {number(card.rank): card for card in reversed(natural)}
    highest_pat = _HIGHEST_PAT_ACE_HIGH if scale.rules.order is Order.DEUCE_TO_SEVEN else _HIGHEST_PAT
    stands_pat = len(one_each) + len(wild) >= HAND_SIZE and max(one_each) <= highest_pat[stage]
    if stands_pat and scale.decode(scale.strength(hand))[0] is Category.HIGH_CARD:
        return list(hand)
    rising = sorted(one_each)
    low = [one_each[rank] for rank in rising if rank <= _HIGHEST_KEPT[stage] or rank == rising[0]]
    return [*low[: HAND_SIZE - 1 - len(wild)], *wild]


def cards_to_keep_badugi(scale: Scale, hand: Sequence[Card], draws: int) -> list[Card]:
    """Returns the low cards of different ranks and suits; four of them stay unless one is very high."""
    number = scale.hand_order.number
    best = _best_badugi([card for card in sorted(hand, key=lambda card: number(card.rank)) if not card.is_joker])
    stage = _draws_index(draws)
    if len(best) == _BADUGI_SIZE and number(best[-1].rank) <= _HIGHEST_BADUGI_PAT[stage]:
        return best
    low = [card for card in best[: _BADUGI_SIZE - 1] if number(card.rank) <= _HIGHEST_BADUGI_KEPT[stage]]
    return [*(low or best[:1]), *[card for card in hand if card.is_joker]]


def _best_badugi(rising: Sequence[Card]) -> list[Card]:
    """Returns the most cards of which no two share a rank or a suit, the lowest of equally many."""
    for size in range(min(_BADUGI_SIZE, len(rising)), 1, -1):
        for cards in sorted(combinations(rising, size), key=lambda cards: [rising.index(card) for card in cards[::-1]]):
            if len({card.rank for card in cards}) == len({card.suit for card in cards}) == size:
                return list(cards)
    return list(rising[:1])


def _wild_and_natural(scale: Scale, hand: Sequence[Card]) -> tuple[list[Card], list[Card]]:
    wild = [card for card in hand if card.is_joker or card in scale.rules.wild_cards]
    return wild, [card for card in hand if card not in wild]


def _draws_index(draws: int) -> int:
    return min(max(draws, 1), len(_HIGHEST_KEPT)) - 1


_FOUR_CARDS = 4

_KEEP_ACE_PROBABILITY = 0.25
"""The probability that an ace is kept with a pair, so that two cards drawn do not always mean three of a kind."""


def choose_discards(
    scale: Scale, hand: Sequence[Card], legal: LegalActions, draws: int, rng: random.Random
) -> tuple[Card, ...]:
    """Returns the cards to discard with these draws left, the worst if not all may go; an ace may stay with a pair."""
    keep = cards_to_keep(scale, hand, draws)
    high = scale.rules.order is Order.HIGH
    if high and len(keep) == 2 and keep[0].rank == keep[1].rank and rng.random() < _KEEP_ACE_PROBABILITY:
        keep = [*keep, *[card for card in hand if card.rank is Rank.ACE and card not in keep][:1]]
    discarded = sorted(
        (card for card in hand if card not in keep),
        key=lambda card: (scale.hand_order.number(card.rank), card.suit),
        reverse=not high,
    )
    most = legal.max_discards or 0
    if legal.fourth_discard_keeps and not set(keep) & set(legal.fourth_discard_keeps):
        most -= 1  # the last card may go only where an ace or a wild card stays (VT-5D-11)
    return tuple(discarded[:most])


def cards_to_keep(scale: Scale, hand: Sequence[Card], draws: int = 1) -> list[Card]:
    """Returns the cards worth keeping with so many draws left."""
    match scale.rules.order:
        case Order.HIGH:
            return cards_to_keep_high(scale, hand)
        case Order.BADUGI:
            return cards_to_keep_badugi(scale, hand, draws)
        case _:
            return cards_to_keep_low(scale, hand, draws)


def cards_to_keep_high(scale: Scale, hand: Sequence[Card]) -> list[Card]:
    """Returns a made hand, pairs, four to a flush or an open straight, or high cards, and wild cards always.

    Four to a flush or an open straight are kept rather than a pair below jacks.
    """
    category = scale.decode(scale.strength(hand))[0]
    if category >= Category.STRAIGHT:
        return list(hand)
    wild, natural = _wild_and_natural(scale, hand)
    ranks, suits = Counter(card.rank for card in natural), Counter(card.suit for card in natural)
    paired = [card for card in natural if ranks[card.rank] > 1]
    if category >= Category.TWO_PAIR:
        return [*paired, *wild]
    four_flush = [card for card in natural if suits[card.suit] == _FOUR_CARDS - len(wild)]
    drawing = four_flush or _open_straight(natural)
    if paired and (not drawing or paired[0].rank >= Rank.JACK):
        return [*paired, *wild]
    if drawing:
        return [*drawing, *wild]
    high = sorted(natural, key=lambda card: card.rank, reverse=True)
    return [*([card for card in high[:2] if card.rank >= Rank.KING] or high[:1]), *wild]


def _open_straight(hand: Sequence[Card]) -> list[Card]:
    """Returns four cards in a row that either end completes: a row up to the ace is open at one end only."""
    one_each = {card.rank: card for card in hand}
    ranks = sorted(one_each)
    for row in (ranks[-_FOUR_CARDS:], ranks[:_FOUR_CARDS]):
        if len(row) == _FOUR_CARDS and row[-1] - row[0] == _FOUR_CARDS - 1 and row[-1] < Rank.ACE:
            return [one_each[rank] for rank in row]
    return []


_FOUR_FLUSH_PROBABILITY = 0.3
"""The probability that a player who drew one card has four to a flush; otherwise they have two pairs.

Of 52 cards dealt five at a time, two pairs (4.75 %) and four to a flush (4.29 %) come about as often, and four to a
flush is folded more often.
"""

_PAT_FLUSH_PROBABILITY = 0.35
_PAT_STRAIGHT_PROBABILITY = 0.4
"""The probabilities that a player who stands pat has a flush or a straight; the rest have two pairs.

Of 52 cards dealt five at a time, straights (0.39 %) are twice as frequent as flushes (0.20 %) and full houses (0.14 %);
the flushes stand for full houses too, and the two pairs for hands that are played as more than they are.
"""

_MAX_PAT_BADUGI = 12
"""The highest card of an opponent's badugi that stands pat: a queen, between our own with one and two draws left."""

_TRIAL_COSTS = (1, 1, 3, 5)
"""The cost of a trial with none to three draws left."""


def sample_drawn_hand(scale: Scale, drew: int | None, size: int, rest: list[Card], rng: random.Random) -> list[Card]:
    """Takes from the deck a hand of `size` cards that fits the number drawn; None for a number that is not known."""
    if drew is None:
        keep: list[Card] = []
    elif scale.rules.order is Order.HIGH:
        keep = _high_cards_kept(drew, rest, rng)
    else:
        keep = _low_cards_kept(scale, size - drew, rest, pat=drew == 0)
    return [*keep, *take_top(rest, size - len(keep))]


def _low_cards_kept(scale: Scale, count: int, rest: list[Card], *, pat: bool) -> list[Card]:
    """Takes the first low cards of the deck, of different ranks, for a badugi of different suits too."""
    badugi = scale.rules.order is Order.BADUGI
    limit = (_MAX_PAT_BADUGI if badugi else _HIGHEST_PAT[0]) if pat else _HIGHEST_KEPT[0]
    cards: list[Card] = []
    for card in rest:
        if len(cards) == count:
            break
        if card.is_joker or scale.hand_order.number(card.rank) > limit or card.rank in {other.rank for other in cards}:
            continue
        if not badugi or card.suit not in {other.suit for other in cards}:
            cards.append(card)
    return _remove_from(rest, cards)


def _high_cards_kept(drew: int, rest: list[Card], rng: random.Random) -> list[Card]:
    if drew == 0:
        return _pat_hand(rest, rng)
    if drew == 1 and rng.random() < _FOUR_FLUSH_PROBABILITY:
        return _take_matching(rest, 4, _SUIT)
    if drew == 1:
        return _take_two_pairs(rest)
    return _take_matching(rest, HAND_SIZE - drew, _RANK) if drew <= 3 else []


def _pat_hand(rest: list[Card], rng: random.Random) -> list[Card]:
    """Takes a hand that stands pat: a flush, a straight, or two pairs played as if they were more."""
    kind = rng.random()
    if kind < _PAT_FLUSH_PROBABILITY:
        return _take_matching(rest, HAND_SIZE, _SUIT)
    if kind < _PAT_FLUSH_PROBABILITY + _PAT_STRAIGHT_PROBABILITY:
        first, low = {card.rank: card for card in reversed(rest)}, rng.randint(Rank.TWO, Rank.TEN)
        return _remove_from(rest, [first[Rank(rank)] for rank in range(low, low + HAND_SIZE) if Rank(rank) in first])
    return _take_two_pairs(rest)


_RANK, _SUIT = attrgetter("rank"), attrgetter("suit")


def _take_matching(rest: list[Card], count: int, feature: Callable[[Card], Rank | Suit]) -> list[Card]:
    """Takes the first cards of the deck that share a feature, so many of them; none if there are not so many."""
    groups: dict[int, list[Card]] = defaultdict(list)
    for card in rest:
        group = groups[feature(card)]
        group.append(card)
        if len(group) == count:
            return _remove_from(rest, group)
    return []


def _take_two_pairs(rest: list[Card]) -> list[Card]:
    return [*_take_matching(rest, 2, _RANK), *_take_matching(rest, 2, _RANK)]


def _remove_from(rest: list[Card], cards: list[Card]) -> list[Card]:
    for card in cards:
        rest.remove(card)
    return cards


def draws_left(view: TableView, *, drawing: bool = False) -> int:
    """Returns how many draws a player still has; the one that they are `drawing` for now counts."""
    return max(0, view.game.draws - max(0, view.street)) + drawing


def make_trial(view: TableView, evaluator: HandEvaluator) -> Trial:
    """Returns how everybody draws to the end, from hands that fit what the others have done."""
    opponents, deck = opponents_of(view), unseen_cards(view, evaluator.pack)
    scale, hand_size, remaining_draws = evaluator.scales[0], view.game.cards, draws_left(view)
    strength_of, evaluate = evaluator.early_evaluator(), evaluator.final_evaluator()

    @cache
    def kept(hand: tuple[Card, ...], draws: int) -> list[Card]:
        return cards_to_keep(scale, hand, draws)

    def sample_opponent_hand(opponent: Opponent, rest: list[Card], rng: random.Random) -> Sequence[Card]:
        """Takes from the deck what an opponent may hold now: the best of as many hands as their betting promises."""
        if view.street <= 0:  # nobody has drawn yet
            return take_best_hand(rest, hand_size, opponent.sample_candidates(rng), strength_of)
        best = sample_drawn_hand(scale, opponent.drew, hand_size, rest, rng)
        for _ in range(opponent.sample_candidates(rng) - 1):
            hand = sample_drawn_hand(scale, opponent.drew, hand_size, rest, rng)
            best, other = (hand, best) if strength_of(hand) > strength_of(best) else (best, hand)
            rest += other
        return best

    def draw_to_end(hand: Sequence[Card], rest: list[Card]) -> Sequence[Card]:
        """Draws to the end as the bot itself does; discarded cards go under the deck."""
        for draws in range(remaining_draws, 0, -1):
            keep = kept(tuple(hand), draws)
            rest += [card for card in hand if card not in keep]
            hand = [*keep, *take_top(rest, hand_size - len(keep))]
        return hand

    def run_trial(rng: random.Random) -> TrialResult:
        rest = shuffled(deck, rng)
        others = [
            evaluate(draw_to_end(sample_opponent_hand(opponent, rest, rng), rest))
            for opponent in opponents
            if opponent.stays_in(rng)
        ]
        return TrialResult(evaluate(draw_to_end(view.you.cards, rest)), others)

    return Trial(run_trial, _TRIAL_COSTS[min(remaining_draws, len(_TRIAL_COSTS) - 1)])
