"""Betting before the flop by ranked starting hands, and trials with a board, for games that have one."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import comb

from railbird_server.bots.bet_sizing import check_or_call, check_or_fold, pot_odds, wager_to
from railbird_server.bots.opponents import Opponent, Trial, TrialResult, average_investment, opponents_of, unseen_cards
from railbird_server.bots.profiles import Style
from railbird_shared.game.cards import Card, Rank
from railbird_shared.game.game_rules import Order
from railbird_shared.game.ranking.scale import FinalEvaluator, HandEvaluator, Strengths
from railbird_shared.protocol.actions import Action, LegalActions
from railbird_shared.protocol.view import LastAct, TableView

Hole = tuple[Card, ...]

_TWO_CARDS = 2

_SAMPLE_SIZE = 800
"""How many hands stand for all of them where there are more than two cards: a rank is right to within 2 points of 100.

The standard error of a share of a half is then 1.8 points.
"""

# Bill Chen's points for two cards of hold'em, as published in "Hold'em Excellence" (Lou Krieger).

_HIGH_CARD_POINTS = {Rank.ACE: 10.0, Rank.KING: 8.0, Rank.QUEEN: 7.0, Rank.JACK: 6.0}
_LOW_RANK_POINTS = 1 / 2
"""The points of the higher card; for each rank of a ten and less half a point."""

_PAIR_FACTOR = 2
_LEAST_PAIR_POINTS = 5.0
"""A pair has twice the points of its card, five at least."""

_SUITED_POINTS = 2
_GAP_PENALTIES = (0.0, 0.0, 1.0, 2.0, 4.0)
_WIDE_GAP_PENALTY = 5.0
"""The points off for cards that are one, two, three, four or more ranks apart."""

_STRAIGHT_POINTS = 1
_STRAIGHT_GAP = 2
"""The point for cards at most two ranks apart and below a queen, which make more straights."""

_HIGH_TIEBREAK, _LOW_TIEBREAK = 1 / 100, 1 / 1000
"""Points for each rank of the higher and the lower card: less than a point of Chen's, so that they only break ties."""

# Points for more cards than two, added by us to Chen's and in his unit.

_SECOND_PAIR_WEIGHT = 1 / 4
"""The part that the second best two cards of three count: one card is discarded after the flop, not before."""

_CROWDED = 3
_CROWDED_PENALTY = 6
"""The points off for each suit or rank that three cards share: one card fewer plays with the others, about a jack."""

_WHEEL_TOP = 5
_LOW_HALF_WEIGHT = 3.0
_LOW_HALF_BASE = 14
_LOW_HALF_RANK_PENALTY = 3
_THIRD_LOW_POINTS = 3
"""The points for the low half with two cards of a five or less: 3 x (14 - 3 x their sum, + 3 with a third).

An ace and a two have 15 points, an ace and a three 6; cards with a higher sum lose points unless there is a third.
"""


@cache
def chen_points(hole: Hole) -> float:
    """Returns the points of two cards after Bill Chen's count; the ranks break ties."""
    high, low = sorted((card.rank for card in hole), reverse=True)
    top = _HIGH_CARD_POINTS.get(high, high * _LOW_RANK_POINTS)
    if high == low:
        return max(_LEAST_PAIR_POINTS, _PAIR_FACTOR * top) + high * _HIGH_TIEBREAK
    gap = high - low
    total = top - (_GAP_PENALTIES[gap] if gap < len(_GAP_PENALTIES) else _WIDE_GAP_PENALTY)
    total += _SUITED_POINTS if hole[0].suit is hole[1].suit else 0
    total += _STRAIGHT_POINTS if gap <= _STRAIGHT_GAP and high < Rank.QUEEN else 0
    return total + high * _HIGH_TIEBREAK + low * _LOW_TIEBREAK


