"""The host's menu beside the table, or over it where there is no room: requests that wait, and all acts of a host.

Each act keeps its key and its place; one that is impossible now is dim, and says why. The acts that end something stand
apart, and ask once more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import ceil
from typing import ClassVar, NamedTuple

from textual.binding import Binding, BindingType

from railbird_client.drawing.canvas import Rect
from railbird_client.drawing.page_painter import PageKey, PagePainter
from railbird_client.drawing.text_roles import Span, TextRole, capitalize
from railbird_client.hosting.host_dialogs import (
    ChangeGameDialog,
    CorrectionDialog,
    PersonDialog,
    ProfileDialog,
)
from railbird_client.table.table_words import free_seats
from railbird_client.widgets.controls import CommandRequested
from railbird_client.widgets.dialogs import Ask, Choice, ChoiceDialog, ConfirmDialog, LineDialog, carry_out, reading
from railbird_client.widgets.live_screen import SessionView
from railbird_client.widgets.page_screen import ListPage, RowPress
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.protocol import commands
from railbird_shared.protocol import host_commands as hosts
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.view import SeatView, TableView
from railbird_shared.text.text_cleaning import CHAT_LENGTH, NAME_LENGTH, clean_chat, clean_name

GROUPS: dict[str, dict[str, str]] = {
    "The table": {
        "T": "pause the table",
        "F": "take a break",
        "G": "change game or stakes",
        "P": "call a bomb pot",
        "U": "lock the table",
        "A": "announce a line",
        "S": "save as a profile",
        "J": "show how friends join",
    },
    "The players": {
        "V": "move a player",
        "M": "mute, or let chat again",
        "W": "take off the waiting list",
        "O": "hand over hosting",
        "X": "correct the books",
    },
    "The rail": {"1": "send a watcher away", "2": "limit the rail", "3": "let the rail speak"},
    "Ends something; asks once more": {
        "L": "call the last hand",
        "E": "end after this hand",
        "K": "remove a player",
        "D": "ban, or lift a ban",
        "Z": "end the night at once",
    },
}
"""The acts of a host by the groups in which they stand: the key of each, and its words where nothing is undone."""

_WORDS = {key: words for group in GROUPS.values() for key, words in group.items()}
_IN_TOURNAMENTS = "ASJM1"
_OF_TOURNAMENT = "This is a table of a tournament, which decides that itself."
_NO_FRIENDS = "Nobody else can join this table."
_ALONE = "Nobody else has a seat here."
_FIND_OUT = "Spectators, and people who were here before, as the chat shows them."


class HostAct(NamedTuple):
    """An act of a host: what is chosen by it, or why it is impossible now, and its words."""

    choice: Choice | None
    refusal: str = ""
    words: str = ""


def host_acts(view: TableView, *, invites: bool = True) -> dict[str, HostAct]:
    """Returns what a host can do at a table as it is now, by its key; with `invites` others can join it.

    The page that says how friends join is no choice: the key of the table opens it.
    """
    known = _acts_of_table(view, "" if invites else _NO_FRIENDS) | _acts_about_people(view) | _acts_that_end(view)
    acts: dict[str, HostAct] = {}
    for key, words in _WORDS.items():
        choice, refusal, other = known[key]
        if view.tournament and key not in _IN_TOURNAMENTS:
            choice, refusal = None, _OF_TOURNAMENT
        acts[key] = HostAct(choice, "" if choice is not None else refusal, other or words)
    return acts


def _acts_of_table(view: TableView, no_friends: str) -> dict[str, HostAct]:
    rail, bomb = view.rail, not view.next_bomb_pot
    pause, rest = HostAct(commands.Pause()), HostAct(commands.TakeBreak())
    if view.pause is not None:
        pause = HostAct(commands.GoOn(), words="let the table go on")
        rest = HostAct(None, "The table is paused already.")
    elif view.coming_break:
        rest = HostAct(commands.GoOn(), words="call the break off")
    pots = commands.CallBombPot(on=bomb) if view.rules.bomb_pot else None
    voice = hosts.ChangeRail(limit=rail.limit, speaks=not rail.speaks)
    locks = not view.seats_locked
    return {
        "T": pause,
        "F": rest,
        "G": HostAct(Ask(lambda: ChangeGameDialog(view.game, view.rotation))),
        "P": HostAct(pots, "This table plays no bomb pots.", "" if bomb else "call the bomb pot off"),
        "U": HostAct(hosts.LockTable(on=locks), words="" if locks else "unlock the table"),
        "A": HostAct(Ask(_announcement)),
        "S": HostAct(Ask(partial(ProfileDialog, view))),
        "J": HostAct(None, no_friends),
        "1": HostAct(_act_by_name("Send whom away?", lambda name: hosts.SendAway(name=name))),
        "2": HostAct(Ask(partial(_rail_limit, view))),
        "3": HostAct(voice, words="let the rail whisper" if rail.speaks else ""),
    }


def _acts_about_people(view: TableView) -> dict[str, HostAct]:
    waiting = dict(enumerate((waiter.name for waiter in view.waiting), 1))
    seated = {seat.seat: seat.name for seat in view.occupied} if free_seats(view) else {}

    def move(seat: int, name: str) -> Choice:
        to = {free: (f"Seat {free}", hosts.MovePlayer(seat=seat, to=free)) for free in free_seats(view)}
        return Ask(lambda: ChoiceDialog(f"Where does {name} sit?", to))

    remove = _which("Who waits no longer?", waiting, lambda _, name: hosts.RemoveWaiting(name=name))
    hand_over = _which("Who hosts now?", _others(view), lambda seat, _: hosts.HandOver(seat=seat))
    correct = Ask(partial(CorrectionDialog, view)) if _others(view, bots=True) else None
    return {
        "V": HostAct(_which("Move whom?", seated, move), "No seat is free."),
        "M": HostAct(Ask(partial(_mute_dialog, view))),
        "W": HostAct(remove, "Nobody waits for a seat."),
        "O": HostAct(hand_over, _ALONE),
        "X": HostAct(correct, _ALONE),
    }


def _acts_that_end(view: TableView) -> dict[str, HostAct]:
    calls_back = bool(view.last_hand or view.night_ends)
    this, when = ("This", "after this hand") if view.playing else ("The next", "now")
    last = _sure(f"Call the last hand? {this} hand is the last then; [L] takes it back.", "Call it", hosts.LastHand())
    end = _sure(f"End the night {when}? Everybody takes their chips.", "End it", hosts.EndNight())

    def kick(seat: int, name: str) -> Choice:
        question = f"Remove {name}? They leave with their chips, after their hand, and read that you did it."
        return _sure(question, f"Remove {name}", hosts.Kick(seat=seat))

    return {
        "L": HostAct(hosts.LastHand(on=False), words="take the last hand back") if calls_back else HostAct(last),
        "E": HostAct(end, words="" if view.playing else "end the night now"),
        "K": HostAct(_which("Remove whom?", _others(view, bots=True), kick), _ALONE),
        "D": HostAct(Ask(partial(_ban_dialog, view))),
        "Z": HostAct(Ask(_end_at_once)),
    }


def _others(view: TableView, *, bots: bool = False) -> dict[int, str]:
    """Returns the names of the other people, with `bots` of all others, by their seats."""
    others = (seat for seat in view.occupied if seat.seat != view.you.seat and (bots or not seat.bot))
    return {seat.seat: seat.name for seat in others}


def _sure(question: str, yes: str, command: Command) -> Ask:
    return Ask(lambda: ConfirmDialog(question, yes, command))


def _which(question: str, people: Mapping[int, str], then: Callable[[int, str], Choice]) -> Ask | None:
    """Returns the question of whom an act is about, by seats or by places; None where there is nobody."""
    choices = {number: (name, then(number, name)) for number, name in people.items()}
    return Ask(partial(PersonDialog, question, choices)) if choices else None


def _mute_dialog(view: TableView) -> ChoiceDialog[Choice]:
    chatting = {seat: name for seat, name in _others(view).items() if name not in view.muted}
    muted = dict(enumerate(view.muted, 1))
    return _kinds(
        "Who may chat?",
        ("Mute a player", _which("Mute whom?", chatting, lambda _, name: hosts.Mute(name=name))),
        ("Mute on the rail", _act_by_name("Mute whom?", lambda name: hosts.Mute(name=name))),
        ("Let somebody chat", _which("Who may chat again?", muted, lambda _, name: hosts.Mute(name=name, on=False))),
    )


def _ban_dialog(view: TableView) -> ChoiceDialog[Choice]:
    people, banned = _others(view), dict(enumerate(view.banned, 1))

    def ban(name: str, *, address: bool = False) -> Choice:
        others = " Nobody else comes from their address either." if address else ""
        question = f"Ban {name}? They go after their hand and may not come again until you lift it.{others}"
        return _sure(question, f"Ban {name}", hosts.Ban(name=name, address=address))

    return _kinds(
        "Ban, or lift a ban",
        ("Ban a player", _which("Ban whom?", people, lambda _, name: ban(name))),
        ("Ban with address", _which("Ban whom?", people, lambda _, name: ban(name, address=True))),
        ("Ban from the rail", _act_by_name("Ban whom?", ban)),
        ("Lift a ban", _which("Who may come again?", banned, lambda _, name: hosts.Ban(name=name, on=False))),
    )


def _kinds(heading: str, *kinds: tuple[str, Ask | None]) -> ChoiceDialog[Choice]:
    """Returns the question of which kind of an act is meant; each keeps its digit, those for nobody are left out."""
    return ChoiceDialog(heading, {digit: (words, ask) for digit, (words, ask) in enumerate(kinds, 1) if ask})


def _act_by_name(question: str, command: Callable[[str], Choice]) -> Ask:
    read = reading(clean_name, "Write the name of somebody who is here, or was.", command)
    return Ask(lambda: LineDialog(question, "Name", read, accept="Do it", hint=_FIND_OUT, max_length=NAME_LENGTH))


def _end_at_once() -> LineDialog[Choice]:
    def read(typed: str) -> Choice:
        if typed.strip().lower() != "end":
            raise ValueError("Write the word end, or press Esc.")
        return hosts.EndNight(now=True)

    hint = "A hand that runs does not count, and everybody takes their chips."
    return LineDialog("End the night at once?", "Write end", read, accept="End it", hint=hint, max_length=4)


def _rail_limit(view: TableView) -> LineDialog[Choice]:
    rail = view.rail

    def read(typed: str) -> Choice:
        if (number := typed.strip()) and not number.isdecimal():
            raise ValueError("Write a whole number, or nothing for any number.")
        return hosts.ChangeRail(limit=int(number) if number else None, speaks=rail.speaks)

    return LineDialog(
        "How many may watch?",
        "People",
        read,
        accept="Change it",
        hint="0 sends spectators away who have not played; empty is any number.",
        value="" if rail.limit is None else str(rail.limit),
        placeholder="any number",
        max_length=4,
    )


def _announcement() -> LineDialog[Choice]:
    return LineDialog(
        "To everybody at the table",
        "Say",
        reading(clean_chat, "Write something that can be shown.", lambda line: hosts.Announce(text=line)),
        accept="Announce",
        hint="It stays in the log of the table.",
        placeholder="the break ends at ten",
        max_length=CHAT_LENGTH,
    )


_Row = SeatView | str
"""A row that can be marked: the request of a seat, or the act of a key."""

_Line = int | str | Callable[[PagePainter, int, int], object]
"""A line of a column: the place of a row, a heading, or what draws it from x and y on."""

_COLUMN = 30
_GAP = ""
_SHOWN_REQUESTS = 3
_NOTHING_WAITS = "Nothing waits for you."
_WIDE, _ROWS_WITH_AIR = 80, 48


def _is_same(row: _Row, other: _Row) -> bool:
    """Whether rows are the same act, or of the same player."""
    return row == other if isinstance(row, str) or isinstance(other, str) else row.name == other.name


def _draw_rule(painter: PagePainter, x: int, y: int) -> None:
    painter.put(x, y, "─" * min(38, painter.width - 4), TextRole.BORDER)


class HostMenu(ListPage):
    """Shows what waits for the host, and all that they can do.

    `seconds_until` tells how long it is until a time of the server, and with `invites` there is a page for friends.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("y"), "answer(True)", "Give what is asked for", show=False),
        Binding(with_capitals("n"), "answer(False)", "Refuse it", show=False),
        Binding(with_capitals("b"), "give_all", "Give all that is asked for", show=False),
        *(
            Binding(with_capitals(key.lower()), f"act('{key}')", capitalize(words), show=False)
            for key, words in _WORDS.items()
        ),
    ]
    beside_table = True

    def __init__(self, view: TableView, seconds_until: Callable[[int], float], *, invites: bool) -> None:
        super().__init__("the host's menu")
        self._view = view
        self._seconds_until, self._invites = seconds_until, invites
        self._answered: frozenset[str] = frozenset()

    def on_mount(self) -> None:
        """Draws the menu, and has the time of the turn go by."""
        self.set_interval(1.0, self.redraw)

    def show_session(self, session: SessionView) -> None:
        """Shows the table as it is now; the marked row stays marked, and a request that has gone is told."""
        marked, asked = self._rows[self.index], self._view.requests
        if session.table is not None:
            self._view = session.table
        same = (at for at, row in enumerate(self._rows) if _is_same(row, marked))
        self.index = next(same, min(self.index, self.count - 1))
        super().show_session(session)
        here = {seat.name for seat in self._view.occupied} | self._answered
        renamed = {seat.seat for seat in self._view.requests}
        if left := next((row.name for row in asked if row.name not in here and row.seat not in renamed), ""):
            self.say(f"{left} has left; nothing was given.")
        elif self.is_mounted:
            self.redraw()

    @property
    def _acts(self) -> dict[str, HostAct]:
        return host_acts(self._view, invites=self._invites)

    @property
    def _rows(self) -> list[_Row]:
        return [*self._view.requests, *_WORDS]

    @property
    def count(self) -> int:
        """How many requests and acts there are."""
        return len(self._rows)

    def action_choose(self) -> None:
        """Gives what the marked request asks for, or does the marked act."""
        row = self._rows[self.index]
        if isinstance(row, str):
            self.action_act(row)
        else:
            self.action_answer(approve=True)

    def action_act(self, key: str) -> None:
        """Does an act, or says why it is impossible now."""
        act, app = self._acts[key], self.app
        if act.refusal:
            self.say(act.refusal)
        elif act.choice is None:
            self.action_lead_to(key.lower())
        else:
            self.dismiss(None)
            app.call_later(carry_out, app, act.choice, lambda command: app.post_message(CommandRequested(command)))

    def action_answer(self, approve: bool) -> None:
        """Answers the marked request, or the first one."""
        at = self.index if self.index < len(self._view.requests) else 0
        self._answer(self._view.requests[at : at + 1], approve=approve)

    def action_give_all(self) -> None:
        """Gives everybody what they ask for."""
        self._answer(self._view.requests, approve=True)

    def _answer(self, seats: Sequence[SeatView], *, approve: bool) -> None:
        if not seats:
            self.say(_NOTHING_WAITS)
        for seat in seats:
            self._answered |= {seat.name}
            answer = hosts.AnswerBuyIn(seat=seat.seat, chips=seat.requested, approve=approve)
            self.post_message(CommandRequested(answer))

    def draw(self, painter: PagePainter) -> Sequence[PageKey]:
        """Draws one column beside the table and on a very small screen, else two."""
        view, left, beside = self._view, painter.left, painter.width < self.app.size.width
        head, *groups = self._waiting, *self._groups
        back = PageKey("Esc", "back" if beside else "back to the table", "escape")
        if beside:
            painter.put(left, 0, "Host's menu", TextRole.TITLE)
            painter.put_right(left + _COLUMN, 0, "Esc  back", TextRole.DIM)
        else:
            hand = f" · hand {view.hand:,}" if view.hand else ""
            state = f" · {self._state_words}" if painter.width >= _WIDE else ""
            painter.heading("Host's menu", f"{view.name}{hand}{state}", "Esc  back")
        if painter.width < _WIDE:
            air, (*others, ends) = [_GAP] * (2 if painter.height >= _ROWS_WITH_AIR else 1), groups
            lines = [*head, *(line for group in others for line in (*air, *group)), _draw_rule, *ends]
            top = 2 if painter.has_wood else 1
            rect = Rect(
                left, top, _COLUMN + 2 if beside else painter.width - 1, painter.height - top - (4 if beside else 2)
            )
            self._draw_column(painter, rect, lines)
        else:
            second, (table, players, rail, ends) = painter.width // 2 + 1, groups
            self._draw_column(painter, Rect(left, 2, painter.width, 4), head[:-1])
            self._draw_answers(painter, second, 2)
            self._draw_column(painter, Rect(left, 7, second - left - 1, painter.height - 10), [*table, _GAP, *rail])
            self._draw_column(painter, Rect(second, 7, second - 2, painter.height - 10), [*players, _draw_rule, *ends])
            painter.put_spans(left, painter.height - 3, self._turn_line)
        keys = (PageKey("↑↓", "choose", "down"), PageKey("Enter", "do it", "enter"))
        return keys if beside else (*keys, back, PageKey("?", "help", "question_mark"))

    @property
    def _state_words(self) -> str:
        view = self._view
        if view.pause is not None:
            return "paused"
        return "the last hand" if view.last_hand else "the game ends" if view.night_ends else "the game goes on"

    @property
    def _turn_line(self) -> tuple[Span, ...]:
        turn = self._view.turn
        seat = self._view.seats[turn.seat - 1] if turn is not None else None
        if turn is None or seat is None:
            return ()
        left = f", {ceil(self._seconds_until(turn.deadline))} s" if turn.deadline is not None else ""
        return Span(seat.name, TextRole.STRONG), Span(f" is to act{left}", TextRole.DIM)

    @property
    def _waiting(self) -> list[_Line]:
        """The lines of what waits, of which at most three are in sight, and of its keys."""
        asks, marked = len(self._view.requests), self.index
        first = max(0, min(marked - 1, asks - _SHOWN_REQUESTS)) if marked < asks else 0

        def heading(painter: PagePainter, x: int, y: int) -> None:
            after = painter.put(x, y, "Waiting for your answer", TextRole.TITLE)
            end = x + _COLUMN if painter.width < self.app.size.width else after + 1 + len(str(asks))
            painter.put_right(end, y, str(asks) if asks else "", TextRole.CHIPS)

        def nothing(painter: PagePainter, x: int, y: int) -> None:
            painter.put(x, y, _NOTHING_WAITS, TextRole.DIM)

        rows = range(first, min(asks, first + _SHOWN_REQUESTS))
        return [heading, *(rows or [nothing]), *[_GAP] * (_SHOWN_REQUESTS - max(1, len(rows))), self._draw_answers]

    def _draw_answers(self, painter: PagePainter, x: int, y: int) -> None:
        wide = painter.width >= _WIDE
        for key, words in (("Y", "give"), ("N", "refuse"), ("B", "give all" if wide else "all")):
            after = painter.cap(x, y, PageKey(key, words, key.lower(), works=bool(self._view.requests)))
            x = painter.put(after + 1, y, words, TextRole.SOFT if self._view.requests else TextRole.DIM) + 2

    @property
    def _groups(self) -> list[list[_Line]]:
        """The lines of each group; a rule stands above the acts that end something."""
        place, groups = len(self._view.requests), list[list[_Line]]()
        for name, acts in GROUPS.items():
            groups.append([name, *range(place, place + len(acts))])
            place += len(acts)
        return groups

    def _draw_row(self, painter: PagePainter, place: int, rect: Rect) -> None:
        row, (x, y, width, _), is_marked = self._rows[place], rect, place == self.index
        if is_marked:
            painter.mark(rect._replace(x=x - 1))
        painter.canvas.click(x, y, width - 1, 1, RowPress(place))
        if isinstance(row, SeatView):
            after = painter.put(x + 1, y, row.name, TextRole.STRONG)
            painter.put(after + 1, y, f"asks for {row.requested:,}", TextRole.TEXT if is_marked else TextRole.SOFT)
            return
        act = self._acts[row]
        painter.cap(x, y, PageKey(row, act.words, row.lower(), works=not act.refusal))
        painter.put(x + 4, y, act.words, TextRole.DIM if act.refusal else TextRole.SOFT)

    def _draw_column(self, painter: PagePainter, rect: Rect, lines: Sequence[_Line]) -> None:
        """Draws the lines of a column, with the marked one in sight."""
        x, top, width, room = rect
        marked = lines.index(self.index) if self.index in lines else 0
        first = max(0, min(marked - room // 2, len(lines) - room))
        for y, line in enumerate(lines[first : first + room], top):
            if isinstance(line, int):
                self._draw_row(painter, line, Rect(x, y, width, 1))
            elif isinstance(line, str):
                painter.put(x, y, line, TextRole.TITLE)
            else:
                line(painter, x, y)
