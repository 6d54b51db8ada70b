"""The dialogs of a host: acts and people, the game, the books, and the questions when they leave or return."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from msgspec.structs import replace
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from railbird_client.forms.form_list import Choose, FormList, RowAct
from railbird_client.forms.form_rows import FormRow, RowKind
from railbird_client.hosting.host_form import HostSetup, setup_of_table
from railbird_client.hosting.profiles import profiles_of
from railbird_client.table.table_words import named_game
from railbird_client.widgets.controls import Chooser, CommandRequested, LineInput
from railbird_client.widgets.dialogs import (
    MAX_CHOICES,
    Choice,
    ChoiceDialog,
    Dialog,
    LineDialog,
    QuestionDialog,
    parse_chips,
)
from railbird_client.widgets.live_screen import LiveScreen, SessionView
from railbird_shared.game.announced_game import Game
from railbird_shared.game.catalogue import CHOICES, Mix, TableChoice, find_game, game_names
from railbird_shared.game.game_rules import HighOrLow
from railbird_shared.game.rotation import ChosenGame, Rotation, rotation_name, rotation_of
from railbird_shared.protocol import commands
from railbird_shared.protocol import host_commands as hosts
from railbird_shared.protocol.messages import Statement, TableInfo
from railbird_shared.protocol.table_limits import MAX_BET
from railbird_shared.protocol.view import TableView
from railbird_shared.text.text_cleaning import CHAT_LENGTH, TABLE_NAME_LENGTH, clean_chat

MOST_PEOPLE_SHOWN = 10
"""How many rows of a long list of people are shown at a time."""


class ProfileDialog(LineDialog[Choice]):
    """Asks for a name, and keeps the table as it is now under it."""

    def __init__(self, view: TableView) -> None:
        super().__init__(
            "Save this table as a profile",
            "Name",
            self._save,
            accept="Save",
            hint="Game, stakes, buy-ins and house rules, without players and password.",
            value=view.name,
            max_length=TABLE_NAME_LENGTH,
        )
        self._view = view

    def _save(self, name: str) -> str:
        profiles = profiles_of(self.app).tables
        last = profiles.load().last
        opened_with = last if last is not None and last.name == self._view.name else HostSetup()
        saved = profiles.save(name, setup_of_table(self._view, opened_with))
        return profiles.take_error() or f"{saved} is saved: the form for a new table has it."


class PersonDialog(ChoiceDialog[Choice]):
    """Asks whom an act is about; more people than have digits are a list to search."""

    def rows(self) -> Iterable[Widget]:
        """Yields the people."""
        if len(self.choices) <= MAX_CHOICES:
            return super().rows()
        people = FormList(self._act)
        people.leaves_digits = True
        people.rows = tuple(FormRow(key, name, kind=RowKind.TICK) for key, (name, _) in self.choices.items())
        people.styles.height = MOST_PEOPLE_SHOWN
        return people, self.line("Type some of a name, and press [Enter].", "hint")

    def _act(self, act: RowAct) -> None:
        if isinstance(act, Choose):
            self.action_choose(act.row.id)


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

MAX_LISTED_TABLES = 4
_BET_DIGITS = 9
_CHIP_DIGITS = 13


def _names_of(choice: TableChoice | ChosenGame | Rotation) -> tuple[str, ...]:
    """Returns the names by which somebody who types finds a game."""
    if isinstance(choice, ChosenGame):
        return game_names(find_game(choice.game))
    return () if isinstance(choice, Rotation) else game_names(choice)


class NameGameDialog(Dialog[commands.ChooseGame]):
    """Asks the player who gets the button for the next game, from the table's repertoire (VT-DC-1).

    `seconds_left` tells how long they have; the dialog closes when that is None, because nobody is asked any more.
    """

    heading = "You name the next game"
    accept_label = "Play it"
    hints: Sequence[str] = ("",)

    def __init__(self, rotation: Rotation, played: Game, seconds_left: Callable[[], int | None]) -> None:
        super().__init__()
        games = [(named_game(chosen), chosen) for chosen in rotation.games]
        index = next((at for at, (_, chosen) in enumerate(games) if chosen.game == played.id), 0)
        self._game = Chooser(games, index=index, names=_names_of)
        self._wild, self._jokers, self._halves = Chooser(WILD_CARDS), Chooser(JOKERS), Chooser(HALVES)
        self._bet = LineInput(max_length=_BET_DIGITS)
        fields: dict[str, Widget] = {"Game": self._game}
        if rotation.variations:
            fields |= {"Wild": self._wild, "Jokers": self._jokers, "The pot": self._halves}
        if rotation.max_bet:
            fields["Bet"] = self._bet
            self.hints = (f"Bet: up to {rotation.max_bet:,}; empty for the usual one.", "")
        self.fields = fields
        self._max_bet = rotation.max_bet
        self._played = played
        self._seconds_left = seconds_left

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
            self.query(".hint").last(Static).update(Content(sentence))

    def read_answer(self) -> commands.ChooseGame:
        """Reads the game, with what the player varies; raises ValueError."""
        bet = parse_chips(self._bet.value) or 0
        if self._bet.value.strip() and not 0 < bet <= self._max_bet:
            raise ValueError(f"Write the bet as a number of chips, 1 to {self._max_bet:,}.")
        wild, jokers, halves = self._wild.value, self._jokers.value, self._halves.value
        chosen = ChosenGame(self._game.value.game, bet=bet, wild=wild, jokers=jokers, played=halves)
        return commands.ChooseGame(chosen=chosen)


class ChangeGameDialog(Dialog[commands.ChangeGame]):
    """Asks the host what is played from the next hand on, and at what stakes; `rotation` are the games in turn now."""

    heading = "From the next hand on"
    accept_label = "Change it"
    hints = (
        "Bet: the big blind, or a limit game's small bet.",
        "A pot that waits is won before the game changes.",
    )

    def __init__(self, played: Game, rotation: Rotation | None = None) -> None:
        super().__init__()
        games: list[tuple[str, TableChoice | Rotation]] = [(choice.name, choice) for choice in CHOICES]
        index = next((at for at, choice in enumerate(CHOICES) if choice.id == played.id), 0)
        if rotation is not None:
            games, index = [(f"{rotation_name(rotation)}, as now", rotation), *games], 0
        self._game = Chooser(games, index=index, names=_names_of)
        self._bet = LineInput(str(played.stakes.minimum_bet), max_length=_BET_DIGITS)
        self._ante = LineInput(placeholder="the usual one", max_length=_BET_DIGITS)
        self.fields = {"Game": self._game, "Bet": self._bet, "Ante": self._ante}

    def read_answer(self) -> commands.ChangeGame:
        """Reads the game and its stakes; raises ValueError."""
        choice, bet = self._game.value, parse_chips(self._bet.value)
        if not bet or bet > MAX_BET:
            raise ValueError(f"Write the bet as a number of chips, 1 to {MAX_BET:,}.")
        ante = parse_chips(self._ante.value) if self._ante.value.strip() else 0
        if ante is None or ante > bet:
            raise ValueError(f"Make the ante at most the bet of {bet:,}, or leave it out.")
        if isinstance(choice, Mix):
            choice = rotation_of(choice, bet)
        if isinstance(choice, Rotation):
            games = tuple(replace(chosen, bet=bet, ante=ante) for chosen in choice.games)
            return commands.ChangeGame(rotation=replace(choice, games=games))
        return commands.ChangeGame(chosen=ChosenGame(choice.id, bet=bet, ante=ante))


class Party(NamedTuple):
    """A player whose books can be corrected; `stack` are the chips in front of them, None for a player who has left."""

    name: str
    stack: int | None = None

    @property
    def label(self) -> str:
        """The player as the host chooses them."""
        return f"{self.name}, who has left" if self.stack is None else f"{self.name}, {self.stack:,} chips"


def parties(view: TableView, statement: Statement | None = None) -> tuple[Party, ...]:
    """Returns who can be corrected: those with seats, and those who have left as far as a statement names them."""
    seated = tuple(Party(seat.name, seat.stack) for seat in view.occupied)
    here = {party.name for party in seated}
    lines = statement.lines if statement and statement.table == view.table else ()
    gone = tuple(Party(line.name) for line in lines if line.seat is None and line.name not in here)
    return (*seated, *gone)


class CorrectionDialog(LiveScreen, Dialog[hosts.CorrectBooks]):
    """Asks from whom to whom how many chips go, and why; between hands the server says which players have left."""

    heading = "Correct the books"
    accept_label = "Correct them"
    hints = ("Between hands only: [,] at the table takes a break.",)

    def __init__(self, view: TableView) -> None:
        super().__init__()
        self._parties = parties(view)
        self._asks = not view.playing
        self._payer, self._payee = Chooser(self._choices), Chooser(self._choices, index=1)
        self._chips = LineInput(max_length=_CHIP_DIGITS)
        self._reason = LineInput(placeholder="all read it", max_length=CHAT_LENGTH)
        self.fields = {"Take from": self._payer, "Give to": self._payee, "Chips": self._chips, "Because": self._reason}

    def on_mount(self) -> None:
        """Asks for the statement, which names players who have left, since they can be corrected too."""
        if self._asks:
            self.app.post_message(CommandRequested(commands.AskStatement()))

    def show_session(self, session: SessionView) -> None:
        """Shows the players who can be corrected now; those chosen stay so."""
        super().show_session(session)
        found = parties(session.table, session.statement) if session.table is not None else ()
        if found == self._parties or not found or not self.is_mounted:
            return
        self._parties = found
        for row in (self._payer, self._payee):
            index = next((at for at, party in enumerate(found) if party.name == row.value.name), 0)
            row.set_choices(self._choices, index)

    @property
    def _choices(self) -> list[tuple[str, Party]]:
        return [(party.label, party) for party in self._parties]

    def read_answer(self) -> hosts.CorrectBooks:
        """Reads the correction; raises ValueError."""
        payer, payee = self._payer.value, self._payee.value
        chips, reason = parse_chips(self._chips.value), clean_chat(self._reason.value)
        if payer == payee:
            raise ValueError("Choose two players: one gives, the other gets.")
        if not chips:
            raise ValueError("Write how many chips as a number.")
        if payer.stack is not None and chips > payer.stack:
            raise ValueError(f"{payer.name} has {payer.stack:,} chips; take at most those.")
        if not reason:
            raise ValueError("Say in a few words why, for everybody to read.")
        players = (hosts.CorrectedPlayer(payee.name, chips), hosts.CorrectedPlayer(payer.name, -chips))
        return hosts.CorrectBooks(players=players, reason=reason)


class FarewellDialog(QuestionDialog[bool]):
    """Asks a host who goes away whether the game ends; the key that led here leaves it running."""

    cancel_label = "Stay"

    def __init__(self, others: str, *, tournament: bool = False) -> None:
        super().__init__("Your game", {"L": ("Leave it running", False), "E": ("End it", True)})
        away = "your hands are folded" if tournament else "you sit out"
        end = "the tournament is cancelled" if tournament else "a running hand does not count"
        self.sentences = (
            others,
            f"[L] leaves the game running without you: {away}, and `railbird host` brings you back.",
            f"[E] ends it for everybody: {end}.",
        )


class GameFoundDialog(QuestionDialog[bool]):
    """Tells a host that they have a game already, and asks whether to begin anew or to go back to it.

    With `new_password` they have typed one, which only a new game gets.
    """

    def __init__(self, heading: str, back: str, sentences: Sequence[str], *, new_password: bool) -> None:
        super().__init__(heading, {"Enter": (back, False), "N": ("Begin anew", True)})
        password = "If you go back, its tables keep the passwords that they have."  # noqa: S105
        *found, anew = sentences
        self.sentences = (*found, password, anew) if new_password else sentences


class GameRunsDialog(GameFoundDialog):
    """Says that a game runs already, before another one begins."""

    def __init__(self, *, new_password: bool = False) -> None:
        sentences = (
            "Your game of this evening is still running, with other options than those you chose now.",
            "[N] ends it for everybody, and begins the new one.",
        )
        super().__init__("Your game still runs", "Go back to it", sentences, new_password=new_password)


class LastGameDialog(GameFoundDialog):
    """Shows the tables of an earlier game that have come back, and asks whether to go on with them."""

    cancel_label = ""

    def __init__(self, view: TableView, tables: Sequence[TableInfo], *, new_password: bool = False) -> None:
        hands = f", {'in' if view.playing else 'after'} hand {view.hand}" if view.hand else ""
        sentences = (
            f"{view.name} is as you left it: {view.game.name}{hands}.",
            "Everybody comes back to their seat by joining again.",
            "[N] cancels the tournament, and begins a new game."
            if view.tournament
            else "[N] closes the tables with these results, and opens a new one.",
        )
        super().__init__("Your last game", "Go on", sentences, new_password=new_password)
        self._view = view
        self._other_tables = [table for table in tables if table.table != view.table]

    def rows(self) -> Iterable[Widget]:
        """Yields the sentences, and behind the first what everybody at this table has, and the other tables."""
        first, *rest = super().rows()
        yield first
        for seat in self._view.occupied:
            bot = " (bot)" if seat.bot else ""
            yield self.line(f"{seat.name + bot:22}{seat.stack + seat.bet:>12,} chips", "known")
        for table in self._other_tables[:MAX_LISTED_TABLES]:
            yield self.line(f"{table.name}: {', '.join(table.players) or 'nobody'}", "known")
        yield from rest
