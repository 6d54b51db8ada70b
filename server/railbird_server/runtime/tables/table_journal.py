"""The journal of one table, and the table with all that belongs to it while a server runs it.

The journal keeps the table's inputs, and what follows from them, as one change for each request. It makes the frames of
each step as well, because their digest is kept with the input that they follow from.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.runtime.broadcast.step_log import SentStep, StepLog
from railbird_server.runtime.tables.table_time import TableTime
from railbird_server.store.hand_search import index_hand
from railbird_server.store.records import (
    CORRECTIONS_ACCOUNT,
    HOUSE_ACCOUNT,
    Change,
    Checkpoint,
    Entry,
    FinishedHand,
    HandAfter,
    KeptHand,
    Movement,
    MovementKind,
    OpenedTable,
    Owned,
    StoredPlayer,
    player_account,
    table_account,
)
from railbird_server.table.audience import holders_in_step
from railbird_server.table.bank import BookCorrection, CorrectedAccount
from railbird_server.table.hand_history import results_of
from railbird_server.table.hand_in_progress import HandInProgress
from railbird_server.table.inputs import (
    Deal,
    FullEvent,
    HostChanged,
    Input,
    NameChanged,
    Outcome,
    PlayerCommand,
    PlayerIdentity,
)
from railbird_server.table.table import Table
from railbird_shared.protocol import events as ev

Commands = Iterable[PlayerCommand]
"""Commands that a table has carried out, in their order."""

MAX_COMMANDS = 32
"""Commands kept with a checkpoint, so that one from before it that is sent again is not carried out twice."""

MAX_REPLAYED_ENTRIES = 200
"""Entries after which a checkpoint is made although no hand has ended."""


def checkpoint_of(table: Table, steps: StepLog, entry: int, at: int, commands: Commands = ()) -> Checkpoint:
    """Returns how a table is after an entry at its time `at`, while no hand runs, with the latest commands."""
    holders = dict(steps.holders)
    return Checkpoint(entry, at, steps.epoch, steps.seq, steps.digest, holders, table.state, tuple(commands))


class TableJournal:
    """The journal of one table: `note` what happens, `take` what is to be kept.

    `last_entry` is the number of the last entry, and `last_checkpoint` that of the entry where a replay may begin.
    `commands` are the latest that were carried out.
    """

    def __init__(
        self, table: Table, steps: StepLog, last_entry: int = 0, last_checkpoint: int = 0, commands: Commands = ()
    ) -> None:
        self.last_entry = last_entry
        self.commands = deque(commands, maxlen=MAX_COMMANDS)
        self._last_checkpoint = last_checkpoint
        self._table = table
        self._steps = steps
        self._account = table_account(table.id)
        self._raked = table.bank.raked
        self._seated = self._identities() if table.hand_runs else {}
        self._checkpoint: Checkpoint | None = None
        self._reset()

    def _reset(self) -> None:
        self._entries: list[Entry] = []
        self._movements: list[Movement] = []
        self._hands: list[KeptHand] = []
        self._shown: dict[int, HandAfter] = {}
        self._renamed: dict[str, str] = {}
        self._players: list[StoredPlayer] = []

    def note(self, request: Input, outcome: Outcome, at: int) -> SentStep | None:
        """Notes an input that the table has accepted at its time `at`; returns the step to tell, if there is one."""
        before = self._steps.holders
        step = self._steps.record(outcome.events, self._table.seats.occupied, at) if outcome.events else None
        self._note_movements(outcome, holders_in_step(before, outcome.events, self._steps.holders))
        hand_over = any(isinstance(event, ev.HandEnded | ev.HandVoided) for event in outcome.events)
        self._note_hand(request, outcome.events, hand_over=hand_over)
        self._note_name(request, outcome.events)
        self._note_entry(request, at)
        if isinstance(request, PlayerCommand) and request.command.id:
            self.commands.append(request)
        self._note_checkpoint(at, hand_over=hand_over)
        return step

    def note_epoch(self, request: HostChanged, outcome: Outcome, epoch: str, at: int) -> None:
        """Notes a change that no event tells of, and what else came of it: the steps are numbered anew from here."""
        self._note_movements(outcome, self._steps.holders)
        self._steps.begin_epoch(epoch)
        self._note_entry(request, at, epoch)

    def note_player(self, player: StoredPlayer) -> None:
        """Notes a player whom the table knows from now on."""
        self._players.append(player)

    def take(self, *, closed: str = "") -> Change:
        """Returns all that was noted since it was taken last, which `TableRunner._keep` then hands to the store.

        With `closed` the table is closed for that reason.
        """
        change = Change(
            entries=tuple(self._entries),
            movements=tuple(self._movements),
            players=tuple(self._players),
            checkpoint=None if closed else self._take_checkpoint(),
            hands=tuple(self._hands),
            shown=dict(self._shown),
            renamed=dict(self._renamed),
            closed=closed,
        )
        self._reset()
        return change

    def _take_checkpoint(self) -> Checkpoint | None:
        """Takes the checkpoint once something follows it, so that players do not wait for it at the end of a hand."""
        checkpoint = self._checkpoint
        if checkpoint is None or checkpoint.entry == self.last_entry:
            return None
        self._checkpoint = None
        return checkpoint

    def cash_out(self) -> None:
        """Notes that everybody takes their chips away, because the table closes; a hand that runs does not count."""
        hand = self._table.current_hand
        before = {entrant.seat: entrant.stack for entrant in hand.setup.entrants} if hand and not hand.over else {}
        for seat in () if self._table.settings.tournament else self._table.seats.occupied:
            if chips := before.get(seat.number, seat.stack):
                self._movements.append(self._cash_out(seat.player, chips))

    def _note_movements(self, outcome: Outcome, holders: Mapping[int, str]) -> None:
        """Notes which chips came to the table and left it, given the ids of the players by seat.

        Those of a tournament are worth nothing outside; the tournament books the payments and prizes of its players.
        """
        if self._table.settings.tournament:
            return
        for event in outcome.events:
            self._movements += self._moved_by(event, holders)
        if raked := self._table.bank.raked - self._raked:
            hand = self._table.hand_number
            self._movements.append(Movement(self._account, HOUSE_ACCOUNT, raked, MovementKind.RAKE, hand=hand))
            self._raked += raked

    def _note_entry(self, request: Input, at: int, epoch: str = "") -> None:
        self.last_entry += 1
        self._entries.append(Entry(self.last_entry, at, request, self._steps.digest, epoch))

    def _note_hand(self, request: Input, events: Iterable[FullEvent], *, hand_over: bool) -> None:
        """Notes who plays a hand that begins, a hand that has ended, and what was shown of it since."""
        if isinstance(request, Deal):
            self._seated = self._identities()
        hand = self._table.current_hand
        if hand is None or self._table.hand_runs:
            return
        if hand_over:
            self._keep_hand(hand)
        elif any(isinstance(event, ev.HandShown | ev.CardsShown | ev.RabbitHunted | ev.BountyPaid) for event in events):
            self._shown[hand.setup.number] = HandAfter(hand.ended, results_of(hand))

    def _note_name(self, request: Input, events: Iterable[FullEvent]) -> None:
        """Notes that a player whom the table knows has another name, which a hand that runs is kept with, too."""
        if isinstance(request, NameChanged) and any(isinstance(event, ev.PlayerRenamed) for event in events):
            self._renamed[request.player] = request.name
            for seat, player in self._seated.items():
                if player.id == request.player:
                    self._seated[seat] = replace(player, name=request.name)

    def _keep_hand(self, hand: HandInProgress) -> None:
        """Notes a hand that has ended, or was voided: that it can be read, and counts in nothing."""
        if (kept := hand.kept) is None:
            return
        players = {seat: self._seated[seat] for seat in hand.hand.players if seat in self._seated}
        digest = HandInProgress.replay(kept).digest if hand.fault else hand.digest
        self._hands.append(KeptHand(FinishedHand(hand.setup.number, kept, digest, players), index_hand(players, hand)))

    def _note_checkpoint(self, at: int, *, hand_over: bool) -> None:
        """Notes where a replay may begin, after a hand or after many entries without one."""
        due = hand_over or self.last_entry - self._last_checkpoint >= MAX_REPLAYED_ENTRIES
        if due and not self._table.hand_runs:
            self._last_checkpoint = self.last_entry
            self._checkpoint = checkpoint_of(self._table, self._steps, self.last_entry, at, self.commands)

    def _identities(self) -> dict[int, PlayerIdentity]:
        return {seat.number: PlayerIdentity(seat.player, seat.name, seat.bot) for seat in self._table.seats.occupied}

    def _moved_by(self, event: FullEvent, holders: Mapping[int, str]) -> list[Movement]:
        match event:
            case ev.PlayerSat(seat=seat, stack=chips) | ev.ChipsAdded(seat=seat, chips=chips) if chips:
                player = holders[seat]
                return [self._movement(player, player_account(player), self._account, chips, MovementKind.BUY_IN)]
            case ev.PlayerLeft(seat=seat, chips=chips) if chips:
                return [self._cash_out(holders[seat], chips)]
            case ev.BooksCorrected():
                (*_, correction) = self._table.bank.corrections
                return [movement for each in correction.accounts for movement in self._corrected_by(correction, each)]
            case _:
                return []

    def _cash_out(self, player: str, chips: int) -> Movement:
        return self._movement(player, self._account, player_account(player), chips, MovementKind.CASH_OUT)

    def _movement(self, player: str, payer: str, payee: str, chips: int, kind: MovementKind) -> Movement:
        account = self._table.bank.accounts[player]
        return Movement(payer, payee, chips, kind, account.name, account.bot, self._table.hand_number)

    def _corrected_by(self, correction: BookCorrection, corrected: CorrectedAccount) -> list[Movement]:
        """Returns how a correction moves the chips of one player: through their account, and on the table."""
        player, chips = player_account(corrected.player), abs(corrected.chips)
        if corrected.chips < 0:
            ways = [(self._account, player), (player, CORRECTIONS_ACCOUNT)][0 if corrected.seated else 1 :]
        else:
            ways = [(CORRECTIONS_ACCOUNT, player), (player, self._account)][: 2 if corrected.seated else 1]
        moved = [self._movement(corrected.player, *way, chips, MovementKind.CORRECTION) for way in ways]
        return [replace(each, reason=correction.reason, by=correction.by) for each in moved]


class LiveTable(Struct, frozen=True, eq=False):
    """A table that a server runs.

    `returning` says that it has just been brought back from the journal, and `notice` is what its players have to be
    told of that, empty if nothing.
    """

    table: Table
    owned: Owned
    time: TableTime
    steps: StepLog
    journal: TableJournal
    returning: bool = False
    notice: str = ""

    @classmethod
    def opened(cls, opened: OpenedTable, owned: Owned, now: Callable[[], int]) -> LiveTable:
        """Returns a new table, by the server's clock `now` in milliseconds."""
        table, steps = Table(opened.table, opened.settings, opened.host), StepLog(opened.epoch)
        return cls(table, owned, TableTime(now), steps, TableJournal(table, steps))
