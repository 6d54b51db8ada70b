"""Random play of real hands, drawn after every step at every size."""

from __future__ import annotations

import random

import pytest

from railbird_client.table.table_model import TableModel
from railbird_client.table.table_options import TableOptions
from railbird_server.table import audience, inputs
from railbird_server.table.inputs import FullEvent
from railbird_shared.game.cards import Card
from railbird_shared.protocol.actions import Action, Call, Check, Draw, Fold, LegalActions
from railbird_shared.protocol.messages import Snapshot, Step
from support.drawn_table import draw_session
from support.hand_builders import shuffled_deck
from support.table_harness import RAIL, TableHarness, table_settings
from support.view_builders import PLAYER_NAMES

pytestmark = pytest.mark.slow

SIZES = ((80, 24), (100, 30), (120, 30), (120, 40), (160, 48), (70, 20))
STEPS = 50


def random_act(dice: random.Random, legal: LegalActions, held: tuple[Card, ...]) -> Action:
    """A random legal action."""
    if legal.max_discards is not None:
        return Draw(tuple(dice.sample(held, dice.randint(0, min(legal.max_discards, len(held))))))
    if legal.wager is not None and (legal.bring_in is not None or dice.random() < 0.3):
        return legal.wager.action(dice.choice((legal.wager.minimum, legal.wager.maximum)))
    if legal.fold and not legal.check and dice.random() < 0.2:
        return Fold()
    return Check() if legal.check else Call()


class SimulatedClient:
    """The client of the player in `seat`, or of a spectator."""

    def __init__(self, harness: TableHarness, seat: int | None, sizes: int) -> None:
        self.seat = seat
        self.player = harness.player_by_seat[seat] if seat else RAIL
        self.session = TableModel(TableOptions(street_pause=0.5))
        self.seq = 0
        self._sizes = sizes
        self.session.receive(Snapshot(epoch="e", seq=0, at=0, view=audience.snapshot(harness.table, self.player)), 0.0)

    def receive_events(self, harness: TableHarness, events: list[FullEvent]) -> None:
        news = audience.split(events)
        self.seq += 1
        yours = news.private.get(self.seat, ()) if self.seat else ()
        message = Step(epoch="e", seq=self.seq, at=harness.now, public=news.public, private=yours)
        self.session.receive(message, float(self.seq))

    def assert_in_sync(self, harness: TableHarness) -> None:
        """Draws every part at some sizes, and checks that the shown view is the server's once nothing is pending."""
        if self.session.shown_view != audience.snapshot(harness.table, self.player):
            self.draw()
        self.session.tick(self.seq + 100.0)
        assert self.session.shown_view == audience.snapshot(harness.table, self.player)
        self.draw()

    def draw(self) -> None:
        """Draws the table at some sizes, which take turns."""
        for k in range(self._sizes):
            size = SIZES[(self.seq * self._sizes + k) % len(SIZES)]
            draw_session(self.session, size=size, now=float(self.seq))


@pytest.mark.parametrize("sizes", [2, pytest.param(len(SIZES), marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("game", "seats"), [("holdem", 9), ("holdem", 2), ("five-card-draw", 6), ("seven-card-stud", 8)]
)
def test_every_step_of_random_play_can_be_drawn_at_every_size(game: str, seats: int, sizes: int) -> None:
    dice = random.Random(seats)
    harness = TableHarness(
        table_settings(game, seats=seats, buy_in=(20, 60)), decks=lambda count: shuffled_deck(count, game)
    )
    harness.sit(*PLAYER_NAMES[:seats], chips=20)
    lookers = [SimulatedClient(harness, 1, sizes), SimulatedClient(harness, None, sizes)]
    for _ in range(STEPS):
        play = harness.table.current_hand
        if play is not None and play.turn is not None:
            action = random_act(dice, play.turn.legal, play.known_cards.get(play.turn.seat, ()))
            events = harness.take(action)
        elif harness.outcome.wants_deck:
            events = harness.submit(inputs.Deal(harness.next_deck()))
        elif harness.outcome.wake_at is not None:
            events = harness.advance_to_wake_time()
        else:
            break
        for looker in lookers:
            looker.receive_events(harness, events)
            looker.assert_in_sync(harness)
