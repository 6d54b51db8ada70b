from __future__ import annotations

import pytest

from railbird_server.config import ServerSettings
from railbird_server.runtime.limits import Limits, TokenBucket, TokenBuckets
from railbird_server.runtime.players import Players


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    budget = TokenBucket(rate=10, burst=3)
    assert [budget.spend(0.0) for _ in range(4)] == [True, True, True, False]
    assert budget.spend(0.1)
    assert not budget.spend(0.1)


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    budget = TokenBucket(rate=10, burst=2)
    budget.spend(0.0)
    assert [budget.spend(1000.0) for _ in range(3)] == [True, True, False]


def test_a_bucket_is_full_as_soon_as_all_tokens_are_back() -> None:
    budget = TokenBucket(rate=10, burst=3)
    for _ in range(3):
        budget.spend(5.0)
    assert not budget.is_full(5.2)
    assert budget.is_full(5.4)


def test_each_key_has_a_bucket_of_its_own() -> None:
    budgets = TokenBuckets(rate=1, burst=1)
    assert [budgets.spend(who, 0.0) for who in ("Wren", "Heron", "Wren")] == [True, True, False]
    assert [budgets.spend(who, 1.0) for who in ("Wren", "Heron")] == [True, True]


def test_a_rate_of_zero_is_no_limit() -> None:
    budgets = TokenBuckets(rate=0, burst=1)
    assert all(budgets.spend("Wren", 0.0) for _ in range(100))
    assert not len(budgets)


def test_only_recently_used_buckets_are_kept() -> None:
    budgets = TokenBuckets(rate=10, burst=20)
    for moment in range(10_000):
        budgets.spend(f"{moment}", moment / 100)
        assert len(budgets) <= 201  # the keys of the last two seconds
    assert budgets.spend("Wren", 1000.0)
    assert len(budgets) == 1


def test_an_empty_bucket_is_kept_until_it_is_full() -> None:
    budgets = TokenBuckets(rate=1, burst=3)
    assert [budgets.spend("Rook", 0.0) for _ in range(4)] == [True, True, True, False]
    assert budgets.spend("Wren", 0.5)
    assert not budgets.spend("Rook", 0.9)


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
