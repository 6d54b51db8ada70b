"""The dialogs of a host: what to do and whom to do it to, the game, the books, and before they go away or come back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import Enum, StrEnum, auto
from typing import ClassVar, NamedTuple, TypeAlias

from msgspec.structs import replace
from textual import on
from textual.app import App
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from railbird_client.forms import form
from railbird_client.forms.form import RowKind
from railbird_client.forms.form_list import FormList
from railbird_client.hosting.host_form import HostSetup, setup_of_table
from railbird_client.hosting.profiles import profiles_of
from railbird_client.table.table_model import TableModel
from railbird_client.table.table_words import named_game
from railbird_client.widgets.controls import Chooser, KeyHint, LineInput
from railbird_client.widgets.dialogs import (
    MAX_CHOICES,
    ChoiceDialog,
    ConfirmDialog,
    Dialog,
    FormRow,
    LineDialog,
    parse_chips,
)
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.game.announced_game import Game
from railbird_shared.game.catalogue import CHOICES, Mix, TableChoice
from railbird_shared.game.game_rules import HighOrLow
from railbird_shared.game.rotation import ChosenGame, Rotation, rotation_name, rotation_of
from railbird_shared.protocol import commands
from railbird_shared.protocol import host_commands as hosts
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.messages import Statement, TableInfo
from railbird_shared.protocol.table_limits import MAX_BET
from railbird_shared.protocol.view import SeatView, TableView
from railbird_shared.settings.table_terms import RailTerms
from railbird_shared.text.text_cleaning import (
    CHAT_LENGTH,
    NAME_LENGTH,
    TABLE_NAME_LENGTH,
    clean_chat,
    clean_name,
    clean_table_name,
)

MOST_PEOPLE_SHOWN = 10
"""How many rows of a long list of people are shown at a time."""


class Person(NamedTuple):
    """Somebody whom an act can be about; `seat` is 0 for a person without one."""

    name: str
    seat: int = 0


class PersonAct(NamedTuple):
    """An act about somebody: the question whom, the people to choose from, and its command or what is asked next."""

    question: str
    people: tuple[Person, ...]
    command: Callable[[Person], HostChoice]

    def dialog(self) -> Dialog[HostChoice]:
        """Returns the dialog that asks whom the act is about."""
        return PersonDialog(self)


class DialogAct(NamedTuple):
    """An act of which a dialog asks the rest; its answer is the command."""

    dialog: Callable[[], Dialog[HostChoice]]


class QuestionAct(Enum):
    """An act about which the host is asked more than one dialog can answer by itself."""

    CORRECT = auto()
    """A correction of the books, whose players and reason are asked for."""
    GAME = auto()
    """A change of the game or its stakes, which are asked for."""
    END_AT_ONCE = auto()
    """The end of the night at once, for which a hand that runs does not count; it is asked whether that is meant."""
    SAVE_PROFILE = auto()
    """The table kept as a profile, whose name is asked for."""


HostChoice: TypeAlias = Command | PersonAct | DialogAct | QuestionAct
"""The choice of a host: a command, or the question that comes first."""


class HostAct(NamedTuple):
    """One line of the panel: its key, what it does, and what is chosen by it."""

    key: str
    label: str
    choice: HostChoice


def host_acts(view: TableView) -> tuple[HostAct, ...]:
    """Returns what a host can do at a table as it is now."""
    others = [seat for seat in view.occupied if seat.seat != view.you.seat]
    calls_back = bool(view.last_hand or view.night_ends)
    calls_off = bool(view.next_bomb_pot)
    acts = [
        HostAct(
            "L", "Take the last hand back" if calls_back else "Call the last hand", hosts.LastHand(on=not calls_back)
        ),
        HostAct("E", f"End the night {'after this hand' if view.playing else 'now'}", hosts.EndNight()),
        HostAct(
            "U",
            "Unlock the table" if view.seats_locked else "Lock the table",
            hosts.LockTable(on=not view.seats_locked),
        ),
        HostAct("Z", "End the night at once", QuestionAct.END_AT_ONCE),
        *_time_acts(view),
        HostAct("G", "Change game or stakes", QuestionAct.GAME),
        HostAct("A", "Announce a line", DialogAct(_announcement)),
        HostAct("S", "Save as a profile", QuestionAct.SAVE_PROFILE),
    ]
    if others:
        acts.append(HostAct("X", "Correct the books", QuestionAct.CORRECT))
    if view.rules.bomb_pot:
        label = "Call the bomb pot off" if calls_off else "Call a bomb pot"
        acts.append(HostAct("P", label, commands.CallBombPot(on=not calls_off)))
    return (*acts, *_acts_about_people(view, others), *_acts_about_rail(view.rail))


def _time_acts(view: TableView) -> tuple[HostAct, ...]:
    """Returns what the host can do about pauses and breaks."""
    if view.pause is not None:
        return (HostAct("T", "Let the table go on", commands.GoOn()),)
    pause = HostAct("T", "Pause the table", commands.Pause())
    if view.coming_break:
        return pause, HostAct("F", "Call the break off", commands.GoOn())
    return pause, HostAct("F", "Take a break", commands.TakeBreak())


def _acts_about_people(view: TableView, others: Sequence[SeatView]) -> Iterator[HostAct]:
    """Yields the acts for which there is somebody to choose; `others` have the seats but the host's own."""
    seated = tuple(Person(seat.name, seat.seat) for seat in others)
    people = tuple(Person(seat.name, seat.seat) for seat in others if not seat.bot)
    chatting = tuple(person for person in people if person.name not in view.muted)
    everybody = tuple(Person(seat.name, seat.seat) for seat in view.occupied)
    asking = tuple(Person(f"{seat.name}: {seat.requested:,}", seat.seat) for seat in view.occupied if seat.requested)
    muted, banned = (tuple(map(Person, names)) for names in (view.muted, view.banned))
    waiting = tuple(Person(waiter.name) for waiter in view.waiting)
    free = tuple(number for number, seat in enumerate(view.seats, 1) if seat is None)
    requested = {seat.seat: seat.requested for seat in view.occupied}

    def answer(one: Person, *, approve: bool) -> Command:
        return hosts.AnswerBuyIn(seat=one.seat, chips=requested[one.seat], approve=approve)

    def move(one: Person) -> HostChoice:
        to = {seat: (f"Seat {seat}", hosts.MovePlayer(seat=one.seat, to=seat)) for seat in free}
        return DialogAct(lambda: ChoiceDialog(f"Where does {one.name} sit?", to))

    acts: tuple[tuple[str, str, str, tuple[Person, ...], Callable[[Person], HostChoice]], ...] = (
        ("Y", "Approve chips", "Whose chips?", asking, lambda one: answer(one, approve=True)),
        ("D", "Decline chips", "Whose chips?", asking, lambda one: answer(one, approve=False)),
        ("K", "Remove a player", "Remove whom?", seated, lambda one: hosts.Kick(seat=one.seat)),
        ("V", "Move a player", "Move whom?", everybody if free else (), move),
        ("W", "Take off the list", "Who waits no longer?", waiting, lambda one: hosts.RemoveWaiting(name=one.name)),
        ("O", "Hand over hosting", "Who hosts now?", people, lambda one: hosts.HandOver(seat=one.seat)),
        ("B", "Ban a player", "Ban whom?", people, lambda one: hosts.Ban(name=one.name)),
        ("R", "Ban with address", "Ban whom?", people, lambda one: hosts.Ban(name=one.name, address=True)),
        ("N", "Lift a ban", "Who may come again?", banned, lambda one: hosts.Ban(name=one.name, on=False)),
        ("M", "Mute a player", "Mute whom?", chatting, lambda one: hosts.Mute(name=one.name)),
        ("C", "Let somebody chat", "Who may chat again?", muted, lambda one: hosts.Mute(name=one.name, on=False)),
    )
    for key, label, question, choices, command in acts:
        if choices:
            yield HostAct(key, label, PersonAct(question, choices, command))


