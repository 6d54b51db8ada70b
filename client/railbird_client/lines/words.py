"""The words of a player: a line becomes requests, a question, or a sentence that says what to do."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from railbird_client.lines.speech import amount_words, speak
from railbird_client.network.invitation import Invitation
from railbird_client.player_requests import ScreenRequest
from railbird_client.table.table_options import BetPreset, TableOptions
from railbird_client.table.turn.own_turn import OwnTurn
from railbird_client.table.turn.table_keys import TableKey, key_name
from railbird_client.tournament.known_tournaments import KnownTournaments, Running
from railbird_shared.protocol import commands
from railbird_shared.protocol.actions import LegalActions, WagerKind
from railbird_shared.protocol.view import TableView
from railbird_shared.text import text_cleaning

if TYPE_CHECKING:
    from railbird_client.lobby.lobby_state import LobbyState
    from railbird_client.shell.session_controller import PasswordRequest, SessionController
    from railbird_client.table.table_log import Reason
    from railbird_client.table.turn.time_left import TimeLeft
    from railbird_shared.protocol.messages import Statement


@dataclass(frozen=True, slots=True)
class Asked:
    """A question of the player that `answers.answer` answers, as in "log 5"."""

    query: str
    number: int = 0


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

    `view` is the latest view of their table. `asked` is what the last sentence asks, and `password` the table whose
    password is to be shown.
    """

    name: str = ""
    view: TableView | None = None
    lobby: LobbyState | None = None
    known: KnownTournaments = field(default_factory=KnownTournaments)
    running: Running | None = None
    log: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    statement: Statement | None = None
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
        return OwnTurn(view.you.legal, view, self.options)


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
        reasons=() if table is None else tuple(table.log.reasons),
        statement=None if table is None else table.statement,
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


class Word(NamedTuple):
    """A word: whether it works now, what it leads to with the rest of its line, and that rest in an example."""

    works: Callable[[Player], bool]
    read: Callable[[Player, str], Reply]
    example: str = ""


def read_line(line: str, player: Player) -> Reply:
    """Returns what a line leads to; a question that is said again, or to which the line says yes, is carried out."""
    typed, _, rest = text_cleaning.clean_line(line, _LONGEST_LINE).partition(" ")
    if not typed:
        return Asked("turn")
    word = _find(typed.lower(), player)
    reply = word if isinstance(word, Sentence) else word.read(player, rest.strip())
    if isinstance(reply, Sentence) and reply.asks is not None and reply.asks == player.asked:
        return reply.asks
    return reply


def working_words(player: Player) -> tuple[str, ...]:
    """Returns the words that work now, each with an example of what follows it: "raise 40"."""
    return tuple(f"{name} {word.example}".strip() for name, word in WORDS.items() if word.works(player))


def turn_choices(legal: LegalActions) -> tuple[str, ...]:
    """Returns the words of a turn with their amounts: "call 2", "raise 4 to 200", "fold"."""
    told: list[str] = []
    if legal.check:
        told.append("check")
    if legal.call is not None:
        told.append(f"call {amount_words(legal.call)}" if legal.call else "call for free")
    if legal.bring_in is not None:
        told.append(f"bring in {amount_words(legal.bring_in)}")
    if legal.wager is not None:
        told.append(f"{legal.wager.kind} {_range(legal)}")
    if legal.max_discards is not None:
        least, most = legal.min_discards, legal.max_discards
        count = f"{most}" if least == most else f"up to {most}" if not least else f"{least} to {most}"
        told += [f"draw {count} card{'s' * (most != 1)}", *(["pat"] if not least else [])]
    if legal.declare:
        told.append("declare high, low or both")
    if legal.claims:
        told.append(f"claim {' or '.join(legal.claims)}")
    if legal.max_runs is not None:
        told.append(f"run 1 to {legal.max_runs}")
    return (*told, "fold") if legal.fold else tuple(told)


_LONGEST_LINE = 400
_NO_TURN = Sentence("It is not your turn.")
_NO_TABLE = Sentence("You are not at a table. Say tables to hear which there are.")


def _find(typed: str, player: Player) -> Word | Sentence:
    """Returns the word that is meant, by any beginning that is unique among those that work now."""
    if typed in WORDS:
        return WORDS[typed]
    found = [name for name, word in WORDS.items() if name.startswith(typed) and word.works(player)]
    if len({WORDS[name].read for name in found}) == 1:
        return WORDS[found[0]]
    if found:
        return Sentence(f"Say {_either(found)}.")
    near = text_cleaning.nearest(typed, WORDS)
    meant = f" Did you mean {near}?" if near else ""
    return Sentence(f"There is no such word.{meant} Say help for the words.")


def _either(words: Iterable[str]) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else last


def _number(rest: str) -> int | None:
    found = re.search(r"(?<!\d)\d{1,13}(?!\d)", rest.replace(",", ""), re.ASCII)
    return int(found[0]) if found else None


# --- a turn


def _turn_word(works: Callable[[LegalActions], bool], read: Callable[[OwnTurn, str], Reply], example: str = "") -> Word:
    """Returns a word of the player's turn; where the turn has no such act, it says which there are."""

    def works_now(player: Player) -> bool:
        turn = player.turn
        return turn is not None and works(turn.legal)

    def reads(player: Player, rest: str) -> Reply:
        turn = player.turn
        if turn is None:
            return _NO_TURN
        return read(turn, rest) if works(turn.legal) else Sentence(f"Not now: {_either(turn_choices(turn.legal))}.")

    return Word(works_now, reads, example)


