"""One table's life as a state machine: everything that anybody may ask of it, wisely or not, in any order.

`TableHarness` checks each step: chips are conserved, each viewer's folded view is the snapshot, nobody gets a card they
may not know, and a refusal changes nothing. `TwinTable` checks that the journal alone makes the same table, and that
the books are those of the kept hands. `TableLife` checks what the host was promised.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from typing import get_args

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.table import inputs
from railbird_server.table.host_commands import OWNER
from railbird_server.table.inputs import FullEvent, PlayerIdentity
from railbird_server.table.settings import TableSettings, game_terms_or_refusal
from railbird_server.table.table import Table
from railbird_shared.game.rotation import ChosenGame
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol import actions as do
from railbird_shared.protocol import commands, events
from railbird_shared.protocol.actions import TopUpTo
from railbird_shared.protocol.commands import TableCommand
from railbird_shared.protocol.host_commands import (
    Announce,
    AnswerBuyIn,
    AutoTopUp,
    ChangeRail,
    CorrectBooks,
    EndNight,
    HandOver,
    Kick,
    LastHand,
    LetRailSee,
    LockTable,
    MovePlayer,
    RemoveWaiting,
)
from support.examples import examples
from support.random_evenings import (
    GAMES,
    answer_buy_in,
    random_terms,
    some_choice,
    some_correction,
    some_rotation,
)
from support.random_play import choose_action
from support.table_twin import TwinTable
from support.view_builders import PLAYER_NAMES

MOST_ACTS = 60
"""Acts after which a hand is left as it is."""

MOST_WAKINGS = 20

BOTS = PLAYER_NAMES[7:9]
PEOPLE = PLAYER_NAMES[:7]

anybody = st.sampled_from([PlayerIdentity(name, name, name in BOTS, name in BOTS[:1]) for name in (*PEOPLE, *BOTS)])
seat_numbers = st.integers(1, 9)
minutes = st.integers(0, 2)
amounts = st.sampled_from((0, 1, 4, 10, 30, 60, 500))
mostly = st.sampled_from((True, True, False))
some_number = st.integers(0, 2**12)
dice_rolls = st.randoms(use_true_random=False)
authorities = st.sampled_from(("host", "host", "host", "host", "owner", "somebody else"))

SEAT_COMMANDS: dict[type[TableCommand], dict[str, st.SearchStrategy[object]]] = {
    commands.Sit: {"seat": st.sampled_from((0, 0, 1, 2, 3, 5, 9)), "chips": amounts},
    commands.Stand: {},
    commands.ChangeSeat: {"seat": st.integers(0, 9)},
    commands.JoinWaitingList: {"chips": amounts},
    commands.LeaveWaitingList: {},
    commands.AddChips: {"chips": amounts},
    AutoTopUp: {"to": st.sampled_from(TopUpTo)},
    commands.SitOut: {},
    commands.SitIn: {},
    commands.PostBlind: {"on": mostly},
    commands.Straddle: {"on": mostly},
    commands.ChopBlinds: {"on": mostly},
    commands.AskBombPot: {"on": mostly},
    LetRailSee: {"on": mostly},
    commands.Vote: {"on": mostly, "minutes": minutes},
}
"""What players ask about their own seats, and for breaks, with what they may name."""

HOST_COMMANDS: dict[type[TableCommand], dict[str, st.SearchStrategy[object]]] = {
    commands.Pause: {},
    commands.GoOn: {},
    commands.TakeBreak: {"minutes": minutes},
    commands.CallBombPot: {"on": mostly},
    LastHand: {"on": mostly},
    Kick: {"seat": seat_numbers},
    MovePlayer: {"seat": seat_numbers, "to": st.integers(0, 9)},
    RemoveWaiting: {"name": st.sampled_from(PEOPLE)},
    HandOver: {"seat": seat_numbers},
    LockTable: {"on": mostly},
    ChangeRail: {"limit": st.none() | st.integers(0, 2), "speaks": st.booleans()},
    Announce: {"text": st.sampled_from(("", "Pizza at ten."))},
}
"""What hosts command, apart from what has a rule of its own."""

COMMANDS_WITH_A_RULE: set[type[TableCommand]] = {
    commands.Act,
    commands.ShowHand,
    commands.HuntRabbit,
    commands.SeeHand,
    commands.DealOn,
    commands.ChooseGame,
    commands.ChangeGame,
    AnswerBuyIn,
    CorrectBooks,
    EndNight,
}

acts_at_random = st.sampled_from((do.Fold(), do.Check(), do.Call(), do.Raise(9), do.Bet(4), do.Draw(), do.Run(2)))


def _one_of(kinds: dict[type[TableCommand], dict[str, st.SearchStrategy[object]]]) -> st.SearchStrategy[TableCommand]:
    return st.one_of(*(st.builds(kind, **fields) for kind, fields in kinds.items()))


while_a_hand_runs = precondition(lambda self: self.table.hand_runs)
after_a_hand = precondition(lambda self: self.table.current_hand is not None and not self.table.hand_runs)


class TableLife(RuleBasedStateMachine):
    """A table, the people around it, and what was said to them that has to hold."""

    def __init__(self) -> None:
        super().__init__()
        self.harness = TwinTable(random_terms(random.Random(0), "holdem", 0))
        self._reset()

    def _reset(self) -> None:
        self.locked = self.paused = False
        self.banned: set[str] = set()
        self.kicked: set[str] = set()
        self.last_hand = 0

    @property
    def table(self) -> Table:
        """The table, which is another object after a restart."""
        return self.harness.table

    @initialize(
        dice=dice_rolls, terms=st.sampled_from(GAMES), runs=st.sampled_from((1, 2, 3)), players=st.integers(2, 6)
    )
    def opens(self, dice: random.Random, terms: tuple[str, int], runs: int, players: int) -> None:
        """The host opens a table of any terms, and some players sit down."""
        self._reset()
        self.harness = TwinTable(_terms(dice, *terms, runs))
        for name in PLAYER_NAMES[:players]:
            self.attempt(PlayerIdentity(name, name), commands.Sit(chips=30))

    # --- asking

    def submit(self, request: inputs.Input) -> None:
        """Puts something to the table, and checks what the host was promised."""
        names = {seat.number: seat.name for seat in self.table.seats.occupied}
        self._check_promises(self.harness.submit(request), names)
        assert not self.harness.outcome.fault

    def ask(self, request: inputs.Input) -> None:
        """Asks for something that may be refused."""
        with suppress(Refusal):
            self.submit(request)

    def attempt(self, player: PlayerIdentity, command: TableCommand) -> None:
        """Has a player give a command that may be refused."""
        self.ask(inputs.PlayerCommand(player, command))

    def authority(self, authority: str, player: PlayerIdentity) -> PlayerIdentity:
        """Returns who claims to have a say about the table."""
        return {"host": self.table.host, "owner": OWNER}.get(authority, player)

    # --- players

    @rule(player=anybody, given=st.lists(_one_of(SEAT_COMMANDS), min_size=1, max_size=3))
    def asks_about_their_seat(self, player: PlayerIdentity, given: list[TableCommand]) -> None:
        """Somebody sits down, leaves, buys chips, sits out, comes back, posts, straddles or votes."""
        for command in given:
            self.attempt(player, command)

    @rule(players=st.lists(anybody, min_size=1, max_size=4))
    def come_to_play(self, players: list[PlayerIdentity]) -> None:
        """Some people and bots sit down, or have chips and are dealt in again."""
        for player in players:
            self._sit_to_play(player)

    @rule(player=anybody, suffix=st.sampled_from(("", " II", " III")), copied=st.booleans())
    def takes_another_name(self, player: PlayerIdentity, suffix: str, copied: bool) -> None:
        """Somebody is called otherwise from now on, or would like the name of somebody else."""
        names = {seat.player: seat.name for seat in self.table.seats.occupied}
        taken = [name for other, name in names.items() if other != player.id] if copied else []
        before = self.harness.known_as.get(player.id, player.id)
        self.ask(inputs.NameChanged(player.id, taken[0] if taken else f"{player.id}{suffix}"))
        if taken and player.id in names:
            assert self.harness.known_as.get(player.id, player.id) == before

    @rule(player=anybody)
    def takes_what_is_offered(self, player: PlayerIdentity) -> None:
        """Somebody asks for all that the table offers them, and none of it is refused."""
        seat = self.table.seats.of(player.id)
        for command in [] if seat is None else _offered(seat.offers):
            self.submit(inputs.PlayerCommand(player, command))

    @rule(choices=st.lists(some_number, min_size=1, max_size=12))
    def play_on(self, choices: list[int]) -> None:
        """The game goes on: players act, hands are dealt, time passes, and the host wants it to go on."""
        for choice in choices:
            self._go_on(choice)

    @rule(seed=some_number)
    def play_a_hand(self, seed: int) -> None:
        """The game goes on until a hand is over."""
        dice, number = random.Random(seed), self.table.hand_number
        for _ in range(MOST_ACTS):
            self._go_on(dice.randrange(2**12))
            if self.table.hand_number != number and not self.table.hand_runs:
                break

    @while_a_hand_runs
    @rule(choice=some_number)
    def acts(self, choice: int) -> None:
        """The player in turn does something legal."""
        turn = self.harness.turn
        current = self.table.current_hand
        cards = current.known_cards.get(turn.seat, ()) if current else ()
        action = choose_action(turn.legal, list(cards), choice)
        command = commands.Act(hand=self.table.hand_number, turn=turn.turn, action=action)
        self.submit(inputs.PlayerCommand(self._player_at(turn.seat), command))

    @rule(player=anybody, turn=st.integers(0, 4), action=acts_at_random)
    def acts_anyhow(self, player: PlayerIdentity, turn: int, action: do.Action) -> None:
        """Somebody acts, whether it is their turn or not, or the time for it."""
        current = self.table.current_hand
        number = current.turn.turn if current and current.turn and turn else turn
        self.attempt(player, commands.Act(hand=self.table.hand_number, turn=number, action=action))

    @after_a_hand
    @rule(player=anybody, seat=seat_numbers, what=st.sampled_from(("hand", "card", "rabbit", "mucked")))
    def looks_at_cards(self, player: PlayerIdentity, seat: int, what: str) -> None:
        """Somebody shows cards after the hand, or wants to see some."""
        own = self.harness.view(player.id).you.cards[:1] if self.table.seats.of(player.id) else ()
        wanted: dict[str, TableCommand] = {
            "hand": commands.ShowHand(),
            "card": commands.ShowHand(cards=own),
            "rabbit": commands.HuntRabbit(),
            "mucked": commands.SeeHand(seat=seat),
        }
        self.attempt(player, wanted[what])

    @rule(dice=dice_rolls, player=anybody, is_dealer=mostly)
    def chooses_a_game(self, dice: random.Random, player: PlayerIdentity, is_dealer: bool) -> None:
        """The dealer names the next game, or somebody else does."""
        choosing = self.table.rotation.state.choosing
        waits = choosing is not None and self.table.seats.at(choosing.seat)  # who is gone chooses until the next step
        chooser = self._player_at(choosing.seat) if choosing and waits and is_dealer else player
        self.attempt(chooser, commands.ChooseGame(chosen=some_choice(dice)))

    # --- the host

    @rule(authority=authorities, player=anybody, given=st.lists(_one_of(HOST_COMMANDS), min_size=1, max_size=4))
    def commands_as_host(self, authority: str, player: PlayerIdentity, given: list[TableCommand]) -> None:
        """The host does something to the table, the owner of the server does, or somebody who may not."""
        for command in given:
            self.attempt(self.authority(authority, player), command)

    @rule(authority=authorities, player=anybody, at_once=st.booleans())
    def ends_the_night(self, authority: str, player: PlayerIdentity, at_once: bool) -> None:
        """The host ends the night, and may take that back as long as the table is open."""
        self.attempt(self.authority(authority, player), EndNight(now=at_once))

    @rule(authority=authorities, player=anybody, whom=anybody, on=mostly, address=st.sampled_from(("", "192.0.2.7")))
    def bans(self, authority: str, player: PlayerIdentity, whom: PlayerIdentity, on: bool, address: str) -> None:
        """The host bans somebody, or lets them come again."""
        self.ask(inputs.BanRequest(self.authority(authority, player), whom, on, address))

    @rule(authority=authorities, player=anybody, whom=anybody, on=mostly)
    def mutes(self, authority: str, player: PlayerIdentity, whom: PlayerIdentity, on: bool) -> None:
        """The host mutes somebody, or lets them chat."""
        self.ask(inputs.MuteRequest(self.authority(authority, player), whom, on))

    @rule(dice=dice_rolls)
    def answers_who_asks_for_chips(self, dice: random.Random) -> None:
        """The host approves chips or declines them, or somebody else would like to."""
        self.ask(answer_buy_in(self.harness, dice))

    @rule(dice=dice_rolls, authority=authorities, player=anybody)
    def corrects_the_books(self, dice: random.Random, authority: str, player: PlayerIdentity) -> None:
        """The host moves chips from some players to others, for a reason."""
        self.attempt(self.authority(authority, player), some_correction(dice, self.harness))

    @rule(dice=dice_rolls, authority=authorities, player=anybody, several=st.booleans())
    def changes_the_game(self, dice: random.Random, authority: str, player: PlayerIdentity, several: bool) -> None:
        """The host changes the game, its stakes, or the list of games."""
        rotation = some_rotation(dice, ChosenGame("holdem", bet=2)) if several else None
        chosen = None if several else some_choice(dice)
        self.attempt(self.authority(authority, player), commands.ChangeGame(chosen=chosen, rotation=rotation))

    # --- time and the server

    @rule(ms=st.sampled_from((0, 500, 3_000, 20_000, 60_000, 700_000)))
    def time_passes(self, ms: int) -> None:
        """Time passes, and the table is woken whenever it wants to be."""
        until = self.harness.now + ms
        for _ in range(MOST_WAKINGS):
            wake_at = self.harness.outcome.wake_at
            if wake_at is None or wake_at > until or self.harness.outcome.wants_deck:
                break
            self.harness.now = max(self.harness.now, wake_at)
            self.submit(inputs.Tick())
        self.harness.now = until

    @rule(player=anybody, up=st.booleans())
    def connection_changes(self, player: PlayerIdentity, up: bool) -> None:
        """Somebody's connection is lost, or is back."""
        self.submit(inputs.ConnectionUp(player.id) if up else inputs.ConnectionDown(player.id))

    @rule()
    def server_restarts(self) -> None:
        """The server ends at any moment, and brings the table back from its journal."""
        self.harness.restart()

    @rule(what=st.sampled_from(("deck", "void", "host")), number=st.integers(0, len(PEOPLE) - 1))
    def server_reports(self, what: str, number: int) -> None:
        """A deck comes, wanted or not; a hand is void; or the host is gone, and somebody else hosts the table."""
        if what == "host":
            self.harness.change_host(PEOPLE[number], f"epoch {len(self.harness.changes)}")
        else:
            self.ask(
                inputs.VoidHand("The cards were marked.") if what == "void" else inputs.Deal(self.harness.next_deck())
            )

    @rule(dice=dice_rolls, terms=st.sampled_from(GAMES), runs=st.sampled_from((1, 2)))
    @precondition(lambda self: self.table.closing_reason(self.harness.now))
    def closes(self, dice: random.Random, terms: tuple[str, int], runs: int) -> None:
        """The table closes, as its host wants it, and opens again another night."""
        self.harness.close(self.table.closing_reason(self.harness.now))
        assert not self.table.hand_runs
        assert not self.table.carried_pot.chips or not self.table.seats.occupied
        self.opens(dice, terms, runs, players=3)

    def _go_on(self, choice: int) -> None:
        """Does what moves the table on."""
        outcome = self.harness.outcome
        if self.harness.hand_running:
            self.acts(choice)
        elif outcome.wants_deck:
            self.submit(inputs.Deal(self.harness.next_deck()))
        elif (choosing := self.table.rotation.state.choosing) and self.table.seats.at(choosing.seat) and choice % 2:
            self._choose(choosing.seat, choice)
        elif outcome.wake_at is not None and choice % 4:
            self.harness.now = max(self.harness.now, outcome.wake_at)
            self.submit(inputs.Tick())
        elif not self.table.closing_reason(self.harness.now):
            self._get_going(choice)

    def _get_going(self, choice: int) -> None:
        """Does what lets a table go on that waits: the host wants it to, and somebody sits down."""
        wanted: list[TableCommand] = [commands.GoOn(), LastHand(on=False)]
        for command in (*wanted, *[LockTable(on=False)] * (choice % 3 == 0)):
            self.attempt(self.table.host, command)
        player = PlayerIdentity(PEOPLE[choice % len(PEOPLE)], PEOPLE[choice % len(PEOPLE)])
        self.submit(inputs.ConnectionUp(player.id))
        self._sit_to_play(player)
        self.ask(answer_buy_in(self.harness, random.Random(choice)))

    def _sit_to_play(self, player: PlayerIdentity) -> None:
        self.attempt(player, commands.Sit())
        self.attempt(player, commands.AddChips())
        self.attempt(player, commands.SitIn())

    def _choose(self, seat: int, choice: int) -> None:
        """Has the dealer name a game of the repertoire."""
        rotation = self.table.rotation.state.rotation
        assert rotation is not None
        chosen = rotation.games[choice % len(rotation.games)]
        self.attempt(self._player_at(seat), commands.ChooseGame(chosen=chosen))

    def _player_at(self, number: int) -> PlayerIdentity:
        seat = self.table.seats.at(number)
        assert seat is not None
        return PlayerIdentity(seat.player, seat.name, seat.bot)

    # --- what has to hold

    def _check_promises(self, told: Sequence[FullEvent], names: dict[int, str]) -> None:
        """No hand is dealt that the host does not want, and nobody sits down whom they do not let in."""
        for event in told:
            match event:
                case events.SeatsLocked(locked=locked):
                    self.locked = locked
                case events.BanChanged(name=name, banned=True):
                    self.banned.add(name)
                case events.BanChanged(name=name):
                    self.banned.discard(name)
                case events.PlayerKicked(seat=seat):
                    self.kicked.add(names[seat])
                case events.PlayerLeft(name=name):
                    self.kicked.discard(name)
                case events.LastHandCalled(hand=hand):
                    self.last_hand = hand
                case events.LastHandRevoked():
                    self.last_hand = 0
                case events.PlayPaused():
                    self.paused = True
                case events.PlayResumed():
                    self.paused = False
                case events.PlayerSat(name=name):
                    assert not self.locked, "nobody sits down at a locked table"
                    assert name not in self.banned, "nobody sits down who is banned"
                case events.HandStarted(hand=hand, carried=carried):
                    assert not self.paused, "no hand is dealt while the table is paused"
                    is_allowed = not self.last_hand or hand <= self.last_hand or carried
                    assert is_allowed, "no hand is dealt after the last one but for a pot that waits"
                case _:
                    pass

    @invariant()
    def who_was_removed_is_gone_after_the_hand(self) -> None:
        """Nobody whom the host removed keeps a seat between hands."""
        if not self.table.hand_runs:
            assert not self.kicked

    @invariant()
    def nobody_has_two_seats(self) -> None:
        """Nobody has two seats, and no stack or request is below nothing."""
        occupied = self.table.seats.occupied
        assert len({seat.player for seat in occupied}) == len(occupied)
        assert all(seat.stack >= 0 and seat.top_up >= 0 and seat.requested >= 0 for seat in occupied)


