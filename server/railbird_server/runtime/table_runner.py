"""Runs one table: puts commands and time to it, answers, deals while it wants a deck, and publishes what came of it."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct, field

from railbird_server.refusal import Refusal
from railbird_server.runtime.broadcaster import Broadcaster
from railbird_server.runtime.error_reporting import log_fields, logger
from railbird_server.runtime.members import Members
from railbird_server.runtime.metrics import Metrics
from railbird_server.runtime.players import Player, Viewer
from railbird_server.runtime.shuffle import Shuffle
from railbird_server.table import audience, inputs
from railbird_server.table.hand_in_progress import HandRecord
from railbird_server.table.outcome import Outcome
from railbird_server.table.table import Table
from railbird_shared.cards import Card
from railbird_shared.commands import Act, Resume, Sit, TableCommand
from railbird_shared.events import HandEnded
from railbird_shared.messages import Accepted, Chat, Refused

TABLE_FAILED = "The table stopped after a fault in the server; open a new one."
"""What players read when a table ends by an error."""

SEATED_ELSEWHERE = "You still have a seat at another table; go there and leave it first."

HandRecorder = Callable[[HandRecord], object]
"""Takes the record of each hand that has ended; it stays in the server's process."""


class RoomServices(Struct, frozen=True):
    """The server as a room and its runner see it; times are milliseconds.

    `listing_changed` is called when something happened that the lobby's listing may show. `bind_name` makes sure that a
    player who sits down at a table keeps their name, and `seat_released` is called when the seat is free. `record_hand`
    gets every hand that has ended. A table waits `empty_after` for its host, and for any viewer, and `abandoned_after`
    for people who have seats to come back to.
    """

    now: Callable[[], int]
    shuffle: Shuffle
    listing_changed: Callable[[], None]
    bind_name: Callable[[Player, str], bool]
    seat_released: Callable[[Player, str], None]
    empty_after: int
    abandoned_after: int
    record_hand: HandRecorder | None = None
    metrics: Metrics = field(default_factory=Metrics)


class TableRunner:
    """Runs one table for its room; `wake_at` is when the table is due next, in milliseconds of the server's clock."""

    def __init__(self, table: Table, pack: tuple[Card, ...], members: Members, services: RoomServices) -> None:
        self.wake_at: int | None = None
        self._table = table
        self._pack = pack
        self._members = members
        self._services = services
        self._broadcaster = Broadcaster(services.now, members)

    # --- what is put to the table ---

    async def handle_command(self, viewer: Viewer, command: TableCommand) -> None:
        """Puts a viewer's command to the table, answers it, and publishes what came of it."""
        player = viewer.player
        outcome: Outcome | None = None
        answer: Accepted | Refused = Accepted(id=command.id)
        try:
            if isinstance(command, Sit):
                self._bind_name(player)
            outcome = self._table.handle(inputs.PlayerCommand(player.identity, command), self._services.now())
        except Refusal as no:
            if isinstance(command, Sit) and player.id not in self._members.seated:
                self._services.seat_released(player, self._table.id)
            answer = Refused(id=command.id, code=no.code, sentence=no.sentence, clause=no.clause)
        except Exception:
            viewer.reply(Refused(id=command.id, code="fault", sentence=TABLE_FAILED))
            raise
        if command.id or isinstance(answer, Refused):
            viewer.reply(answer)
        if outcome is not None and isinstance(command, Act):
            self._services.metrics.act_taken()
        if outcome is not None:
            await self._publish(outcome)

    def _bind_name(self, player: Player) -> None:
        """Binds the name of a player who sits down to their seat, in the step that takes it; raises Refusal."""
        if player.table not in ("", self._table.id):
            raise Refusal("seated-elsewhere", SEATED_ELSEWHERE)
        if not self._services.bind_name(player, self._table.id):
            raise Refusal("name-taken", f"Somebody else is called {player.name} by now; say hello again.")

    async def handle(self, request: inputs.Input) -> None:
        """Puts an input of the room itself to the table, which never refuses those, and publishes what came of it."""
        await self._publish(self._table.handle(request, self._services.now()))

    # --- what viewers get ---

    async def _publish(self, outcome: Outcome) -> None:
        """Sends the events of an outcome to every viewer, and deals for as long as the table wants a deck."""
        while True:
            self.wake_at = outcome.wake_at
            if outcome.fault:
                fields = log_fields(table=self._table.id)
                fault = outcome.fault.partition(":")[0]
                logger.error("table %s: a hand was voided after %s", self._table.id, fault, extra=fields)
            if outcome.events:
                self._record_hand(outcome)
                holders = self._members.update_seats(self._table.seats.occupied)
                await self._broadcaster.send_step(audience.split(outcome.events), holders)
                self._services.listing_changed()
            if not outcome.wants_deck:
                return
            self._services.metrics.hand_dealt()
            deck = self._services.shuffle(self._pack)
            outcome = self._table.handle(inputs.Deal(deck), self._services.now())

    def _record_hand(self, outcome: Outcome) -> None:
        current = self._table.current_hand
        if self._services.record_hand and current and any(isinstance(event, HandEnded) for event in outcome.events):
            self._services.record_hand(current.record)

    async def send_chat(self, chat: Chat) -> None:
        """Sends a line of chat to every viewer."""
        await self._broadcaster.send_chat(chat)

    @property
    def watchers(self) -> int:
        """How many people watch, as the viewers were told last."""
        return self._broadcaster.watchers

    async def send_watchers(self) -> None:
        """Tells every viewer and the lobby how many people watch."""
        await self._broadcaster.send_watchers(self._members.watchers)
        self._services.listing_changed()

    def send_snapshot(self, viewer: Viewer) -> None:
        """Sends a viewer the whole table as they may know it."""
        self._broadcaster.send_snapshot(viewer, audience.snapshot(self._table, viewer.player.id))

    def send_snapshots(self) -> None:
        """Begins a new epoch with a snapshot for every viewer, after a change that has no event."""
        self._broadcaster.begin_epoch()
        for viewer in list(self._members.viewers.values()):
            self.send_snapshot(viewer)

    def catch_up(self, viewer: Viewer, resume: Resume | None) -> None:
        """Sends a returning viewer the few steps they missed, and any other the whole table."""
        if not self._broadcaster.replay(viewer, resume):
            self.send_snapshot(viewer)
