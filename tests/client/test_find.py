from __future__ import annotations

import json

import pytest

from railbird_client import cli
from railbird_client.cli import list_servers
from railbird_client.network import lan_search
from railbird_client.network.lan_search import FoundServer, SearchUnavailable
from support.found_servers import found_server

FINGERPRINT = "ZZioVIp8mE_Y8723Fhqh4v8a_eMt0KT9N0v5GdxSjPY"
DEN = found_server("Den", "192.168.1.20", "172.17.0.1", games=("holdem", "razz"), fingerprint=FINGERPRINT, seats=9)
ATTIC = found_server("東京", "192.168.1.31", port=7778, tables=0, free_seats=0, games=())
OLD = found_server("Old box", "192.168.1.9", protocol=1)


def run_find(monkeypatch: pytest.MonkeyPatch, *arguments: str, found: tuple[FoundServer, ...] | Exception) -> int:
    async def fake(seconds: float) -> tuple[FoundServer, ...]:
        assert seconds == 2.0
        if isinstance(found, Exception):
            raise found
        return found

    monkeypatch.setattr(lan_search, "find_servers", fake)
    with pytest.raises(SystemExit) as ending:
        cli.main(["find", *arguments])
    assert isinstance(ending.value.code, int)
    return ending.value.code


def test_servers_stand_in_columns_with_what_they_say(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_find(monkeypatch, found=(DEN, ATTIC, OLD)) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Den      192.168.1.20       5 free seats  0.1.0  No-Limit Hold'em, Razz",
        "         fingerprint CPCA-GN4A-FJC4-ZP7K",
        "東京     192.168.1.31:7778  no table yet  0.1.0",
        "Old box  192.168.1.9        speaks version 1 and not 2: update that server",
        "",
        "Type `railbird join ADDRESS` to join one.",
        "A fingerprint here is only what that server says: compare it with the one on the host's screen.",
    ]


def test_a_server_with_a_password_says_so(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_find(monkeypatch, found=(found_server("Den", locked=True),)) == 0
    assert "5 free seats, password" in capsys.readouterr().out


def test_nothing_found_is_a_sentence_that_says_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_find(monkeypatch, found=()) == 0
    out, err = capsys.readouterr()
    assert out.startswith("No server was found on this network. Ask the host for the address")
    assert (out.count("\n"), err) == (1, "")


def test_a_machine_without_multicast_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run_find(monkeypatch, found=SearchUnavailable("This machine is on no network.")) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == ("This machine is on no network. Ask the host for the address and type `railbird join ADDRESS`.\n")


def test_json_holds_all_that_was_found(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_find(monkeypatch, "--json", found=(DEN, OLD)) == 0
    den, old = json.loads(capsys.readouterr().out)
    assert den == {
        "address": "192.168.1.20:7777",
        "addresses": ["192.168.1.20:7777", "172.17.0.1:7777"],
        "name": "Den",
        "version": "0.1.0",
        "protocol": 2,
        "tables": 1,
        "free_seats": 5,
        "seats": 9,
        "games": ["holdem", "razz"],
        "tls": True,
        "locked": False,
        "shut": False,
        "tournament": "",
        "entered": 0,
        "places": 0,
        "fingerprint": FINGERPRINT,
        "compatible": True,
    }
    assert not old["compatible"]


def test_json_of_nothing_is_an_empty_list(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert run_find(monkeypatch, "--json", found=()) == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == []
    assert "No server was found" in err


def test_a_server_that_cannot_be_joined_comes_with_no_advice_to_join_it() -> None:
    assert cli.closing_sentences((OLD,)) == [cli.ASK_FOR_ADDRESS]
    newer = found_server("Lab", protocol=99)
    assert list_servers((newer,)) == ["Lab  192.168.1.20  speaks version 99 and not 2: update Railbird here"]


def test_the_fingerprint_of_a_found_server_is_shown_as_on_its_hosts_screen() -> None:
    found = found_server("Den", "192.168.1.20", fingerprint=FINGERPRINT)
    assert found.fingerprint_text == "CPCA-GN4A-FJC4-ZP7K"
