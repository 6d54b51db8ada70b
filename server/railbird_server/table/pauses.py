"""The pauses and breaks of one table, and the votes for them.

The host pauses the table and lets it go on, or announces a break, which begins after the running hand and ends by
itself. The people at the table vote for a break, and while it is paused for going on. A hand that runs may be played
on during a pause, but nobody runs out of time.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.table.hand_in_progress import HandInProgress
from railbird_server.table.host_commands import check_host
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.table.seats import Seat, Seats
from railbird_shared.protocol import commands
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.commands import TimeCommand
from railbird_shared.protocol.events import TableEvent
from railbird_shared.protocol.table_limits import DEFAULT_BREAK_MINUTES
from railbird_shared.protocol.view import PauseView, VoteView, votes_needed

LEAST_TIME_LEFT_MS = 10_000
"""Milliseconds that the player in turn has at least when the table goes on after a pause, or after it stood still."""

VOTE_MS = 60_000
"""Milliseconds for which a vote runs."""

VOTE_INTERVAL_MS = 60_000
"""Milliseconds for which no other vote can be called after one that was not carried."""


class Vote(Struct, frozen=True):
    """A vote until `ends` for a break of so many `minutes`, or with 0 for going on, and the ids of its voters."""

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
        running = (self.state.pause, self.state.vote)
        return min((each.ends for each in running if each is not None and each.ends is not None), default=None)

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
            if self.is_on:
                return [self._go_on(player.name, now, running)]
            if not self.state.coming_break:
                raise Refusal("not-paused", "The table is not paused; it goes on as it is.")
            self.state = replace(self.state, coming_break=0, announced_by="")
            return [ev.BreakAnnounced(0, player.name)]
        if self.is_on:
            raise Refusal("paused", "The table is paused already; let it go on first.")
        if isinstance(command, commands.Pause):
            return [self._pause(player.name, now, running)]
        return self._announce(command.minutes, player.name, running)

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
        yes, no = map(len, self._counted)
        people = sum(not seat.bot for seat in self._seats.occupied)
        needed = votes_needed(people)
        carried = yes >= needed
        if not carried and now < vote.ends and people - no >= needed:
            return events
        events.append(ev.VoteEnded(carried))
        self.state = replace(self.state, vote=None, next_vote=0 if carried else now + VOTE_INTERVAL_MS)
        if carried and vote.minutes:
            events += self._announce(vote.minutes, "", running)
        elif carried and self.is_on:
            events.append(self._go_on("", now, running))
        return events

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