def _terms(dice: random.Random, game: str, ante: int, runs: int) -> TableSettings:
    """Returns random terms in a house that deals the rest of a board several times."""
    terms = random_terms(dice, game, ante)
    customs = terms.effective_rules
    house = HouseRules(
        runs=runs,
        rabbit_hunt=customs.rabbit_hunt,
        chopped_blinds=customs.chopped_blinds,
        seven_deuce=customs.seven_deuce,
        bomb_pot=customs.bomb_pot,
        bomb_pot_every=customs.bomb_pot_every,
        all_in_chances=customs.all_in_chances,
        straddles=terms.straddles,
    )
    own = game_terms_or_refusal(house, ChosenGame(game, bet=2, ante=ante))
    return replace(terms, house_rules=house, variant=own.variant, game=own.game)


def _offered(offers: do.Offers) -> list[TableCommand]:
    """Returns a command for each thing that a player is offered."""
    wanted: list[TableCommand] = [commands.DealOn()] * offers.deal_on
    wanted += [commands.SeeHand(seat=seat) for seat in offers.see_hands]
    wanted += [commands.HuntRabbit()] * offers.rabbit
    wanted += [commands.ShowHand()] * offers.show
    wanted += [] if offers.post is None else [commands.PostBlind(on=not offers.post)]
    wanted += [] if offers.straddle is None else [commands.Straddle(on=not offers.straddle)]
    wanted += [] if offers.chop is None else [commands.ChopBlinds(on=not offers.chop)]
    wanted += [] if offers.bomb_pot is None else [commands.AskBombPot(on=not offers.bomb_pot)]
    wanted += [commands.AddChips(chips=offers.min_top_up)] if offers.max_top_up else []
    return wanted


def test_every_command_of_a_table_is_given() -> None:
    assert set(get_args(TableCommand)) == {*SEAT_COMMANDS, *HOST_COMMANDS, *COMMANDS_WITH_A_RULE}


def test_a_table_keeps_its_promises_whatever_happens() -> None:
    run_state_machine_as_test(TableLife, settings=settings(max_examples=examples(25), stateful_step_count=40))


@pytest.mark.slow
def test_a_table_keeps_its_promises_over_long_nights() -> None:
    run_state_machine_as_test(TableLife, settings=settings(max_examples=60, stateful_step_count=100))
