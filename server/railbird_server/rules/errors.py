"""What the rules refuse, and why."""

from __future__ import annotations

from railbird_server.refusal import Refusal
from railbird_shared.game.clauses import Clause
from railbird_shared.protocol.refusal_codes import RefusalCode


class RulesError(Exception):
    """The root of what the rules and the table raise on purpose."""


class IllegalAction(Refusal, RulesError):
    """A rule of poker, named by its clause, does not allow the act; nothing has changed (BT-22)."""

    def __init__(self, code: RefusalCode, sentence: str, clause: Clause) -> None:
        super().__init__(code, sentence)
        self.clause = clause


class BadDeck(RulesError):
    """A deck that is not the whole pack, each card once (IR-6)."""
