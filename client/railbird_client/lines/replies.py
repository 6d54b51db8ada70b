"""The reply to a line of a player, the knowledge of their session that it rests on, and how its names are read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from railbird_client.lines.speech import speak
from railbird_client.network.invitation import Invitation
from railbird_client.player_requests import ScreenRequest
from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn.own_turn import OwnTurn
from railbird_client.tournament.known_tournaments import KnownTournaments, Running
from railbird_shared.protocol.view import TableView
from railbird_shared.text.text_cleaning import plain_name

if TYPE_CHECKING:
    from railbird_client.lobby.lobby_state import LobbyState
    from railbird_client.shell.session_controller import PasswordRequest, SessionController
    from railbird_client.table.table_log import Reason
    from railbird_client.table.turn.time_left import TimeLeft
    from railbird_shared.protocol.messages import Statement, Watchers


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the player that `answers.answer` answers, as in "log 5".

    The answer has to wait for that of the server to the requests that are sent `first`.
    """

    query: str
    number: int = 0
    first: tuple[ScreenRequest, ...] = ()


@dataclass(frozen=True, slots=True)
class Style:
    """The player wants fewer words from now on, or all of them again."""

    terse: bool


@dataclass(frozen=True, slots=True)
class Quit:
    """The player leaves the program."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence for the player; with `asks` a question to which "yes", or the same line again, gives that reply."""

    text: str
    asks: Reply | None = None


Reply = tuple[ScreenRequest, ...] | Asked | Style | Quit | Sentence
"""The reply to a line: requests to send, a question to answer, a change of style, the end, or a sentence."""


@dataclass(frozen=True, slots=True)
class Player:
    """The knowledge of a player's session at `now`, a time of the session's clock.

    `view` is the latest view of their table, and `reasons` are the last rulings there. `asked` is what the last
    sentence asks, and `password` the table whose password is to be shown.
    """

    name: str = ""
    view: TableView | None = None
    lobby: LobbyState | None = None
    known: KnownTournaments = field(default_factory=KnownTournaments)
    running: Running | None = None
    log: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    statement: Statement | None = None
    watchers: Watchers | None = None
    time_left: TimeLeft | None = None
    invitation: Invitation = field(default_factory=Invitation)
    options: TableOptions = field(default_factory=TableOptions)
    leave_question: str = ""
    quit_question: str = ""
    now: float = 0.0
    terse: bool = False
    asked: Reply | None = None
    password: PasswordRequest | None = None

    @property
    def turn(self) -> OwnTurn | None:
        """The player's turn, None while it is not theirs."""
        view = self.view
        if view is None or view.you.legal is None or view.turn is None or view.turn.seat != view.you.seat:
            return None
        turn = OwnTurn(view.you.legal, view, self.options)
        turn.cards = view.you.cards  # a line names them by their places as dealt
        return turn


def read_player(
    controller: SessionController,
    now: float,
    *,
    terse: bool = False,
    asked: Reply | None = None,
    password: PasswordRequest | None = None,
) -> Player:
    """Returns what is known in a session; the last three are what the caller remembers between two lines."""
    state = controller.state
    table, view, shown = state.table, state.view, state.shown
    turn = None if view is None else view.turn
    return Player(
        name=state.player,
        view=view,
        lobby=state.lobby,
        known=controller.tournaments.known,
        running=None if table is None else table.tournament.running,
        log=() if table is None else table.log.sentences,
        reasons=() if table is None else table.log.result_reasons or tuple(table.log.reasons[-1:]),
        statement=None if table is None else table.statement,
        watchers=None if table is None else table.watchers_told,
        time_left=None
        if table is None or turn is None
        else table.clock.time_left(turn.deadline, now, on_time_bank=turn.on_time_bank),
        invitation=getattr(shown, "invitation", Invitation()),
        options=TableOptions() if table is None else table.options,
        leave_question=controller.exit.leave_question,
        quit_question=controller.exit.quit_question,
        now=now,
        terse=terse,
        asked=asked,
        password=password,
    )


Reader = Callable[[Player, str], Reply]
"""The meaning of a word: what it leads to, by the rest of its line."""

TableReader = Callable[[TableView, str], Reply]
"""The meaning of a word that needs no more than the table."""


class Word(NamedTuple):
    """A word: whether it works now, what it means, and what may follow it, as an example."""

    works: Callable[[Player], bool]
    read: Reader
    example: str = ""


NO_TABLE = Sentence("You are not at a table.")

OFF = frozenset({"off", "no"})
"""The words after that of a custom by which the player wants it no longer."""


def is_at_table(player: Player) -> bool:
    """Whether the player is at a table."""
    return player.view is not None


def is_seated(player: Player) -> bool:
    """Whether the player has a seat."""
    return player.view is not None and player.view.you.seat is not None


def sure(question: str, reply: Reply) -> Sentence:
    """Returns a question to which "yes" is the reply."""
    return Sentence(speak(f"{question} Say yes to do it"), reply)


def either(words: Iterable[str]) -> str:
    """Returns words of which one is to be said: "call 2, raise 4 to 200 or fold"."""
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def number_in(rest: str) -> int | None:
    """Returns the first number of a line, None without one."""
    found = re.search(r"(?<![\w.+-])\d{1,13}(?![\w%]|\.\d)", rest.replace(",", ""), re.ASCII)
    return int(found[0]) if found else None


def split_number(rest: str) -> tuple[str, int | None]:
    """Returns the words of a line, and the number after them."""
    found = re.fullmatch(r"(.*?)(?:\s+(?:to )?|^)(\d{1,13})", rest.strip(), re.ASCII | re.DOTALL)
    return (found[1], int(found[2])) if found else (rest.strip(), None)


def find_name(rest: str, names: Sequence[str]) -> int | None:
    """Returns the place of a name: by its number from 1 on, or by a beginning that is its alone; None for none."""
    if re.fullmatch(r"\d{1,9}", rest, re.ASCII):
        return int(rest) - 1 if 1 <= int(rest) <= len(names) else None
    wanted, plain = plain_name(rest) or rest, [plain_name(name) or name for name in names]
    found = [place for place, name in enumerate(plain) if wanted and name.startswith(wanted)]
    return plain.index(wanted) if wanted in plain else found[0] if len(found) == 1 else None
