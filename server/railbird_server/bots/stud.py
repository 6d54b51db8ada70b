"""Stud: the chance of winning with the cards open and hidden, against the boards that the others show."""

from __future__ import annotations

import random

from railbird_server.bots.chances import Outcome, Trial, best_of, chance_of, shuffled, take
from railbird_server.bots.reading import fair_share, rivals, unseen
from railbird_server.bots.style import Style
from railbird_server.bots.wagering import act_on, give_up
from railbird_server.bots.worth import worth_of
from railbird_shared.actions import Action, LegalActions
from railbird_shared.view import TableView


def decide(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns what a player of the style does with his cards and those he sees."""
    winning = chance(view, rng)
    fair = fair_share(view)
    if view.street == 0 and winning < fair + style.enters * (1 - fair):
        return give_up(legal)
    return act_on(view, legal, winning, style, rng)


def chance(view: TableView, rng: random.Random) -> float:
    """Returns the viewer's chance of winning once all cards are out, against those who stay in."""
    worth = worth_of(view.game)
    return chance_of(worth, trial(view), rng, work=worth.sides)


def trial(view: TableView) -> Trial:
    """Returns how the rest of the cards is dealt out, to hands that fit what the others have done."""
    assert view.you is not None
    worth = worth_of(view.game)
    own, common = view.you.cards, view.board
    against = rivals(view)
    deck = unseen(view)
    full = view.game.cards
    appraise = worth.on(common)
    grades = [[worth.graded((*rival.up, *common), side) for side in range(worth.sides)] for rival in against]

    def deal(rng: random.Random) -> Outcome:
        rest = shuffled(deck, rng)
        others = []
        for rival, sides in zip(against, grades, strict=True):
            if not rival.plays(rng):
                continue
            grade = rng.choice(sides) if len(sides) > 1 else sides[0]
            hidden = best_of(rest, rival.down, rival.picks(rng), grade)
            to_come = full - len(hidden) - len(rival.up) - len(common)
            others.append(appraise((*hidden, *rival.up, *take(rest, to_come))))
        return Outcome(appraise((*own, *take(rest, full - len(own) - len(common)))), others)

    return deal
