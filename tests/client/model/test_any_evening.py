"""Whole evenings of real hands, shown at every size: whatever happens, there is a picture of it."""

from __future__ import annotations

import random

import pytest

from evenings import Evening, terms
from hands import shuffled
from railbird_client.model.layout import plan
from railbird_client.model.options import Options
from railbird_client.model.paint.bar import draw_bar
from railbird_client.model.paint.hero import draw_hero
from railbird_client.model.paint.middle import draw_middle
from railbird_client.model.paint.seat import draw_seat
from railbird_client.model.paint.strips import draw_chat, draw_log, draw_rows, draw_title
from railbird_client.model.scene import Connection, scene, viewer_of
from railbird_client.model.sitting import Sitting
from railbird_server.table import audience
from railbird_server.table import requests as ask
from railbird_server.table.outcome import FullEvent
from railbird_shared.actions import Action, Call, Check, Draw, Fold, LegalActions
from railbird_shared.cards import Card
from railbird_shared.messages import Snapshot, Step
from viewing import NAMES

SIZES = ((80, 24), (120, 40), (70, 20))
STEPS = 50


def some_act(dice: random.Random, legal: LegalActions, held: tuple[Card, ...]) -> Action:
    """One of the legal acts, by the dice."""
    if legal.draw is not None:
        return Draw(tuple(dice.sample(held, dice.randint(0, min(legal.draw, len(held))))))
    if legal.wager is not None and (legal.bring_in is not None or dice.random() < 0.3):
        return legal.wager.action(dice.choice((legal.wager.minimum, legal.wager.maximum)))
    if legal.fold and not legal.check and dice.random() < 0.2:
        return Fold()
    return Check() if legal.check else Call()


class Onlooker:
    """A client at a table: seated at `seat`, or on the rail."""

    def __init__(self, night: Evening, seat: int | None) -> None:
        self.seat = seat
        self.sitting = Sitting(Options(pace=0.5))
        self.seq = 0
        self.sitting.hear(Snapshot(epoch="e", seq=0, at=0, view=audience.snapshot(night.table, seat)), 0.0)

    def told(self, night: Evening, events: list[FullEvent]) -> None:
        news = audience.tell(events)
        self.seq += 1
        yours = news.private.get(self.seat, ()) if self.seat else ()
        message = Step(epoch="e", seq=self.seq, at=night.now, news=news.public, yours=yours)
        self.sitting.hear(message, float(self.seq))

    def check(self, night: Evening) -> None:
        """Draws everything at every size; at rest the screen shows what the server knows."""
        if self.sitting.shown != audience.snapshot(night.table, self.seat):
            self.draw()
        self.sitting.tick(self.seq + 100.0)
        assert self.sitting.shown == audience.snapshot(night.table, self.seat)
        self.draw()

    def draw(self) -> None:
        view = self.sitting.shown
        assert view is not None
        for size in SIZES:
            laid = plan(*size, family=view.game.family, places=len(view.seats), viewer=viewer_of(view))
            seen = scene(self.sitting, view, laid, Connection(), float(self.seq), typing=False)
            draw_title(seen.title, laid.title.width, 1)
            if laid.bar:
                draw_bar(seen.bar, laid.bar.width, laid.bar.height)
            for seat, face in seen.seats.items():
                draw_seat(face, laid.seats[seat].width, laid.seats[seat].height)
            if laid.middle and laid.hero:
                draw_middle(seen.middle, laid.middle.width, laid.middle.height)
                draw_hero(seen.hero, laid.hero.width, laid.hero.height)
            if laid.rows:
                draw_rows(seen.rows, laid.rows.width, laid.rows.height)
            if laid.log and laid.chat:
                draw_log(seen.log, laid.log.width, laid.log.height)
                draw_chat(seen.chat, laid.chat.width, laid.chat.height)


@pytest.mark.parametrize(
    ("game", "seats"), [("holdem", 9), ("holdem", 2), ("five-card-draw", 6), ("seven-card-stud", 8)]
)
def test_every_step_of_an_evening_has_its_picture(game: str, seats: int) -> None:
    dice = random.Random(seats)
    night = Evening(terms(game, seats=seats, buy_in=(20, 60)), decks=lambda count: shuffled(count, game))
    night.sit(*NAMES[:seats], chips=20)
    lookers = [Onlooker(night, 1), Onlooker(night, None)]
    for _ in range(STEPS):
        play = night.table.play
        if play is not None and play.turn is not None:
            action = some_act(dice, play.turn.legal, play.held.get(play.turn.seat, ()))
            events = night.ask(ask.Act(night.actor, night.table.hand_number, play.turn.turn, action))
        elif night.outcome.wants_deck:
            events = night.ask(ask.Deal(night.fresh_deck()))
        elif night.outcome.wake_at is not None:
            events = night.wait()
        else:
            break
        for looker in lookers:
            looker.told(night, events)
            looker.check(night)
