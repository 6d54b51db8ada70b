"""The keys of the table: what each presses, the help that explains them, and the filter of key repeats.

Everything a player can press is a `Press`: a key of the table, a seat or a point of the slider. A click and a line of
the command palette press the same as the key does.
"""

from __future__ import annotations

from collections.abc import Hashable
from enum import Enum, auto
from math import inf

from msgspec import Struct

from railbird_client.drawing.canvas import KeyPress, Press
from railbird_client.widgets.terminal import REPEAT_DELAY, with_capitals


class TableKey(KeyPress):
    """The keys of the table; a key without a description is not in the palette.

    The key of the palette is bound by the app; here it stands for a click on its hint.
    """

    FOLD = "f", "F", "Fold; before your turn: plan to check or fold"
    CALL = "c", "C", "Check, call, see or bring in; before your turn: plan it"
    WAGER = "r,b", "R or B", "Bet, raise or complete"
    ALL_IN = "a", "A", "Go all-in"
    CALL_ANY = "x", "X", "Before your turn: plan to call any bet"
    BET_LESS = "left", "←", "Bet less, by one minimum bet"
    BET_MORE = "right", "→", "Bet more, by one minimum bet"
    POT_LESS = "down", "↓", "Bet less, by a quarter of the pot"
    POT_MORE = "up", "↑", "Bet more, by a quarter of the pot"
    MINIMUM = "home", "Home", "Bet the least"
    MAXIMUM = "end", "End", "Bet the most"
    EXACT = "equals_sign", "=", "Type the exact amount"
    CONFIRM = "enter", "Enter", "Confirm the amount, or draw for the chosen cards"
    ERASE = "backspace", "Backspace"
    CANCEL = "escape", "Esc"
    STAND_PAT = "p", "P", "Stand pat"
    DIGIT_0 = "0", "0"
    DIGIT_1 = "1", "1"
    DIGIT_2 = "2", "2"
    DIGIT_3 = "3", "3"
    DIGIT_4 = "4", "4"
    DIGIT_5 = "5", "5"
    DIGIT_6 = "6", "6"
    DIGIT_7 = "7", "7"
    DIGIT_8 = "8", "8"
    DIGIT_9 = "9", "9"
    SIT = "s", "S", "Take a seat, or wait for one or no longer; seated: sit out or come back"
    MOVE = "number_sign", "#", "Move to another seat, or stay after all"
    ADD_CHIPS = "plus", "+", "Add chips"
    AUTO_TOP_UP = "asterisk", "*", "Top up between hands: to the usual buy-in, to the most, or no longer"
    ANSWER_BUY_IN = "d", "D", "Answer a request for chips (host)"
    SHOW_HAND = "v", "V", "Show your cards after a hand"
    SHOW_CARD = "o", "O", "Show one of your cards after a hand"
    SEE_HAND = "e", "E", "See a hand mucked at the showdown"
    RABBIT = "y", "Y", "See the board that would have come"
    POST_BLIND = "i", "I", "Post a blind to be dealt in at once, or wait for it"
    STRADDLE = "t", "T", "Straddle when you may, or no longer"
    NAME_GAME = "g", "G", "Name the next game, when you get the button; change the game (host)"
    PAUSE = "full_stop", ".", "Pause the table, or let it go on (host); vote to go on"
    BREAK = "comma", ",", "Take a break (host); call a vote for a break, or vote for it"
    VOTE_AGAINST = "minus", "-", "Vote against a break, or against going on"
    CHOP = "slash", "/", "Chop the blinds when you may, or no longer"
    BOMB_POT = "exclamation_mark", "!", "Ask for a bomb pot, or no longer"
    ADD_BOT = "n", "N", "Add a bot (host)"
    REMOVE_BOT = "m", "M", "Remove a bot (host)"
    HOST = "q", "Q", "Do what a host may: last hand, remove, ban, lock, announce (host)"
    LEAVE = "l", "L", "Leave the table"
    CHAT = "tab", "Tab", "Say something: Enter says it, Tab says it and stays"
    HISTORY = "h", "H", "Read the history of this table"
    WHY = "w", "W", "Show why the hand ended as it did"
    GAME = "f2", "F2", "Read the rules of the game: bets, cards, and which hand wins"
    HINTS = "f3", "F3", "Show hints for beginners, or no longer: what beats you, which cards help"
    CHARTS = "f4", "F4", "Show charts of this night: each player's result over time, and how they play"
    RANKING = "f6", "F6", "Show which hand beats which in this game"
    INVITE = "j", "J", "Show how friends join"
    LEDGER = "dollar_sign", "$", "Show who has won and lost how much"
    TOURNAMENT = "ctrl+t", "^T", "Show the tournament: its clock, players, prizes and levels; rebuy, or make a deal"
    PAST_HANDS = "k", "K", "Find and read the hands that you sat in"
    STATISTICS = "u", "U", "Show statistics of this night, and of your own nights"
    SKIP_STREET = "space", "Space", "Show the next street, hand or pot at the end of a hand at once"
    FOLLOWED = "f7", "F7", "Show all tables that you follow"
    NEXT_FOLLOWED = "pagedown", "PgDn", "Go to the next table that you follow"
    FOLLOWED_BEFORE = "pageup", "PgUp", "Go to the table before of those that you follow"
    SHOW_TO_RAIL = "f8", "F8", "Let the delayed rail see your cards from the next hand on, or no longer"
    WATCHERS = "f9", "F9", "Show who watches"
    ZOOM = "z", "Z", "Show all cards in play on one page"
    HELP = "question_mark", "?", "This page"
    PALETTE = "", "^P"

    @property
    def bound_keys(self) -> str:
        """The keys to bind: a letter counts with Shift and with Caps Lock, too."""
        return with_capitals(self.keys)

    @property
    def digit(self) -> int | None:
        """The number on a digit key, None for every other key."""
        return int(self.display) if self.display.isdecimal() else None


