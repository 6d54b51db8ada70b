"""A bot at a table, followed message by message over a link that the test holds."""

from __future__ import annotations

import asyncio
import random
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from patience import PATIENCE_SECONDS
from railbird_server.bots import player
from railbird_server.bots.link import LinkClosed
from railbird_server.bots.player import AMONG_BOTS, LONGEST_PAUSE, SHORTEST_PAUSE, TurnedAway, play, thinking_time
from railbird_server.bots.style import LOOSE
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.actions import Call, Fold, LegalActions, Offers, Wager, WagerKind
from railbird_shared.cards import parse_cards
from railbird_shared.commands import Act, AddChips, ComeBack, Command, Hello, PostBlind, Resync, Sit, Watch
from railbird_shared.events import (
    Called,
    CameBack,
    CardsDealt,
    ChipsAdded,
    HandEnded,
    HandStarted,
    PlayerLeft,
    PlayerSat,
    PrivateEvent,
    PublicEvent,
    SatOut,
    TurnBegan,
    YourCards,
    YourOffers,
    YourSeat,
    YourTurn,
)
from railbird_shared.messages import Accepted, Chat, GoingDown, Message, Refused, Snapshot, Step, TableClosed, Welcome
from railbird_shared.view import SeatView, TableView, Turn, You
from viewing import seat, view_of

C = TypeVar("C", bound=Command)

ACES = parse_cards("As Ad")