class StartingHands:
    """The starting hands of one game, all of two cards or a fair sample of more, the best first."""

    def __init__(self, evaluator: HandEvaluator, cards: int) -> None:
        self._two_from_hand = evaluator.two_from_hand
        self._low_half = any(scale.rules.order is Order.ACE_TO_FIVE for scale in evaluator.scales)
        self.hands = tuple(sorted(_all_or_sample(evaluator.pack, cards), key=self.points, reverse=True))
        self._rising_points = [self.points(hole) for hole in reversed(self.hands)]

    def points(self, hole: Hole) -> float:
        """Returns the points of a starting hand: of its two best cards, or of all its pairs where any two may play."""
        if len(hole) == _TWO_CARDS:
            return chen_points(hole)
        if not self._two_from_hand:
            best, second = sorted(map(chen_points, combinations(hole, 2)), reverse=True)[:2]
            return best + second * _SECOND_PAIR_WEIGHT
        return _pair_points(hole) + (_low_half_points(hole) if self._low_half else 0.0)

    def rank(self, hole: Hole) -> float:
        """Returns the share of all starting hands that are better: 0 for the best, near 1 for the worst."""
        return 1 - bisect_right(self._rising_points, self.points(hole)) / len(self._rising_points)


@lru_cache(maxsize=32)
def starting_hands(evaluator: HandEvaluator, cards: int) -> StartingHands:
    """Returns the starting hands of a game with so many cards."""
    return StartingHands(evaluator, cards)


def _all_or_sample(pack: tuple[Card, ...], cards: int) -> list[Hole]:
    if comb(len(pack), cards) <= comb(len(pack), _TWO_CARDS):
        return list(combinations(pack, cards))
    rng = random.Random(cards)  # noqa: S311  a fair sample, the same every time
    return [tuple(rng.sample(pack, cards)) for _ in range(_SAMPLE_SIZE)]


def _pair_points(hole: Hole) -> float:
    """Returns the points of all pairs of the cards, equal ones counted once; three cards alike cost points."""
    pair_points = {(*sorted((a.rank, b.rank)), a.suit is b.suit): chen_points((a, b)) for a, b in combinations(hole, 2)}
    counts = (*Counter(card.suit for card in hole).values(), *Counter(card.rank for card in hole).values())
    crowded_count = sum(count >= _CROWDED for count in counts)
    return sum(max(0.0, each) for each in pair_points.values()) - _CROWDED_PENALTY * crowded_count


def _low_half_points(hole: Hole) -> float:
    lows = sorted({1 if card.rank is Rank.ACE else int(card.rank) for card in hole})
    lows = [low for low in lows if low <= _WHEEL_TOP]
    points = _LOW_HALF_BASE - _LOW_HALF_RANK_PENALTY * sum(lows[:_TWO_CARDS])
    points += _THIRD_LOW_POINTS * (len(lows) > _TWO_CARDS)
    return _LOW_HALF_WEIGHT * points if len(lows) >= _TWO_CARDS else 0.0


# Before the flop. A hand's rank is the share of all starting hands that are better: 0 for the best, near 1 for the
# worst. The styles' shares are those of a table of six against a raise of three big blinds; what follows carries them
# over to other tables and other prices.

_RANK_BLUR = (0.85, 1.15)
"""The factors that a rank is drawn between, so that hands at the edge are played now and then."""

_USUAL_PLAYERS = 6
_SHORT_HANDED_EXPONENT = 0.6
"""How shares of hands grow with fewer players: as (6 / players) ** 0.6.

That is 1.5 times as many hands with three players and 1.9 times as many with two: blinds come round more often, and
fewer players can have a better hand.
"""

_USUAL_RAISE = 3.0
"""The raise that `defend_share` speaks of, in big blinds."""

_PRICE_EXPONENT = 0.75
"""How the share of hands that go on falls with the price: as (3 / price) ** 0.75, at twice the price to 0.6 of it."""

_USUAL_ODDS = 0.4
"""The pot odds that `defend_share` speaks of: who has posted nothing calls three big blinds for a pot of 7.5."""

_LEAST_ODDS = 0.05
_MAX_ODDS_FACTOR = 2.0
"""How many times as many hands go on at the best of odds: it is reached at 0.2, a call for a fifth of the pot."""

_RERAISE_SHARE = 1 / 5
"""The part of the hands that go on which raise again: one starting hand in sixteen for the loose style."""

_RERAISE_FACTOR = 3
"""The factor of a usual raise over a raise."""

_OPENING_FACTOR = 1.35
_OPENING_STEP = 0.12
_MOST_BEHIND = 5
"""How many hands are opened, as a factor of `open_share`: 1.35 less 0.12 for each player still to act, at most five.

The mean over the five seats of a table of six that may open is 0.99, so that `open_share` is what it says.
"""

