"""The dialogs of a table's host: what to do, whom to do it to, and what to announce."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, NamedTuple

from textual import on
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from railbird_client.forms import form
from railbird_client.forms.form import RowKind
from railbird_client.forms.form_list import FormList
from railbird_client.hosting.host_form_screen import profiles_of
from railbird_client.hosting.host_setup import HostSetup, setup_of_table
from railbird_client.shell.dialogs import Dialog, FormRow
from railbird_client.table.turn.table_keys import with_capitals
from railbird_client.widgets.controls import KeyHint, LineInput
from railbird_shared.protocol.commands import CallBombPot, Command, GoOn, Pause, TakeBreak
from railbird_shared.protocol.host_commands import (
    Announce,
    AnswerBuyIn,
    Ban,
    ChangeRail,
    EndNight,
    HandOver,
    Kick,
    LastHand,
    LockTable,
    MovePlayer,
    Mute,
    RemoveWaiting,
    SendAway,
)
from railbird_shared.protocol.view import TableView
from railbird_shared.settings.table_terms import RailTerms
from railbird_shared.text.text_cleaning import (
    CHAT_LENGTH,
    NAME_LENGTH,
    TABLE_NAME_LENGTH,
    clean_chat,
    clean_name,
    clean_table_name,
)

MAX_NUMBERED = 10
"""More people than this have no digits of their own."""

MOST_PEOPLE_SHOWN = 10
"""How many rows of a long list of people are shown at a time."""


class Person(NamedTuple):
    """Somebody whom an act can be about; `seat` is 0 for a person without one."""

    name: str
    seat: int = 0


class SeatAct(NamedTuple):
    """An act that needs a free seat: the question which, the seats, and the command that it makes."""

    question: str
    seats: tuple[int, ...]
    command: Callable[[int], Command]


class PersonAct(NamedTuple):
    """An act about somebody: the question whom, who can be chosen, and its command or what is asked next."""

    question: str
    people: tuple[Person, ...]
    command: Callable[[Person], Command | SeatAct]


class AnnounceAct(NamedTuple):
    """An announcement, whose words are asked for."""


class CorrectAct(NamedTuple):
    """A correction of the books, whose players and reason are asked for."""


class GameAct(NamedTuple):
    """A change of the game or its stakes, which are asked for."""


class CloseAct(NamedTuple):
    """The end of the night at once, for which a hand that runs does not count; it is asked whether that is meant."""


class RailLimitAct(NamedTuple):
    """A change of how many may watch, which is asked for."""

    rail: RailTerms


class SaveProfileAct(NamedTuple):
    """The table kept as a profile, whose name is asked for."""


class NameAct(NamedTuple):
    """An act about somebody without a seat, who is called by name: the question whom, and the command that it makes."""

    question: str
    command: Callable[[str], Command]


HostChoice = Command | PersonAct | SeatAct | NameAct | AnnounceAct | CorrectAct | GameAct | CloseAct | RailLimitAct
"""The choice of a host: a command, or the question that comes first."""


class HostAct(NamedTuple):
    """One line of the panel: its key, what it does, and what is chosen by it."""

    key: str
    label: str
    choice: HostChoice | SaveProfileAct


def host_acts(view: TableView) -> tuple[HostAct, ...]:
    """Returns what a host can do at a table as it is now."""
    others = [seat for seat in view.occupied if seat.seat != view.you.seat]
    seated = tuple(Person(seat.name, seat.seat) for seat in others)
    people = tuple(Person(seat.name, seat.seat) for seat in others if not seat.bot)
    muted, banned = (tuple(Person(name) for name in names) for names in (view.muted, view.banned))
    waiting = tuple(Person(waiter.name) for waiter in view.waiting)
    chatting = tuple(person for person in people if person.name not in view.muted)
    everybody = tuple(Person(seat.name, seat.seat) for seat in view.occupied)
    asking = tuple(Person(f"{seat.name}: {seat.requested:,}", seat.seat) for seat in view.occupied if seat.requested)
    free = tuple(number for number, seat in enumerate(view.seats, 1) if seat is None)
    calls_back = bool(view.last_hand or view.night_ends)
    after = "after this hand" if view.playing else "now"
    acts = [
        HostAct("L", "Take the last hand back" if calls_back else "Call the last hand", LastHand(on=not calls_back)),
        HostAct("E", f"End the night {after}", EndNight()),
        HostAct(
            "U", "Unlock the table" if view.seats_locked else "Lock the table", LockTable(on=not view.seats_locked)
        ),
        HostAct("Z", "End the night at once", CloseAct()),
        *_time_acts(view),
        HostAct("G", "Change game or stakes", GameAct()),
        HostAct("A", "Announce a line", AnnounceAct()),
        HostAct("S", "Save as a profile", SaveProfileAct()),
    ]
    if others:
        acts.append(HostAct("X", "Correct the books", CorrectAct()))
    if view.rules.bomb_pot:
        calls_off = bool(view.next_bomb_pot)
        label = "Call the bomb pot off" if calls_off else "Call a bomb pot"
        acts.append(HostAct("P", label, CallBombPot(on=not calls_off)))
    about = (
        ("Y", "Approve chips", PersonAct("Whose chips?", asking, lambda one: _answer(view, one, approve=True))),
        ("D", "Decline chips", PersonAct("Whose chips?", asking, lambda one: _answer(view, one, approve=False))),
        ("K", "Remove a player", PersonAct("Remove whom?", seated, lambda one: Kick(seat=one.seat))),
        (
            "V",
            "Move a player",
            PersonAct("Move whom?", everybody if free else (), lambda one: _move(one, free)),
        ),
        (
            "W",
            "Take off the list",
            PersonAct("Who waits no longer?", waiting, lambda one: RemoveWaiting(name=one.name)),
        ),
        ("O", "Hand over hosting", PersonAct("Who hosts now?", people, lambda one: HandOver(seat=one.seat))),
        ("B", "Ban a player", PersonAct("Ban whom?", people, lambda one: Ban(name=one.name))),
        ("R", "Ban with address", PersonAct("Ban whom?", people, lambda one: Ban(name=one.name, address=True))),
        ("N", "Lift a ban", PersonAct("Who may come again?", banned, lambda one: Ban(name=one.name, on=False))),
        ("M", "Mute a player", PersonAct("Mute whom?", chatting, lambda one: Mute(name=one.name))),
        ("C", "Let somebody chat", PersonAct("Who may chat again?", muted, lambda one: Mute(name=one.name, on=False))),
    )
    by_name = (
        HostAct("H", "Ban from the rail", NameAct("Ban whom?", lambda name: Ban(name=name))),
        HostAct("J", "Mute on the rail", NameAct("Mute whom?", lambda name: Mute(name=name))),
        HostAct("1", "Send off the rail", NameAct("Send whom away?", lambda name: SendAway(name=name))),
        HostAct("2", "Limit the rail", RailLimitAct(view.rail)),
        _voice_act(view.rail),
    )
    return (*acts, *(HostAct(key, label, act) for key, label, act in about if act.people), *by_name)


def _voice_act(rail: RailTerms) -> HostAct:
    """Returns the act by which the players read what the rail writes, or no longer."""
    label = "Let the rail whisper" if rail.speaks else "Let the rail speak"
    return HostAct("3", label, ChangeRail(limit=rail.limit, speaks=not rail.speaks))


def _time_acts(view: TableView) -> tuple[HostAct, ...]:
    """Returns what the host can do about pauses and breaks."""
    if view.pause is not None:
        return (HostAct("T", "Let the table go on", GoOn()),)
    pause = HostAct("T", "Pause the table", Pause())
    if view.coming_break:
        return pause, HostAct("F", "Call the break off", GoOn())
    return pause, HostAct("F", "Take a break", TakeBreak())


def _answer(view: TableView, person: Person, *, approve: bool) -> Command:
    """Returns the answer to somebody who asks for chips."""
    seat = view.at(person.seat)
    return AnswerBuyIn(seat=person.seat, chips=seat.requested if seat else 0, approve=approve)


def _move(person: Person, free: tuple[int, ...]) -> SeatAct:
    """Returns the question to which seat somebody moves."""
    return SeatAct(f"Where does {person.name} sit?", free, lambda to: MovePlayer(seat=person.seat, to=to))


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

    def read_answer(self) -> HostChoice | None:
        """Returns nothing: a key has to choose."""
        return None

    def action_choose(self, key: str) -> None:
        """Closes the box with the act of a key, if there is one now."""
        for act in self._acts:
            if act.key != key:
                continue
            if isinstance(act.choice, SaveProfileAct):
                self._ask_profile()
            else:
                self.dismiss(act.choice)

    def _ask_profile(self) -> None:
        """Keeps the table as it is now under a name, and closes the box."""
        if not self.is_active:
            return
        profiles = profiles_of(self.app)

        def on_answer(name: str | None) -> None:
            if name is not None:
                last = profiles.load().last
                opened_with = last if last is not None and last.name == self._view.name else HostSetup()
                saved = profiles.save(name, setup_of_table(self._view, opened_with))
                self.notify(
                    profiles.take_error() or f"{saved} is saved: the form for a new table has it.", markup=False
                )
                self.dismiss(None)

        self.app.push_screen(SaveProfileDialog(self._view.name), on_answer)


class PersonDialog(Dialog[Command | SeatAct]):
    """Asks whom an act is about; a digit or a click chooses."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(str(digit), f"choose({digit or 10})", show=False) for digit in range(10)
    ]

    def __init__(self, act: PersonAct) -> None:
        super().__init__()
        self.heading = act.question
        self._act = act

    def rows(self) -> Iterable[Widget]:
        """Yields the people, numbered by seat where they have one; more than have numbers are a list to search."""
        if self._has_numbers:
            for number, person in self._numbered:
                yield KeyHint(str(number % 10), person.name, f"screen.choose({number})")
            return
        people = FormList()
        people.leaves_digits = True
        people.rows = tuple(
            form.FormRow(f"person:{number}", person.name, kind=RowKind.TICK) for number, person in self._numbered
        )
        people.styles.height = min(len(people.rows), MOST_PEOPLE_SHOWN)
        yield people
        yield Static(Content("Type some of a name, and press [Enter]."), classes="hint")

    def answers(self) -> Iterable[KeyHint]:
        """Yields the key that closes the box."""
        yield KeyHint("Esc", self.cancel_label, "screen.cancel")

    def read_answer(self) -> Command | SeatAct | None:
        """Returns nothing: a key has to choose."""
        return None

    def action_choose(self, number: int) -> None:
        """Closes the box with the command about who has that number, if anybody has."""
        for each, person in self._numbered:
            if each == number:
                self.dismiss(self._act.command(person))

    @on(FormList.Chosen)
    def _person_chosen(self, message: FormList.Chosen) -> None:
        self.action_choose(int(message.row.id.removeprefix("person:")))

    @property
    def _has_numbers(self) -> bool:
        """Whether a digit can stand for everybody."""
        return len(self._act.people) <= MAX_NUMBERED

    @property
    def _numbered(self) -> list[tuple[int, Person]]:
        return [(person.seat or place, person) for place, person in enumerate(self._act.people, 1)]


