from __future__ import annotations

from railbird_server.host.limits import Budget, ChatLimit


def test_a_budget_allows_a_burst_and_then_its_rate() -> None:
    budget = Budget(rate=10, burst=3)
    assert [budget.spend(0.0) for _ in range(4)] == [True, True, True, False]
    assert budget.spend(0.1)
    assert not budget.spend(0.1)


def test_a_budget_never_saves_more_than_its_burst() -> None:
    budget = Budget(rate=10, burst=2)
    budget.spend(0.0)
    assert [budget.spend(1000.0) for _ in range(3)] == [True, True, False]


def test_a_rate_of_nothing_is_no_limit() -> None:
    budget = Budget(rate=0, burst=1)
    assert all(budget.spend(0.0) for _ in range(100))


def test_chat_passes_what_is_new_and_slow() -> None:
    chat = ChatLimit(rate=1, burst=2)
    assert chat.objection("nice hand", 0.0) == ""
    assert chat.objection("thanks", 0.0) == ""
    assert "too fast" in chat.objection("again?", 0.0)
    assert chat.objection("again?", 1.0) == ""


def test_chat_passes_nothing_twice_in_a_row_and_nothing_empty() -> None:
    chat = ChatLimit(rate=0, burst=1)
    assert chat.objection("", 0.0)
    assert not chat.objection("hello", 0.0)
    assert "just said" in chat.objection("hello", 60.0)
