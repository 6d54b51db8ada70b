"""The keys of the table, in one list: bindings, help page and command palette are all made from it."""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """A key of the table: the name it presses, the keys that do so, and what it does in a few words.

    `keys` are separated by commas; an empty `words` keeps a key out of the palette.
    """

    name: str
    keys: str
    shown: str
    words: str
    group: str


_DIGITS = tuple(Key(digit, digit, digit, "", "betting") for digit in "0123456789")

KEYS: tuple[Key, ...] = (
    Key("fold", "f", "F", "Fold; before your turn: plan to check or fold", "your turn"),
    Key("call", "c", "C", "Check, call or bring in; before your turn: plan it", "your turn"),
    Key("wager", "r,b", "R or B", "Bet, raise or complete", "your turn"),
    Key("all-in", "a", "A", "Go all-in", "your turn"),
    Key("any", "x", "X", "Before your turn: plan to call any bet", "your turn"),
    Key("less", "left", "←", "Bet one big bet less", "betting"),
    Key("more", "right", "→", "Bet one big bet more", "betting"),
    Key("less-pot", "down", "↓", "Bet a quarter of the pot less", "betting"),
    Key("more-pot", "up", "↑", "Bet a quarter of the pot more", "betting"),
    Key("min", "home", "Home", "Bet the least", "betting"),
    Key("max", "end", "End", "Bet the most", "betting"),
    Key("exact", "equals_sign", "=", "Type the exact amount", "betting"),
    Key("confirm", "enter", "Enter", "Confirm the amount, or draw the cards chosen", "your turn"),
    Key("erase", "backspace", "Backspace", "", "betting"),
    Key("cancel", "escape", "Esc", "", "your turn"),
    Key("pat", "p", "P", "Stand pat", "the draw"),
    *_DIGITS,
    Key("sit", "s", "S", "Take a seat; seated: sit out or come back", "the table"),
    Key("chips", "plus", "+", "Add chips", "the table"),
    Key("show", "v", "V", "Show your cards after a hand", "the table"),
    Key("bot", "n", "N", "Add a bot (host)", "the table"),
    Key("unbot", "m", "M", "Remove a bot (host)", "the table"),
    Key("leave", "l", "L", "Leave the table", "the table"),
    Key("chat", "tab", "Tab", "Say something; Esc comes back", "the screen"),
    Key("history", "h", "H", "Read everything that was told here", "the screen"),
    Key("why", "w", "W", "Why did the last hand end like that?", "the screen"),
    Key("zoom", "z", "Z", "Show the boards large", "the screen"),
    Key("help", "question_mark", "?", "This page", "the screen"),
)
