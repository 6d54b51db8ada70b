"""Every message has an audience: a table says who may be sent it, and simulated evenings hold it frame by frame."""

from __future__ import annotations

from typing import get_args

import pytest

from railbird_server.runtime.players import Player
from railbird_server.runtime.tables.room import Room
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.messages import Message, TableMessage
from railbird_shared.settings.table_terms import OPEN_RAIL, RailTerms
from simulation.audiences import ALLOWED, Audience
from simulation.evening import Result, play
from simulation.plan import Plan

AT_TABLES = (Audience.SEAT, Audience.RAIL, Audience.DELAYED)


def evening(seed: int) -> Result:
    """Plays a calm evening at two tables, one of them with a delayed rail, with people who watch and follow."""
    plan = Plan(
        seed=seed,
        hands=12,
        weather="calm",
        games=("holdem", "seven-card-stud"),
        players=5,
        watchers=3,
        house=HouseRules(all_in_chances=True),
        small_limits=False,
        rails=(RailTerms(delay_hands=1), OPEN_RAIL),
    )
    return play(seed, plan=plan)


def test_every_message_has_an_audience() -> None:
    assert set(ALLOWED) == set(get_args(Message))


@pytest.mark.parametrize("message", get_args(TableMessage))
def test_what_a_table_sends_by_itself_may_reach_who_watches_it(message: type[Message]) -> None:
    assert Audience.RAIL in ALLOWED[message]


def test_an_evening_sends_nobody_what_is_not_for_them() -> None:
    result = evening(1)
    assert not result.broken, result.report()
    assert {(kind, audience) for kind in ("snapshot", "step") for audience in AT_TABLES} <= set(result.audiences)


@pytest.mark.slow
def test_a_message_to_the_wrong_audience_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def tell_everybody(_self: Room, _player: Player) -> None:
        """Lets somebody on a delayed rail read how the table stands."""

    monkeypatch.setattr(Room, "check_present", tell_everybody)
    assert any("statement is sent to a client on a delayed rail" in evening(seed).broken for seed in range(1, 9))
