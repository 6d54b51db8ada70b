"""The address of a client behind proxies is the last one that a machine of trust has named."""

from __future__ import annotations

import ipaddress
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_server.runtime.network.addresses import (
    MAX_V1_LENGTH,
    MAX_V2_LENGTH,
    V1_SIGNATURE,
    V2_SIGNATURE,
    BadForwarding,
    ProxyHeader,
    TrustedProxies,
    parse_proxy_header,
)

PROXIES = TrustedProxies(["10.0.0.0/8", "::1", "fd00::/8"])


@pytest.mark.parametrize(
    ("header", "client"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("1.2.3.4, 192.0.2.7", "192.0.2.7"),
        ("1.2.3.4, 192.0.2.7, 10.1.1.1", "192.0.2.7"),
        ("not an address, 192.0.2.7, 10.1.1.1", "192.0.2.7"),
        ("10.9.9.9,10.1.1.1", "10.9.9.9"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("2001:db8::7", "2001:db8::7"),
        ("[2001:db8::7]:4711", "2001:db8::7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("192.0.2.7, fd00::1", "192.0.2.7"),
    ],
)
def test_the_rightmost_address_of_a_stranger_is_the_client(header: str, client: str) -> None:
    assert PROXIES.client_address("10.0.0.1", [header], []) == client


def test_what_a_stranger_claims_is_ignored() -> None:
    assert PROXIES.client_address("192.0.2.99", ["10.0.0.1"], ["for=10.0.0.1"]) == "192.0.2.99"
    assert PROXIES.client_address("192.0.2.99", ["nonsense"], ["nonsense"]) == "192.0.2.99"
    assert TrustedProxies([]).client_address("127.0.0.1", ["192.0.2.7"], []) == "127.0.0.1"


def test_a_proxy_that_forwards_nothing_speaks_for_itself() -> None:
    assert PROXIES.client_address("10.0.0.1", [], []) == "10.0.0.1"
    assert PROXIES.client_address("::ffff:10.0.0.1", [], []) == "::ffff:10.0.0.1"


def test_several_headers_are_one_list() -> None:
    assert PROXIES.client_address("10.0.0.1", ["1.2.3.4", "192.0.2.7, 10.1.1.1"], []) == "192.0.2.7"


@pytest.mark.parametrize(
    "header",
    [
        "for=192.0.2.7",
        "For=192.0.2.7;proto=https;by=10.0.0.1",
        'proto=https; for="192.0.2.7:4711"',
        "for=1.2.3.4, for=192.0.2.7, for=10.1.1.1",
        r'for="1.2.3.4, 5", for="192\.0.2.7"',
    ],
)
def test_the_header_of_rfc_7239_is_read_too(header: str) -> None:
    assert PROXIES.client_address("10.0.0.1", [], [header]) == "192.0.2.7"


def test_an_ipv6_address_of_rfc_7239_has_quotes_and_brackets() -> None:
    assert PROXIES.client_address("::1", [], ['for="[2001:db8::7]:47"']) == "2001:db8::7"


@pytest.mark.parametrize(
    ("x_forwarded_for", "forwarded"),
    [
        (["unknown"], []),
        (["192.0.2.7, _hidden"], []),
        ([""], []),
        (["192.0.2.7,"], []),
        ([], ["for=unknown"]),
        ([], ["proto=https"]),
        ([], ["for=192.0.2.7 for=1.2.3.4"]),
        ([], ['for="192.0.2.7']),
        ([], [""]),
        (["192.0.2.7"], ["for=1.2.3.4"]),
    ],
)
def test_a_proxy_that_does_not_name_one_client_is_not_guessed_at(
    x_forwarded_for: list[str], forwarded: list[str]
) -> None:
    with pytest.raises(BadForwarding):
        PROXIES.client_address("10.0.0.1", x_forwarded_for, forwarded)


def test_two_headers_may_say_the_same() -> None:
    assert PROXIES.client_address("10.0.0.1", ["192.0.2.7"], ["for=192.0.2.7"]) == "192.0.2.7"


@pytest.mark.parametrize("text", ["", "proxy.example", "10.0.0.1/8", "10.0.0.0/33", "*"])
def test_a_network_that_is_none_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no network: write an address, or a network such as 10\.0\.0\.0/8"):
        TrustedProxies([text])


@given(
    st.lists(st.text(max_size=60), max_size=3), st.lists(st.text(alphabet='for=,;" \\[]:.1a', max_size=60), max_size=3)
)
def test_any_headers_give_an_address_or_a_refusal(x_forwarded_for: list[str], forwarded: list[str]) -> None:
    with suppress(BadForwarding):
        assert ipaddress.ip_address(PROXIES.client_address("10.0.0.1", x_forwarded_for, forwarded))


V4_ADDRESSES = bytes([192, 0, 2, 7, 198, 51, 100, 1]) + b"\xde\xad\x1e\x61"
V6_ADDRESSES = ipaddress.ip_address("2001:db8::7").packed + ipaddress.ip_address("2001:db8::1").packed + b"\0\1\0\2"


def v2(command: int, family: int, payload: bytes = b"") -> bytes:
    return V2_SIGNATURE + bytes([command, family]) + len(payload).to_bytes(2, "big") + payload


HEADERS = {
    b"PROXY TCP4 192.0.2.7 198.51.100.1 56324 7777\r\n": "192.0.2.7",
    b"PROXY TCP6 2001:db8::7 2001:db8::1 56324 7777\r\n": "2001:db8::7",
    b"PROXY UNKNOWN\r\n": "",
    b"PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n": "",
    v2(0x21, 0x11, V4_ADDRESSES): "192.0.2.7",
    v2(0x21, 0x21, V6_ADDRESSES): "2001:db8::7",
    v2(0x21, 0x11, V4_ADDRESSES + b"\x03\x00\x04abcd"): "192.0.2.7",
    v2(0x20, 0x00): "",
    v2(0x20, 0x11, V4_ADDRESSES): "",
    v2(0x21, 0x00): "",
    v2(0x21, 0x31, bytes(216)): "",
}

MALFORMED = [
    b"GET / HTTP/1.1\r\n",
    b"PROXY\r\n",
    b"PROXY TCP4\r\n",
    b"PROXY TCP4 192.0.2.7 198.51.100.1 56324\r\n",
    b"PROXY TCP4 192.0.2.7 198.51.100.1 56324 7777 1\r\n",
    b"PROXY TCP4 192.0.2.7  198.51.100.1 56324 7777\r\n",
    b"PROXY TCP4 192.0.2.256 198.51.100.1 56324 7777\r\n",
    b"PROXY TCP4 2001:db8::7 2001:db8::1 56324 7777\r\n",
    b"PROXY TCP6 192.0.2.7 198.51.100.1 56324 7777\r\n",
    b"PROXY TCP4 192.0.2.7 198.51.100.1 56324 65536\r\n",
    b"PROXY TCP4 192.0.2.7 198.51.100.1 -1 7777\r\n",
    "PROXY TCP4 192.0.2.7 198.51.100.1 ¹ 7777\r\n".encode(),
    b"PROXY UDP4 192.0.2.7 198.51.100.1 56324 7777\r\n",
    b"PROXY TCP4 " + b"1" * MAX_V1_LENGTH,
    v2(0x11, 0x11, V4_ADDRESSES),
    v2(0x22, 0x11, V4_ADDRESSES),
    v2(0x21, 0x12, V4_ADDRESSES),
    v2(0x21, 0x11, V4_ADDRESSES[:-1]),
    v2(0x21, 0x21, V4_ADDRESSES),
    V2_SIGNATURE + b"\x21\x11" + MAX_V2_LENGTH.to_bytes(2, "big"),
]


@pytest.mark.parametrize(("header", "source"), HEADERS.items())
def test_a_header_names_the_client_and_ends_where_its_connection_begins(header: bytes, source: str) -> None:
    assert parse_proxy_header(header + b"GET / HTTP/1.1\r\n") == ProxyHeader(len(header), source)


@pytest.mark.parametrize("header", HEADERS)
def test_a_header_may_come_byte_by_byte(header: bytes) -> None:
    assert {parse_proxy_header(header[:length]) for length in range(len(header))} == {None}


@pytest.mark.parametrize("data", MALFORMED)
def test_what_is_no_header_is_refused(data: bytes) -> None:
    with pytest.raises(BadForwarding):
        parse_proxy_header(data)


@given(
    st.sampled_from((b"", V1_SIGNATURE, V1_SIGNATURE + b"TCP4 ", V2_SIGNATURE, V2_SIGNATURE + b"\x21\x11", *HEADERS)),
    st.binary(max_size=300),
)
def test_any_bytes_are_a_header_or_too_few_or_refused(beginning: bytes, rest: bytes) -> None:
    data = beginning + rest
    with suppress(BadForwarding):
        header = parse_proxy_header(data)
        if header is None:
            assert len(data) < MAX_V2_LENGTH
        else:
            assert 0 < header.length <= len(data)
            assert not header.source or ipaddress.ip_address(header.source)


@pytest.mark.parametrize("beginning", [V1_SIGNATURE, V2_SIGNATURE + b"\x21\x11", V2_SIGNATURE + b"\x21\x11\xff\xff"])
def test_no_header_is_waited_for_without_end(beginning: bytes) -> None:
    for filling in (b"\0", b" ", b"\xff"):
        with suppress(BadForwarding):
            assert parse_proxy_header(beginning + filling * MAX_V2_LENGTH) is not None