class SeatDialog(Dialog[Command]):
    """Asks which free seat an act is about; a digit or a click chooses."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(str(digit), f"choose({digit or 10})", show=False) for digit in range(10)
    ]

    def __init__(self, act: SeatAct) -> None:
        super().__init__()
        self.heading = act.question
        self._act = act

    def rows(self) -> Iterable[Widget]:
        """Yields the free seats."""
        for number in self._act.seats:
            yield KeyHint(str(number % 10), f"Seat {number}", f"screen.choose({number})")

    def answers(self) -> Iterable[KeyHint]:
        """Yields the key that closes the box."""
        yield KeyHint("Esc", self.cancel_label, "screen.cancel")

    def read_answer(self) -> Command | None:
        """Returns nothing: a key has to choose."""
        return None

    def action_choose(self, number: int) -> None:
        """Closes the box with the command about a seat, if it is free."""
        if number in self._act.seats:
            self.dismiss(self._act.command(number))


class HostNameDialog(Dialog[Command]):
    """Asks for the name of somebody without a seat whom an act is about."""

    accept_label = "Do it"

    def __init__(self, act: NameAct) -> None:
        super().__init__()
        self.heading = act.question
        self._act = act

    def rows(self) -> Iterable[Widget]:
        """Yields the name."""
        yield FormRow("Name", LineInput(max_length=NAME_LENGTH))
        yield Static(Content("Spectators, and people who were here before, as the chat shows them."), classes="hint")

    def read_answer(self) -> Command | None:
        """Reads the name."""
        name = clean_name(self.query_one(LineInput).value)
        if name:
            return self._act.command(name)
        self.show_error("Write the name of somebody who is here, or was.")
        return None


class RailLimitDialog(Dialog[Command]):
    """Asks how many may watch."""

    heading = "How many may watch?"
    accept_label = "Change it"

    def __init__(self, rail: RailTerms) -> None:
        super().__init__()
        self._rail = rail

    def rows(self) -> Iterable[Widget]:
        """Yields the number."""
        limit = "" if self._rail.limit is None else str(self._rail.limit)
        yield FormRow("People", LineInput(limit, placeholder="any number", max_length=4))
        yield Static(
            Content("0 sends those away who watch without having played; nothing is any number."), classes="hint"
        )

    def read_answer(self) -> Command | None:
        """Reads the number."""
        typed = self.query_one(LineInput).value.strip()
        if not typed or typed.isdecimal():
            return ChangeRail(limit=int(typed) if typed else None, speaks=self._rail.speaks)
        self.show_error("Write a whole number, or nothing for any number.")
        return None


class SaveProfileDialog(Dialog[str]):
    """Asks under which name a table is kept as a profile."""

    heading = "Save this table as a profile"
    accept_label = "Save"

    def __init__(self, name: str) -> None:
        super().__init__()
        self._table_name = name

    def rows(self) -> Iterable[Widget]:
        """Yields the name."""
        yield FormRow("Name", LineInput(self._table_name, max_length=TABLE_NAME_LENGTH))
        yield Static(Content("Game, stakes, buy-ins and house rules, without players and password."), classes="hint")

    def read_answer(self) -> str | None:
        """Reads the name."""
        name = clean_table_name(self.query_one(LineInput).value)
        if not name:
            self.show_error("Give the profile a name that can be shown.")
        return name or None


class AnnounceDialog(Dialog[Command]):
    """Asks what to say to everybody."""

    heading = "To everybody at the table"
    accept_label = "Announce"

    def rows(self) -> Iterable[Widget]:
        """Yields the line."""
        yield FormRow("Say", LineInput(placeholder="the break ends at ten", max_length=CHAT_LENGTH))
        yield Static(Content("It stays in the log of the table."), classes="hint")

    def read_answer(self) -> Command | None:
        """Reads the line."""
        line = clean_chat(self.query_one(LineInput).value)
        if line:
            return Announce(text=line)
        self.show_error("Write something that can be shown.")
        return None
