"""The dialogs in which a game is named: by the player who gets the button, or by the host for the next hand on."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec.structs import replace
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from railbird_client.shell.dialogs import Dialog, FormRow, parse_chips
from railbird_client.table.next_hand import named_game
from railbird_client.widgets.chooser import Chooser
from railbird_client.widgets.line_input import LineInput
from railbird_shared.game.announced_game import Game
from railbird_shared.game.catalogue import CHOICES, Mix, TableChoice
from railbird_shared.game.game_rules import HighOrLow
from railbird_shared.game.rotation import ChosenGame, Rotation, rotation_name, rotation_of
from railbird_shared.protocol.commands import ChangeGame, ChooseGame
from railbird_shared.protocol.table_limits import MAX_BET

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

_MAX_DIGITS = 9


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
            yield FormRow("Bet", LineInput("", max_length=_MAX_DIGITS, widget_id="bet"))
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
        yield FormRow("Bet", LineInput(bet, max_length=_MAX_DIGITS, widget_id="bet"))
        yield FormRow("Ante", LineInput("", placeholder="the usual one", max_length=_MAX_DIGITS, widget_id="ante"))
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
