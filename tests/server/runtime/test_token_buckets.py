from __future__ import annotations

from railbird_server.runtime.token_buckets import TokenBucket, TokenBuckets


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
