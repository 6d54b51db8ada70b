"""A table that comes back waits long for the first of its players, and then shortly for the others."""

from __future__ import annotations

from railbird_server.runtime.tables.return_wait import RETURN_WAIT, ReturnWait

LATEST = 600_000


def test_it_waits_for_the_first_until_the_latest() -> None:
    assert ReturnWait(LATEST).ends_at == LATEST


def test_the_first_who_is_back_begins_the_wait_for_the_others() -> None:
    wait = ReturnWait(LATEST)
    wait.somebody_is_back(1_000)
    wait.somebody_is_back(9_000)
    assert wait.ends_at == 1_000 + RETURN_WAIT


def test_when_all_have_gone_again_it_waits_for_the_first_anew() -> None:
    wait = ReturnWait(LATEST)
    wait.somebody_is_back(1_000)
    wait.nobody_is_back()
    assert wait.ends_at == LATEST
    wait.somebody_is_back(50_000)
    assert wait.ends_at == 50_000 + RETURN_WAIT
