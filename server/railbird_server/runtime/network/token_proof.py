"""Answers a client that wants to have proved, before it sends a token, that this server knows it."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from websockets.asyncio.server import ServerConnection
from websockets.http11 import Request, Response

from railbird_shared.network.token_proof import CHALLENGE_HEADER, PROOF_HEADER, parse_challenge, place_of, prove


def answer_challenge(
    connection: ServerConnection, request: Request, response: Response, find_digest: Callable[[str], bytes | None]
) -> None:
    """Adds to the answer to a request where it has arrived, and a proof if a token of that mark has a digest."""
    challenge = parse_challenge(" ".join(request.headers.get_all(CHALLENGE_HEADER)))
    if challenge is None or response.status_code != HTTPStatus.SWITCHING_PROTOCOLS or not connection.local_address:
        return
    place = place_of(connection.local_address)
    digest = next(filter(None, map(find_digest, challenge.marks)), None)
    proof = f" {prove(digest, challenge.nonce, place)}" if digest else ""
    response.headers[PROOF_HEADER] = place + proof