def _acts_about_rail(rail: RailTerms) -> tuple[HostAct, ...]:
    """Returns the acts about people without a seat, who are called by name, and about the terms of the rail."""
    voice = "Let the rail whisper" if rail.speaks else "Let the rail speak"
    return (
        HostAct("H", "Ban from the rail", _act_by_name("Ban whom?", lambda name: hosts.Ban(name=name))),
        HostAct("J", "Mute on the rail", _act_by_name("Mute whom?", lambda name: hosts.Mute(name=name))),
        HostAct("1", "Send off the rail", _act_by_name("Send whom away?", lambda name: hosts.SendAway(name=name))),
        HostAct("2", "Limit the rail", DialogAct(lambda: _rail_limit(rail))),
        HostAct("3", voice, hosts.ChangeRail(limit=rail.limit, speaks=not rail.speaks)),
    )


def _act_by_name(question: str, command: Callable[[str], Command]) -> DialogAct:
    def read(typed: str) -> HostChoice:
        if name := clean_name(typed):
            return command(name)
        raise ValueError("Write the name of somebody who is here, or was.")

    hint = "Spectators, and people who were here before, as the chat shows them."
    return DialogAct(lambda: LineDialog(question, "Name", read, accept="Do it", hint=hint, max_length=NAME_LENGTH))


