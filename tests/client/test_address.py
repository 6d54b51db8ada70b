from __future__ import annotations

import pytest

from railbird_client.address import Address, BadAddress, lan_addresses, parse_address


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("den", "den", 7777),
        (" Den.Local ", "den.local", 7777),
        ("den.local:8000", "den.local", 8000),
        ("192.168.1.20", "192.168.1.20", 7777),
        ("ws://192.168.1.20:7778", "192.168.1.20", 7778),
        ("WS://den/", "den", 7777),
        ("[::1]", "::1", 7777),
        ("[fe80:0::1]:9000", "fe80::1", 9000),
        ("::1", "::1", 7777),
        ("ws://[::1]:9000/", "::1", 9000),
        ("küche.local", "küche.local", 7777),
    ],
)
def test_reads_every_form_of_address(text: str, host: str, port: int) -> None:
    assert parse_address(text) == Address(host, port)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "ws://",
        "wss://den",
        "http://den:80",
        "den:",
        "den:0",
        "den:65536",
        "den:x",
        "den:٣",
        "den:9" + "9" * 5000,
        ":7777",
        "den table",
        "den/path",
        "me@den",
        "-den",
        "den..local",
        "a" * 64,
        ".".join(["abc"] * 80),
        "[::1",
        "[::1]7777",
        "[zz]:1",
        "1:2:3",
        "den\x1b[2J",
    ],
)
def test_refuses_an_invalid_address_with_one_sentence(text: str) -> None:
    with pytest.raises(BadAddress) as refusal:
        parse_address(text)
    sentence = str(refusal.value)
    assert sentence.endswith(".")
    assert sentence.isprintable()
    assert len(sentence) < 160


def test_formats_an_address() -> None:
    assert Address("den").short == "den"
    assert Address("den", 8000).short == "den:8000"
    assert Address("::1").short == "[::1]"
    assert str(Address("::1")) == "[::1]:7777"
    assert Address("::1", 9000).url == "ws://[::1]:9000"


def test_own_addresses_leave_out_the_loopback() -> None:
    found = lan_addresses()
    assert len(set(found)) == len(found)
    assert not any(address.startswith("127.") for address in found)
