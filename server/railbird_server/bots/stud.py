"""Stud: the chance of winning with the cards open and hidden, against the boards that the others show."""

from __future__ import annotations

import random

from railbird_server.bots.chances import best_of, chance_of, share, shuffled, take
from railbird_server.bots.reading import fair_share, rivals, unseen
from railbird_server.bots.style import Style
from railbird_server.bots.wagering import act_on, give_up
from railbird_server.rules.ranking import HIGH
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
    assert view.you is not None
    own, common = view.you.cards, view.board
    against = rivals(view)
    deck = unseen(view)
    full = view.game.cards

    def trial(rng: random.Random) -> float:
        rest = shuffled(deck, rng)
        strengths = []
        for rival in against:
            if not rival.plays(rng):
                continue
            hidden = best_of(rest, rival.down, rival.picks(rng), rival.up)
            to_come = full - len(hidden) - len(rival.up) - len(common)
            strengths.append(HIGH.strength((*hidden, *rival.up, *common, *take(rest, to_come))))
        mine = HIGH.strength((*own, *common, *take(rest, full - len(own) - len(common))))
        return share(mine, strengths)

    return chance_of(trial, rng)