DIGIT_KEYS = tuple(key for key in TableKey if key.digit is not None)
"""The digit keys from 0 to 9."""


class SeatClick(Struct, Press, frozen=True):
    """A click on a seat; seats count from 1."""

    seat: int


def key_name(press: Press) -> str:
    """Returns the key of a press as a sentence names it: "[R]" for the key shown as "R or B"."""
    return f"[{press.display.partition(' ')[0]}]" if isinstance(press, TableKey) else "it"


HelpSections = dict[str, dict[str, str]]
"""Sections of the help by their titles: keys, and what they do."""


def help_columns(*, friends: bool) -> tuple[HelpSections, HelpSections]:
    """Returns the help in its two columns; with `friends` it says how they join."""
    return {
        "Your turn": {
            "F": "fold",
            "C": "check, call or bring in",
            "R B": "bet, raise or complete",
            "A": "all-in",
            "Enter": "call, or the amount",
        },
        "Before it": {"F C X": "check/fold, call, any"},
        "How much": {
            "1 to 5": "min, half, 3/4, pot, all",
            "← →": "a minimum bet less, more",
            "↓ ↑": "a quarter of the pot",
            "Home End": "the least, the most",
            "=": "type the exact total",
        },
        "The draw": {"1 to 6": "choose discards", "Enter": "draw or discard", "P 0": "stand pat, clear"},
    }, {
        "The table": {
            "S # + *": "sit or wait, move; chips",
            "V O E Y": "after a hand: show, see",
            "I T / !": "post, chop, bomb pot",
            "N M G D Q": "bots, game, host",
            ". , -": "pause, break, vote no",
            **({"J L": "how friends join, leave"} if friends else {"L": "leave the table"}),
        },
        "The screen": {
            "Tab Esc": "chat, and back",
            "H K U F7": "log, hands, stats, rails",
            "W F2 $ ^T": "why, game, ledger, event",
            "F8 F9": "show rail, who watches",
            "F3 F4 F6": "hints, charts, ranking",
            "Z Space": "all cards; go on",
            "PgUp PgDn": "to a followed table",
            "? F5 ^P": "help, settings, all keys",
        },
    }


HELP_FOOTER = "All can be clicked. A raise is to your total for the round. All-in and a free fold take two presses."


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
