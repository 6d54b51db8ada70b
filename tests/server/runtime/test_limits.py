from __future__ import annotations

import pytest

from railbird_server.config import ServerSettings
from railbird_server.runtime.players import Limits, Players


def limits(**changes: float) -> Limits:
    return Limits(ServerSettings(**changes))  # type: ignore[arg-type]


def test_new_and_slow_chat_is_allowed() -> None:
    chat = limits(chat_rate=1, chat_burst=2)
    wren, _ = Players(lambda: 0, 0).login("Wren", "")
    assert chat.chat_refusal(wren, "nice hand", 0.0) == ""
    assert chat.chat_refusal(wren, "thanks", 0.0) == ""
    assert "too fast" in chat.chat_refusal(wren, "again?", 0.0)
    assert chat.chat_refusal(wren, "again?", 1.0) == ""


def test_repeated_and_empty_chat_is_refused() -> None:
    chat = limits(chat_rate=0)
    wren, _ = Players(lambda: 0, 0).login("Wren", "")
    assert chat.chat_refusal(wren, "", 0.0)
    assert not chat.chat_refusal(wren, "hello", 0.0)
    assert "just said" in chat.chat_refusal(wren, "hello", 60.0)


@pytest.mark.parametrize("address", ["192.0.2.7", "2001:db8::7"])
def test_an_address_brings_a_burst_of_new_players_and_then_its_rate(address: str) -> None:
    door = limits(connections_per_address=3, new_player_rate=0.5)
    assert [door.allows_new_player(address, 100.0) for _ in range(4)] == [True, True, True, False]
    assert door.allows_new_player("192.0.2.8", 100.0)
    assert [door.allows_new_player(address, 102.0) for _ in range(2)] == [True, False]


def test_everybody_together_says_no_more_than_a_place_takes() -> None:
    """Forty talkers, one line each at once: the lobby takes twenty of them, then five a second; a table has its own."""
    limits, players = Limits(ServerSettings()), Players(lambda: 0, 0)
    talkers = [players.login(f"Robin {number}", "")[0] for number in range(40)]
    refusals = [limits.chat_refusal(talker, "Good evening.", 0.0) for talker in talkers]
    assert refusals.count("") == 20
    assert set(refusals) - {""} == {"Too many talk here at once; say it again in a moment."}
    assert not limits.chat_refusal(talkers[20], "Good evening.", 0.3)
    assert limits.chat_refusal(talkers[21], "Good evening.", 0.3)
    assert not limits.chat_refusal(talkers[22], "Good evening.", 0.3, table="t1")