def _rail_limit(rail: RailTerms) -> Dialog[HostChoice]:
    """Returns the dialog that asks how many may watch."""

    def read(typed: str) -> HostChoice:
        if typed and not typed.isdecimal():
            raise ValueError("Write a whole number, or nothing for any number.")
        return hosts.ChangeRail(limit=int(typed) if typed else None, speaks=rail.speaks)

    return LineDialog(
        "How many may watch?",
        "People",
        read,
        accept="Change it",
        hint="0 sends those away who watch without having played; nothing is any number.",
        value="" if rail.limit is None else str(rail.limit),
        placeholder="any number",
        max_length=4,
    )


def _announcement() -> Dialog[HostChoice]:
    """Returns the dialog that asks what to say to everybody."""

    def read(typed: str) -> HostChoice:
        if line := clean_chat(typed):
            return hosts.Announce(text=line)
        raise ValueError("Write something that can be shown.")

    return LineDialog(
        "To everybody at the table",
        "Say",
        read,
        accept="Announce",
        hint="It stays in the log of the table.",
        placeholder="the break ends at ten",
        max_length=CHAT_LENGTH,
    )


class HostDialog(Dialog[HostChoice]):
    """Lists what a host can do; a key or a click chooses."""

    heading = "Your table"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals(key), f"choose('{key.upper()}')", show=False) for key in "lezutfgasxpydkvwobrnmchj123"
    ]

    def __init__(self, view: TableView) -> None:
        super().__init__()
        self._view = view
        self._acts = host_acts(view)

    def rows(self) -> Iterable[Widget]:
        """Yields the acts in two columns, so that all fit on a small screen."""
        hints = [KeyHint(act.key, act.label, f"screen.choose('{act.key}')") for act in self._acts]
        half = (len(hints) + 1) // 2
        yield Horizontal(Vertical(*hints[:half]), Vertical(*hints[half:]), classes="columns")

    def answers(self) -> Iterable[KeyHint]:
        """Yields the key that closes the box."""
        yield KeyHint("Esc", self.cancel_label, "screen.cancel")

    def read_answer(self) -> None:
        """Returns nothing: a key has to choose."""

    def action_choose(self, key: str) -> None:
        """Closes the box with the act of a key, if there is one now."""
        choice = next((act.choice for act in self._acts if act.key == key), None)
        if choice is QuestionAct.SAVE_PROFILE:
            self._ask_profile()
        elif choice is not None:
            self.dismiss(choice)

    def _ask_profile(self) -> None:
        """Keeps the table as it is now under a name, and closes the box."""
        if not self.is_active:
            return
        profiles = profiles_of(self.app)

        def read(typed: str) -> str:
            if name := clean_table_name(typed):
                return name
            raise ValueError("Give the profile a name that can be shown.")

        def on_answer(name: str | None) -> None:
            if name is not None:
                last = profiles.load().last
                opened_with = last if last is not None and last.name == self._view.name else HostSetup()
                saved = profiles.save(name, setup_of_table(self._view, opened_with))
                self.notify(
                    profiles.take_error() or f"{saved} is saved: the form for a new table has it.", markup=False
                )
                self.dismiss(None)

        dialog = LineDialog(
            "Save this table as a profile",
            "Name",
            read,
            accept="Save",
            hint="Game, stakes, buy-ins and house rules, without players and password.",
            value=self._view.name,
            max_length=TABLE_NAME_LENGTH,
        )
        self.app.push_screen(dialog, on_answer)


