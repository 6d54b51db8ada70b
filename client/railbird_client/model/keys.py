"""The keys of the table: the bindings, the help that explains them, and the filter of key repeats.

A keyboard sends the first repeat after a pause in which a person could have pressed again; the others follow
quickly.
"""

from __future__ import annotations

from math import inf
from typing import NamedTuple


class KeyBinding(NamedTuple):
    """A key of the table: the name it presses, the keys that do so (with commas), how it is shown, and what it does.

    Without `description` a key is not offered in the palette.
    """

    name: str
    keys: str
    display: str
    description: str

    @property
    def all_keys(self) -> str:
        """The keys that press it; a letter does so with Shift and with Caps Lock, too."""
        each = self.keys.split(",")
        return ",".join([*each, *(key.upper() for key in each if len(key) == 1 and key.isalpha())])


_DIGITS = tuple(KeyBinding(digit, digit, digit, "") for digit in "0123456789")

KEYS: tuple[KeyBinding, ...] = (
    KeyBinding("fold", "f", "F", "Fold; before your turn: plan to check or fold"),
    KeyBinding("call", "c", "C", "Check, call, see or bring in; before your turn: plan it"),
    KeyBinding("wager", "r,b", "R or B", "Bet, raise or complete"),
    KeyBinding("all-in", "a", "A", "Go all-in"),
    KeyBinding("any", "x", "X", "Before your turn: plan to call any bet"),
    KeyBinding("less", "left", "←", "Bet one big bet less"),
    KeyBinding("more", "right", "→", "Bet one big bet more"),
    KeyBinding("less-pot", "down", "↓", "Bet a quarter of the pot less"),
    KeyBinding("more-pot", "up", "↑", "Bet a quarter of the pot more"),
    KeyBinding("min", "home", "Home", "Bet the least"),
    KeyBinding("max", "end", "End", "Bet the most"),
    KeyBinding("exact", "equals_sign", "=", "Type the exact amount"),
    KeyBinding("confirm", "enter", "Enter", "Confirm the amount, or throw the cards chosen away"),
    KeyBinding("erase", "backspace", "Backspace", ""),
    KeyBinding("cancel", "escape", "Esc", ""),
    KeyBinding("pat", "p", "P", "Stand pat"),
    *_DIGITS,
    KeyBinding("sit", "s", "S", "Take a seat; seated: sit out or come back"),
    KeyBinding("chips", "plus", "+", "Add chips"),
    KeyBinding("show", "v", "V", "Show your cards after a hand"),
    KeyBinding("see", "e", "E", "See a hand mucked at the showdown"),
    KeyBinding("post", "i", "I", "Post a blind to be dealt in at once, or wait for it"),
    KeyBinding("straddle", "t", "T", "Straddle when you may, or no longer"),
    KeyBinding("bot", "n", "N", "Add a bot (host)"),
    KeyBinding("unbot", "m", "M", "Remove a bot (host)"),
    KeyBinding("leave", "l", "L", "Leave the table"),
    KeyBinding("chat", "tab", "Tab", "Say something; Esc comes back"),
    KeyBinding("history", "h", "H", "Read everything that was told here"),
    KeyBinding("why", "w", "W", "Why did the hand go like that?"),
    KeyBinding("invite", "j", "J", "Show how friends join"),
    KeyBinding("ledger", "dollar_sign", "$", "Read who has won and lost how much"),
    KeyBinding("zoom", "z", "Z", "Show the boards large"),
    KeyBinding("help", "question_mark", "?", "This page"),
)


class HelpSection(NamedTuple):
    """A part of the help: its title, and keys with what they do."""

    title: str
    lines: tuple[tuple[str, str], ...]


_INVITE_LINE = ("J L", "how friends join, leave")

HELP: tuple[tuple[HelpSection, ...], tuple[HelpSection, ...]] = (
    (
        HelpSection(
            "Your turn",
            (
                ("F", "fold"),
                ("C", "check, call or bring in"),
                ("R B", "bet, raise or complete"),
                ("A", "all-in"),
                ("Enter", "confirm the amount"),
            ),
        ),
        HelpSection("Before it", (("F C X", "check/fold, call, any"),)),
        HelpSection(
            "How much",
            (
                ("1 to 5", "min, half, 3/4, pot, all"),
                ("← →", "a big bet less or more"),
                ("↓ ↑", "a quarter of the pot"),
                ("Home End", "the least, the most"),
                ("=", "type the exact total"),
            ),
        ),
        HelpSection(
            "The draw", (("1 to 6", "throw away, or keep"), ("Enter", "draw, discard"), ("P 0", "stand pat, keep all"))
        ),
    ),
    (
        HelpSection(
            "The table",
            (
                ("S", "sit, sit out, come back"),
                ("+", "add chips"),
                ("V E", "show yours, see mucked"),
                ("I T", "post a blind, straddle"),
                ("N M", "add or remove a bot"),
                _INVITE_LINE,
            ),
        ),
        HelpSection(
            "The screen",
            (
                ("Tab Esc", "chat, and back"),
                ("H $", "history, who won what"),
                ("W", "why the hand went so"),
                ("Z", "the cards in large"),
                ("? ^P", "this page, all commands"),
            ),
        ),
    ),
)
"""The help in its two columns."""

HELP_WITHOUT_INVITES = tuple(
    tuple(
        HelpSection(title, tuple(("L", "leave the table") if line == _INVITE_LINE else line for line in lines))
        for title, lines in column
    )
    for column in HELP
)
"""The help at a table that no friend can join."""

HELP_FOOTER = (
    "Everything can be clicked, too. A raise names your total for the round. All-in, and folding where checking is "
    "free, are asked twice. Letters typed in the chat never act."
)


REPEAT_INTERVAL = 0.2
"""A key that comes again within so many seconds is held down."""

REPEAT_DELAY = 0.75
"""The longest that a keyboard usually waits before the first repeat, in seconds."""


class KeyRepeatFilter:
    """Tells the repeats of a key from its presses."""

    def __init__(self) -> None:
        self._last_seen: dict[str, float] = {}
        self._last_counted: dict[str, float] = {}

    def is_repeat(self, name: str, now: float, *, irrevocable: bool) -> bool:
        """Takes a key that comes at `now`; returns whether it may be a repeat.

        Of a key that `irrevocable` nothing that cannot be taken back, the first repeat counts as a press.
        """
        rapid = now - self._last_seen.get(name, -inf) < REPEAT_INTERVAL
        self._last_seen[name] = now
        if rapid or (irrevocable and now - self._last_counted.get(name, -inf) < REPEAT_DELAY):
            return True
        self._last_counted[name] = now
        return False
