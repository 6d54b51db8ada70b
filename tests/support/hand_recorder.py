"""Records hands as one player hears them: the frames that the server sends, the acts that it gets, and each view.

The table is the server's own in virtual time, with decks and decisions of a seed, so a recording is always the same.
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from railbird_server.table import audience
from railbird_server.table.inputs import ConnectionDown, ConnectionUp, FullEvent, Input
from railbird_shared.game.game_rules import Rake
from railbird_shared.game.variants import Variant, get_variant
from railbird_shared.protocol.actions import Action
from railbird_shared.protocol.commands import Act, AddChips, Resync, Stand
from railbird_shared.protocol.messages import Snapshot, Step
from support.hand_builders import shuffled_deck
from support.network_clients import random_chooser
from support.table_harness import TableHarness, from_player, table_settings
from support.view_builders import PLAYER_NAMES


class Recording(NamedTuple):
    """What is recorded: a game, perhaps as a house plays it, and the seed of its decks and decisions."""

    variant: Variant
    seed: int
    rake: Rake | None = None


RECORDINGS = {
    "holdem": Recording(get_variant("holdem"), 7),
    "holdem-run-twice": Recording(replace(get_variant("holdem"), runs=2), 18, Rake(5, 3)),
    "omaha8": Recording(get_variant("omaha8"), 11),
    "seven-card-stud": Recording(get_variant("seven-card-stud"), 7),
    "stud-hilo-declared": Recording(replace(get_variant("stud-hilo"), hilo_declare=True), 7),
    "five-card-draw": Recording(get_variant("five-card-draw"), 5),
    "triple-draw": Recording(get_variant("triple-draw"), 7),
}
"""The recordings by name: every family of games, and two houses with choices of their own."""

RECORDED_PLAYER = PLAYER_NAMES[0]
PLAYER_COUNT = 3
HANDS = 2
EPOCH = "6f4290de3d617558"
TABLE_ID = "3f9c0a41e7d25b86"
THINKING_MILLISECONDS = 1_500
RESYNC_BEFORE_ACT = 2
"""The act before which the recorded player asks for a snapshot, in the middle of a hand."""

Line = dict[str, Any]
"""A line of a recording: `received` with the `view` after it, or `sent`."""


class RecordedTable(TableHarness):
    """A table that notes what one player hears of it, from their first view on."""

    def __init__(self, recording: Recording) -> None:
        variant, seed, rake = recording
        terms = table_settings(variant.id, seats=PLAYER_COUNT, clock=30_000, pause=4_000)
        super().__init__(
            replace(terms, variant=variant, rake=rake),
            decks=lambda count: shuffled_deck(100 * seed + count, variant),
            table_id=TABLE_ID,
        )
        self.lines: list[Line] = []
        self._seq = 0
        self._acts = 0
        self._somebody_was_cut_off = False

    def submit(self, request: Input) -> list[FullEvent]:
        """Puts an input to the table and notes the step that it causes."""
        events = super().submit(request)
        if events:
            self._seq += 1
            self._note_step(events)
        return events

    def take(self, action: Action) -> list[FullEvent]:
        """Takes an action for the player in turn, after a while; notes it if the player is the recorded one.

        The first of the others loses their connection in their turn, and finds it again."""
        self.now += THINKING_MILLISECONDS
        if self.player_to_act == RECORDED_PLAYER:
            self._acts += 1
            if self._acts == RESYNC_BEFORE_ACT:
                self.lines.append({"sent": msgspec.to_builtins(Resync())})
                self.note_snapshot()
            act = Act(id=self._acts, hand=self.table.hand_number, turn=self.turn.turn, action=action)
            self.lines.append({"sent": msgspec.to_builtins(act)})
        elif not self._somebody_was_cut_off:
            self._somebody_was_cut_off = True
            self.submit(ConnectionDown(self.player_to_act))
            self.submit(ConnectionUp(self.player_to_act))
        return super().take(action)

    def refill(self) -> None:
        """Lets players who have lost all buy chips, and come back by that."""
        for name in PLAYER_NAMES[:PLAYER_COUNT]:
            if not self.seat_of(name).stack:
                self.submit(from_player(name, AddChips()))

    def note_snapshot(self) -> None:
        """Notes the whole table as the recorded player sees it."""
        view = self._views[RECORDED_PLAYER] = audience.snapshot(self.table, RECORDED_PLAYER)
        self._note(Snapshot(epoch=EPOCH, seq=self._seq, at=self.now, view=view))

    def _note_step(self, events: list[FullEvent]) -> None:
        if not self.lines:
            return
        parts = audience.split(events)
        seat = self.table.seats.of(RECORDED_PLAYER)
        private = parts.private.get(seat.number, ()) if seat else ()
        self._note(Step(epoch=EPOCH, seq=self._seq, at=self.now, public=parts.public, private=private))

    def _note(self, message: Snapshot | Step) -> None:
        self.lines.append(
            {"received": msgspec.to_builtins(message), "view": msgspec.to_builtins(self.view(RECORDED_PLAYER))}
        )


def record_hands(recording: Recording) -> list[Line]:
    """Plays the hands of a recording; returns its lines."""
    choose = random_chooser(random.Random(recording.seed))
    table = RecordedTable(recording)
    table.note_snapshot()
    table.sit(*PLAYER_NAMES[:PLAYER_COUNT])
    for _ in range(HANDS):
        table.deal_next_hand()
        while table.hand_running:
            table.take(choose(table.view(table.player_to_act), table.turn.legal))
        table.refill()
    other = table.player_by_seat[PLAYER_COUNT]
    table.submit(from_player(other, Stand()))
    return table.lines