class PersonDialog(ChoiceDialog[HostChoice]):
    """Asks whom an act is about; a digit or a click chooses. More people than have digits are a list to search."""

    def __init__(self, act: PersonAct) -> None:
        people = {person.seat or place: person for place, person in enumerate(act.people, 1)}
        super().__init__(act.question, {at: (person.name, act.command(person)) for at, person in people.items()})

    def rows(self) -> Iterable[Widget]:
        """Yields the people, numbered by seat where they have one."""
        if len(self.choices) <= MAX_CHOICES:
            yield from super().rows()
            return
        people = FormList()
        people.leaves_digits = True
        people.rows = tuple(
            form.FormRow(f"person:{number}", name, kind=RowKind.TICK) for number, (name, _) in self.choices.items()
        )
        people.styles.height = MOST_PEOPLE_SHOWN
        yield people
        yield Static(Content("Type some of a name, and press [Enter]."), classes="hint")

    @on(FormList.Chosen)
    def _person_chosen(self, message: FormList.Chosen) -> None:
        self.action_choose(int(message.row.id.removeprefix("person:")))


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


class NameGameDialog(Dialog[commands.ChooseGame]):
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

    def read_answer(self) -> commands.ChooseGame | None:
        """Reads the game, with what the player varies."""
        listed: ChosenGame = self.query_one("#game", Chooser).value
        bet = 0
        if self._rotation.max_bet and (text := self.query_one("#bet", LineInput).value.strip()):
            bet = parse_chips(text) or 0
            if not 0 < bet <= self._rotation.max_bet:
                self.show_error(f"Write the bet as a number of chips, 1 to {self._rotation.max_bet:,}.")
                return None
        if not self._rotation.variations:
            return commands.ChooseGame(chosen=ChosenGame(listed.game, bet=bet))
        wild: str = self.query_one("#wild", Chooser).value
        jokers: int = self.query_one("#jokers", Chooser).value
        played: HighOrLow | None = self.query_one("#played", Chooser).value
        return commands.ChooseGame(chosen=ChosenGame(listed.game, bet=bet, wild=wild, jokers=jokers, played=played))


class ChangeGameDialog(Dialog[commands.ChangeGame]):
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

    def read_answer(self) -> commands.ChangeGame | None:
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
            return commands.ChangeGame(rotation=replace(choice, games=games))
        return commands.ChangeGame(chosen=ChosenGame(choice.id, bet=bet, ante=ante))


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


class CorrectionDialog(Dialog[hosts.CorrectBooks]):
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

    def read_answer(self) -> hosts.CorrectBooks | None:
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
            players = (hosts.CorrectedPlayer(payee.name, chips), hosts.CorrectedPlayer(payer.name, -chips))
            return hosts.CorrectBooks(players=players, reason=reason)
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
        if isinstance(choice, PersonAct | DialogAct):
            self._app.push_screen(choice.dialog(), self._host_chose)
        elif choice is QuestionAct.GAME and (view := self._model.shown_view) is not None:
            self._app.push_screen(ChangeGameDialog(view.game, view.rotation), self._request)
        elif choice is QuestionAct.CORRECT:
            self._correct_books()
        elif choice is QuestionAct.END_AT_ONCE:
            question = "End the night at once? A hand that runs does not count, and everybody takes their chips."
            self._app.push_screen(ConfirmDialog(question, yes="End it"), self._end_at_once)
        elif not isinstance(choice, QuestionAct):
            self._request(choice)

    def _end_at_once(self, sure: bool | None) -> None:
        if sure:
            self._request(hosts.EndNight(now=True))

    def _correct_books(self) -> None:
        """Asks the host for a correction, and the server for players who have left, since they can be corrected too."""
        if (view := self._model.shown_view) is not None:
            self._app.push_screen(CorrectionDialog(parties(view, self._model.statement)), self._request)
            if not view.playing:
                self._request(commands.AskStatement())


MAX_LISTED_TABLES = 4


class Farewell(StrEnum):
    """The fate of a game whose host goes away."""

    LEAVE = "leave"
    END = "end"


class Return(StrEnum):
    """The wish of a host who finds a game of theirs."""

    BACK = "back"
    ANEW = "anew"


