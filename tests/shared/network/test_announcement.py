from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_shared import PROTOCOL_VERSION
from railbird_shared.network.announcement import (
    MAX_COUNT,
    MAX_FIELD_BYTES,
    MAX_GAMES,
    SERVER_NAME_LENGTH,
    Announcement,
    decode_announcement,
    encode_announcement,
)
from railbird_shared.text.text_cleaning import clean_line

DEN = Announcement(
    name="Wren's game",
    version="0.1.0",
    tables=2,
    free_seats=5,
    seats=12,
    games=("holdem", "razz"),
    tls=True,
    fingerprint="ZZioVIp8mE_Y8723Fhqh4v8a_eMt0KT9N0v5GdxSjPY",
    locked=True,
    shut=True,
    tournament="Sunday",
    entered=7,
    places=18,
)

KEYS = (
    b"proto",
    b"version",
    b"name",
    b"tables",
    b"seats",
    b"games",
    b"tls",
    b"fp",
    b"pw",
    b"of",
    b"shut",
    b"cup",
    b"in",
    b"max",
)


def fields_of(announcement: Announcement) -> dict[bytes, bytes | None]:
    return {key.encode(): value for key, value in encode_announcement(announcement).items()}


def test_a_reader_learns_what_the_server_says() -> None:
    assert decode_announcement(fields_of(DEN)) == DEN


@given(
    st.builds(
        Announcement,
        name=st.text(max_size=400),
        version=st.text(max_size=400),
        protocol=st.integers(0, 10**9),
        tables=st.integers(0, 10**9),
        free_seats=st.integers(0, 10**9),
        games=st.lists(st.text(max_size=300)).map(tuple),
        tls=st.booleans(),
        fingerprint=st.text(max_size=400),
    )
)
def test_every_field_fits_into_a_string_of_the_record(announcement: Announcement) -> None:
    for key, value in encode_announcement(announcement).items():
        assert len(f"{key}=".encode() + value) <= MAX_FIELD_BYTES


@given(st.dictionaries(st.sampled_from(KEYS) | st.binary(), st.none() | st.binary(max_size=300)))
def test_any_bytes_make_a_clean_and_short_description(fields: dict[bytes, bytes | None]) -> None:
    read = decode_announcement(fields)
    for text in (read.name, read.version):
        assert text == clean_line(text, SERVER_NAME_LENGTH)
    for game in (*read.games, read.fingerprint):
        assert game.isascii()
        assert game.isprintable()
    assert len(read.games) <= MAX_GAMES
    assert len(read.fingerprint) in {0, 43}
    assert all(0 <= number <= MAX_COUNT for number in (read.protocol, read.tables, read.free_seats))
    assert decode_announcement(fields_of(read)) == read


def test_escapes_and_markup_stay_text() -> None:
    fields = fields_of(DEN) | {b"name": b"\x1b]0;pwned\x07[red]Den[/red]\n\xe2\x80\xae\xff"}
    assert decode_announcement(fields).name == "[red]Den[/red] \N{REPLACEMENT CHARACTER}"


@pytest.mark.parametrize("number", [b"-1", b"1e9", b"0x10", b"1_0", "٣".encode(), b" 3", b"9" * 200])
def test_what_is_no_number_counts_as_none(number: bytes) -> None:
    assert decode_announcement(fields_of(DEN) | {b"seats": number}).free_seats == 0


def test_a_fingerprint_that_is_none_is_left_out() -> None:
    for wrong in ("short", "a" * 200, "3f9c0a41e7d25b86" * 4, "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSu\x1bU"):
        assert decode_announcement(fields_of(DEN) | {b"fp": wrong.encode()}).fingerprint == ""
        assert encode_announcement(replace(DEN, fingerprint=wrong))["fp"] == b""


def test_only_the_same_version_of_the_protocol_is_compatible() -> None:
    assert DEN.is_compatible
    assert not replace(DEN, protocol=PROTOCOL_VERSION + 1).is_compatible
    assert not decode_announcement({}).is_compatible
