from __future__ import annotations

from railbird_shared.commands import AddBot, ListTables, RemoveBot, Stand
from railbird_shared.messages import Lobby
from talking import call, passive, run_out_of_patience, serving


async def test_a_bot_sits_down_and_says_that_it_is_one() -> None:
    async with serving() as server:
        wren = await call(server)
        await wren.open()
        await wren.agree(AddBot(style="tight", seat=3))
        view = await wren.until_view(lambda view: view.at(3) is not None)
        assert view.occupied[0].bot
        assert view.occupied[0].name not in {"", "Wren"}


async def test_bots_play_with_people() -> None:
    async with serving() as server:
        wren = await call(server)
        await wren.open("five-card-draw", bet=2)
        await wren.agree(AddBot())
        await wren.agree(AddBot())
        await wren.sit()
        await wren.play(passive, hands=5)


async def test_a_bot_sent_home_frees_its_seat_and_its_name() -> None:
    async with serving() as server:
        wren, heron = await call(server), await call(server, "Heron")
        await wren.open()
        await wren.agree(AddBot(seat=2))
        await wren.until_view(lambda view: view.at(2) is not None)
        await wren.agree(RemoveBot(seat=2))
        await wren.until_view(lambda view: view.at(2) is None)
        await wren.until_view(lambda view: view.watchers == 1)
        await heron.agree(ListTables())
        assert (await heron.until(Lobby)).people == 2


async def test_only_bots_are_sent_home() -> None:
    async with serving() as server:
        wren = await call(server)
        await wren.open()
        await wren.sit(seat=1)
        assert await wren.refusal(RemoveBot(seat=1)) == "no-bot"
        assert await wren.refusal(RemoveBot(seat=2)) == "no-bot"


async def test_a_bot_needs_a_free_seat_and_a_style() -> None:
    async with serving() as server:
        wren = await call(server)
        await wren.open(seats=2)
        assert await wren.refusal(AddBot(style="lucky")) == "style"
        await wren.sit(seat=1)
        assert await wren.refusal(AddBot(seat=1)) == "full"
        await wren.agree(AddBot())
        await wren.until_view(lambda view: len(view.occupied) == 2)
        assert await wren.refusal(AddBot()) == "full"


async def test_more_bots_than_seats_are_never_on_their_way() -> None:
    async with serving() as server:
        wren = await call(server)
        await wren.open(seats=3)
        for _ in range(3):
            await wren.line.send(AddBot())
        assert await wren.refusal(AddBot()) == "full"


async def test_bots_do_not_keep_a_table_open() -> None:
    async with serving() as server:
        wren, heron = await call(server), await call(server, "Heron")
        await wren.open()
        await wren.agree(AddBot())
        await wren.until_view(lambda view: len(view.occupied) == 1)
        assert await wren.refusal(Stand()) == "not-seated"
        run_out_of_patience(server)
        await wren.close()
        await heron.agree(ListTables())
        await heron.until(Lobby, lambda lobby: not lobby.tables)
