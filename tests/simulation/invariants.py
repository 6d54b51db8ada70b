"""What has to be true after every step of every table, and of every frame that the server writes.

The checks look at the real tables from behind: they see all cards. A broken one ends the simulation with a sentence.
"""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from railbird_server.runtime.broadcast.step_log import SentStep
from railbird_server.runtime.tables import recovery
from railbird_server.runtime.tables.table_journal import LiveTable, TableJournal
from railbird_server.store.records import Change, Checkpoint, StoredTable
from railbird_server.table import audience
from railbird_server.table.inputs import HostChanged, Input, Outcome, PlayerCommand
from railbird_server.table.table import Table
from railbird_shared.protocol import commands
from railbird_shared.protocol.events import HandEnded, PotAwarded
from railbird_shared.protocol.messages import Accepted, Refused, Step
from railbird_shared.protocol.view import TableView
from simulation.audiences import Audience, fault_of_audience, kind_of
from simulation.delayed import SNAPSHOT, TOLD, DelayedRails
from simulation.story import Story
from support.known_cards import KnownCards, known_after

RAIL = ""
"""The id under which the view of the rail is kept; no player has it."""

CARD = re.compile(rb'"X"|(?<![\w+/-])[2-9TJQKA][cdhs](?![\w+/=-])')
"""A card as a value of its own or within a sentence, anywhere in a frame; letters of a random token are none."""

STEP = b'{"type":"step"'
"""How the frames begin that show a table at one moment, besides snapshots."""

FOLLOWED = re.compile(rb'\{"type":"followed","table":"(\w*)","message":')
"""What stands before a frame of a table that a client follows besides its own."""

MOMENTS_KEPT = 200
"""Steps of each table whose truth is kept: more than are replayed to a player who returns."""

ENTRIES_KEPT = 600
"""Entries of each table's journal whose truth is kept: more than a replay puts to a table again."""

TABLE_COMMANDS = (
    commands.Sit,
    commands.Stand,
    commands.AddChips,
    commands.SitOut,
    commands.SitIn,
    commands.PostBlind,
    commands.Straddle,
    commands.ChopBlinds,
    commands.AskBombPot,
    commands.CallBombPot,
    commands.Act,
    commands.ShowHand,
    commands.HuntRabbit,
    commands.SeeHand,
)


class Broken(Exception):
    """An invariant does not hold; the message says which and where."""


class _Head(msgspec.Struct):
    """What tells which moment of a table a step or a snapshot is about."""

    epoch: str
    seq: int


_read_head = msgspec.json.Decoder(_Head).decode


class Moment(msgspec.Struct):
    """The truth about one table after one step: what may be known, and the view of everybody who was connected."""

    known: KnownCards
    views: dict[str, TableView] = {}
    table: str = ""
    entry: int = 0
    """The entry of the table's journal that the step follows from."""
    seated: frozenset[str] = frozenset()
    """The players who had seats before the step or have them after it."""


class KeptEntry(msgspec.Struct):
    """The truth about a table after one entry of its journal."""

    digest: str
    known: KnownCards
    rail: TableView
    command: tuple[str, int]
    """The player and the id of the command that it is; an id of 0 for everything else."""


