"""Two whole nights as a poker player reads them: a cash game, and the dealer's choice.

Renew the transcripts in `nights/` with `RAILBIRD_RENEW=1`, and read `git diff`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.table import audience, inputs
from railbird_server.table.audience import statement
from railbird_server.table.inputs import FullEvent
from railbird_server.table.settings import TableSettings, game_terms_or_refusal, settings_with
from railbird_shared.game.cards import Card
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.history.narration import format_signed, narrate
from railbird_shared.history.settle_up import settle_up
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol import commands
from railbird_shared.protocol.actions import Action, BringIn, Call, Check, Draw, LegalActions, WagerKind
from railbird_shared.protocol.commands import ChooseGame, TableCommand
from railbird_shared.protocol.events import HandStarted
from railbird_shared.protocol.folding import fold_each
from railbird_shared.protocol.host_commands import (
    Announce,
    CorrectBooks,
    CorrectedPlayer,
    EndNight,
    HandOver,
    Kick,
    LastHand,
    MovePlayer,
)
from support.golden_files import assert_matches_golden_file
from support.hand_builders import parse_action
from support.table_harness import TableHarness, from_player, table_settings

NIGHTS = Path(__file__).parent / "nights"


class Night(TableHarness):
    """A table that writes down what everybody at it reads."""

    def __init__(self, settings: TableSettings) -> None:
        super().__init__(settings)
        self.lines: list[str] = []

    def submit(self, request: inputs.Input) -> list[FullEvent]:
        """Puts an input to the table, and writes down what is told of it."""
        before = self.view()
        events = super().submit(request)
        for transition in fold_each(before, audience.split(events).public):
            if isinstance(transition.event, HandStarted):
                self.lines.append("")
            self.lines += narrate([transition], symbols=False)
        return events

    def tell(self, name: str, *wishes: TableCommand) -> None:
        """Has a player give commands; a refusal is written down as they read it."""
        for wish in wishes:
            try:
                self.submit(from_player(name, wish))
            except Refusal as refusal:
                self.lines.append(f"  {name} is told: {refusal.sentence}")

    def play_hand(self, *acts: str) -> None:
        """Deals a hand, in which the players in turn act as told and then check, call or stand pat to its end."""
        self.deal_next_hand()
        self.act_each(*acts)
        self.finish_hand()

    def finish_hand(self) -> None:
        """Plays a hand to its end."""
        while self.hand_running:
            turn = self.turn
            self.take(_passive_act(turn.legal, self.view(self.player_to_act).you.cards, self.view().street))

    def settle_up(self) -> None:
        """Writes down the statement, and who pays whom."""
        stated = statement(self.table)
        self.lines += ["", "The statement:"]
        for line in stated.lines:
            took = line.cashed_out + line.on_table
            self.lines.append(f"  {line.name} bought {line.bought_in}, took {took}: {format_signed(line.result)}")
        results = {line.name: line.result for line in stated.lines}
        assert sum(results.values()) == 0
        self.lines += [f"  {payer} pays {payee} {chips}" for payer, payee, chips in settle_up(results)]


def _passive_act(legal: LegalActions, cards: Sequence[Card], street: int) -> Action:
    """Returns what a player does who has nothing better to do; somebody opens, so that no hand is passed out."""
    if legal.max_discards is not None:
        return Draw(tuple(cards[:1]))
    if legal.check and legal.wager and legal.wager.kind is WagerKind.BET and street == 0:
        return legal.wager.action(legal.wager.minimum)
    if legal.bring_in is not None:
        return BringIn()
    return Check() if legal.check else Call()


def _house_settings(house: HouseRules, chosen: ChosenGame) -> TableSettings:
    """The terms of a game in a house, with a clock and pauses."""
    base = table_settings(chosen.game, buy_in=(40, 100), pause=4_000, seats=5)
    return replace(settings_with(replace(base, house_rules=house), game_terms_or_refusal(house, chosen)), seats=5)


def test_a_cash_night() -> None:
    """Arrivals, a straddle, a board run twice, a rebuy, a break, a kick, a new host, the last hand, the statement."""
    night = Night(_house_settings(HouseRules(runs=2, straddles=1), ChosenGame("holdem", bet=2)))
    night.sit("Wren", "Heron", "Jay", chips=100)
    night.play_hand("r 6", "c", "c")
    night.tell("Jay", commands.Straddle())
    night.tell("Heron", HandOver(seat=2))
    night.deal_next_hand()
    night.sit("Magpie", chips=60)
    night.finish_hand()
    night.tell("Wren", Announce(text="Pizza at ten."))
    night.deal_next_hand()
    night.take(parse_action(f"r {night.turn.legal.all_in_to}"))
    while night.hand_running and night.turn.legal.max_runs is None:
        legal = night.turn.legal
        night.act("c" if legal.call is not None and legal.call >= legal.stack else "f" if legal.fold else "x")
    while night.hand_running:
        night.act("run 2")
    for name, chips in night.stacks().items():
        if not chips:
            night.tell(name, commands.AddChips(chips=100))
    night.tell("Wren", commands.TakeBreak(minutes=10))
    night.advance_to_wake_time()
    night.play_hand()
    night.tell("Wren", Kick(seat=1), Kick(seat=4), HandOver(seat=2))
    night.tell("Wren", LastHand())
    night.tell("Heron", LastHand())
    night.play_hand("c")
    night.settle_up()
    night.tell("Heron", EndNight())
    assert night.table.closing_reason(night.now + 10_000) == "Heron has ended the night."
    assert_matches_golden_file(NIGHTS / "cash.txt", "\n".join(night.lines) + "\n", __file__)


def test_a_night_of_the_dealers_choice() -> None:
    """The dealers name games with wild cards and jokers, one too late, and one that this table does not play."""
    games = (ChosenGame("holdem", bet=2), ChosenGame("five-card-draw", bet=2), ChosenGame("seven-card-stud", bet=2))
    rotation = Rotation(games, hands=1, dealers_choice=True, variations=True)
    night = Night(replace(_house_settings(HouseRules(), games[0]), rotation=rotation))
    night.sit("Wren", "Heron", "Jay", chips=100)
    for chosen in (
        ChosenGame("five-card-draw", wild="deuces"),
        ChosenGame("badugi"),
        None,
        ChosenGame("seven-card-stud", jokers=2),
    ):
        while (choosing := night.table.rotation.state.choosing) is None:
            if night.outcome.wants_deck:
                night.submit(inputs.Deal(night.next_deck()))
                night.finish_hand()
            else:
                night.advance_to_wake_time()
        dealer = night.player_by_seat[choosing.seat]
        if chosen is not None:
            night.tell(dealer, ChooseGame(chosen=chosen))
        while night.table.rotation.state.choosing or not night.outcome.wants_deck:
            night.advance_to_wake_time()
        night.submit(inputs.Deal(night.next_deck()))
        night.finish_hand()
    night.tell("Jay", commands.Vote(minutes=5))
    night.tell("Heron", commands.Vote())
    night.advance_to_wake_time()
    night.tell("Wren", MovePlayer(seat=3, to=5))
    correction = (CorrectedPlayer("Heron", 3), CorrectedPlayer("Wren", -3))
    night.tell("Wren", CorrectBooks(players=correction, reason="The ante of hand 2 was paid twice."))
    night.tell("Wren", LastHand())
    while night.table.rotation.state.choosing is None:
        night.advance_to_wake_time()
    while not night.outcome.wants_deck:
        night.advance_to_wake_time()
    night.submit(inputs.Deal(night.next_deck()))
    night.finish_hand()
    night.settle_up()
    assert_matches_golden_file(NIGHTS / "dealers-choice.txt", "\n".join(night.lines) + "\n", __file__)
