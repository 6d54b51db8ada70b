"""What the server says when it does not do what a player asked."""

from __future__ import annotations

from typing import Literal

from railbird_shared.clauses import Clause


class Refusal(Exception):
    """A request is refused, and nothing has changed.

    `code` names the refusal for programs and `sentence` tells the player what they can do instead. `clause` is the
    rule of poker that decided, empty where none did: the house is full, a line is repeated, the asker is not the host.
    """

    clause: Clause | Literal[""] = ""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence
