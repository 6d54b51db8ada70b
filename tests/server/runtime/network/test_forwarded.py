"""The address of a client behind proxies is the last one that a machine of trust has named."""

from __future__ import annotations

import ipaddress
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_server.runtime.network.forwarded import BadForwarding, TrustedProxies

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