class FarewellDialog(Dialog[Farewell]):
    """Asks a host who goes away what is to become of the game; the key that led here leaves it running."""

    heading = "Your game"
    cancel_label = "Stay"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("l"), "accept", "Leave it running", show=False),
        Binding(with_capitals("e"), "end", "End it for everybody", show=False),
        Binding("ctrl+c,ctrl+q", "accept", "Leave it running", show=False, priority=True),
    ]

    def __init__(self, others: str, *, tournament: bool = False) -> None:
        super().__init__()
        self._others = others
        self._tournament = tournament

    def rows(self) -> Iterable[Widget]:
        """Yields who is still there, and what either answer does."""
        away = "your hands are folded" if self._tournament else "you sit out"
        end = "the tournament is cancelled" if self._tournament else "a running hand does not count"
        yield _question(self._others)
        yield _question(f"[L] leaves the game running without you: {away}, and `railbird host` brings you back.")
        yield _question(f"[E] ends it for everybody: {end}.")

    def answers(self) -> Iterable[KeyHint]:
        """Yields the keys that close the box."""
        yield KeyHint("L", "Leave it running", "screen.accept")
        yield KeyHint("E", "End it", "screen.end")
        yield KeyHint("Esc", self.cancel_label, "screen.cancel")

    def read_answer(self) -> Farewell:
        """Returns that the game goes on."""
        return Farewell.LEAVE

    def action_end(self) -> None:
        """Closes the box; the game ends."""
        self.dismiss(Farewell.END)


class GameFoundDialog(Dialog[Return]):
    """Tells a host that they have a game already, and asks whether to go back to it or to begin anew.

    With `new_password` they have typed one, which only a new game gets.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("n"), "anew", "End it and begin anew", show=False),
    ]
    new_sentence: str
    """The effect of beginning anew."""

    def __init__(self, *, new_password: bool = False) -> None:
        super().__init__()
        self._new_password = new_password

    def found(self) -> Iterable[Static]:
        """Yields the game that there is."""
        return ()

    def rows(self) -> Iterable[Widget]:
        """Yields the game that there is, and what either answer does."""
        yield from self.found()
        if self._new_password:
            yield _question("If you go back, its tables keep the passwords that they have.")
        yield _question(self.new_sentence)

    def answers(self) -> Iterable[KeyHint]:
        """Yields the keys that close the box."""
        yield KeyHint("Enter", self.accept_label, "screen.accept")
        yield KeyHint("N", "Begin anew", "screen.anew")
        if self.cancel_label != self.accept_label:
            yield KeyHint("Esc", self.cancel_label, "screen.cancel")

    def read_answer(self) -> Return:
        """Returns that the host goes back."""
        return Return.BACK

    def action_anew(self) -> None:
        """Closes the box; another game begins."""
        self.dismiss(Return.ANEW)


class GameRunsDialog(GameFoundDialog):
    """Says that a game runs already, before another one begins."""

    heading = "Your game still runs"
    accept_label = "Go back to it"
    new_sentence = "[N] ends it for everybody, and begins the new one."

    def found(self) -> Iterable[Static]:
        """Yields what is the case."""
        yield _question("Your game of this evening is still running, with other options than those you chose now.")


class LastGameDialog(GameFoundDialog):
    """Shows the tables of an earlier game that have come back, and asks whether to go on with them."""

    heading = "Your last game"
    accept_label = "Go on"
    cancel_label = "Go on"

    def __init__(self, view: TableView, tables: Sequence[TableInfo], *, new_password: bool = False) -> None:
        super().__init__(new_password=new_password)
        self._view = view
        self._other_tables = [table for table in tables if table.table != view.table]
        self.new_sentence = (
            "[N] cancels the tournament, and begins a new game."
            if view.tournament
            else "[N] closes the tables with these results, and opens a new one."
        )

    def found(self) -> Iterable[Static]:
        """Yields the tables, and what everybody at this one has."""
        view = self._view
        hands = f", after hand {view.hand}" if view.hand else ""
        yield _question(f"{view.name} is as you left it: {view.game.name}{hands}.")
        for seat in view.occupied:
            bot = " (bot)" if seat.bot else ""
            yield Static(Content(f"{seat.name + bot:22}{seat.stack + seat.bet:>12,} chips"), classes="known")
        for table in self._other_tables[:MAX_LISTED_TABLES]:
            yield Static(Content(f"{table.name}: {', '.join(table.players) or 'nobody'}"), classes="known")
        yield _question("Everybody comes back to their seat by joining again.")


def _question(sentence: str) -> Static:
    return Static(Content(sentence), classes="question")
