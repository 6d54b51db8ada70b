"""Refusals, and an error in a few words."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Literal, ParamSpec

from railbird_shared.game.clauses import Clause
from railbird_shared.house.terms import TermsRefused
from railbird_shared.protocol.messages import RefusalCode


class Refusal(Exception):
    """A request is refused, and nothing has changed.

    `code` names the refusal for programs and `sentence` tells the player what they can do instead. `clause` is the
    rule of poker that decided, empty where none did: the house is full, a line is repeated, the asker is not the host.
    """

    clause: Clause | Literal[""] = ""

    def __init__(self, code: RefusalCode, sentence: str) -> None:
        super().__init__(sentence)
        self.code: RefusalCode = code
        self.sentence = sentence


CheckArguments = ParamSpec("CheckArguments")


def is_allowed(
    check: Callable[CheckArguments, object], *args: CheckArguments.args, **kwargs: CheckArguments.kwargs
) -> bool:
    """Whether a check that raises Refusal lets something pass."""
    try:
        check(*args, **kwargs)
    except Refusal:
        return False
    return True


class IllegalAction(Refusal):
    """A rule of poker, named by its clause, does not allow the act; nothing has changed (BT-22)."""

    def __init__(self, code: RefusalCode, sentence: str, clause: Clause) -> None:
        super().__init__(code, sentence)
        self.clause = clause


class BadDeck(Exception):
    """A deck that is not the whole pack, each card once (IR-6)."""


def describe_error(error: BaseException) -> str:
    """Returns the type of an error and the lines it came through, the innermost first; its message is left out."""
    lines = [f"{frame.name} ({frame.filename}:{frame.lineno})" for frame in traceback.extract_tb(error.__traceback__)]
    return " in ".join(filter(None, (type(error).__name__, " < ".join(reversed(lines)))))


@contextmanager
def terms_as_refusals() -> Iterator[None]:
    """Refuses a request in which terms are asked for that no table can have."""
    try:
        yield
    except TermsRefused as no:
        raise (IllegalAction(no.code, str(no), no.clause) if no.clause else Refusal(no.code, str(no))) from None
