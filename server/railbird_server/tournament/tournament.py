"""A tournament: entries, tables, levels, places and prizes. One input goes in, one outcome comes out.

Theory of operation. A tournament is registering, then playing, then finished or cancelled. While it plays, its tables
rest, are ready or deal (`TableStatus`), one hand for each permission. Everything that has to happen between hands
follows from this: a level applies from the next permission on, a break, a pause or a final table begins when no table
deals, and hand for hand gives all tables their permission at once.

After each input the tournament does what is due, in a fixed order: rebuys that nobody took, the clock, the end, a deal,
hand for hand, moves between tables, and permissions. A refused input raises Refusal and changes nothing. Time and
chance are arguments: the same inputs at the same times with the same secret give the same effects.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.tournament import balancing, deal_talks, entries, hand_permits, inputs, settlement
from railbird_server.tournament.effects import BreakBegan, Context, LevelBegan, Outcome
from railbird_server.tournament.state import EntrantState, LevelClock, Stage, TournamentState
from railbird_shared.tournament.structure import TournamentTerms, level_at


def level_begun(terms: TournamentTerms, number: int, at: int) -> LevelClock:
    """Returns the clock as a level begins at a time."""
    return LevelClock(number, left_ms=level_at(terms, number).seconds * 1000 or None, since=at)


def advanced(
    clock: LevelClock, terms: TournamentTerms, now: int, *, idle: bool
) -> tuple[LevelClock, list[LevelBegan | BreakBegan]]:
    """Returns the clock at `now` and what begins by then: levels, and a break when no hand runs any more, so `idle`.

    A level that follows another begins when that ends, however late the clock is read.
    """
    begun: list[LevelBegan | BreakBegan] = []
    while clock.level:
        level, ends_at = level_at(terms, clock.level), clock.ends_at
        over = clock.hands >= level.hands if clock.left_ms is None else ends_at is not None and now >= ends_at
        if clock.break_due:
            if not idle:
                break
            clock = replace(clock, break_due=False, on_break=True, left_ms=60_000 * level.break_minutes, since=now)
            begun.append(BreakBegan(level.break_minutes))
        elif not over:
            break
        elif level.break_minutes and not clock.on_break:
            clock = replace(clock, break_due=True, left_ms=0, since=None)
        else:
            clock = level_begun(terms, clock.level + 1, clock.ends_at or now)
            begun.append(LevelBegan(clock.level))
    return clock, begun


class Tournament:
    """One tournament, by its terms; every lot drawn in it follows from `secret`."""

    def __init__(self, terms: TournamentTerms, secret: str, state: TournamentState | None = None) -> None:
        self.terms = terms
        self.secret = secret
        self.state = state or TournamentState()

    def handle(self, request: inputs.Input, now: int) -> Outcome:
        """Takes one input at the time `now`, in milliseconds of the tournament's own time.

        Raises Refusal, with nothing changed, when the input is refused, and BadReport when a table reports what cannot
        be.
        """
        context = Context(self.terms, self.secret, self.state.copied())
        self._apply(context, request, now)
        self._do_what_is_due(context, now)
        self.state = context.state
        return Outcome(tuple(context.effects), self.wake_at)

    @property
    def wake_at(self) -> int | None:
        """When the tournament wants a `Tick`: a level or a break, a rebuy or a deal runs out."""
        state = self.state
        if state.stage is not Stage.PLAYING:
            return None
        times = [entrant.decide_by for entrant in state.entrants.values()]
        times += [state.clock.ends_at, state.proposal.until if state.proposal else None]
        return min((time for time in times if time is not None), default=None)

    def _apply(self, context: Context, request: inputs.Input, now: int) -> None:
        if isinstance(request, inputs.EntryInput):
            entries.apply(context, request)
            return
        match request:
            case inputs.ProposeDeal():
                deal_talks.propose(context, request)
            case inputs.AnswerDeal():
                deal_talks.answer(context, request)
            case inputs.TableReady(table):
                hand_permits.table_ready(context, table)
            case inputs.HandBegun():
                hand_permits.hand_begun(context, request)
            case inputs.HandFinished():
                hand_permits.hand_finished(context, request, now)
            case inputs.TableLost(table):
                hand_permits.table_lost(context, table)
            case inputs.Start():
                self._start(context, now)
            case inputs.Pause(on):
                self._pause(context, on=on)
            case inputs.Cancel():
                settlement.cancel(context, now)
            case inputs.Tick():
                pass
            case _:
                assert_never(request)

    def _start(self, context: Context, now: int) -> None:
        state, terms = context.state, context.terms
        if state.stage is not Stage.REGISTERING:
            raise Refusal("tournament-phase", "The tournament has started already.")
        least = max(2, terms.least_players)
        if len(state.entrants) < least:
            raise Refusal("too-few", f"The tournament starts with {least} players or more; wait for others.")
        state.stage = Stage.PLAYING
        for player in state.entrants:
            context.change(player, state=EntrantState.PLAYING, chips=terms.chips)
            state.bought_chips += terms.chips
        balancing.seat_all(context)
        state.clock = level_begun(terms, 1, now)
        context.announce(f"The tournament starts with {len(state.entrants)} players.")
        context.add(LevelBegan(1))

    def _pause(self, context: Context, *, on: bool) -> None:
        context.check_playing()
        if context.state.paused is on:
            raise Refusal("no-change", "The tournament is paused." if on else "The tournament is not paused.")
        context.state.paused = on
        context.announce("The tournament is paused after the running hands." if on else "The tournament goes on.")

    def _do_what_is_due(self, context: Context, now: int) -> None:
        """Does all that follows from the input and the time; each step may bring about the next."""
        state = context.state
        if state.stage is not Stage.PLAYING:
            return
        for player, entrant in state.entrants.items():
            if entrant.decide_by is not None and now >= entrant.decide_by:
                settlement.eliminate(context, player)
        entries.take_out_removed(context)
        state.clock, begun = advanced(state.clock, self.terms, now, idle=state.is_idle)
        for each in begun:
            context.add(each)
            if isinstance(each, LevelBegan):
                for number in state.tables:
                    context.change_table(number, level_hands=0)
        if not settlement.finish_if_won(context):
            settlement.pay_places(context)
            deal_talks.update(context, now)
        if state.stage is Stage.PLAYING:
            if not state.round:
                balancing.rebalance(context)
            hand_permits.update_hand_for_hand(context)
            hand_permits.let_tables_deal(context)
        stands = state.paused or state.clock.break_due or (state.proposal is not None and state.is_idle)
        state.clock = state.clock.set_running(now, running=state.stage is Stage.PLAYING and not stands)
