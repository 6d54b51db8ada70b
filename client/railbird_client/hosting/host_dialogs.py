"""The dialogs of a host: the game, the books, a name, a limit, and other acts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from msgspec.structs import replace
from textual.app import App
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from railbird_client.hosting.host_panel import (
    AnnounceAct,
    AnnounceDialog,
    CloseAct,
    CorrectAct,
    GameAct,
    HostChoice,
    HostDialog,
    HostNameDialog,
    NameAct,
    PersonAct,
    PersonDialog,
    RailLimitAct,
    RailLimitDialog,
    SeatAct,
    SeatDialog,
)
from railbird_client.shell.dialogs import ConfirmDialog, Dialog, FormRow, parse_chips
from railbird_client.table.next_hand import named_game
from railbird_client.table.table_model import TableModel
from railbird_client.widgets.controls import Chooser, LineInput
from railbird_shared.game.announced_game import Game
from railbird_shared.game.catalogue import CHOICES, Mix, TableChoice
from railbird_shared.game.game_rules import HighOrLow
from railbird_shared.game.rotation import ChosenGame, Rotation, rotation_name, rotation_of
from railbird_shared.protocol.commands import AskStatement, ChangeGame, ChooseGame, Command
from railbird_shared.protocol.host_commands import CorrectBooks, CorrectedPlayer, EndNight
from railbird_shared.protocol.messages import Statement
from railbird_shared.protocol.table_limits import MAX_BET
from railbird_shared.protocol.view import TableView
from railbird_shared.text.text_cleaning import CHAT_LENGTH, clean_chat

WILD_CARDS = (
    ("none", ""),
    ("deuces", "deuces"),
    ("one-eyed jacks", "one-eyed-jacks"),
    ("the lowest card of each hand", "lowest-card"),
)
"""The wild cards that are named most, each as a player says it and as a house writes it."""

HALVES = (
    ("as usual", None),
    ("the highest hand", HighOrLow.HIGH),
    ("the lowest hand", HighOrLow.LOW),
    ("the highest and the lowest", HighOrLow.HI_LO),
)
JOKERS = (("none", 0), ("one", 1), ("two", 2))

REFRESH_SECONDS = 0.25
"""How often a dialog shows the time left."""

_BET_DIGITS = 9


class NameGameDialog(Dialog[ChooseGame]):
    """Asks the player who gets the button for the next game, from the table's repertoire (VT-DC-1).

    `seconds_left` tells how long they have; the dialog closes when that is None, because nobody is asked any more.
    """

    heading = "You name the next game"
    accept_label = "Play it"

    def __init__(self, rotation: Rotation, played: Game, seconds_left: Callable[[], int | None]) -> None:
        super().__init__()
        self._rotation = rotation
        self._played = played
        self._seconds_left = seconds_left

    def rows(self) -> Iterable[Widget]:
        """Yields the games, and what a player may vary."""
        games = [(named_game(chosen), chosen) for chosen in self._rotation.games]
        index = next((at for at, (_, chosen) in enumerate(games) if chosen.game == self._played.id), 0)
        yield FormRow("Game", Chooser(games, index=index, widget_id="game"))
        if self._rotation.variations:
            yield FormRow("Wild", Chooser(WILD_CARDS, widget_id="wild"))
            yield FormRow("Jokers", Chooser(JOKERS, widget_id="jokers"))
            yield FormRow("The pot", Chooser(HALVES, widget_id="played"))
        if self._rotation.max_bet:
            yield FormRow("Bet", LineInput("", max_length=_BET_DIGITS, widget_id="bet"))
            yield Static(Content(f"Bet: up to {self._rotation.max_bet:,}; empty for the usual one."), classes="hint")
        yield Static(Content(), classes="hint", id="time-left")

    def on_mount(self) -> None:
        """Shows the time left, from now on."""
        self.set_interval(REFRESH_SECONDS, self._show_time_left)
        self._show_time_left()

    def _show_time_left(self) -> None:
        seconds = self._seconds_left()
        if seconds is None:
            self.dismiss(None)
        else:
            sentence = f"In {seconds} s {self._played.name} is played again."
            self.query_one("#time-left", Static).update(Content(sentence))

    def read_answer(self) -> ChooseGame | None:
        """Reads the game, with what the player varies."""
        listed: ChosenGame = self.query_one("#game", Chooser).value
        bet = 0
        if self._rotation.max_bet and (text := self.query_one("#bet", LineInput).value.strip()):
            bet = parse_chips(text) or 0
            if not 0 < bet <= self._rotation.max_bet:
                self.show_error(f"Write the bet as a number of chips, 1 to {self._rotation.max_bet:,}.")
                return None
        if not self._rotation.variations:
            return ChooseGame(chosen=ChosenGame(listed.game, bet=bet))
        wild: str = self.query_one("#wild", Chooser).value
        jokers: int = self.query_one("#jokers", Chooser).value
        played: HighOrLow | None = self.query_one("#played", Chooser).value
        return ChooseGame(chosen=ChosenGame(listed.game, bet=bet, wild=wild, jokers=jokers, played=played))


class ChangeGameDialog(Dialog[ChangeGame]):
    """Asks the host what is played from the next hand on, and at what stakes; `rotation` are the games in turn now."""

    heading = "From the next hand on"
    accept_label = "Change it"

    def __init__(self, played: Game, rotation: Rotation | None = None) -> None:
        super().__init__()
        self._played = played
        self._rotation = rotation

    def rows(self) -> Iterable[Widget]:
        """Yields the games and mixes, and the stakes."""
        same: list[tuple[str, TableChoice | Rotation]] = []
        if self._rotation is not None:
            same.append((f"{rotation_name(self._rotation)}, as now", self._rotation))
        games = [*same, *((choice.name, choice) for choice in CHOICES)]
        played = next((at for at, choice in enumerate(CHOICES) if choice.id == self._played.id), 0)
        yield FormRow("Game", Chooser(games, index=0 if same else played, widget_id="game"))
        bet = str(self._played.stakes.minimum_bet)
        yield FormRow("Bet", LineInput(bet, max_length=_BET_DIGITS, widget_id="bet"))
        yield FormRow("Ante", LineInput("", placeholder="the usual one", max_length=_BET_DIGITS, widget_id="ante"))
        yield Static(Content("Bet: the big blind, or a limit game's small bet."), classes="hint")
        yield Static(Content("A pot that waits is won before the game changes."), classes="hint")

    def read_answer(self) -> ChangeGame | None:
        """Reads the game and its stakes."""
        choice: TableChoice | Rotation = self.query_one("#game", Chooser).value
        bet = parse_chips(self.query_one("#bet", LineInput).value)
        if not bet or bet > MAX_BET:
            self.show_error(f"Write the bet as a number of chips, 1 to {MAX_BET:,}.")
            return None
        typed = self.query_one("#ante", LineInput).value.strip()
        ante = parse_chips(typed) if typed else 0
        if ante is None or ante > bet:
            self.show_error(f"Make the ante at most the bet of {bet:,}, or leave it out.")
            return None
        if isinstance(choice, Mix):
            choice = rotation_of(choice, bet)
        if isinstance(choice, Rotation):
            games = tuple(replace(chosen, bet=bet, ante=ante) for chosen in choice.games)
            return ChangeGame(rotation=replace(choice, games=games))
        return ChangeGame(chosen=ChosenGame(choice.id, bet=bet, ante=ante))


_CHIP_DIGITS = 13


class Party(NamedTuple):
    """A player whose books can be corrected; `stack` are the chips in front of them, None for a player who has left."""

    name: str
    stack: int | None = None

    @property
    def label(self) -> str:
        """The player as the host chooses them."""
        return f"{self.name}, who has left" if self.stack is None else f"{self.name}, {self.stack:,} chips"


def parties(view: TableView, statement: Statement | None) -> tuple[Party, ...]:
    """Returns who can be corrected: those with seats, and those who have left as far as a statement names them."""
    seated = tuple(Party(seat.name, seat.stack) for seat in view.occupied)
    here = {party.name for party in seated}
    lines = statement.lines if statement and statement.table == view.table else ()
    gone = tuple(Party(line.name) for line in lines if line.seat is None and line.name not in here)
    return (*seated, *gone)


class CorrectionDialog(Dialog[CorrectBooks]):
    """Asks from whom to whom how many chips go, and why."""

    heading = "Correct the books"
    accept_label = "Correct them"

    def __init__(self, parties: tuple[Party, ...]) -> None:
        super().__init__()
        self._parties = parties

    def rows(self) -> Iterable[Widget]:
        """Yields the rows of a correction: the giver, the receiver, the chips and the reason."""
        yield FormRow("Take from", Chooser(self._choices, widget_id="payer"))
        yield FormRow("Give to", Chooser(self._choices, index=1, widget_id="payee"))
        yield FormRow("Chips", LineInput(max_length=_CHIP_DIGITS, widget_id="chips"))
        yield FormRow("Because", LineInput(placeholder="all read it", max_length=CHAT_LENGTH, widget_id="reason"))
        yield Static(Content("Between hands only: [,] at the table takes a break."), classes="hint")

    def show(self, parties: tuple[Party, ...]) -> None:
        """Shows the players who can be corrected now; those chosen stay so."""
        if parties == self._parties or not parties or not self.is_mounted:
            return
        self._parties = parties
        for row in (self.query_one("#payer", Chooser), self.query_one("#payee", Chooser)):
            chosen: Party = row.value
            index = next((at for at, party in enumerate(parties) if party.name == chosen.name), 0)
            row.set_choices(self._choices, index)

    @property
    def _choices(self) -> list[tuple[str, Party]]:
        return [(party.label, party) for party in self._parties]

    def read_answer(self) -> CorrectBooks | None:
        """Reads the correction."""
        payer: Party = self.query_one("#payer", Chooser).value
        payee: Party = self.query_one("#payee", Chooser).value
        chips = parse_chips(self.query_one("#chips", LineInput).value)
        reason = clean_chat(self.query_one("#reason", LineInput).value)
        if payer == payee:
            self.show_error("Choose two players: one gives, the other gets.")
        elif not chips:
            self.show_error("Write how many chips as a number.")
        elif payer.stack is not None and chips > payer.stack:
            self.show_error(f"{payer.name} has {payer.stack:,} chips; take at most those.")
        elif not reason:
            self.show_error("Say in a few words why, for everybody to read.")
        else:
            players = (CorrectedPlayer(payee.name, chips), CorrectedPlayer(payer.name, -chips))
            return CorrectBooks(players=players, reason=reason)
        return None


class HostDialogs:
    """The dialogs of a host over the table that `model` is of; `request` gets the commands that they lead to."""

    def __init__(self, app: App[object], model: TableModel, request: Callable[[Command | None], None]) -> None:
        self._app = app
        self._model = model
        self._request = request

    def open(self, view: TableView) -> None:
        """Asks the host what to do."""
        self._app.push_screen(HostDialog(view), self._host_chose)

    def _host_chose(self, choice: HostChoice | None) -> None:
        """Asks the host what an act still needs, or requests it."""
        if isinstance(choice, PersonAct):
            self._app.push_screen(PersonDialog(choice), self._host_chose)
        elif isinstance(choice, SeatAct):
            self._app.push_screen(SeatDialog(choice), self._request)
        elif isinstance(choice, AnnounceAct):
            self._app.push_screen(AnnounceDialog(), self._request)
        elif isinstance(choice, NameAct):
            self._app.push_screen(HostNameDialog(choice), self._request)
        elif isinstance(choice, RailLimitAct):
            self._app.push_screen(RailLimitDialog(choice.rail), self._request)
        elif isinstance(choice, CorrectAct):
            self._correct_books()
        elif isinstance(choice, GameAct):
            self._change_game()
        elif isinstance(choice, CloseAct):
            question = "End the night at once? A hand that runs does not count, and everybody takes their chips."
            self._app.push_screen(ConfirmDialog(question, yes="End it"), self._end_at_once)
        else:
            self._request(choice)

    def _change_game(self) -> None:
        """Asks the host what is played from the next hand on."""
        if (view := self._model.shown_view) is not None:
            self._app.push_screen(ChangeGameDialog(view.game, view.rotation), self._request)

    def _end_at_once(self, sure: bool | None) -> None:
        if sure:
            self._request(EndNight(now=True))

    def _correct_books(self) -> None:
        """Asks the host for a correction, and the server for players who have left, since they can be corrected too."""
        if (view := self._model.shown_view) is not None:
            self._app.push_screen(CorrectionDialog(parties(view, self._model.statement)), self._request)
            if not view.playing:
                self._request(AskStatement())