class Server:
    """The other end of a bot's link: what it was sent waits in `sent`, what it is told goes through `tell`."""

    def __init__(self) -> None:
        self.sent: asyncio.Queue[Command] = asyncio.Queue()
        self._told: asyncio.Queue[Message | None] = asyncio.Queue()
        self._heeding = False
        self._seq = 10

    async def send(self, command: Command) -> None:
        self.sent.put_nowait(command)

    async def receive(self) -> Message:
        if self._heeding:
            self._told.task_done()
            self._heeding = False
        message = await self._told.get()
        self._heeding = True
        if message is None:
            raise LinkClosed
        return message

    async def close(self) -> None:
        self._told.put_nowait(None)

    async def heeded(self) -> None:
        """Waits until the bot has done all that it does about what it was told."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            await self._told.join()

    def tell(self, message: Message) -> None:
        self._told.put_nowait(message)

    def show(self, view: TableView) -> None:
        self.tell(Snapshot(epoch="e", seq=self._seq, at=0, view=view))

    def step(self, *news: PublicEvent, yours: tuple[PrivateEvent, ...] = (), skip: int = 0, at: int = 0) -> None:
        self._seq += 1 + skip
        self.tell(Step(epoch="e", seq=self._seq, at=at, news=news, yours=yours))

    async def heard(self, kind: type[C]) -> C:
        async with asyncio.timeout(PATIENCE_SECONDS):
            command = await self.sent.get()
        assert isinstance(command, kind), command
        return command


class Slow(random.Random):
    """Has a bot think for longer than any test waits."""

    def uniform(self, a: float, b: float) -> float:
        assert a < b
        return 10 * PATIENCE_SECONDS


async def seated(
    *, pause: bool = False, rng: random.Random | None = None, **more: Any
) -> tuple[Server, asyncio.Task[None]]:
    """A bot that has just sat down at seat 1, opposite Heron."""
    server = Server()
    playing = play(server, "Wren", "t1", 1, LOOSE, rng=rng or random.Random(1), pause=pause, **more)
    bot = asyncio.create_task(playing)
    await server.heard(Hello)
    server.tell(Welcome(v=PROTOCOL_VERSION, server="House", name="Wren", token="secret", games=()))
    await server.heard(Watch)
    await server.heard(Sit)
    server.tell(Accepted(id=1))
    server.show(view_of(seat(2, in_hand=False)))
    server.step(PlayerSat(1, "Wren", 200, bot=True), yours=(YourSeat(1),))
    return server, bot


def deal(server: Server, *, at: int = 0, deadline: int | None = None) -> None:
    """Deals the bot aces and gives it the turn."""
    legal = LegalActions(1, 198, 2, fold=True, call=4, wager=Wager(WagerKind.RAISE, 10, 200))
    server.step(
        HandStarted(1, 1, (2, 1)),
        TurnBegan(1, 1, deadline),
        yours=(YourCards(ACES, ACES), YourTurn(legal)),
        at=at,
    )


async def ended(bot: asyncio.Task[None]) -> None:
    async with asyncio.timeout(PATIENCE_SECONDS):
        await bot


async def gone(server: Server, bot: asyncio.Task[None]) -> None:
    """Breaks the link when the bot has heard all, and waits until it has gone."""
    await server.close()
    with pytest.raises(LinkClosed):
        await ended(bot)


# --- coming and going


async def test_a_bot_says_that_it_is_one_and_sits_down() -> None:
    server = Server()
    bot = asyncio.create_task(play(server, "Wren", "t1", 4, LOOSE, rng=random.Random(1), pause=False))
    hello = await server.heard(Hello)
    assert (hello.name, hello.v, hello.bot) == ("Wren", PROTOCOL_VERSION, True)
    server.tell(Welcome(v=PROTOCOL_VERSION, server="House", name="Wren", token="secret", games=()))
    assert (await server.heard(Watch)).table == "t1"
    assert (await server.heard(Sit)).seat == 4
    await gone(server, bot)


@pytest.mark.parametrize("command", [1, 2], ids=["no such table", "no free seat"])
async def test_a_bot_that_is_not_let_in_says_why(command: int) -> None:
    server = Server()
    bot = asyncio.create_task(play(server, "Wren", "t1", 0, LOOSE, rng=random.Random(1), pause=False))
    server.tell(Welcome(v=PROTOCOL_VERSION, server="House", name="Wren", token="secret", games=()))
    server.tell(Refused(id=command, code="full", sentence="The table is full."))
    with pytest.raises(TurnedAway, match="The table is full"):
        await ended(bot)


async def test_a_bot_that_may_not_even_say_hello_says_why() -> None:
    server = Server()
    bot = asyncio.create_task(play(server, "Wren", "t1", 0, LOOSE, rng=random.Random(1), pause=False))
    server.tell(Refused(code="version", sentence="Update the client."))
    with pytest.raises(TurnedAway, match="Update the client"):
        await ended(bot)


@pytest.mark.parametrize("farewell", [TableClosed(reason="Closed."), GoingDown(retry=2000)], ids=["table", "server"])
async def test_a_bot_goes_when_the_table_or_the_server_ends(farewell: Message) -> None:
    server, bot = await seated()
    server.tell(farewell)
    await ended(bot)


async def test_a_bot_goes_when_the_link_breaks() -> None:
    server, bot = await seated()
    await gone(server, bot)


async def test_a_bot_that_can_say_nothing_more_still_hears_that_the_server_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server, bot = await seated()

    async def nobody_listens(_command: Command) -> None:
        raise LinkClosed

    monkeypatch.setattr(server, "send", nobody_listens)
    deal(server)
    server.tell(GoingDown(retry=2000))
    await ended(bot)


async def test_a_bot_does_not_wait_for_ever_for_a_welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "PATIENCE", 0.01)
    with pytest.raises(TurnedAway, match="does not answer a hello"):
        await play(Server(), "Wren", "t1", 0, LOOSE, rng=random.Random(1), pause=False)


async def test_a_bot_that_is_not_welcomed_goes() -> None:
    server = Server()
    server.tell(GoingDown(retry=2000))
    with pytest.raises(TurnedAway, match="something else than a welcome"):
        await play(server, "Wren", "t1", 0, LOOSE, rng=random.Random(1), pause=False)


@pytest.mark.parametrize("news", [CardsDealt(2, down=30), CardsDealt(9, down=2)], ids=["cards", "a seat"])
async def test_a_bot_leaves_a_table_that_cannot_be(news: PublicEvent) -> None:
    server, bot = await seated()
    server.step(news)
    with pytest.raises(TurnedAway, match="a table that cannot be"):
        await ended(bot)


async def test_a_bot_that_is_sent_home_goes() -> None:
    server, bot = await seated()
    server.step(PlayerLeft(1, "Wren", 200), yours=(YourSeat(),))
    await ended(bot)


# --- acting


async def test_a_bot_acts_in_its_turn_and_names_the_moment() -> None:
    server, bot = await seated()
    deal(server)
    act = await server.heard(Act)
    assert (act.hand, act.turn) == (1, 1)
    assert type(act.action) is not Fold, "nobody folds aces"
    bot.cancel()


async def test_a_bot_acts_once_in_a_turn() -> None:
    server, bot = await seated()
    deal(server)
    act = await server.heard(Act)
    server.tell(Accepted(id=act.id))
    server.step(SatOut(2))
    server.tell(Refused(id=act.id, code="stale", sentence="That turn is over."))
    server.tell(Chat(name="Heron", text="well?"))
    await gone(server, bot)
    assert server.sent.empty()


async def test_a_bot_that_finds_itself_in_turn_when_it_arrives_acts() -> None:
    server, bot = await seated()
    legal = LegalActions(1, 198, 2, fold=True, call=4)
    server.show(
        view_of(
            seat(1), seat(2), playing=True, hand=7, to_match=6, turn=Turn(1, 3), you=You(1, ACES, legal=legal), street=0
        )
    )
    act = await server.heard(Act)
    assert (act.hand, act.turn, act.action) == (7, 3, Call())
    bot.cancel()


async def test_an_act_that_was_refused_is_given_up_once() -> None:
    server, bot = await seated()
    deal(server)
    first = await server.heard(Act)
    server.tell(Refused(id=first.id, code="wrong-size", sentence="No."))
    second = await server.heard(Act)
    assert second.action == Fold()
    server.tell(Refused(id=second.id, code="no-fold", sentence="No."))
    await gone(server, bot)
    assert server.sent.empty()


async def test_a_bot_waits_for_the_floor() -> None:
    asked, given = asyncio.Queue[int](), asyncio.Event()

    async def floor(number: int) -> None:
        asked.put_nowait(number)
        await given.wait()

    server, bot = await seated(floor=floor)
    deal(server)
    assert await asyncio.wait_for(asked.get(), PATIENCE_SECONDS) == 1
    assert server.sent.empty()
    given.set()
    await server.heard(Act)
    bot.cancel()


# --- taking its time


async def test_a_bot_that_takes_its_time_acts_before_the_clock_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "LONGEST_PAUSE", 10 * PATIENCE_SECONDS)
    server, bot = await seated(pause=True, rng=Slow(1))
    deal(server, at=5000, deadline=5001)
    await server.heard(Act)
    bot.cancel()


async def test_a_turn_that_ends_while_the_bot_thinks_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player, "LONGEST_PAUSE", 10 * PATIENCE_SECONDS)
    server, bot = await seated(pause=True, rng=Slow(1))
    deal(server)
    await server.heeded()
    assert server.sent.empty()
    server.step(Called(1, 4, 6))
    server.step(HandEnded(1))
    await server.heeded()
    assert server.sent.empty()
    deal(server, at=5000, deadline=5001)
    await server.heard(Act)
    bot.cancel()


def test_a_bot_thinks_as_long_as_people_do() -> None:
    def times(call: int, deadline: int | None = None) -> list[float]:
        legal = LegalActions(1, 100, fold=True, call=call)
        view = view_of(seat(1), turn=Turn(1, 1, deadline), you=You(1, ACES, legal=legal))
        return [thinking_time(view, 0, random.Random(seed)) for seed in range(200)]

    small, big = times(2), times(90)
    assert min(small + big) >= SHORTEST_PAUSE
    assert max(small + big) <= LONGEST_PAUSE
    assert sum(small) < sum(big)
    assert max(times(90, deadline=1000)) <= 0.4


def test_bots_among_themselves_do_not_keep_people_waiting() -> None:
    def time_of(person: SeatView) -> float:
        view = view_of(replace(seat(1), bot=True), replace(seat(2), bot=True), person, turn=Turn(1, 1), you=You(1))
        return thinking_time(view, 0, random.Random(1))

    assert time_of(seat(3, folded=True)) == pytest.approx(AMONG_BOTS * time_of(seat(3)))


# --- staying in the game


async def test_a_broke_bot_buys_what_it_came_with_and_asks_once() -> None:
    server, bot = await seated()
    server.show(view_of(seat(1, stack=0, in_hand=False), seat(2), you=You(1)))
    assert (await server.heard(AddChips)).chips == 200
    server.step(SatOut(1))
    server.step(ChipsAdded(1, 200, 200), CameBack(1))
    await gone(server, bot)
    assert server.sent.empty()


async def test_a_bot_that_is_all_in_waits_for_the_end_of_the_hand() -> None:
    server, bot = await seated()
    broke = view_of(seat(1, stack=0), seat(2), playing=True, hand=1, you=You(1, ACES))
    server.show(broke)
    await server.heeded()
    assert server.sent.empty()
    server.step(HandEnded(1))
    await server.heard(AddChips)
    bot.cancel()


async def test_a_bot_that_sits_out_comes_back() -> None:
    server, bot = await seated()
    server.step(SatOut(1))
    await server.heard(ComeBack)
    bot.cancel()


async def test_a_bot_posts_a_blind_rather_than_wait_and_asks_once() -> None:  # DL-27
    server, bot = await seated()
    for offers in (Offers(post=False), Offers(post=False, straddle=False), Offers(post=True), Offers()):
        server.step(yours=(YourOffers(offers),))
    server.step(yours=(YourOffers(Offers(post=False)),))
    assert (await server.heard(PostBlind)).on
    await server.heard(PostBlind)
    assert server.sent.empty()
    await gone(server, bot)


async def test_a_bot_that_missed_a_step_asks_for_the_whole_table() -> None:
    server, bot = await seated()
    server.step(SatOut(2), skip=1)
    await server.heard(Resync)
    server.step(SatOut(1))
    await server.heeded()
    assert server.sent.empty(), "it does not trust what it folds from a gap"
    legal = LegalActions(1, 198, 2, fold=True, call=4)
    view = view_of(seat(1), seat(2), playing=True, hand=2, turn=Turn(1, 1), you=You(1, ACES, legal=legal), street=0)
    server.show(replace(view, to_match=6))
    assert (await server.heard(Act)).hand == 2
    bot.cancel()


async def test_a_step_heard_before_is_passed_over() -> None:
    server, bot = await seated()
    server.tell(Step(epoch="e", seq=9, at=0, news=(SatOut(1),)))
    await gone(server, bot)
    assert server.sent.empty()
