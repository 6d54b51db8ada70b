"""A table of several games over the server: what is dealt, what bots name, and what everybody hears."""

from __future__ import annotations

import asyncio

from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.protocol.commands import AddBot, ChooseGame, OpenTable
from railbird_shared.protocol.events import ChoiceEnded, GameChanged, HandEnded
from railbird_shared.protocol.messages import Refused, Step
from support.network_clients import HeadlessClient, choose_passively, connect_in_memory, run_server


def told(client: HeadlessClient, kind: type) -> list[object]:
    steps = [message for message in client.messages if isinstance(message, Step)]
    return [event for step in steps for event in step.public if isinstance(event, kind)]


async def open_mix(client: HeadlessClient, rotation: Rotation) -> None:
    opened = await client.expect_accepted(OpenTable(name="Kitchen", game=rotation.games[0].game, rotation=rotation))
    await client.watch(opened.table)
    await client.sit()


async def test_games_in_turn_are_dealt_from_their_own_packs() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        games = Rotation(tuple(ChosenGame(game) for game in ("short-deck", "badugi", "razz")), hands=1)
        await open_mix(wren, games)
        assert wren.view
        await heron.watch(wren.view.table)
        await heron.sit()
        for client in (wren, heron):
            client.messages.clear()
        await asyncio.gather(*(client.play_hands(choose_passively, hands=4) for client in (wren, heron)))
        played = [event.game.id for event in told(wren, GameChanged) if isinstance(event, GameChanged)]
        assert played[:3] == ["badugi", "razz", "short-deck"]


async def test_bots_name_games_and_so_does_a_person() -> None:
    games = tuple(ChosenGame(game) for game in ("limit-holdem", "razz", "badugi"))
    async with run_server() as server:
        wren = await connect_in_memory(server)
        await open_mix(wren, Rotation(games, hands=1, dealers_choice=True, variations=True))
        for _ in range(2):
            await wren.expect_accepted(AddBot())
        named = 0
        while len(told(wren, HandEnded)) < 6:
            view = wren.view
            if view and view.choosing and view.choosing.seat == view.you.seat and not named:
                named += 1
                await wren.expect_accepted(ChooseGame(chosen=ChosenGame("razz", wild="deuces")))
            elif view and not view.choosing:
                named = 0
            await wren.act_if_in_turn(choose_passively)
            await wren.receive()
        ended = [event for event in told(wren, ChoiceEnded) if isinstance(event, ChoiceEnded)]
        assert len(ended) >= 3
        assert not any(event.timed_out for event in ended)
        assert {event.seat for event in ended} == {1, 2, 3}


async def test_a_mix_that_cannot_be_is_refused_when_the_table_is_opened() -> None:
    async with run_server() as server:
        wren = await connect_in_memory(server)
        for games, seats, sentence in (
            ((), 0, "Name a game, or several that are played in turn."),
            (("greek-draw",), 6, "None of these games is for 6 players; take one for so many, or at most 3 seats."),
        ):
            rotation = Rotation(tuple(ChosenGame(game) for game in games))
            refused = await wren.request(OpenTable(name="Den", game="holdem", seats=seats, rotation=rotation))
            assert isinstance(refused, Refused)
            assert refused.sentence == sentence


async def test_the_lobby_tells_what_a_mix_is_called() -> None:
    async with run_server() as server:
        wren, heron = await connect_in_memory(server), await connect_in_memory(server, "Heron")
        games = tuple(ChosenGame(game) for game in ("holdem", "razz"))
        await open_mix(wren, Rotation(games, hands=1, dealers_choice=True))
        lobby = await heron.wait_for_lobby(lambda page: bool(page.tables))
        assert [(table.mix, table.game.id) for table in lobby.tables] == [("Dealer's Choice", "holdem")]
