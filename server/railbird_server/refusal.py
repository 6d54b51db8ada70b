"""What the server says when it does not do what a player asked."""

from __future__ import annotations

from typing import Literal

from railbird_shared.game.clauses import Clause
from railbird_shared.protocol.refusal_codes import RefusalCode


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
