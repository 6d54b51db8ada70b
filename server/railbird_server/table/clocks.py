"""The time of a table: turn clock, time banks, pauses and breaks, all as data; nothing here reads a clock.

A turn that outlasts its clock goes on by the player's time bank, and the clock acts when that is empty. The rest of it
stays for later turns, and every so many hands that a player is dealt some time is added, up to a limit.

The host pauses the table and lets it go on, or announces a break, which begins after the running hand and ends by
itself. The people at the table vote for a break, and while it is paused for going on. A hand that runs may be played
on during a pause, but nobody runs out of time.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.rules.events import RulesEvent
from railbird_server.table.hand_in_progress import HandInProgress
from railbird_server.table.host_commands import check_host
from railbird_server.table.inputs import PlayerIdentity, TimeBank, TurnOpened
from railbird_server.table.seats import Seat, Seats, Timeouts
from railbird_server.table.settings import TableSettings
from railbird_shared.game.cards import Card
from railbird_shared.protocol import actions, commands
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import Action, LegalActions
from railbird_shared.protocol.commands import TimeCommand
from railbird_shared.protocol.events import TableEvent
from railbird_shared.protocol.table_limits import DEFAULT_BREAK_MINUTES
from railbird_shared.protocol.view import PauseView, VoteView, votes_needed

MAX_TIMEOUTS_DISCONNECTED = 2
"""Turns in a row that a player whose connection is lost may let pass before they are sat out."""

MAX_TIMEOUT_SCORE = 10
"""The score of `Timeouts` at which a player who acts now and then is sat out."""

MAX_TIMEOUT_SIT_OUTS = 3
"""How often a player may be sat out for turns they let pass, without an act between, until they lose the seat."""


def showdown_pause(last_events: Iterable[RulesEvent], settings: TableSettings) -> int:
    """Returns how much longer than usual a table rests after a hand that ended with these events, in milliseconds.

    Players look at streets dealt without betting one by one, and read the hands shown.
    """
    events = tuple(last_events)
    streets = sum(isinstance(event, ev.StreetBegan) for event in events)
    shown = any(isinstance(event, ev.HandShown) for event in events)
    return settings.pause_ms * ((streets if streets > 1 else 0) + (2 if shown else 0)) // 3


def action_on_timeout(legal: LegalActions, cards: tuple[Card, ...]) -> Action:
    """Returns the act for a player whose time is up: a check if free, else a fold; bring in or stand pat (BT-40)."""
    if legal.check:
        return actions.Check()
    if legal.call == 0:
        return actions.Call()
    return action_on_leaving(legal, cards)


def action_on_leaving(legal: LegalActions, cards: tuple[Card, ...]) -> Action:
    """Returns the act for a player who has stood up: a fold in a betting round, else whatever costs least.

    They make a forced bet that is theirs to make, and discard the first of their `cards` where a discard is required.
    """
    if legal.bring_in is not None and not legal.fold:
        return actions.BringIn()
    if legal.max_discards is not None:
        return actions.Draw(cards[: legal.min_discards])
    if legal.declare:
        return actions.Declare(actions.Declaration.HIGH)
    if legal.claims:
        return actions.Claim(legal.claims[0])
    if legal.max_runs is not None:
        return actions.Run(1)
    return actions.Fold()


def after_timeout(timeouts: Timeouts) -> Timeouts:
    """Returns the record of a player who has let another turn pass."""
    return replace(timeouts, in_a_row=timeouts.in_a_row + 1, score=timeouts.score + 2)


def after_act(timeouts: Timeouts) -> Timeouts:
    """Returns the record of a player who has acted in time."""
    return Timeouts(score=max(0, timeouts.score - 1))


def after_return(timeouts: Timeouts) -> Timeouts:
    """Returns the record of a player who is dealt in again.

    Coming back makes up only for so much that they are not sat out again before another turn passes.
    """
    return replace(
        timeouts,
        in_a_row=min(timeouts.in_a_row, MAX_TIMEOUTS_DISCONNECTED - 1),
        score=min(timeouts.score, MAX_TIMEOUT_SCORE - 2),
    )


def has_timed_out_too_often(seat: Seat, settings: TableSettings) -> bool:
    """Whether a player has let so many turns pass that they are sat out."""
    most = settings.max_timeouts if seat.connected else min(settings.max_timeouts, MAX_TIMEOUTS_DISCONNECTED)
    return seat.timeouts.in_a_row >= most or seat.timeouts.score >= MAX_TIMEOUT_SCORE


class TimeBanksState(Struct, frozen=True):
    """The time banks as data, by player id; `counted_hand` is the last hand that counted for the refills."""

    banks: dict[str, TimeBank] = {}
    counted_hand: int = 0


class TurnClock:
    """The turn clock of one table, for the hand that each method is given; without one, no turn.

    `banks` are the time banks that are not full, by player id; players keep them when they leave and come back.
    """

    def __init__(self, seats: Seats) -> None:
        self.banks: dict[str, TimeBank] = {}
        self._seats = seats
        self._counted_hand = 0
        self._told: dict[tuple[int, str], int] = {}

    @property
    def state(self) -> TimeBanksState:
        """The time banks as data, only while no turn is open."""
        return TimeBanksState(dict(self.banks), self._counted_hand)

    def restore(self, state: TimeBanksState, settings: TableSettings) -> None:
        """Takes over the time banks of a state, once the players have their seats."""
        self.banks, self._counted_hand = dict(state.banks), state.counted_hand
        self._told = self._banks_to_tell(settings)

    def due(self, hand: HandInProgress | None, settings: TableSettings) -> int | None:
        """Returns when the clock acts in the turn that is open, None if it never does.

        That is at its deadline, or without one a grace after its player disconnected. A player whom the host has
        removed has that grace, too, so that nobody can hold a table up for good.
        """
        turn = hand.turn if hand else None
        if turn is None or turn.deadline is not None:
            return turn.deadline if turn else None
        seat = self._seats.taken(turn.seat)
        since = [time for time in (seat.disconnected_since, seat.kicked_at) if time is not None]
        return max(turn.started_at, min(since)) + settings.disconnect_grace_ms if since else None

    def turn_of(self, hand: HandInProgress | None) -> tuple[str, TurnOpened] | None:
        """Returns the id of the player in turn, and their turn."""
        return (self._seats.taken(hand.turn.seat).player, hand.turn) if hand and hand.turn else None

    def note_end(
        self, before: tuple[str, TurnOpened] | None, hand: HandInProgress | None, settings: TableSettings, now: int
    ) -> None:
        """Notes what is left of the time bank of a player whose turn, open `before`, has ended."""
        after = self.turn_of(hand)
        if before and before[1].on_time_bank and (after is None or after[1].turn != before[1].turn):
            player, turn = before
            bank = self.banks.get(player, TimeBank(settings.time_bank_ms))
            left = min(turn.time_left(now), self.bank_left(player, settings))
            self.banks[player] = replace(bank, left=left)

    def extend(self, hand: HandInProgress | None, settings: TableSettings) -> list[ev.ClockExtended]:
        """Gives the player in turn more time if their connection is lost, once in each hand."""
        if hand is None or hand.turn is None or self._seats.taken(hand.turn.seat).connected:
            return []
        return hand.extend_turn(settings.clock_extension_ms)

    # --- time banks ----------------------------------------------------------------------------------------------

    def bank_left(self, player: str, settings: TableSettings) -> int:
        """Returns what the player with that id has of their time bank in milliseconds; 0 without a clock."""
        if not settings.clock_ms:
            return 0
        bank = self.banks.get(player)
        return min(bank.left, settings.time_bank_ms) if bank else settings.time_bank_ms

    def start_bank(
        self, current: HandInProgress, seat: Seat, settings: TableSettings, now: int
    ) -> ev.TimeBankStarted | None:
        """Lets the time bank run for the player in turn, whose clock has run out; None where they have none left.

        It does not run for a player whose connection is lost: they got more time for that, and the others wait.
        """
        left = self.bank_left(seat.player, settings)
        if not left or not seat.connected or current.turn is None or current.turn.on_time_bank:
            return None
        deadline = current.use_time_bank(now, left)
        return ev.TimeBankStarted(seat.number, deadline)

    def update_banks(self, ended_hand: int, settings: TableSettings) -> list[ev.TimeBankChanged]:
        """Refills the banks once after each hand; returns an event for each bank that has changed.

        `ended_hand` is the number of the hand that has ended last, 0 while one runs.
        """
        if ended_hand > self._counted_hand:
            self._counted_hand = ended_hand
            for seat in self._seats.occupied:
                if seat.last_hand == ended_hand:
                    self._count_hand(seat.player, settings)
        told, self._told = self._told, self._banks_to_tell(settings)
        changed = ((seat, left) for (seat, player), left in self._told.items() if left != told.get((seat, player), 0))
        return [ev.TimeBankChanged(seat, left) for seat, left in changed]

    def _banks_to_tell(self, settings: TableSettings) -> dict[tuple[int, str], int]:
        """Returns what is left in every bank at the table, by seat and player."""
        seats = self._seats.occupied
        return {(seat.number, seat.player): self.bank_left(seat.player, settings) for seat in seats}

    def _count_hand(self, player: str, settings: TableSettings) -> None:
        bank = self.banks.get(player)
        if bank is None or not settings.time_bank_hands:
            return
        hands, left = bank.hands + 1, bank.left
        if hands >= settings.time_bank_hands:
            hands, left = 0, left + settings.time_bank_refill_ms
        if left < settings.time_bank_ms:
            self.banks[player] = TimeBank(left, hands)
        else:
            del self.banks[player]


LEAST_TIME_LEFT_MS = 10_000
"""Milliseconds that the player in turn has at least when the table goes on after a pause, or after it stood still."""

VOTE_MS = 60_000
"""Milliseconds for which a vote runs."""

VOTE_INTERVAL_MS = 60_000
"""Milliseconds for which no other vote can be called after one that was not carried."""


class Vote(Struct, frozen=True):
    """A vote that runs until `ends`: for a break of so many `minutes`, or with 0 for going on.

    `yes` and `no` are the ids of the players who have voted so.
    """

    minutes: int
    ends: int
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()


class PauseState(Struct, frozen=True):
    """The pause of a table as data; times are milliseconds of the table's own time.

    `pause` is the pause or break that lasts. `coming_break` are the minutes of a break that begins after the running
    hand, 0 without one, and `announced_by` is the name of the player who announced it, empty after a vote. No vote can
    be called before `next_vote`.
    """

    pause: PauseView | None = None
    coming_break: int = 0
    announced_by: str = ""
    vote: Vote | None = None
    next_vote: int = 0


class Pauses:
    """The pause of one table, its coming break and the vote that runs there."""

    def __init__(self, seats: Seats) -> None:
        self._seats = seats
        self.state = PauseState()
        self._counted: tuple[tuple[int, ...], tuple[int, ...]] = (), ()

    def restore(self, state: PauseState) -> None:
        """Takes over a state, once the players have their seats."""
        self.state = state
        self._counted = self._count()

    def rename_caller(self, before: str, name: str) -> None:
        """Calls whoever has called the pause, or announced the break, by another name."""
        pause = self.state.pause
        if pause is not None and pause.by == before:
            self.state = replace(self.state, pause=replace(pause, by=name))
        if self.state.announced_by == before:
            self.state = replace(self.state, announced_by=name)

    @property
    def is_on(self) -> bool:
        """Whether the table is paused or has a break."""
        return self.state.pause is not None

    @property
    def vote_view(self) -> VoteView | None:
        """The vote that runs, as everybody sees it."""
        vote = self.state.vote
        return None if vote is None else VoteView(vote.minutes, vote.ends, *self._counted)

    @property
    def next_due(self) -> int | None:
        """When a break or a vote ends next; None where neither does."""
        times = (
            self.state.pause.ends if self.state.pause else None,
            self.state.vote.ends if self.state.vote else None,
        )
        return min((time for time in times if time is not None), default=None)

    # --- what players ask for ----------------------------------------------------------------------------------------

    def handle(
        self,
        player: PlayerIdentity,
        command: TimeCommand,
        now: int,
        *,
        host: PlayerIdentity,
        running: HandInProgress | None,
    ) -> list[TableEvent]:
        """Carries out a command about pauses; raises Refusal with nothing changed. `running` is the hand that runs."""
        if isinstance(command, commands.Vote):
            return self._take_vote(player, command, now)
        check_host(player, host)
        if isinstance(command, commands.GoOn):
            return self._go_on_at_word_of(player, now, running)
        if self.is_on:
            raise Refusal("paused", "The table is paused already; let it go on first.")
        if isinstance(command, commands.Pause):
            return [self._pause(player.name, now, running)]
        return self._announce(command.minutes, player.name, running)

    def _go_on_at_word_of(self, player: PlayerIdentity, now: int, running: HandInProgress | None) -> list[TableEvent]:
        if self.is_on:
            return [self._go_on(player.name, now, running)]
        if not self.state.coming_break:
            raise Refusal("not-paused", "The table is not paused; it goes on as it is.")
        self.state = replace(self.state, coming_break=0, announced_by="")
        return [ev.BreakAnnounced(0, player.name)]

    def _take_vote(self, player: PlayerIdentity, command: commands.Vote, now: int) -> list[TableEvent]:
        seat = self._seats.of(player.id)
        if seat is None or seat.bot:
            raise Refusal("not-seated", "Only people with a seat at the table vote; sit down first.")
        vote = self.state.vote
        if vote is None:
            return self._call_vote(seat, command, now)
        if player.id in (vote.yes if command.on else vote.no):
            raise Refusal("vote", f"You have voted {'for' if command.on else 'against'} it already.")
        yes, no = (tuple(each for each in side if each != player.id) for side in (vote.yes, vote.no))
        yes, no = ((*yes, player.id), no) if command.on else (yes, (*no, player.id))
        self.state = replace(self.state, vote=replace(vote, yes=yes, no=no))
        return []

    def _call_vote(self, seat: Seat, command: commands.Vote, now: int) -> list[TableEvent]:
        if not command.on:
            raise Refusal("vote", "There is no vote to vote against.")
        if self.state.coming_break and not self.is_on:
            raise Refusal("vote", "A break begins after this hand; there is nothing to vote for.")
        if now < self.state.next_vote:
            seconds = -(-(self.state.next_vote - now) // 1000)
            raise Refusal("vote", f"The table has just voted; call another vote in {seconds} seconds.")
        minutes = 0 if self.is_on else command.minutes or DEFAULT_BREAK_MINUTES
        vote = Vote(minutes, now + VOTE_MS, (seat.player,))
        self.state = replace(self.state, vote=vote)
        self._counted = (seat.number,), ()
        return [ev.VoteCalled(seat.number, minutes, vote.ends)]

    # --- what time and votes bring -----------------------------------------------------------------------------------

    def update(self, now: int, running: HandInProgress | None) -> list[TableEvent]:
        """Counts the votes, begins the break that has been announced, and ends the one that is over."""
        events = self._decide_vote(now, running)
        pause, minutes = self.state.pause, self.state.coming_break
        if minutes and running is None:
            events.append(self._pause(self.state.announced_by, now, None, minutes))
        elif pause and pause.ends is not None and now >= pause.ends:
            events.append(self._go_on("", now, running))
        return events

    def count_votes(self) -> list[TableEvent]:
        """Counts the votes by the seats from which players have voted, and tells where the count has changed."""
        counted = self._count()
        if self.state.vote is None or counted == self._counted:
            return []
        self._counted = counted
        return [ev.VoteCounted(*counted)]

    def _decide_vote(self, now: int, running: HandInProgress | None) -> list[TableEvent]:
        vote = self.state.vote
        if vote is None:
            return []
        events = self.count_votes()
        counted = self._counted
        people = sum(not seat.bot for seat in self._seats.occupied)
        needed = votes_needed(people)
        carried = len(counted[0]) >= needed
        if not carried and now < vote.ends and people - len(counted[1]) >= needed:
            return events
        events.append(ev.VoteEnded(carried))
        self.state = replace(self.state, vote=None, next_vote=0 if carried else now + VOTE_INTERVAL_MS)
        if not carried:
            return events
        if vote.minutes:
            return events + self._announce(vote.minutes, "", running)
        return [*events, self._go_on("", now, running)] if self.is_on else events

    def _count(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Returns the seats that have voted for it and against it; a vote of a player who has left does not count."""
        vote = self.state.vote or Vote(0, 0)
        people = [seat for seat in self._seats.occupied if not seat.bot]
        yes, no = (tuple(seat.number for seat in people if seat.player in side) for side in (vote.yes, vote.no))
        return yes, no

    def _announce(self, minutes: int, by: str, running: HandInProgress | None) -> list[TableEvent]:
        """Announces a break for the end of the running hand; without one it begins at once."""
        minutes = minutes or DEFAULT_BREAK_MINUTES
        self.state = replace(self.state, coming_break=minutes, announced_by=by)
        return [ev.BreakAnnounced(minutes, by)] if running else []

    def _pause(self, by: str, now: int, running: HandInProgress | None, minutes: int = 0) -> TableEvent:
        """Stops the clocks, for so many minutes or until somebody lets the table go on."""
        self._shift_absences(now)
        ends = now + 60_000 * minutes if minutes else None
        coming = (0, "") if minutes else (self.state.coming_break, self.state.announced_by)
        self.state = PauseState(PauseView(now, by, ends), *coming, next_vote=self.state.next_vote)
        if running:
            running.stop_clock(now)
        return ev.PlayPaused(now, by, ends)

    def _go_on(self, by: str, now: int, running: HandInProgress | None) -> TableEvent:
        """Lets the clocks go on; the player in turn has some time at least."""
        self._shift_absences(now)
        self.state = replace(self.state, pause=None, vote=None)
        deadline = running.start_clock(now, LEAST_TIME_LEFT_MS) if running else None
        return ev.PlayResumed(by, deadline)

    def _shift_absences(self, now: int) -> None:
        """Leaves the pause so far out of the times for which players have been away."""
        pause = self.state.pause
        if pause is None:
            return
        for seat in self._seats.occupied:
            if seat.disconnected_since is not None:
                seat.disconnected_since = min(now, seat.disconnected_since + now - pause.since)
            if seat.sitting_out_since is not None:
                seat.sitting_out_since = min(now, seat.sitting_out_since + now - pause.since)