_LIMPER_CAUTION = 0.4
"""How much fewer hands are raised for each player who has only called: they are divided by 1.4, 1.8 and so on."""

_OPENING_RAISE = 2.5
"""The usual first raise in big blinds; one more for each player who has only called."""

_LIMP_FACTOR = 1.2
_LIMP_FACTOR_PER_LIMPER = 0.4
_MOST_LIMPERS = 2
_LIMP_FACTOR_POSTED = 0.6
"""How many hands call the big blind, as a factor of those opened: more of them the cheaper a call is.

The factor is 1.2, 0.4 more behind each of at most two callers, and 0.6 more for a player who has posted a part.
"""

_RAISE_BLUR = (0.9, 1.2)
"""The factors that a raise before the flop is drawn between, so that its size says nothing of the hand."""

_ALL_IN_STACK_SHARE = 0.4
"""The share of the stack from which a raise before the flop is for all of it.

After a raise of 40 of 100 chips, a call of the rest costs 60 of at least 200, which a hand worth the raise has to pay.
"""

# With a board.

_COST_PER_SIDE = 3
"""Pairs of hole cards that cost as much to evaluate with two of them as a usual trial."""

_MAX_SAMPLES = 12
"""How often a hand is drawn from the list of starting hands before one is dealt from the unseen cards instead.

At a full table of six a drawn hand has none of the used cards about half of the time (37 of 52 cards are free), so
that one hand in 4,000 is dealt so.
"""

_PLAYED_SHARES = (0.15, 0.75)
"""The least and the most of all starting hands that an opponent may hold with a board."""

_PLAYED_SHARE_FOR_ONE_BET = 0.7
_PLAYED_SHARE_EXPONENT = 0.75
_LEAST_INVESTMENT = 0.5
"""The share of starting hands that come to a board, where each player has put in one minimum bet: 0.7.

It falls with the price as `_PRICE_EXPONENT` has it: to 0.31 for three minimum bets and 0.15 for eight.
"""


# --- starting hands ----------------------------------------------------------------------------------------------


def act_preflop(
    view: TableView, legal: LegalActions, evaluator: HandEvaluator, style: Style, rng: random.Random
) -> Action:
    """Returns what a player of the style does with their starting hand."""
    own = view.you.cards
    rank = starting_hands(evaluator, len(own)).rank(own) * rng.uniform(*_RANK_BLUR)
    players = max(2, sum(1 for seat in view.occupied if seat.in_hand))
    short_handed = (_USUAL_PLAYERS / players) ** _SHORT_HANDED_EXPONENT
    big_blind = max(1, view.game.stakes.minimum_bet)
    if view.to_match <= big_blind:
        return _act_preflop_unraised(view, legal, rank / short_handed, style, rng)
    price = max(1.0, (legal.call or 0) / big_blind)
    raise_price = max(price, view.to_match / big_blind - 1)
    odds_factor = min(_MAX_ODDS_FACTOR, _USUAL_ODDS / max(_LEAST_ODDS, pot_odds(view, legal)))
    defend_share = style.defend_share * short_handed * odds_factor
    if legal.wager and rank < defend_share * _price_factor(raise_price) * _RERAISE_SHARE:
        return _raise_to(legal, _RERAISE_FACTOR * view.to_match, rng)
    return check_or_call(legal) if rank < defend_share * _price_factor(price) else check_or_fold(legal)


def _price_factor(price: float) -> float:
    """Returns the part of the hands worth a usual raise that are worth a price in big blinds."""
    return float((_USUAL_RAISE / price) ** _PRICE_EXPONENT)


def _act_preflop_unraised(
    view: TableView, legal: LegalActions, rank: float, style: Style, rng: random.Random
) -> Action:
    """Opens with more hands the fewer are still to act; calls along behind limpers and from the small blind."""
    still_to_act = sum(1 for seat in view.occupied if seat.live and seat.last_act in {LastAct.NONE, LastAct.POSTED}) - 1
    limpers = sum(1 for seat in view.occupied if seat.last_act is LastAct.CALLED)
    open_share = style.open_share * (_OPENING_FACTOR - _OPENING_STEP * min(still_to_act, _MOST_BEHIND))
    if legal.wager and rank < open_share / (1 + _LIMPER_CAUTION * limpers):
        return _raise_to(legal, view.game.stakes.minimum_bet * (_OPENING_RAISE + limpers), rng)
    has_posted = (legal.call or 0) < view.to_match
    limp_factor = _LIMP_FACTOR + _LIMP_FACTOR_PER_LIMPER * min(limpers, _MOST_LIMPERS)
    limp_factor += _LIMP_FACTOR_POSTED * has_posted
    if rank < open_share * limp_factor and (limpers or has_posted or rng.random() < style.bluff_frequency):
        return check_or_call(legal)
    return check_or_fold(legal)


