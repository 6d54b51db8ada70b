"""Only listed web pages may talk to the server, and only under a name that is its own."""

from __future__ import annotations

import pytest

from railbird_server.runtime.network.addresses import AllowedOrigins, parse_origin


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://play.example.org", "https://play.example.org"),
        ("HTTPS://Play.Example.org:443", "https://play.example.org"),
        ("http://localhost:8080", "http://localhost:8080"),
        ("http://[::1]:8080", "http://[::1]:8080"),
    ],
)
def test_an_origin_is_written_as_browsers_send_it(text: str, origin: str) -> None:
    assert parse_origin(text) == origin


@pytest.mark.parametrize(
    "text", ["", "null", "*", "https://*", "play.example.org", "https://play.example.org/", "ws://a", "https://a@b"]
)
def test_what_is_no_origin_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no origin: write scheme, name and port, such as https://"):
        parse_origin(text)


@pytest.mark.parametrize(
    ("host", "allowed"),
    [
        ("play.example.org", True),
        ("Play.Example.org:443", True),
        ("den.local:7777", True),
        ("localhost:7777", True),
        ("192.168.1.20:7777", True),
        ("[::1]:7777", True),
        ("evil.example", False),
        ("play.example.org.evil.example", False),
        ("", False),
    ],
)
def test_a_listed_page_reaches_the_server_only_under_its_own_names(host: str, allowed: bool) -> None:
    origins = AllowedOrigins(["https://play.example.org"], "den.local")
    assert origins.allow_host(["https://play.example.org"], [host]) is allowed


def test_a_request_without_an_origin_may_use_any_name() -> None:
    assert AllowedOrigins([], "0.0.0.0").allow_host([], ["table.of.wren:7777"])


def test_a_page_names_one_host() -> None:
    origins = AllowedOrigins(["https://play.example.org"], "den.local")
    assert not origins.allow_host(["https://play.example.org"], ["den.local", "den.local"])
    assert not origins.allow_host(["https://play.example.org"], [])
