"""What the rules refuse, and why."""

from __future__ import annotations


class RulesError(Exception):
    """The root of what the rules and the table raise on purpose."""


class IllegalAction(RulesError):
    """An act that is not legal now; nothing has changed (BT-22).

    `code` names the refusal for programs, `sentence` says to the player what he can do, `clause` is the rule.
    """

    def __init__(self, code: str, sentence: str, clause: str = "") -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
        self.clause = clause


class BadDeck(RulesError):
    """A deck that is not the whole pack, each card once (IR-6)."""


class BadSetup(RulesError):
    """A hand that cannot be dealt: wrong seats, stacks, stakes or game."""
