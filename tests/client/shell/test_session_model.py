"""A session and its server agree where the player is, whatever is wished, refused, late, given or lost on the way."""

from __future__ import annotations

import random

import pytest

from railbird_client.table.table_model import TableState
from support.controller_harness import run_controller
from support.session_model import SessionModel

STEPS = 70


@pytest.mark.parametrize("seed", range(200))
async def test_a_session_ends_where_the_server_has_the_player(seed: int) -> None:
    async with run_controller() as running:
        model = SessionModel(running, random.Random(seed))
        model.welcome()
        for _ in range(STEPS):
            await model.step()
        await model.come_to_rest()
        if running.controller.state.is_closed:
            return
        view = running.controller.state.view if isinstance(running.state, TableState) else None
        assert (view.table if view is not None else "") == model.room
        assert running.controller.tables.goal == ""
        assert model.seat in ("", model.room, running.controller.exit.left.latest.table)
