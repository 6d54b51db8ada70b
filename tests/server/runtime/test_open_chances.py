"""A real server tells everybody at a table the chances of an all-in hand, after the step that lays the hands open."""

from __future__ import annotations

import pytest

from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.actions import Call, Fold, Raise
from railbird_shared.protocol.commands import Act
from railbird_shared.protocol.events import HandShown
from railbird_shared.protocol.messages import HandChances, Step
from railbird_shared.protocol.view import WHOLE
from support.network_clients import HeadlessClient, connect_in_memory, run_server

pytestmark = pytest.mark.slow


def actor_of(*clients: HeadlessClient) -> HeadlessClient:
    (actor,) = (client for client in clients if client.view and client.view.you.legal)
    return actor


async def act(client: HeadlessClient, action: Raise | Call | Fold) -> None:
    view = client.view
    assert view is not None
    assert view.turn is not None
    await client.expect_accepted(Act(action=action, hand=view.hand, turn=view.turn.turn))


async def all_in(house: HouseRules) -> tuple[list[HandChances], HeadlessClient]:
    """Two players go all-in before the flop; returns the chances that a watcher was told, and the watcher."""
    async with run_server(house=house, pause=60.0) as server:
        wren, heron, jay = [await connect_in_memory(server, name) for name in ("Wren", "Heron", "Jay")]
        table = await wren.open_table()
        await heron.watch(table)
        await jay.watch(table)
        await wren.sit(seat=1)
        await heron.sit(seat=2)
        for client in (wren, heron):
            await client.wait_for_view(lambda view: view.turn is not None)
        first = actor_of(wren, heron)
        assert first.view is not None
        assert first.view.you.legal is not None
        assert first.view.you.legal.wager is not None
        await act(first, Raise(first.view.you.legal.wager.maximum))
        other = heron if first is wren else wren
        await other.wait_for_view(lambda view: view.you.legal is not None)
        await act(other, Call())
        await jay.wait_for_view(lambda view: not view.playing)
        if house.all_in_chances:
            for client in (wren, heron, jay):
                await client.wait_for(HandChances)
        return [message for message in jay.messages if isinstance(message, HandChances)], jay


async def test_everybody_is_told_the_chances_after_the_hands() -> None:
    told, rail = await all_in(HouseRules(all_in_chances=True))
    [chances] = told
    assert chances.hand == 1
    assert [spot.street for spot in chances.spots] == [0, 1, 2]
    assert all(sum(share for _, share in spot.shares) == WHOLE for spot in chances.spots)
    assert [seat for seat, _ in chances.spots[0].shares] == [1, 2]
    assert not any(spot.estimate for spot in chances.spots)
    shown = next(
        place
        for place, message in enumerate(rail.messages)
        if isinstance(message, Step) and any(isinstance(event, HandShown) for event in message.public)
    )
    assert shown < rail.messages.index(chances)


async def test_without_the_custom_nobody_is_told_any() -> None:
    told, _ = await all_in(HouseRules())
    assert told == []
