from __future__ import annotations

from railbird_server.runtime.idempotency import MAX_REMEMBERED, ActKey, RecentActs
from railbird_shared.messages import Accepted


def test_a_repeated_act_has_the_answer_it_got() -> None:
    repeats = RecentActs()
    repeats.remember(ActKey("t1", 3, 7, 12), Accepted(id=12))
    assert repeats.answer_to(ActKey("t1", 3, 7, 12)) == Accepted(id=12)


def test_the_same_id_in_another_turn_is_another_act() -> None:
    repeats = RecentActs()
    repeats.remember(ActKey("t1", 3, 7, 12), Accepted(id=12))
    for moment in (ActKey("t1", 3, 8, 12), ActKey("t1", 4, 7, 12), ActKey("t2", 3, 7, 12)):
        assert repeats.answer_to(moment) is None


def test_acts_without_an_id_are_not_remembered() -> None:
    repeats = RecentActs()
    repeats.remember(ActKey("t1", 3, 7, 0), Accepted(id=0))
    assert repeats.answer_to(ActKey("t1", 3, 7, 0)) is None


def test_only_the_latest_answers_are_kept() -> None:
    repeats = RecentActs()
    for number in range(1, MAX_REMEMBERED + 2):
        repeats.remember(ActKey("t1", 1, 1, number), Accepted(id=number))
    assert repeats.answer_to(ActKey("t1", 1, 1, 1)) is None
    assert repeats.answer_to(ActKey("t1", 1, 1, 2)) is not None
