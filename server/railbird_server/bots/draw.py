"""Draw: the chance of winning with the draws that are left, against opponents known by how many cards they drew."""

from __future__ import annotations

import random
from collections.abc import Sequence

from railbird_server.bots.chances import Outcome, Trial, best_of, chance_of, shuffled, take
from railbird_server.bots.drawing import kept
from railbird_server.bots.drawn import drawn
from railbird_server.bots.reading import Rival, rivals, unseen
from railbird_server.bots.style import Style
from railbird_server.bots.wagering import act_on
from railbird_server.bots.worth import Worth, worth_of
from railbird_shared.actions import Action, LegalActions
from railbird_shared.cards import Card
from railbird_shared.view import TableView


def decide(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns what a player of the style bets."""
    return act_on(view, legal, chance(view, rng), style, rng)


def draws_left(view: TableView, *, drawing: bool = False) -> int:
    """Returns how many draws a player still has; the one that he is `drawing` for now counts."""
    return max(0, view.game.draws - max(0, view.street)) + drawing


def chance(view: TableView, rng: random.Random) -> float:
    """Returns the viewer's chance of winning, with the draws that are still to come."""
    return chance_of(worth_of(view.game), trial(view), rng, work=max(1, 2 * draws_left(view) - 1))


def trial(view: TableView) -> Trial:
    """Returns how everybody draws to the end, from hands that fit what the others have done."""
    assert view.you is not None
    own = list(view.you.cards)
    against = rivals(view)
    deck = unseen(view)
    ahead = _Ahead(worth_of(view.game), view.game.cards, draws_left(view), begun=view.street > 0)
    appraise = worth_of(view.game).on()

    def deal(rng: random.Random) -> Outcome:
        rest = shuffled(deck, rng)
        others = [appraise(ahead.play_on(ahead.held(rival, rest, rng), rest)) for rival in against if rival.plays(rng)]
        return Outcome(appraise(ahead.play_on(own, rest)), others)

    return deal


class _Ahead:
    """What is still to come: hands of `size` cards with so many draws left; `begun` once everybody has drawn."""

    def __init__(self, worth: Worth, size: int, draws: int, *, begun: bool) -> None:
        self._scale = worth.scales[0]
        self._grade = worth.graded()
        self._size = size
        self._draws = draws
        self._begun = begun
        self._keeps: dict[tuple[tuple[Card, ...], int], list[Card]] = {}

    def held(self, rival: Rival, rest: list[Card], rng: random.Random) -> Sequence[Card]:
        """Takes from the deck what a rival may hold now: the best of as many hands as his betting promises."""
        if not self._begun:
            return best_of(rest, self._size, rival.picks(rng), self._grade)
        best = drawn(self._scale, rival.drew, self._size, rest, rng)
        for _ in range(rival.picks(rng) - 1):
            hand = drawn(self._scale, rival.drew, self._size, rest, rng)
            best, other = (hand, best) if self._grade(hand) > self._grade(best) else (best, hand)
            rest += other
        return best

    def play_on(self, hand: Sequence[Card], rest: list[Card]) -> Sequence[Card]:
        """Draws to the end as we would; what is thrown away goes under the deck."""
        for draws in range(self._draws, 0, -1):
            keep = self._kept(tuple(hand), draws)
            rest += [card for card in hand if card not in keep]
            hand = [*keep, *take(rest, self._size - len(keep))]
        return hand

    def _kept(self, hand: tuple[Card, ...], draws: int) -> list[Card]:
        found = self._keeps.get((hand, draws))
        if found is None:
            found = self._keeps[hand, draws] = kept(self._scale, hand, draws)
        return found
