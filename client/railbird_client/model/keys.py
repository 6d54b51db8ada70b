"""The keys of the table: the list that bindings and command palette are made from, and the help that explains them."""

from __future__ import annotations

from typing import NamedTuple


class Key(NamedTuple):
    """A key of the table: the name it presses, the keys that do so (with commas), how it is shown, and what it does.

    Without `words` a key is not offered in the palette.
    """

    name: str
    keys: str
    shown: str
    words: str

    @property
    def bound(self) -> str:
        """The keys that press it; a letter does so with Shift and with Caps Lock, too."""
        each = self.keys.split(",")
        return ",".join([*each, *(key.upper() for key in each if len(key) == 1 and key.isalpha())])


_DIGITS = tuple(Key(digit, digit, digit, "") for digit in "0123456789")

KEYS: tuple[Key, ...] = (
    Key("fold", "f", "F", "Fold; before your turn: plan to check or fold"),
    Key("call", "c", "C", "Check, call, see or bring in; before your turn: plan it"),
    Key("wager", "r,b", "R or B", "Bet, raise or complete"),
    Key("all-in", "a", "A", "Go all-in"),
    Key("any", "x", "X", "Before your turn: plan to call any bet"),
    Key("less", "left", "←", "Bet one big bet less"),
    Key("more", "right", "→", "Bet one big bet more"),
    Key("less-pot", "down", "↓", "Bet a quarter of the pot less"),
    Key("more-pot", "up", "↑", "Bet a quarter of the pot more"),
    Key("min", "home", "Home", "Bet the least"),
    Key("max", "end", "End", "Bet the most"),
    Key("exact", "equals_sign", "=", "Type the exact amount"),
    Key("confirm", "enter", "Enter", "Confirm the amount, or throw the cards chosen away"),
    Key("erase", "backspace", "Backspace", ""),
    Key("cancel", "escape", "Esc", ""),
    Key("pat", "p", "P", "Stand pat"),
    *_DIGITS,
    Key("sit", "s", "S", "Take a seat; seated: sit out or come back"),
    Key("chips", "plus", "+", "Add chips"),
    Key("show", "v", "V", "Show your cards after a hand"),
    Key("see", "e", "E", "See a hand mucked at the showdown"),
    Key("post", "i", "I", "Post a blind to be dealt in at once, or wait for it"),
    Key("straddle", "t", "T", "Straddle when you may, or no longer"),
    Key("bot", "n", "N", "Add a bot (host)"),
    Key("unbot", "m", "M", "Remove a bot (host)"),
    Key("leave", "l", "L", "Leave the table"),
    Key("chat", "tab", "Tab", "Say something; Esc comes back"),
    Key("history", "h", "H", "Read everything that was told here"),
    Key("why", "w", "W", "Why did the hand go like that?"),
    Key("invite", "j", "J", "Show how friends join"),
    Key("ledger", "dollar_sign", "$", "Read who has won and lost how much"),
    Key("zoom", "z", "Z", "Show the boards large"),
    Key("help", "question_mark", "?", "This page"),
)


class Chapter(NamedTuple):
    """A part of the help: its title, and keys with what they do."""

    title: str
    lines: tuple[tuple[str, str], ...]


_INVITING = ("J L", "how friends join, leave")

HELP: tuple[tuple[Chapter, ...], tuple[Chapter, ...]] = (
    (
        Chapter(
            "Your turn",
            (
                ("F", "fold"),
                ("C", "check, call or bring in"),
                ("R B", "bet, raise or complete"),
                ("A", "all-in"),
                ("Enter", "confirm the amount"),
            ),
        ),
        Chapter("Before it", (("F C X", "check/fold, call, any"),)),
        Chapter(
            "How much",
            (
                ("1 to 5", "min, half, 3/4, pot, all"),
                ("← →", "a big bet less or more"),
                ("↓ ↑", "a quarter of the pot"),
                ("Home End", "the least, the most"),
                ("=", "type the exact total"),
            ),
        ),
        Chapter(
            "The draw", (("1 to 6", "throw away, or keep"), ("Enter", "draw, discard"), ("P 0", "stand pat, keep all"))
        ),
    ),
    (
        Chapter(
            "The table",
            (
                ("S", "sit, sit out, come back"),
                ("+", "add chips"),
                ("V E", "show yours, see mucked"),
                ("I T", "post a blind, straddle"),
                ("N M", "add or remove a bot"),
                _INVITING,
            ),
        ),
        Chapter(
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

HELP_ALONE = tuple(
    tuple(
        Chapter(title, tuple(("L", "leave the table") if line == _INVITING else line for line in lines))
        for title, lines in column
    )
    for column in HELP
)
"""The help at a table that no friend can join."""

MANNERS = (
    "Everything can be clicked, too. A raise names your total for the round. All-in, and folding where checking is "
    "free, are asked twice. Letters typed in the chat never act."
)