def _press(turn: OwnTurn, key: TableKey, again: str = "yes") -> Reply:
    """Returns the act that a key leads to in a turn, or the question before it as its table asks it."""
    action = turn.press(key, 0.0)
    asked = turn.unconfirmed if action is None else action
    if asked is None:
        return Sentence(speak(turn.notice or f"Say {_either(turn_choices(turn.legal))}"))
    act = (commands.Act(hand=turn.hand, turn=turn.number, action=asked),)
    return act if action else Sentence(speak(turn.notice.replace(f"press {key_name(key)}", f"say {again}")), act)


def _key(key: TableKey, again: str) -> Callable[[OwnTurn, str], Reply]:
    return lambda turn, _: _press(turn, key, again)


_PARTS = {
    "min": BetPreset.MIN,
    "quarter": BetPreset.QUARTER,
    "third": BetPreset.THIRD,
    "half": BetPreset.HALF,
    "two thirds": BetPreset.TWO_THIRDS,
    "three quarters": BetPreset.THREE_QUARTERS,
    "pot": BetPreset.POT,
    "two pots": BetPreset.TWO_POTS,
    "max": BetPreset.MAX,
}
"""The amounts of a bet in words."""


def _wager(turn: OwnTurn, rest: str) -> Reply:
    """Bets or raises to a total, or by a part of the pot."""
    assert turn.bet is not None
    sizing, words = turn.bet.sizing, rest.lower().removeprefix("to ").strip()
    total = _number(words)
    if total is None and (words in _PARTS or (sizing.is_fixed and not words)):
        total = sizing.preset(_PARTS.get(words, BetPreset.MIN)).total
    if total is None or sizing.clamp(total) != total:
        return Sentence(f"Say {sizing.wager.kind} and a total: {_range(turn.legal)}.")
    turn.bet.set_amount(total)
    return _press(turn, TableKey.WAGER)


def _range(legal: LegalActions) -> str:
    assert legal.wager is not None
    least, most = legal.wager.minimum, legal.wager.maximum
    if legal.wager.totals:
        return _either(map(amount_words, legal.wager.totals))
    return amount_words(least) if least == most else f"{amount_words(least)} to {amount_words(most)}"


def _draw(turn: OwnTurn, rest: str) -> Reply:
    """Draws for the cards at these places, as they are told."""
    places = {int(number) for number in re.findall(r"\b\d{1,2}\b", rest, re.ASCII)}
    most, count = turn.legal.max_discards or 0, len(turn.cards)
    if not places or not places <= set(range(1, count + 1)) or len(places) > most:
        pat = ", or pat" * (not turn.legal.min_discards)
        return Sentence(f"Say draw and up to {most} places from 1 to {count}, as in draw 1{' 3' * (most > 1)}{pat}.")
    turn.discards = frozenset(place - 1 for place in places)
    return _press(turn, TableKey.CONFIRM)


def _choose(turn: OwnTurn, rest: str) -> Reply:
    """Declares, claims or says how often the rest is dealt: by words, a part of them, or a number."""
    assert turn.action_choice is not None
    options = turn.action_choice.options
    wanted, number = text_cleaning.plain_name(rest), _number(rest)
    plain = [text_cleaning.plain_name(option.label) for option in options]
    found = [place for place, name in enumerate(plain) if wanted and name.startswith(wanted)]
    found = [plain.index(wanted)] if wanted in plain else found
    if number is not None and 1 <= number <= len(options):
        found = [number - 1]
    if len(found) != 1:
        return Sentence(f"Say {_either(turn_choices(turn.legal))}.")
    return (commands.Act(hand=turn.hand, turn=turn.number, action=options[found[0]].action),)


def _kind(kind: WagerKind) -> Callable[[LegalActions], bool]:
    return lambda legal: legal.wager is not None and legal.wager.kind is kind


_TURN_WORDS = {
    "fold": _turn_word(lambda legal: legal.fold, _key(TableKey.FOLD, "fold")),
    "check": _turn_word(lambda legal: legal.check, _key(TableKey.CALL, "check")),
    "call": _turn_word(lambda legal: legal.call is not None, _key(TableKey.CALL, "call")),
    "bring": _turn_word(lambda legal: legal.bring_in is not None, _key(TableKey.CALL, "bring")),
    "bet": _turn_word(_kind(WagerKind.BET), _wager, "40, min, half or pot"),
    "raise": _turn_word(_kind(WagerKind.RAISE), _wager, "40, min, half or pot"),
    "complete": _turn_word(_kind(WagerKind.COMPLETE), _wager),
    "allin": _turn_word(
        lambda legal: legal.wager is not None or legal.call is not None, _key(TableKey.ALL_IN, "allin")
    ),
    "draw": _turn_word(lambda legal: legal.max_discards is not None, _draw, "1 3"),
    "pat": _turn_word(lambda legal: legal.max_discards is not None, _key(TableKey.STAND_PAT, "pat")),
    "declare": _turn_word(lambda legal: legal.declare, _choose, "high, low or both"),
    "claim": _turn_word(lambda legal: bool(legal.claims), _choose, "flush"),
    "run": _turn_word(lambda legal: legal.max_runs is not None, _choose, "2"),
}


WORDS: dict[str, Word] = {**_TURN_WORDS}
"""Every word by its name."""
