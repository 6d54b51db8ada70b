"""Refusals: the rules of poker name the clause that decided, everything else is refused without one."""

from __future__ import annotations

import inspect

import pytest

from railbird_server.config import ServerSettings
from railbird_server.refusal import IllegalAction, Refusal
from railbird_server.runtime.tables.new_table_settings import settings_for_host
from railbird_shared.protocol.commands import OpenTable, Sit
from railbird_shared.protocol.table_limits import MAX_BET
from support.table_harness import from_player, start_table, table_settings


def test_an_illegal_action_is_a_refusal_with_a_required_clause() -> None:
    refusal = IllegalAction("stale", "That turn is over.", "BT-23")
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.sentence, refusal.clause) == ("stale", "That turn is over.", "BT-23")
    assert inspect.signature(IllegalAction).parameters["clause"].default is inspect.Parameter.empty


def test_a_full_table_is_refused_without_a_clause() -> None:
    harness = start_table(settings=table_settings(seats=3))
    with pytest.raises(Refusal) as refused:
        harness.submit(from_player("Robin", Sit()))
    assert (refused.value.code, refused.value.clause) == ("table-full", "")
    assert not isinstance(refused.value, IllegalAction)


def test_a_buy_in_outside_the_limits_is_refused_with_its_clause() -> None:
    harness = start_table(settings=table_settings(seats=4))
    with pytest.raises(IllegalAction) as refused:
        harness.submit(from_player("Robin", Sit(chips=1)))
    assert refused.value.clause == "AI-14"


def test_a_bet_above_the_maximum_of_the_server_is_a_plain_refusal() -> None:
    with pytest.raises(Refusal) as refused:
        settings_for_host(OpenTable(name="", game="holdem", bet=MAX_BET + 1), "Kitchen", ServerSettings())
    assert not isinstance(refused.value, IllegalAction)