def _raise_to(legal: LegalActions, to: float, rng: random.Random) -> Action:
    to *= rng.uniform(*_RAISE_BLUR)
    return wager_to(legal, legal.all_in_to if to > _ALL_IN_STACK_SHARE * legal.all_in_to else to)


# --- with a board ------------------------------------------------------------------------------------------------


def make_trial(view: TableView, evaluator: HandEvaluator) -> Trial:
    """Returns how the board is dealt out, against hands that fit what the others have done.

    They are starting hands worth the price so far: the smaller a share of all, the more the pot has cost each player.
    Of several such hands a player has the one that is better with the board.
    """
    own, board, opponents = view.you.cards, view.board, opponents_of(view)
    deck = unseen_cards(view, evaluator.pack)
    sides = [evaluator.early_evaluator(board, side) for side in range(evaluator.side_count)]
    least, most = _PLAYED_SHARES
    price = max(_LEAST_INVESTMENT, average_investment(view))
    played_share = min(most, max(least, _PLAYED_SHARE_FOR_ONE_BET / price**_PLAYED_SHARE_EXPONENT))

    def sample_available(cards: int, used: set[Card], rng: random.Random) -> Hole:
        hands = starting_hands(evaluator, cards).hands
        playable = int(len(hands) * played_share)
        for _ in range(_MAX_SAMPLES):
            hole = hands[int(rng.random() * playable)]
            if used.isdisjoint(hole):
                return hole
        return tuple(rng.sample([card for card in deck if card not in used], cards))

    def sample(opponent: Opponent, used: set[Card], rng: random.Random) -> Hole:
        """Returns a hand for an opponent, and adds it to the used cards."""
        cards = max(_TWO_CARDS, opponent.hidden_count)
        best = sample_available(cards, used, rng)
        candidates = opponent.sample_candidates(rng)
        if candidates > 1:
            strength_of = rng.choice(sides) if len(sides) > 1 else sides[0]
            others = (sample_available(cards, used, rng) for _ in range(candidates - 1))
            best = max((best, *others), key=strength_of)
        used.update(best)
        return best

    def run_trial(rng: random.Random) -> TrialResult:
        river = (*board, *rng.sample(deck, max(0, view.game.board - len(board))))
        used = {*own, *river}
        evaluate = _river_evaluator(evaluator, river)
        return TrialResult(evaluate(own), [evaluate(sample(opponent, used, rng)) for opponent in opponents])

    cost = evaluator.side_count
    if evaluator.two_from_hand:
        cost = max(1, cost * comb(len(own), 2) // _COST_PER_SIDE)
    return Trial(run_trial, cost)


def best_kept_cards(view: TableView, evaluator: HandEvaluator, count: int) -> Hole:
    """Returns the viewer's cards that are worth most with the board; before the flop the best starting hand."""
    hands = combinations(view.you.cards, count)
    if not view.board:
        return max(hands, key=starting_hands(evaluator, count).points)
    strength_of_side = [evaluator.early_evaluator(view.board, side) for side in range(evaluator.side_count)]
    return max(hands, key=lambda hand: [grade(hand) for grade in strength_of_side])


def _river_evaluator(evaluator: HandEvaluator, river: Sequence[Card]) -> FinalEvaluator:
    """Returns the value of hands on the river; of three cards with one to be discarded, the best two count."""
    evaluate = evaluator.final_evaluator(river)
    if evaluator.two_from_hand:
        return evaluate

    def best_two(hand: Sequence[Card], _upcards: Sequence[Card] = ()) -> Strengths:
        return evaluate(hand) if len(hand) <= _TWO_CARDS else max(map(evaluate, combinations(hand, _TWO_CARDS)))

    return best_two
