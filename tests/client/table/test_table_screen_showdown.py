"""The end of a hand on the table screen: shown at a pace that the player can skip."""

from __future__ import annotations

from railbird_client.table.table_options import TableOptions
from railbird_shared.protocol.events import PrivateEvent
from railbird_shared.protocol.messages import Step
from railbird_shared.protocol.view import TableView
from support.hand_builders import deal_order, make_hand
from support.screen_harness import run_table_screen
from support.told_hands import last_step, told_hand
from support.view_builders import step_message


def showdown_of_three() -> tuple[TableView, Step]:
    """The table before the last check of a hand of three, and all that follows from it."""
    hand = make_hand(deck=deal_order("7d 7c", "9h 9c", "As Ks") + "2s Kd 9s 4h 3h 2c 2d Kc")
    step = last_step(told_hand(hand, "c", "c", "x", *("x",) * 9, seat=1))
    return step[0].before, step_message(*(each.event for each in step if not isinstance(each.event, PrivateEvent)))


async def test_space_goes_through_a_showdown_hand_by_hand_and_pot_by_pot() -> None:
    view, step = showdown_of_three()
    async with run_table_screen(view, options=TableOptions(street_pause=1.5, bell=False)) as player:
        player.app.receive(step)
        await player.pilot.pause()
        assert "Showdown" in player.text
        assert "Space go on" in player.text
        assert "wins" not in player.text
        for _ in range(5):
            await player.press("space")
        assert "Heron wins 6" in player.text
        assert "Showdown" not in player.text


async def test_without_a_pause_the_result_is_there_at_once() -> None:
    view, step = showdown_of_three()
    async with run_table_screen(view, options=TableOptions(street_pause=0, bell=False)) as player:
        player.app.receive(step)
        await player.pilot.pause()
        assert "Heron wins 6" in player.text
