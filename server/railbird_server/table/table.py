"""A table: seats, ledger, button and one hand after another. One input goes in, one outcome comes out.

Theory of operation. The table is in one of three states:

    waiting    too few players can be dealt in; only a command changes that
    resting    enough players, and the pause before the next hand runs; when it is over the table wants a deck
    playing    a hand runs and exactly one player is to act, by a deadline if there is a clock

`handle` checks an input whole before it changes anything: a refused one raises Refusal and leaves no trace.
Time and chance are arguments: the same inputs at the same times with the same decks give the same outcomes.
The chips on the table are always those of the ledger. This is checked after every hand; a table that fails the check,
or whose hands fail three times in a row, deals no more, and every player can still leave with their chips.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from railbird_server.refusal import BadDeck, IllegalAction
from railbird_server.rules.dealing import Deck
from railbird_server.rules.setup import Entrant, Setup
from railbird_server.table import after_hand_offers as offers
from railbird_server.table import inputs
from railbird_server.table.bank import Bank, Unbalanced
from railbird_server.table.bomb_pots import BombPots, BombPotState
from railbird_server.table.dealer_button import DealerButton, DealerButtonState, Positions, blinds_chop, clockwise
from railbird_server.table.hand_in_progress import CarriedPot, EndedHand, HandInProgress
from railbird_server.table.host_commands import HostCommands, HostCommandsState, check_host
from railbird_server.table.inputs import FullEvent, Outcome, PlayerIdentity
from railbird_server.table.pauses import Pauses, PauseState
from railbird_server.table.player_commands import PlayerCommands, Rail
from railbird_server.table.rotation import GameRotation, RotationState, game_changed
from railbird_server.table.seating import Seating, SeatingState, Waiter, WaitingList
from railbird_server.table.seats import OwnerPlace
from railbird_server.table.settings import TableSettings
from railbird_server.table.tournament_table import HandReport, TournamentTable, TournamentTableState, report_of
from railbird_server.table.turn_clock import (
    TimeBanksState,
    TurnClock,
    action_on_leaving,
    action_on_timeout,
    showdown_pause,
)
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.history.narration import closing_result
from railbird_shared.protocol import commands
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.commands import RailCommand, TableCommand, TimeCommand
from railbird_shared.protocol.host_commands import AnswerBuyIn, AutoTopUp, CorrectBooks
from railbird_shared.settings.table_terms import RailTerms

MAX_FAULTS = 3
"""Hands in a row that may fail before the table deals no more."""


class DealSchedule(Struct):
    """The pause between two hands, by the table's own time in milliseconds.

    The next hand is due from `deal_at` on, None while none can be dealt, and comes after `rest_until`. While it `waits`
    for players who decide whether to show, it is due at `patience_until`. `told` is when it comes as the viewers know
    it, and `has_just_ended` says that the present input has ended a hand.
    """

    deal_at: int | None = None
    rest_until: int = 0
    told: int | None = None
    patience_until: int = 0
    waits: bool = False
    has_just_ended: bool = False

    @property
    def due(self) -> int | None:
        """When the next hand is due, None while none can be dealt."""
        return max(self.deal_at, self.patience_until) if self.waits and self.deal_at is not None else self.deal_at

    def is_due(self, now: int) -> bool:
        """Whether the next hand is due at a time."""
        return self.due is not None and now >= self.due

    def leave_time_to_look(self, now: int, milliseconds: int) -> None:
        """Leaves time to look at cards that were turned up after the hand, while it may wait for that."""
        if self.deal_at is not None and now <= self.patience_until:
            self.deal_at = max(self.deal_at, now + milliseconds)

    def tell(self, now: int) -> list[ev.HandScheduled]:
        """Tells when the next hand comes, if that has changed; of one that is due now its first event tells."""
        if self.due == self.told or self.is_due(now):
            return []
        self.told = self.due
        return [ev.HandScheduled(self.told)]


class Faults(Struct):
    """The faults of a table: `fault` in the present input, and `in_a_row` hands up to now.

    `halted` is the fault that keeps the table from dealing, empty as long as all is well.
    """

    halted: str = ""
    in_a_row: int = 0
    fault: str = ""

    def record(self, fault: str) -> None:
        """Notes a hand that has failed; too many in a row halt the table."""
        self.fault = fault
        self.in_a_row += 1
        if self.in_a_row >= MAX_FAULTS:
            self.halted = fault


class Closing(Struct):
    """The end of a table: whether it is `closed`, and the bets of a voided hand that came back then, by seat."""

    closed: bool = False
    returned: dict[int, int] = {}


class TableState(Struct, frozen=True):
    """All that a table knows while no hand runs, apart from its settings, with the keys of earlier releases.

    `carried`, `passed_out` and `carried_from` are the chips of its `CarriedPot`, the hands and the players who paid.
    """

    host: PlayerIdentity
    seating: SeatingState
    bank: Bank
    last_hand: EndedHand | None = None
    carried: int = 0
    passed_out: int = 0
    carried_from: dict[str, int] = {}
    halted: str = ""
    button: DealerButtonState = field(default_factory=DealerButtonState)
    rotation: RotationState | None = None
    hand_number: int = 0
    cleared_button: int | None = None
    deal_at: int | None = None
    rest_until: int = 0
    patience_until: int = 0
    next_hand_at: int | None = None
    hands_in_a_row: int = 0
    faults_in_a_row: int = 0
    time_banks: TimeBanksState = TimeBanksState()
    host_commands: HostCommandsState = field(default=HostCommandsState(), name="host_acts")
    pause: PauseState = PauseState()
    waiting: tuple[Waiter, ...] = ()
    bomb_pots: BombPotState = BombPotState()
    tournament_table: TournamentTableState = field(default=TournamentTableState(), name="tournament_play")
    rail: RailTerms | None = None
    owner: OwnerPlace = field(default_factory=OwnerPlace)


OPENING_PAUSE_MS = 2_000
"""Milliseconds of the longest pause before the first hand, once enough players sit."""

ANNOUNCEMENT_MS = 3_000
"""Milliseconds for which players read what is played next (VT-DC-6), or cards shown after a hand, at most."""

PATIENCE_MS = 6_000
"""Milliseconds from the end of a hand for which the next one waits, at most, for players who may show their cards."""


class Table:
    """The life of one table between and around its hands.

    `host_commands` has what its host has settled, `current_hand` is the hand that runs or was played last, and
    `carried_pot` what waits for the next one. `hand_number` is that of the hand that runs or was played last, 0 before
    the first. When another game is about to be played, that hand leaves the table: `current_hand` is None then, and its
    button lies at `button.cleared`. `waiting` is the waiting list; `seats` are the places with their players.
    """

    def __init__(self, table_id: str, settings: TableSettings, host: PlayerIdentity) -> None:
        self.id = table_id
        self.settings = settings
        self.current_hand: HandInProgress | None = None
        self.hand_number = 0
        self.carried_pot = CarriedPot()
        self.schedule = DealSchedule()
        self.faults = Faults()
        self.closing = Closing()
        self._seating = Seating(settings, lambda: self.host)
        self.seats = self._seating.seats
        self.waiting = WaitingList(self._seating)
        self.host_commands = HostCommands(host, self.seats, self.waiting.dismiss)
        self.button = DealerButton(self.seats)
        self.turn_clock = TurnClock(self._seating)
        self.rotation = GameRotation(settings)
        self.pauses = Pauses(self.seats)
        self.bomb_pots = BombPots(self.seats)
        called = (self.pauses, self.bomb_pots)
        self._player_commands = PlayerCommands(
            self._seating, self.waiting, self.button, self.host_commands, self.rotation, called_pauses=called
        )
        self.rail = Rail(settings.rail, self._seating)
        self.tournament_table = TournamentTable(settings, self._seating, self.rotation, self.turn_clock)

    @classmethod
    def restored(cls, table_id: str, settings: TableSettings, state: TableState) -> Table:
        """Returns a table as it was when `state` was taken."""
        table = cls(table_id, settings, state.host)
        table._seating.restore(state.seating)
        table._seating.bank = state.bank.copied()
        table.waiting.waiters = [*map(copy, state.waiting)]
        table.current_hand = HandInProgress.replay(state.last_hand) if state.last_hand else None
        table.carried_pot = CarriedPot(state.carried, state.passed_out, dict(state.carried_from))
        table.button.state = copy(state.button)
        table.button.cleared, table.button.hands_in_a_row = state.cleared_button, state.hands_in_a_row
        table.pauses.restore(state.pause)
        table.turn_clock.restore(state.time_banks)
        table.host_commands.state = state.host_commands
        table.hand_number = state.hand_number
        if state.rotation:
            table.rotation.state = copy(state.rotation)
            table._play_by(table.rotation.applied_to(settings))
        table.bomb_pots.restore(state.bomb_pots, table.settings)
        table.tournament_table.state = state.tournament_table
        table.rail = Rail(state.rail or settings.rail, table._seating)
        table.schedule = DealSchedule(state.deal_at, state.rest_until, state.next_hand_at)
        table.seats.owner = copy(state.owner)
        table.faults = Faults(state.halted, state.faults_in_a_row)
        table.schedule.patience_until = state.patience_until
        return table

    @property
    def state(self) -> TableState:
        """The table as data, only while no hand runs."""
        assert self._running_hand is None
        return TableState(
            host=self.host,
            seating=self._seating.state,
            bank=self.bank.copied(),
            last_hand=self.current_hand.ended if self.current_hand else None,
            carried=self.carried_pot.chips,
            passed_out=self.carried_pot.passed_out,
            carried_from=dict(self.carried_pot.paid),
            halted=self.faults.halted,
            button=copy(self.button.state),
            rotation=copy(self.rotation.state),
            hand_number=self.hand_number,
            cleared_button=self.button.cleared,
            deal_at=self.schedule.deal_at,
            rest_until=self.schedule.rest_until,
            patience_until=self.schedule.patience_until,
            next_hand_at=self.schedule.told,
            hands_in_a_row=self.button.hands_in_a_row,
            faults_in_a_row=self.faults.in_a_row,
            time_banks=self.turn_clock.state,
            host_commands=self.host_commands.state,
            pause=self.pauses.state,
            waiting=tuple(map(copy, self.waiting.waiters)),
            bomb_pots=self.bomb_pots.state,
            tournament_table=self.tournament_table.state,
            rail=self.rail.terms,
            owner=copy(self.seats.owner),
        )

    @property
    def host(self) -> PlayerIdentity:
        """The player with a say about the table, with or without a seat."""
        return self.host_commands.host

    @property
    def deals_on(self) -> bool:
        """Whether another hand is dealt as soon as there are players for it."""
        allowed = self.host_allows_hand and self.tournament_table.allows_hand(self.hand_number + 1)
        return allowed and not self.closing.closed and not self.faults.halted

    @property
    def host_allows_hand(self) -> bool:
        """Whether the host has another hand dealt; a pot that waits is played for after the last one, too."""
        return self.host_commands.allows_hand(self.hand_number + 1, pot_waits=self.carried_pot.chips > 0)

    def closing_reason(self, now: int) -> str:
        """Returns why the host has the table close by `now`, empty while it stays open."""
        at = self._closes_at
        return self.host_commands.closing_reason if at is not None and now >= at else ""

    @property
    def _closes_at(self) -> int | None:
        """When the table closes, None while it stays open; before, players see how the last hand ended."""
        decided = self.host_commands.state
        if not decided.ended_by or (self.hand_runs and not decided.ends_now):
            return None
        return 0 if decided.ends_now else self.schedule.rest_until

    @property
    def hand_runs(self) -> bool:
        """Whether a hand runs."""
        return self._running_hand is not None

    @property
    def bank(self) -> Bank:
        """The books of the table."""
        return self._seating.bank

    @property
    def chips(self) -> int:
        """All chips on the table: in stacks, bets and pots, and those that wait for the next hand."""
        stacks = sum(seat.stack for seat in self.seats.occupied)
        return stacks + (self._running_hand.chips if self._running_hand else self.carried_pot.chips)

    def result(self, player: str) -> str:
        """Returns how a player stands as the table closes, and the bet that came back; empty without a seat."""
        seat = self.seats.of(player)
        if seat is None:
            return ""
        returned = self.closing.returned.get(seat.number, 0)
        return closing_result(seat.stack, self.bank.net_buy_in(player), returned=returned)

    @property
    def asks_to_deal_at(self) -> int | None:
        """When a table of a tournament asks to deal, which it needs to be allowed; None while it need not."""
        waits = self.tournament_table.is_on and not self.tournament_table.allows_hand(self.hand_number + 1)
        return self.schedule.rest_until if waits and not self.hand_runs else None

    @property
    def hand_report(self) -> HandReport | None:
        """The hand that has just ended, as its tournament is told of it, until seats or stacks change."""
        return report_of(self.current_hand, self.seats)

    def handle(self, request: inputs.Input, now: int) -> Outcome:
        """Takes one input at the time `now`, in milliseconds of the table's own time.

        Raises Refusal, with nothing changed, when the input is refused.
        """
        self.faults.fault, self.schedule.has_just_ended = "", False
        turn_before, was_paused = self.turn_clock.turn_of(self._running_hand), self.pauses.is_on
        if isinstance(request, inputs.PlayerCommand):
            events = [*self._apply(request.player, request.command, now)]
        else:
            events = self._take(request, now)
        events = self.current_hand.prove(events) if self.current_hand else events
        self.turn_clock.note_end(turn_before, self._running_hand, now)
        events += [*self.rail.admit_bots(events), *self._release_and_schedule(now, was_paused=was_paused)]
        events += self.seats.tell_owner()
        events += self.turn_clock.update_banks(0 if self.hand_runs else self.hand_number)
        events += offers.update_offers(
            self.seats,
            self.current_hand,
            self.settings,
            limits=self._seating.limits,
            newcomers_wait=self.button.newcomers_wait(self.settings),
            bomb_pots=self.bomb_pots,
            deal_waits=self.schedule.waits,
        )
        return Outcome(tuple(events), self.schedule.is_due(now), self._wake_at(), self.faults.fault)

    def _take(self, request: inputs.ServerInput, now: int) -> list[FullEvent]:
        """Takes an input of the server, and returns what comes of it at once; raises Refusal with nothing changed."""
        events: list[FullEvent] = []
        match request:
            case inputs.Deal(deck):
                events += self._deal(deck, now)
            case inputs.Tick():
                events += self.waiting.seat_first(now) if self.seats_people else ()
                events += self._act_on_timeout(now)
            case inputs.ConnectionUp(player_id):
                self.waiting.note_connection(player_id, None)
                events += self._seating.note_connection(player_id, None)
            case inputs.ConnectionDown(player_id):
                self.waiting.note_connection(player_id, now)
                events += self._seating.note_connection(player_id, now)
                events += self.turn_clock.extend(self._running_hand)
            case inputs.TournamentOrders():
                events += self.tournament_table.obey(request, now) + self._act_for_absent(now)
            case inputs.NameChanged() | inputs.BanRequest() | inputs.MuteRequest():
                self.tournament_table.check_offered(request)
                events += self._player_commands.handle(request, now)
            case inputs.HostChanged(host):
                self.host_commands.host = host
            case inputs.OwnerKnown(player):
                self.seats.owner.player = player
            case inputs.ServerReturned(least_left):
                self.closing.closed = False  # it was about to close, and that was not kept
                events += self._running_hand.ensure_time(now, least_left) if self._running_hand else ()
            case inputs.VoidHand(reason):
                events += self._void_hand(reason, now)
            case inputs.Close(reason):
                events += self._close(reason, now)
            case _:
                assert_never(request)
        return events

    # --- the commands of players ---------------------------------------------------------------------------------

    def _apply(self, player: PlayerIdentity, command: TableCommand, now: int) -> Sequence[FullEvent]:
        """Carries a player's command out; raises Refusal with nothing changed."""
        self.tournament_table.check_offered(command)
        if isinstance(command, commands.Act):
            return self._act(player, command, now)
        if isinstance(command, commands.SeatCommand):
            if self.faults.halted and isinstance(command, commands.Sit | commands.JoinWaitingList):
                raise IllegalAction("halted", "This table deals no more after a fault; open another one.", "IR-13")
            done = self._player_commands.apply(player, command, now, hand=self.hand_number, hand_runs=self.hand_runs)
            return [*done, *self._act_for_absent(now)]
        if isinstance(command, RailCommand):
            return self.rail.handle(player, command, self.host)
        if isinstance(command, TimeCommand):
            return self.pauses.handle(player, command, now, host=self.host, running=self._running_hand)
        match command:
            case commands.AskBombPot() | commands.CallBombPot():
                return self.bomb_pots.handle(player, command, self.settings, self.host)
            case AutoTopUp() | AnswerBuyIn() | CorrectBooks():
                return self._seating.apply_about_chips(player, command, self.hand_number, now)
            case commands.ChooseGame():
                seat, choosing = self._seating.seat_of(player.id), self.rotation.state.choosing
                chooser = self.seats.at(choosing.seat) if choosing else None
                name = chooser.name if chooser else "Somebody else"
                return self.rotation.choose(seat.number, name, command, len(self.seats.ready))
            case commands.ChangeGame():
                check_host(player, self.host)
                return self.rotation.change(player.name, command, len(self.seats.occupied), self.chips)
            case commands.DealOn():
                return offers.decline_offers(self._seating.seat_of(player.id))
            case commands.ShowHand() | commands.HuntRabbit() | commands.SeeHand():
                shown = offers.turn_up_cards(command, self.current_hand, self.settings, self.seats, player.id)
                self.schedule.leave_time_to_look(now, min(ANNOUNCEMENT_MS, self.settings.pause_ms))
                return [*shown, *self._seating.sit_out_broke(now, self.hand_number)]
            case _:
                return self.host_commands.apply(
                    player, command, hand=self.hand_number, hand_runs=self.hand_runs, now=now
                )

    def _act(self, player: PlayerIdentity, command: commands.Act, now: int) -> list[FullEvent]:
        seat = self._seating.seat_of(player.id)
        current = self._running_hand
        turn = current.turn if current else None
        if current is None or turn is None or (command.hand, command.turn) != (self.hand_number, turn.turn):
            raise IllegalAction("stale", "That turn is over; act when it is your turn again.", "BT-23")
        if seat.number != turn.seat:
            name = self.seats.taken(turn.seat).name
            raise IllegalAction("not-your-turn", f"It is the turn of {name}; wait for yours.", "BT-23")
        events = current.act(seat.number, command.action)
        seat.timeouts = seat.timeouts.after_act()
        return events + self._advance(current, now)

    def _act_on_timeout(self, now: int) -> list[FullEvent]:
        """Acts for a player whose time is up, their time bank too; does nothing while the turn still has time."""
        current, due = self._running_hand, self._turn_due
        if current is None or due is None or now < due:
            return []
        events = self.turn_clock.run_out(current, now)
        return events if current.turn else events + self._advance(current, now)

    def _act_for_absent(self, now: int) -> list[FullEvent]:
        """Acts at once if it is the turn of a player for whom nobody waits."""
        current = self._running_hand
        if current is None or current.turn is None or not self.seats.taken(current.turn.seat).acts_by_itself:
            return []
        return self._advance(current, now)

    # --- a hand from deal to end ------------------------------------------------------------------------------------

    def _deal(self, deck: Deck, now: int) -> list[FullEvent]:
        """Starts a hand with a shuffled deck; the first deck of a table only chooses who deals (DL-2, DL-4)."""
        if not self.schedule.is_due(now):
            raise IllegalAction("no-deal", "No hand is due; bring a deck when the table asks for one.", "DL-13")
        ready = self.seats.ready
        if not self.button.has_dealer:
            return [self.button.draw_first_dealer(ready, deck, self.settings)]
        moved: list[FullEvent] = [*self._player_commands.move_all(self.hand_number + 1)]
        positions = self.button.next_positions(
            self.seats.ready, self.settings, with_dealer=self.rotation.moves_with_dealer
        )
        try:
            current = HandInProgress(self._next_setup(positions), deck)
        except (BadDeck, BadSetup) as error:
            self.schedule.deal_at, self.schedule.rest_until = None, now + self.settings.pause_ms
            self.faults.record(str(error))
            return moved
        return moved + self._start_hand(current, positions, now)

    def _next_setup(self, positions: Positions) -> Setup:
        """Returns the setup of the next hand; in a bomb pot everybody posts the same, and no blinds."""
        settings, bomb_pot = self.settings, self.bomb_pots.state.announced
        return Setup(
            number=self.hand_number + 1,
            game=settings.game,
            button=positions.button,
            entrants=tuple(Entrant(number, self.seats.taken(number).stack) for number in positions.dealt),
            small_blind=None if bomb_pot else positions.small_blind,
            big_blind=None if bomb_pot else positions.big_blind_place,
            carried=self.carried_pot.chips,
            extra_posts=() if bomb_pot else self.button.extra_posts(positions, settings),
            pass_outs=self.carried_pot.passed_out,
            rake=settings.rake,
            variant=settings.variant,
            chop=not bomb_pot and blinds_chop(positions, self.seats, settings),
            bomb_pot=bomb_pot,
        )

    def _start_hand(self, current: HandInProgress, positions: Positions, now: int) -> list[FullEvent]:
        self.button.move(positions, current.setup.number)
        self.current_hand, self.schedule.told = current, None
        self.hand_number = current.setup.number
        self.bomb_pots.begin(current.setup.bomb_pot)
        self.rail.begin_hand()
        self.carried_pot.chips = 0
        events = current.start()
        assert isinstance(events[0], ev.HandStarted)
        because = (*positions.because, *(clause for clause in events[0].because if clause not in positions.because))
        events[0] = replace(events[0], because=because)
        return events + self._advance(current, now)

    def _advance(self, current: HandInProgress, now: int) -> list[FullEvent]:
        """Acts for players for whom nobody waits, then opens the next turn or closes the hand."""
        events: list[FullEvent] = []
        while (legal := current.hand.legal_actions()) is not None:
            seat = self.seats.taken(legal.seat)
            if not seat.acts_by_itself:
                opened = current.open_turn(now, now + self.settings.clock_ms if self.settings.clock_ms else None)
                events.append((current.stop_clock(now) or opened) if self.pauses.is_on else opened)
                events += self.turn_clock.extend(current)
                break
            choose = action_on_leaving if seat.leaving else action_on_timeout
            events += current.act(legal.seat, choose(legal, current.cards(legal.seat)), timed_out=not seat.leaving)
        for number, chips in current.hand.stacks.items():
            self.seats.taken(number).stack = chips
        return events + self._close_hand(current, now) if current.over else events

    def _close_hand(self, current: HandInProgress, now: int) -> list[FullEvent]:
        self.schedule.has_just_ended = True
        self.carried_pot.end_hand(current, self.seats)
        self.bank.rake(current.hand.raked)
        rest = showdown_pause(current.last_events, self.settings) + self.settings.pause_ms
        self.schedule.deal_at, self.schedule.rest_until = None, now + rest
        is_patient = self.settings.pause_ms and not self.tournament_table.is_on
        self.schedule.patience_until = now + max(rest, PATIENCE_MS) if is_patient else 0
        if current.fault:
            self.faults.record(current.fault)
        else:
            self.faults.in_a_row = 0
        if current.is_misdeal:
            self.button.put_back()
        else:
            self.rotation.hand_ended(current.setup.button)
        self.bomb_pots.hand_ended(current)
        shown = clockwise((seat for seat, each in current.hand.players.items() if each.turned_up), current.setup.button)
        events: list[FullEvent] = [*offers.pay_bounties(current, self.seats, self.settings, shown)]
        events += self._seating.close_hand(now, counts=not current.is_void)
        if self.tournament_table.is_on:
            events += self.carried_pot.divide(self.seats, self.button.seat)
        try:
            self.bank.check(self.chips)
        except Unbalanced as error:
            self.faults.fault = self.faults.halted = str(error)
        return events

    def _close(self, reason: str, now: int) -> list[FullEvent]:
        """Voids the hand that runs, and deals no other."""
        self.closing.closed = True
        events = self._void_hand(reason, now)
        self.closing.returned = {
            seat: chips for event in events if isinstance(event, ev.HandVoided) for seat, chips in event.returned
        }
        return [*events, *self.carried_pot.divide(self.seats, self.button.seat)]

    def _void_hand(self, reason: str, now: int) -> list[FullEvent]:
        current = self._running_hand
        return current.void(reason) + self._advance(current, now) if current else []

    # --- between inputs ------------------------------------------------------------------------------------------

    def _release_and_schedule(self, now: int, *, was_paused: bool) -> list[FullEvent]:
        """Releases seats, one by one so that the last player takes a carried pot, and schedules the next hand."""
        paused = self.pauses.is_on
        events: list[FullEvent] = []
        if not paused:
            events += [*self._seating.announce_expiry(now), *self.waiting.remove_absent(now)]
        makes_room = self._running_hand is None and self.seats_people
        while gone := self._seating.release_seat(now, paused=paused) or (makes_room and self.waiting.make_room(now)):
            events.append(gone)
            if self._running_hand is None and len(self.seats.occupied) == 1:
                self.carried_pot.passed_out = 0
                events += self.carried_pot.divide(self.seats, self.button.seat)
        events += self.pauses.update(now, self._running_hand)
        if was_paused and not self.pauses.is_on:
            events += [*self.turn_clock.extend(self._running_hand), *self.rotation.ask_again(now)]
        events += self._settle_game(now)
        self._schedule(now)
        if self.schedule.is_due(now) and (self.rotation.state.following or self.rotation.state.next_level):
            events += self._turn_to_next_game(now)
        if self._running_hand is None and self.schedule.deal_at is None and not self.rotation.dealer_is_settled:
            events += [*self._player_commands.move_all(), *self.pauses.count_votes()]
        return [*events, *self._announce_bomb_pot(now), *self.schedule.tell(now)]

    def _settle_game(self, now: int) -> list[ev.RotationEvent]:
        """Settles which game is played next, once that can be said; a carried pot is won before (VT-DC)."""
        is_held = self._running_hand or self.carried_pot.chips or self.pauses.is_on
        if is_held or not self._can_play or not self.button.has_dealer:
            return []
        ready = self.seats.ready
        dealer = self._player_commands.next_dealer(ready, self.hand_number + 1)
        return self.rotation.settle(now, ready, dealer, is_absent=self.seats.taken(dealer).acts_by_itself)

    def _turn_to_next_game(self, now: int) -> list[ev.RotationEvent]:
        """Shows the next game, if it is another, for a while before its first antes (VT-DC-6)."""
        if self.schedule.has_just_ended:
            self.schedule.deal_at = now + 1  # the hand is on the table until its end is told
            return []
        begun = self.rotation.begin_following()
        if begun is None:
            return []
        self._play_by(self.rotation.applied_to(self.settings))
        if self.current_hand:
            self.button.cleared = self.current_hand.setup.button
        self.current_hand = None
        self.schedule.deal_at = now + min(ANNOUNCEMENT_MS, self.settings.pause_ms)
        return [game_changed(self.settings, begun.because)]

    def _announce_bomb_pot(self, now: int) -> list[ev.BombPotEvent]:
        """Tells whether a bomb pot comes; before one players have a while to sit out (HS-46)."""
        events = self.bomb_pots.update(self.settings, hand_runs=self.hand_runs)
        if self.schedule.deal_at is not None and any(isinstance(event, ev.BombPotAnnounced) for event in events):
            self.schedule.deal_at = max(self.schedule.deal_at, now + min(ANNOUNCEMENT_MS, self.settings.pause_ms))
        return events

    def _play_by(self, settings: TableSettings) -> None:
        self.settings = self._seating.settings = settings

    def _schedule(self, now: int) -> None:
        is_held = self._running_hand or self.pauses.is_on
        can_play = not is_held and self._can_play
        if not is_held and not can_play:
            self.button.hands_in_a_row = 0
        if not can_play or self.rotation.state.choosing:
            self.schedule.deal_at = None
        elif self.schedule.deal_at is None:
            waited = self.tournament_table.is_on and self.hand_number
            opening = 0 if waited else min(OPENING_PAUSE_MS, self.settings.pause_ms)
            self.schedule.deal_at = max(self.schedule.rest_until, now + opening)
        deal_at = self.schedule.deal_at
        may_wait = deal_at is not None and max(now, deal_at) < self.schedule.patience_until
        waited_for = (offers.is_waited_for(each, self.current_hand, self.settings) for each in self.seats.occupied)
        self.schedule.waits = may_wait and any(waited_for)

    @property
    def _can_play(self) -> bool:
        """Whether enough players can be dealt in, and nothing keeps the table from dealing."""
        least = 2 if self.hand_number else self.settings.min_players
        return self.deals_on and len(self.seats.ready) >= least

    def _wake_at(self) -> int | None:
        if self.seats_people and self.waiting.is_due:
            return 0
        times = [self._turn_due, self.schedule.due, self._closes_at, self.pauses.next_due]
        if not self.pauses.is_on:
            choosing = self.rotation.state.choosing
            times += [self._seating.next_release, self.waiting.next_removal]
            times += [choosing.deadline] if choosing and self._can_play else []
        return min((time for time in times if time is not None), default=None)

    @property
    def _turn_due(self) -> int | None:
        return None if self.pauses.is_on else self.turn_clock.due(self._running_hand)

    @property
    def seats_people(self) -> bool:
        """Whether the table seats people by itself: it has neither closed nor failed, nor has its host locked it."""
        decided = self.host_commands.state
        refuses = decided.locked or decided.ended_by or self.closing.closed or self.faults.halted
        return not refuses and not self.tournament_table.is_on

    @property
    def _running_hand(self) -> HandInProgress | None:
        return self.current_hand if self.current_hand and not self.current_hand.over else None
