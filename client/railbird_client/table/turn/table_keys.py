"""The keys of the table: what each presses, what a player wants with it, and the filter of key repeats.

Everything a player can press is a `Press`: a key of the table, a seat or a point of the slider. A click and a line of
the command palette press the same as the key does.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum, StrEnum, auto
from math import inf
from typing import NamedTuple

from msgspec import Struct

from railbird_client.drawing.canvas import KeyPress, Press
from railbird_client.widgets.terminal import REPEAT_DELAY, with_capitals


class Want(StrEnum):
    """The wishes of a player that the keys of the table fulfil, in the order of the help."""

    TURN = "play my turn"
    AMOUNT = "choose how much"
    PLAN = "decide before my turn"
    DRAW = "change my cards"
    SEAT = "sit, wait, buy or go"
    CUSTOM = "straddle, chop or choose"
    PAUSE = "pause"
    HAND = "see more of the hand"
    LEARN = "learn and look up"
    TALK = "talk, watch and invite"
    SET_UP = "set things up"


class Use(NamedTuple):
    """A use of a key: the wish that it fulfils, in a few words, and words by which it is searched `also`.

    `display` names several keys together.
    """

    want: Want
    words: str
    also: str = ""
    display: str = ""


class TableKey(KeyPress):
    """The keys of the table, with their uses in the order of the help; a key without one is not in the palette.

    The keys of the palette and of the settings are bound by the app; here they stand for a click.
    """

    def __init__(self, keys: str, display: str, *uses: Use) -> None:
        super().__init__(keys, display, uses[0].words[:1].upper() + uses[0].words[1:] if keys and uses else "")
        self.uses = uses

    FOLD = "f", "F", Use(Want.TURN, "fold", "muck throw away"), Use(Want.PLAN, "plan to check or fold")
    CALL = "c", "C", Use(Want.TURN, "check or call", "see bring in"), Use(Want.PLAN, "plan to call this bet")
    WAGER = "r", "R or B", Use(Want.TURN, "bet or raise; so does B", "complete")
    ALL_IN = "a", "A", Use(Want.TURN, "go all-in (press it twice)", "shove everything")
    CALL_ANY = "x", "X", Use(Want.PLAN, "plan to call any bet")
    DIGIT_1 = (
        "1",
        "1",
        Use(Want.AMOUNT, "least, ½, ¾, pot, all", "preset minimum half", "1 to 5"),
        Use(Want.DRAW, "throw a card, or keep it", "discard", "1 to 7"),
    )
    CONFIRM = "enter", "Enter", Use(Want.TURN, "press the bright button"), Use(Want.DRAW, "draw for the thrown cards")
    BET_LESS = "left", "←", Use(Want.AMOUNT, "one bet less, one bet more", display="← →")
    BET_MORE = "right", "→"
    POT_LESS = "down", "↓", Use(Want.AMOUNT, "¼ of the pot less, more", "quarter", "↓ ↑")
    POT_MORE = "up", "↑"
    MINIMUM = "home", "Home", Use(Want.AMOUNT, "the least", "minimum")
    MAXIMUM = "end", "End", Use(Want.AMOUNT, "the most", "maximum")
    EXACT = "equals_sign", "=", Use(Want.AMOUNT, "type the amount (the total)", "chips exact")
    ERASE = "backspace", "Backspace"
    CANCEL = "escape", "Esc"
    STAND_PAT = "p", "P", Use(Want.DRAW, "stand pat")
    DIGIT_0 = "0", "0", Use(Want.DRAW, "keep all again")
    DIGIT_2 = "2", "2"
    DIGIT_3 = "3", "3"
    DIGIT_4 = "4", "4"
    DIGIT_5 = "5", "5"
    DIGIT_6 = "6", "6"
    DIGIT_7 = "7", "7"
    DIGIT_8 = "8", "8"
    DIGIT_9 = "9", "9"
    SIT = "s", "S", Use(Want.SEAT, "sit, sit out, or come back", "seat down wait away break")
    ADD_CHIPS = "plus", "+", Use(Want.SEAT, "add chips", "rebuy buy in top up")
    AUTO_TOP_UP = "asterisk", "*", Use(Want.SEAT, "always top up between hands", "chips rebuy")
    MOVE = "number_sign", "#", Use(Want.SEAT, "move to another seat", "change")
    LEAVE = "l", "L", Use(Want.SEAT, "leave the table", "quit go home exit stand")
    POST_BLIND = "i", "I", Use(Want.CUSTOM, "post a blind, be dealt in", "wait")
    STRADDLE = "t", "T", Use(Want.CUSTOM, "straddle")
    CHOP = "slash", "/", Use(Want.CUSTOM, "chop the blinds")
    BOMB_POT = "exclamation_mark", "!", Use(Want.CUSTOM, "ask for a bomb pot")
    NAME_GAME = "g", "G", Use(Want.CUSTOM, "name the next game", "change stakes")
    BREAK = "comma", ",", Use(Want.PAUSE, "ask for a break, or agree", "vote")
    VOTE_AGAINST = "minus", "-", Use(Want.PAUSE, "vote against it")
    PAUSE = "full_stop", ".", Use(Want.PAUSE, "pause, or go on (host)", "stop")
    WHY = "w", "W", Use(Want.HAND, "why the hand ended so", "rule winner")
    SHOW_HAND = "v", "V", Use(Want.HAND, "show my cards to everybody")
    SHOW_CARD = "o", "O", Use(Want.HAND, "show one of my cards")
    SEE_HAND = "e", "E", Use(Want.HAND, "see a hand that was mucked", "muck")
    RABBIT = "y", "Y", Use(Want.HAND, "see the board not dealt", "rabbit")
    SKIP_STREET = "space", "Space", Use(Want.HAND, "go on at once", "skip deal")
    GAME = "f2", "F2", Use(Want.LEARN, "rules of this game", "help bets")
    RANKING = "f6", "F6", Use(Want.LEARN, "which hand beats which", "ranking wins")
    HINTS = "f3", "F3", Use(Want.LEARN, "hints while I play", "beginner odds outs")
    ZOOM = "z", "Z", Use(Want.LEARN, "all cards in play, large")
    HISTORY = "h", "H", Use(Want.LEARN, "the history of this table", "happened log")
    PAST_HANDS = "k", "K", Use(Want.LEARN, "the hands that I played", "find export replay")
    STATISTICS = "u", "U", Use(Want.LEARN, "statistics", "numbers vpip")
    CHARTS = "f4", "F4", Use(Want.LEARN, "charts", "graph result night")
    LEDGER = "dollar_sign", "$", Use(Want.LEARN, "won, lost, owed", "statement ledger pay money chips")
    TOURNAMENT = "ctrl+t", "^T", Use(Want.LEARN, "the tournament", "clock prizes levels rebuy deal")
    CHAT = "tab", "Tab", Use(Want.TALK, "say something; Enter says it", "chat write")
    INVITE = "j", "J", Use(Want.TALK, "how friends join", "link address")
    FOLLOWED = "f7", "F7", Use(Want.TALK, "all tables that I follow")
    NEXT_FOLLOWED = "pagedown", "PgDn", Use(Want.TALK, "the next of them", "follow")
    FOLLOWED_BEFORE = "pageup", "PgUp", Use(Want.TALK, "the one before", "follow")
    SHOW_TO_RAIL = "f8", "F8", Use(Want.TALK, "let the rail see my cards", "show watch")
    WATCHERS = "f9", "F9", Use(Want.TALK, "see the rail", "watch")
    SETTINGS = "", "F5", Use(Want.SET_UP, "settings", "name bell colours deck")
    PALETTE = "", "^P", Use(Want.SET_UP, "every command by name", "search")
    HOST = "q", "Q", Use(Want.SET_UP, "the host's menu", "give chips remove ban lock announce end")
    BET = "b", "B"
    GIVE = "", "Y"
    REFUSE = "", "N"
    GIVE_ALL = "", "B"
    ADD_BOT = "n", "N", Use(Want.SET_UP, "add a bot (host)", "new")
    REMOVE_BOT = "m", "M", Use(Want.SET_UP, "remove a bot (host)")
    ANSWER_BUY_IN = "d", "D", Use(Want.SET_UP, "answer for chips (host)", "give request approve")
    HELP = "question_mark", "?"

    @property
    def is_function_key(self) -> bool:
        """Whether the key is one of F1 to F12, which nobody types in a line of chat."""
        return self.keys[:1] == "f" and self.keys[1:].isdigit()

    @property
    def bound_keys(self) -> str:
        """The keys to bind: a letter counts with Shift and with Caps Lock, too."""
        return with_capitals(self.keys)

    @property
    def digit(self) -> int | None:
        """The number on a digit key, None for every other key."""
        return int(self.display) if self.display.isdecimal() else None


DIGIT_KEYS = tuple(sorted((key for key in TableKey if key.digit is not None), key=lambda key: key.display))
"""The digit keys from 0 to 9."""


class SeatClick(Struct, Press, frozen=True):
    """A click on a seat; seats count from 1."""

    seat: int


def key_name(press: Press) -> str:
    """Returns the key of a press as a sentence names it: "[R]" for the key shown as "R or B"."""
    return f"[{press.display.partition(' ')[0]}]" if isinstance(press, TableKey) else "it"


REPEAT_INTERVAL = 0.12
"""The longest time between two repeats of a key that is held down, in seconds."""

_FASTEST_TYPING = 0.06
_SHORTEST_DELAY = 0.2
_LONGEST_GAP = 0.25  # a repeat that a slow network brings late still belongs to the hold


class KeyTiming(Enum):
    """The meaning of the time since the last key for a press."""

    PRESS = auto()
    POSSIBLE_REPEAT = auto()
    """The key may have been pressed twice, or it is held down and this is its first repeat."""
    REPEAT = auto()


class KeyRepeatFilter:
    """Tells the repeats of a held key from presses, by time alone: a terminal does not tell when a key is released.

    A keyboard sends the first repeat after a pause in which a person could have pressed again, and the others quickly.
    So the second of two presses is known for a repeat only once a third follows at the keyboard's rate. Any other key
    ends a hold.
    """

    def __init__(self) -> None:
        self._last_press: Hashable = None
        self._last_at = -inf
        self._is_second = False
        self._is_held = False

    def classify(self, press: Hashable, now: float) -> KeyTiming:
        """Returns what a press at `now` is."""
        gap = now - self._last_at if press == self._last_press else inf
        self._last_press, self._last_at = press, now
        if (self._is_held and gap < _LONGEST_GAP) or (self._is_second and gap < REPEAT_INTERVAL):
            self._is_held, self._is_second = True, False
            return KeyTiming.REPEAT
        self._is_held = False
        self._is_second = gap < _FASTEST_TYPING or _SHORTEST_DELAY <= gap < REPEAT_DELAY
        return KeyTiming.POSSIBLE_REPEAT if self._is_second else KeyTiming.PRESS