class TableRecord:
    """What is known about one table from behind."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.known = KnownCards()
        self.rail = audience.snapshot(table, RAIL)
        self.seated = frozenset(seat.player for seat in table.seats.occupied)
        """The players with seats, and those who have left in the latest step."""


class Invariants:
    """Watches all tables and wires of one simulation.

    `viewers_at` names the players connected to a table, and `now` is the clock in seconds. The cards in `printed` are
    part of the rules of the house, such as wild cards, and known to everybody.
    """

    def __init__(
        self,
        story: Story,
        viewers_at: Callable[[str], list[str]],
        on_broken: Callable[[], None],
        now: Callable[[], float],
        printed: bytes = b"",
    ) -> None:
        self.story = story
        self.broken = ""
        self.hands = 0
        self.steps = 0
        self.views_compared = 0
        self.deals_proved = 0
        self.frames_searched = 0
        self.secrets_delivered = 0
        self.repeats_answered = 0
        self.refusals: Counter[str] = Counter()
        self.audiences: Counter[tuple[str, Audience]] = Counter()
        self.latest: dict[str, tuple[str, int]] = {}
        self._viewers_at = viewers_at
        self._on_broken = on_broken
        self._tables: dict[str, TableRecord] = {}
        self._moments: dict[str, dict[int, Moment]] = {}
        self._carried_out: Counter[tuple[str, int]] = Counter()
        self._answers: dict[tuple[str, int], Accepted] = {}
        self._printed = {card.decode().strip('"') for card in CARD.findall(printed)}
        self.rails = DelayedRails(now, self._has_seat, frozenset(self._printed))
        self.replaying = False
        self.committed: dict[str, int] | None = None
        self._told: dict[str, int] = {}
        self._entries: dict[str, dict[int, KeptEntry]] = {}
        self._entry_of: dict[tuple[str, int], tuple[str, int]] = {}
        self._closing: set[str] = set()

    def fail(self, sentence: str) -> None:
        """Notes a broken invariant; the first one counts, and ends the simulation."""
        if not self.broken:
            self.broken = sentence
            self.story.tell("", f"BROKEN: {sentence}")
            self._on_broken()

    def require(self, condition: object, sentence: str) -> None:
        """Fails with the sentence unless the condition holds."""
        if not condition:
            self.fail(sentence)

    @contextlib.contextmanager
    def watching(self) -> Iterator[None]:
        """Watches every table that is handled and every step that is sent."""
        handle, note, steps_between = Table.handle, TableJournal.note, recovery._steps_between
        note_epoch, take = TableJournal.note_epoch, TableJournal.take

        def watched_handle(table: Table, request: Input, now: int) -> Outcome:
            if self.replaying:
                return handle(table, request, now)
            record = self._record(table)
            holders = {seat.number: seat.player for seat in table.seats.occupied}
            consenting = [seat.player for seat in table.seats.occupied if seat.shown_to_rail]
            outcome = handle(table, request, now)
            self._check_outcome(record, request, outcome, holders)
            self.rails.note(table, outcome, holders, consenting, now)
            return outcome

        def watched_note(journal: TableJournal, request: Input, outcome: Outcome, at: int) -> SentStep | None:
            step = note(journal, request, outcome, at)
            table = journal._table
            rail = audience.snapshot(table, RAIL)
            if step is not None:
                self._note_step(table, rail, (journal._steps.epoch, step.seq), outcome, journal.last_entry)
            self._keep_entry(journal, request, rail)
            return step

        def watched_note_epoch(
            journal: TableJournal, request: HostChanged, outcome: Outcome, epoch: str, at: int
        ) -> None:
            note_epoch(journal, request, outcome, epoch, at)
            table = journal._table
            rail = audience.snapshot(table, RAIL)
            self._keep_moment(table, rail, (epoch, journal._steps.seq), journal.last_entry)
            self._keep_entry(journal, request, rail)

        def unwatched_steps(stored: StoredTable, beginning: Checkpoint | None, end: Checkpoint) -> Sequence[SentStep]:
            before, self.replaying = self.replaying, True
            steps = steps_between(stored, beginning, end)
            self.replaying = before
            return steps

        def watched_take(journal: TableJournal, *, closed: str = "") -> Change:
            if closed:
                self._closing.add(journal._table.id)
            return take(journal, closed=closed)

        with (
            patch.object(Table, "handle", watched_handle),
            patch.object(TableJournal, "note", watched_note),
            patch.object(TableJournal, "note_epoch", watched_note_epoch),
            patch.object(TableJournal, "take", watched_take),
            patch.object(recovery, "_steps_between", unwatched_steps),
        ):
            yield

    def _record(self, table: Table) -> TableRecord:
        record = self._tables.get(table.id)
        if record is None or record.table is not table:
            record = self._tables[table.id] = TableRecord(table)
        return record

    # --- a table after an input ---

    def _check_outcome(self, record: TableRecord, request: Input, outcome: Outcome, before: dict[int, str]) -> None:
        table = record.table
        after = {seat.number: seat.player for seat in table.seats.occupied}
        holders = audience.holders_in_step(before, outcome.events, after)
        record.known = known_after(record.known, outcome.events, holders)
        if outcome.events:
            record.seated = frozenset({*before.values(), *after.values()})
        self.hands += sum(isinstance(event, HandEnded) for event in outcome.events)
        name = table.settings.name
        if isinstance(request, PlayerCommand):
            self._check_command(table, request)
        self.require(not outcome.fault, f"{name}: a hand failed ({outcome.fault}).")
        self.require(not table.faults.halted, f"{name} deals no more ({table.faults.halted}).")
        self.require(
            table.chips == table.bank.on_table,
            f"{name}: {table.chips} chips are on the table, and its books say {table.bank.on_table}.",
        )
        owed = sum(account.net_buy_in for account in table.bank.accounts.values()) - table.bank.raked
        self.require(table.chips == owed, f"{name}: {table.chips} chips are on the table, and players brought {owed}.")
        self._check_turn(table)

    def _check_turn(self, table: Table) -> None:
        """Checks that exactly one player is to act while a hand runs."""
        current, name = table.current_hand, table.settings.name
        if current is not None and not current.over:
            turn, legal = current.turn, current.hand.legal_actions()
            self.require(
                turn is not None and legal is not None and turn.legal == legal and turn.seat == legal.seat,
                f"{name}: hand {table.hand_number} runs, and not exactly one player is to act.",
            )

    def _check_command(self, table: Table, request: PlayerCommand) -> None:
        """Checks that a command is carried out for the first time, and that an act has ended the turn it names."""
        command, key = request.command, (request.player.id, request.command.id)
        self._carried_out[key] += command.id > 0 and not request.player.bot  # a bot counts anew after a restart
        self.require(
            self._carried_out[key] <= 1, f"A command of {request.player.name} was carried out twice: {command}."
        )
        current = table.current_hand
        if isinstance(command, commands.Act) and current is not None and current.turn is not None:
            self.require(
                (table.hand_number, current.turn.turn) != (command.hand, command.turn),
                f"{table.settings.name}: {request.player.name} acted in turn {command.turn}, and it goes on.",
            )

    # --- a step on its way to the viewers ---

    def _note_step(self, table: Table, rail: TableView, moment: tuple[str, int], outcome: Outcome, entry: int) -> None:
        record = self._tables[table.id]
        self.steps += 1
        chips = sum(seat.stack for seat in rail.occupied) + rail.total_pot
        self.require(
            chips == table.bank.on_table,
            f"{rail.name}: the views show {chips} chips, and the books say {table.bank.on_table}.",
        )
        self.story.tell_step(rail.name, record.rail, audience.split(outcome.events).public)
        record.rail = rail
        self._keep_moment(table, rail, moment, entry)

    def _keep_moment(self, table: Table, rail: TableView, moment: tuple[str, int], entry: int) -> None:
        """Notes the truth of a moment, which is an epoch and the number of its latest step."""
        epoch, seq = self.latest[table.id] = moment
        views = {
            player: replace(rail, you=audience._private_view(table, player)) for player in self._viewers_at(table.id)
        }
        moments = self._moments.setdefault(epoch, {})
        record = self._tables[table.id]
        moments[seq] = Moment(record.known, views, table.id, entry, record.seated)
        moments.pop(seq - MOMENTS_KEPT, None)

    def _moment(self, epoch: str, seq: int) -> Moment | None:
        return self._moments.get(epoch, {}).get(seq)

    def _has_seat(self, player: str, table: str) -> bool:
        """Whether a player has a seat at a table, or has just left it."""
        record = self._tables.get(table)
        return record is not None and (player in record.seated or record.table.seats.of(player) is not None)

    # --- the journal ---

    def _keep_entry(self, journal: TableJournal, request: Input, rail: TableView) -> None:
        """Notes the truth after an entry of a table's journal."""
        table, number = journal._table.id, journal.last_entry
        command = (request.player.id, request.command.id) if isinstance(request, PlayerCommand) else ("", 0)
        entries = self._entries.setdefault(table, {})
        entries[number] = KeptEntry(journal._steps.digest, self._tables[table].known, rail, command)
        self._entry_of[command] = (table, number)
        entries.pop(number - ENTRIES_KEPT, None)

    def _tell(self, table: str, entry: int, name: str) -> None:
        """Notes that somebody has been told of an entry, which has to be kept by then."""
        self._told[table] = max(entry, self._told.get(table, 0))
        if self.committed is not None and not self.replaying:  # a server that starts has not been looked at yet
            kept = self.committed.get(table, 0)
            self.require(entry <= kept, f"{name} is told of entry {entry}, and the journal has {kept} of them.")

    def check_recovered(self, tables: list[LiveTable], open_before: set[str]) -> None:
        """Checks that a new server has brought every table back as it was, and forgets what a crash has undone."""
        found = {live.table.id for live in tables}
        lost = open_before - found - self._closing
        self.require(not lost, f"{len(lost)} tables have not come back.")
        for live in tables:
            self._check_recovered_table(live)

    def _check_recovered_table(self, live: LiveTable) -> None:
        table, number = live.table, live.journal.last_entry
        name, told = table.settings.name, self._told.get(table.id, 0)
        self.require(not live.notice, f"{name} comes back with its hand void: {live.notice}")
        self.require(number >= told, f"{name} comes back after entry {number}; players were told of entry {told}.")
        record = self._tables[table.id] = TableRecord(table)
        if truth := self._entries.get(table.id, {}).get(number):
            self.require(live.steps.digest == truth.digest, f"{name} comes back with another past than it had.")
            if record.rail != truth.rail:
                self.fail(f"{name} comes back as another table: {_first_difference(record.rail, truth.rail)}.")
            record.known = truth.known
        self.rails.come_back(table, truth.known if truth else None)
        self._forget_after(table.id, number)
        self.latest[table.id] = (live.steps.epoch, live.steps.seq)
        if self.committed is not None:
            self.committed[table.id] = number

    def _forget_after(self, table: str, number: int) -> None:
        """Forgets the entries of a table that come after the last one kept, and the steps that followed from them."""
        entries = self._entries.get(table, {})
        for undone in [each for each in entries if each > number]:
            self._carried_out[entries.pop(undone).command] = 0
        for moments in self._moments.values():
            for seq in [seq for seq, kept in moments.items() if kept.table == table and kept.entry > number]:
                del moments[seq]

    # --- what clients get ---

    def check_frame(self, player: str, name: str, frame: bytes, place: str) -> None:
        """Checks that a viewer may know every card of a frame that the server writes to them.

        Their client is at the table `place`, or in the lobby.
        """
        self.frames_searched += 1
        followed = ""
        if found := FOLLOWED.match(frame):
            followed, frame = found[1].decode(), frame[found.end() : -1]
        table = followed or place
        self._check_audience(player, name, table, kind_of(frame))
        known = KnownCards()
        if frame.startswith((STEP, SNAPSHOT)):
            head = _read_head(frame)
            moment = self._moment(head.epoch, head.seq)
            if moment is None and (fault := self.rails.fault_of_past(frame)) is not None:
                self.require(not fault, f"The delayed rail is sent to {name}: {fault}")
                return
            if moment is not None:
                self._tell(moment.table, moment.entry, name)
                self._check_present(player, name, moment)
                known = moment.known
        elif frame.startswith(TOLD):
            fault = self.rails.fault_of_words(player, table, frame)
            self.require(not fault, f"{name} is told of a delayed table: {fault}")
        self._check_cards(player, name, frame, known)

    def _check_audience(self, player: str, name: str, table: str, kind: str) -> None:
        """Checks that a message of that kind may be sent to a client who is at a table, or follows it."""
        audience = Audience.RAIL if table else Audience.LOBBY
        if table and self._has_seat(player, table):
            audience = Audience.SEAT
        elif table and self.rails.is_hidden(player, table):
            audience = Audience.DELAYED
        self.audiences[kind, audience] += 1
        fault = fault_of_audience(kind, audience)
        self.require(not fault, f"{name} should not get this: {fault}")

    def _check_present(self, player: str, name: str, moment: Moment) -> None:
        """Checks that a viewer may see a table as it was at a moment, and not only with its delayed rail."""
        fault = "" if player in moment.seated else self.rails.fault_of_present(player, moment.table)
        self.require(not fault, f"{name} is sent {fault}.")

    def _check_cards(self, player: str, name: str, frame: bytes, known: KnownCards) -> None:
        """Checks that a viewer may know the cards of a frame, given what may be known at its moment."""
        named = {card.decode().strip('"') for card in set(CARD.findall(frame))} - self._printed
        if not named:
            return
        secret = named - known.of(player)
        self.require(not secret, f"{name} may not know {', '.join(sorted(secret))}, but was sent {_short(frame)}")
        self.secrets_delivered += not named <= known.open
        if frame.startswith(STEP):
            step = msgspec.json.decode(frame, type=Step)
            named_hands = {event.seat for event in step.public if isinstance(event, PotAwarded) and event.hand_name}
            self.require(named_hands <= known.shown, f"{name} is told a hand that nobody showed: {_short(frame)}")

    def check_view(self, player: str, name: str, epoch: str, seq: int, view: TableView) -> None:
        """Checks that a view folded from steps is the one that the server would send as a snapshot."""
        moment = self._moment(epoch, seq)
        truth = moment.views.get(player) if moment else None
        if moment is None and (fault := self.rails.fault_of_view(epoch, seq, view)) is not None:
            self.views_compared += 1
            self.require(not fault, f"{name} sees with a delayed rail {fault}")
        if truth is None:
            return
        self.views_compared += 1
        if view != truth:
            self.fail(f"{name} sees another table than the server has: {_first_difference(view, truth)}.")

    def note_proved_deal(self) -> None:
        """Notes that a client has checked the deal of a whole hand."""
        self.deals_proved += 1

    def check_answer(
        self, player: str, name: str, command: commands.Command | None, answer: Accepted | Refused
    ) -> None:
        """Checks an answer that a client got: accepted once means carried out once, and accepted for ever."""
        if isinstance(answer, Refused):
            self.refusals[answer.code] += 1
        if not isinstance(answer, Accepted) or command is None:
            return
        key = (player, answer.id)
        if isinstance(command, TABLE_COMMANDS):
            self.require(
                self._carried_out[key] == 1, f"{name} was told that {command} is accepted; the table never got it."
            )
            if key in self._entry_of:
                self._tell(*self._entry_of[key], name)
        earlier = self._answers.setdefault(key, answer)
        self.repeats_answered += earlier is not answer
        self.require(earlier == answer, f"{name} got two answers to {command}: {earlier} and {answer}.")


def _short(frame: bytes) -> str:
    """Returns a frame in full if it is short, else its beginning."""
    return frame[:400].decode(errors="replace") + ("..." if len(frame) > 400 else ".")


def _first_difference(view: TableView, truth: TableView) -> str:
    for field in msgspec.structs.fields(TableView):
        seen, there = getattr(view, field.name), getattr(truth, field.name)
        if seen != there:
            if field.name == "seats":
                pairs = [(one, other) for one, other in zip(seen, there, strict=False) if one != other]
                seen, there = pairs[0]
            return f"{field.name} is {seen!r} and should be {there!r}"
    return "nothing"
