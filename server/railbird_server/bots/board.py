"""Games with common cards: starting hands by their place among all, later streets by the chance of winning."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import combinations

from railbird_server.bots.chances import Outcome, Trial, chance_of
from railbird_server.bots.reading import Rival, rivals, spent, unseen
from railbird_server.bots.starting import Hole, starts_of
from railbird_server.bots.style import Style
from railbird_server.bots.wagering import act_on, give_up, price, stay, wager_to
from railbird_server.bots.worth import Appraise, Strengths, Worth, worth_of
from railbird_shared.actions import Action, LegalActions
from railbird_shared.cards import Card
from railbird_shared.view import LastAct, TableView

_KEPT = 2
_TRIES = 12


def decide(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns what a player of the style does with his cards and the board."""
    if view.board:
        return act_on(view, legal, chance(view, rng), style, rng)
    return _before_the_flop(view, legal, style, rng)


# --- starting hands ----------------------------------------------------------------------------------------------


def _before_the_flop(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    assert view.you is not None
    own = view.you.cards
    mine = starts_of(worth_of(view.game), len(own)).place(own) * rng.uniform(0.85, 1.15)
    short_handed = (6 / max(2, sum(1 for seat in view.occupied if seat.in_hand))) ** 0.6
    big_blind = max(1, view.game.stakes.minimum_bet)
    if view.to_match <= big_blind:
        return _unraised(view, legal, mine / short_handed, style, rng)
    cost = max(1.0, (legal.call or 0) / big_blind)
    dear = max(cost, view.to_match / big_blind - 1)
    willing = style.defends * short_handed * min(2.0, 0.4 / max(0.05, price(view, legal)))
    if legal.wager and mine < willing * (3 / dear) ** 0.75 / 5:
        return _raise(legal, 3 * view.to_match, rng)
    return stay(legal) if mine < willing * (3 / cost) ** 0.75 else give_up(legal)


def _unraised(view: TableView, legal: LegalActions, mine: float, style: Style, rng: random.Random) -> Action:
    """Opens with more hands the fewer are still to act; calls along behind limpers and from the small blind."""
    waiting = sum(1 for seat in view.occupied if seat.live and seat.last in {LastAct.NONE, LastAct.POSTED}) - 1
    limpers = sum(1 for seat in view.occupied if seat.last is LastAct.CALLED)
    opens = style.opens * (1.35 - 0.12 * min(waiting, 5))
    if legal.wager and mine < opens / (1 + 0.4 * limpers):
        big_blind = view.game.stakes.minimum_bet
        return _raise(legal, big_blind * (2.5 + limpers), rng)
    cheap = (legal.call or 0) < view.to_match
    if mine < opens * (1.2 + 0.4 * min(limpers, 2) + 0.6 * cheap) and (limpers or cheap or rng.random() < style.bluffs):
        return stay(legal)
    return give_up(legal)


def _raise(legal: LegalActions, to: float, rng: random.Random) -> Action:
    to *= rng.uniform(0.9, 1.2)
    return wager_to(legal, legal.all_in_to if to > 0.4 * legal.all_in_to else to)


# --- with a board ------------------------------------------------------------------------------------------------


def chance(view: TableView, rng: random.Random) -> float:
    """Returns the viewer's chance of winning against the hands that the others seem to hold, as a share of the pot."""
    worth = worth_of(view.game)
    assert view.you is not None
    work = worth.sides * math.comb(len(view.you.cards), 2) // 3 if worth.two_from_hand else worth.sides
    return chance_of(worth, trial(view), rng, work=max(1, work))


def trial(view: TableView) -> Trial:
    """Returns how the board is dealt out, against hands that fit what the others have done."""
    assert view.you is not None
    worth = worth_of(view.game)
    own, board = view.you.cards, view.board
    against = rivals(view)
    deck = unseen(view)
    known = {*own, *board}
    guess = _Guess(view, worth, deck)

    def deal(rng: random.Random) -> Outcome:
        river = (*board, *rng.sample(deck, max(0, view.game.board - len(board))))
        taken = known.union(river)
        appraise = _appraiser(worth, river)
        others = [appraise(guess.hole(rival, taken, rng)) for rival in against]
        return Outcome(appraise(own), others)

    return deal


def keep(view: TableView, worth: Worth, count: int) -> Hole:
    """Returns those of the viewer's cards that are worth most with the board, or as a start where there is none."""
    assert view.you is not None
    hands = combinations(view.you.cards, count)
    if not view.board:
        return max(hands, key=starts_of(worth, count).points)
    grades = [worth.graded(view.board, side) for side in range(worth.sides)]
    return max(hands, key=lambda hand: [grade(hand) for grade in grades])


def _appraiser(worth: Worth, river: Sequence[Card]) -> Appraise:
    """What hands are worth on the river; of three cards with one to be thrown away, the best two."""
    appraise = worth.on(river)
    if worth.two_from_hand:
        return appraise

    def best(hand: Sequence[Card]) -> Strengths:
        return appraise(hand) if len(hand) <= _KEPT else max(map(appraise, combinations(hand, _KEPT)))

    return best


class _Guess:
    """What the others may hold: hands that are played as dearly as this one, picked by what the flop made of them."""

    def __init__(self, view: TableView, worth: Worth, deck: Sequence[Card]) -> None:
        self._deck = deck
        self._grades = [worth.graded(view.board, side) for side in range(worth.sides)]
        self._worth = worth
        self._share = _share_played(view)

    def hole(self, rival: Rival, taken: set[Card], rng: random.Random) -> Hole:
        """Returns a hand for a rival, and adds it to the cards that are taken."""
        cards = max(_KEPT, rival.down)
        best = self._free(cards, taken, rng)
        picks = rival.picks(rng)
        if picks > 1:
            grade = rng.choice(self._grades) if len(self._grades) > 1 else self._grades[0]
            strongest = grade(best)
            for _ in range(picks - 1):
                hole = self._free(cards, taken, rng)
                strength = grade(hole)
                if strength > strongest:
                    best, strongest = hole, strength
        taken.update(best)
        return best

    def _free(self, cards: int, taken: set[Card], rng: random.Random) -> Hole:
        hands = starts_of(self._worth, cards).hands
        playable = int(len(hands) * self._share)
        for _ in range(_TRIES):
            hole = hands[int(rng.random() * playable)]
            if taken.isdisjoint(hole):
                return hole
        return tuple(rng.sample([card for card in self._deck if card not in taken], cards))


def _share_played(view: TableView) -> float:
    """The share of starting hands that come this far: the fewer, the more the pot has cost each player."""
    return min(0.75, max(0.15, 0.7 / math.pow(max(0.5, spent(view)), 0.75)))
