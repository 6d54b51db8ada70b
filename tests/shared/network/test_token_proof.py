"""The proof by which a plain server shows that it knows a token."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_shared.network.recognition import (
    MAX_MARKS,
    Challenge,
    is_on_this_machine,
    parse_challenge,
    place_of,
    prove,
    proven_token,
    token_digest,
    token_mark,
)

PAGE = Path(__file__).parents[3] / "docs" / "protocol.md"

NONCE = "A" * 22
PLACE = "127.0.0.1:7777"
TOKENS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=1, max_size=64)


@given(TOKENS, TOKENS)
def test_only_who_knows_a_token_proves_it(token: str, other: str) -> None:
    proof = prove(token_digest(token), NONCE, PLACE)
    assert proven_token([other, token], NONCE, PLACE, proof) == token
    assert proven_token([token], "B" * 22, PLACE, proof) == ""
    assert proven_token([token], NONCE, "127.0.0.1:7778", proof) == ""
    if other != token:
        assert proven_token([other], NONCE, PLACE, proof) == ""


@given(TOKENS, st.text(max_size=60))
def test_no_made_up_proof_counts(token: str, proof: str) -> None:
    assert proven_token([token], NONCE, PLACE, proof) == ""


@given(st.lists(TOKENS, max_size=MAX_MARKS))
def test_a_challenge_is_read_as_it_was_written_and_holds_no_token(tokens: list[str]) -> None:
    digests = [token_digest(token) for token in tokens]
    challenge = Challenge(NONCE, tuple(map(token_mark, digests)))
    assert parse_challenge(str(challenge)) == challenge
    assert not set(challenge.marks) & {*tokens, *(digest.hex() for digest in digests)}


@given(st.text())
def test_anything_else_is_no_challenge(text: str) -> None:
    challenge = parse_challenge(text)
    assert challenge is None or str(challenge) == text


@pytest.mark.parametrize(
    "text", ["", "A" * 21, "A" * 23, NONCE + " ", " ".join([NONCE] * (MAX_MARKS + 2)), NONCE + "\n"]
)
def test_a_challenge_has_one_nonce_and_few_marks(text: str) -> None:
    assert parse_challenge(text) is None


@pytest.mark.parametrize(
    ("name", "place", "own"),
    [
        (("127.0.0.1", 7777), "127.0.0.1:7777", True),
        (("127.0.0.2", 7777), "127.0.0.2:7777", True),
        (("::1", 7777, 0, 0), "[::1]:7777", True),
        (("::ffff:127.0.0.1", 7777, 0, 0), "127.0.0.1:7777", True),
        (("192.168.1.5", 80), "192.168.1.5:80", False),
        (("fe80::1%eth0", 80, 0, 2), "[fe80::1]:80", False),
    ],
)
def test_a_place_is_written_alike_at_both_ends(name: tuple[object, ...], place: str, *, own: bool) -> None:
    assert (place_of(name), is_on_this_machine(name)) == (place, own)


def test_the_example_of_the_protocols_page_is_true() -> None:
    page = PAGE.read_text(encoding="utf-8")
    digest = token_digest(*re.findall(r'"token": "([^".]+)", "games"', page))
    (question,), (answer,) = (
        re.findall(rf"^Railbird-{header}: (.+)$", page, re.MULTILINE) for header in ("Challenge", "Proof")
    )
    challenge = parse_challenge(question)
    assert challenge is not None
    assert challenge.marks == (token_mark(digest),)
    assert answer == f"{PLACE} {prove(digest, challenge.nonce, PLACE)}"
