"""Finds out, before a token is sent to a server that does not encrypt, whether that server knows it."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection

from railbird_shared.network.token_proof import (
    CHALLENGE_HEADER,
    MAX_MARKS,
    NONCE_BYTES,
    PROOF_HEADER,
    Challenge,
    is_on_this_machine,
    place_of,
    proven_token,
    token_digest,
    token_mark,
)


class Recognition(NamedTuple):
    """What a server has proved: the `token` that it knows, empty for none, and whether it can prove anything here."""

    token: str = ""
    can_prove: bool = False


class TokenChallenge:
    """Asks one server whether it knows one of these tokens."""

    def __init__(self, tokens: Sequence[str]) -> None:
        self._tokens = tokens[:MAX_MARKS]
        marks = tuple(token_mark(token_digest(token)) for token in self._tokens)
        self._challenge = Challenge(secrets.token_urlsafe(NONCE_BYTES), marks)

    @property
    def headers(self) -> dict[str, str]:
        """What the request says besides."""
        return {CHALLENGE_HEADER: str(self._challenge)}

    def read_answer(self, connection: ClientConnection) -> Recognition:
        """Returns what the server has proved in its answer."""
        answers = connection.response.headers.get_all(PROOF_HEADER) if connection.response else []
        peer = connection.remote_address
        if len(answers) != 1 or not peer:
            return Recognition()
        place, _, proof = answers[0].partition(" ")
        if is_on_this_machine(peer) and place != place_of(peer):
            return Recognition()  # a program in between passes on what a server elsewhere has answered
        return Recognition(proven_token(self._tokens, self._challenge.nonce, place, proof), can_prove=True)
