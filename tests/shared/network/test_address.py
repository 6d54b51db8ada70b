from __future__ import annotations

import pytest

from railbird_shared.network.address import Address, BadAddress, Scheme, parse_address


@pytest.mark.parametrize(
    ("text", "host", "port"),
    [
        ("den", "den", 7777),
        (" Den.Local ", "den.local", 7777),
        ("den.local:8000", "den.local", 8000),
        ("192.168.1.20", "192.168.1.20", 7777),
        ("[::1]", "::1", 7777),
        ("[fe80:0::1]:9000", "fe80::1", 9000),
        ("::1", "::1", 7777),
        ("küche.local", "küche.local", 7777),
        ("Wren@relay.example:7781", "wren@relay.example", 7781),
        ("late-night-2@[fe80:0::1]:7781", "late-night-2@fe80::1", 7781),
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
        "railbird://",
        "railbird://den/#./",
        "railbird://den/#.tooshort",
        "railbird://den/#" + "a" * 44 + "." + "b" * 43,
        "railbird://den,/#." + "b" * 43,
        "railbird://" + ",".join(["den"] * 9),
        "ws://den/#." + "b" * 43,
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
        "@den",
        "me@",
        "me@den@den",
        "me.too@den",
        "-me@den",
        f"{'m' * 33}@den",
        "ws://me@den",
        "ws://den,me@den",
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


def test_a_room_of_a_relay_is_asked_for_by_name_and_always_encrypted() -> None:
    address = Address("wren@::1", 7781)
    assert (address.room, address.machine, address.server_name) == ("wren", "::1", "wren.railbird")
    assert (str(address), address.url) == ("wren@[::1]:7781", "wss://[::1]:7781")
    assert not address.is_loopback
    assert parse_address(str(address)) == address
    assert (Address("den").room, Address("den").machine, Address("den").server_name) == ("", "den", None)


FINGERPRINT = "ZZioVIp8mE_Y8723Fhqh4v8a_eMt0KT9N0v5GdxSjPY"


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("ws://192.168.1.20:7778", Address("192.168.1.20", 7778, Scheme.PLAIN)),
        ("WS://den/", Address("den", scheme=Scheme.PLAIN)),
        ("ws://[::1]:9000/", Address("::1", 9000, Scheme.PLAIN)),
        ("wss://den", Address("den", scheme=Scheme.ENCRYPTED)),
        ("railbird://den:8000/", Address("den", 8000, Scheme.ENCRYPTED)),
        (f"railbird://den/#.{FINGERPRINT}", Address("den", 7777, Scheme.ENCRYPTED, FINGERPRINT)),
        (f"railbird://den/#abc-_9.{FINGERPRINT}", Address("den", 7777, Scheme.ENCRYPTED, FINGERPRINT, "abc-_9")),
        ("railbird://den/#abc", Address("den", 7777, Scheme.ENCRYPTED, invite="abc")),
        (
            f"railbird://10.0.0.7:7778,[fe80::1]:7779/#.{FINGERPRINT}",
            Address("10.0.0.7", 7778, Scheme.ENCRYPTED, FINGERPRINT, others=(("fe80::1", 7779),)),
        ),
        (f" wss://127.0.0.1:7777/#.{FINGERPRINT}\n", Address("127.0.0.1", 7777, Scheme.ENCRYPTED, FINGERPRINT)),
    ],
)
def test_reads_urls_and_invite_links(text: str, address: Address) -> None:
    assert parse_address(text) == address


def test_a_link_is_read_back_as_it_was_written() -> None:
    address = Address(
        "10.0.0.7", 7778, Scheme.ENCRYPTED, FINGERPRINT, "abc", (("fe80::1", 7777), ("wren@den.example", 7781))
    )
    assert address.link == f"railbird://10.0.0.7:7778,[fe80::1]:7777,wren@den.example:7781/#abc.{FINGERPRINT}"
    assert parse_address(address.link) == address


@pytest.mark.parametrize(
    ("text", "encrypted"),
    [
        ("127.0.0.1", False),
        ("localhost:9000", False),
        ("::1", False),
        ("192.168.1.20", True),
        ("den.local", True),
        ("ws://192.168.1.20", False),
        ("wss://127.0.0.1", True),
        (f"railbird://127.0.0.1/#.{FINGERPRINT}", True),
    ],
)
def test_what_leaves_this_machine_is_encrypted_unless_ws_is_written(text: str, encrypted: bool) -> None:
    address = parse_address(text)
    assert address.is_encrypted is encrypted
    assert address.url.startswith("wss:" if encrypted else "ws:")


def test_a_server_is_the_same_by_its_certificate_and_not_by_its_address() -> None:
    pinned = parse_address(f"railbird://den/#.{FINGERPRINT}")
    assert pinned.identity == parse_address(f"railbird://10.0.0.7:9/#xyz.{FINGERPRINT}").identity
    others = [
        parse_address(text).identity for text in ("ws://den", "wss://den", f"railbird://den/#.{FINGERPRINT[::-1]}")
    ]
    assert len({pinned.identity, *others}) == 4


def test_an_address_is_typed_with_a_scheme_only_where_the_usual_one_is_not_meant() -> None:
    assert parse_address("ws://den").typed == "ws://den"
    assert parse_address("ws://127.0.0.1:9").typed == "127.0.0.1:9"
    assert parse_address(f"railbird://den/#.{FINGERPRINT}").typed == "den"


def test_an_address_that_is_logged_keeps_its_invite() -> None:
    address = parse_address(f"railbird://den.local/#xyzzy.{'A' * 43}")
    assert address.invite == "xyzzy"
    assert "xyzzy" not in repr(address)
