"""A bot at a table, followed message by message over a link that the test holds."""

from __future__ import annotations

import asyncio
import random
import time
from typing import Any, TypeVar

import pytest
from msgspec.structs import replace

from railbird_server.bots import bot_client
from railbird_server.bots.bot import Bot, Decider, NoAnswer, Question, StyledBot, decide_here
from railbird_server.bots.bot_client import (
    BOTS_ONLY_FACTOR,
    MAX_THINKING_TIME,
    MIN_THINKING_TIME,
    BotRejected,
    play,
    thinking_time,
)
from railbird_server.bots.profiles import LOOSE
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.carrier import Carrier, WireClosed
from railbird_shared.conversation import CommandRefused, Conversation
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol import codec
from railbird_shared.protocol.actions import Action, Call, Fold, LegalActions, Offers, Raise, Wager, WagerKind
from railbird_shared.protocol.commands import (
    Act,
    AddChips,
    Command,
    Hello,
    PostBlind,
    Resync,
    ShowHand,
    Sit,
    SitIn,
    Watch,
)
from railbird_shared.protocol.events import (
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
from railbird_shared.protocol.messages import (
    Accepted,
    Chat,
    GoingDown,
    Message,
    RefusalCode,
    Refused,
    Snapshot,
    Step,
    TableClosed,
    Welcome,
)
from railbird_shared.protocol.view import SeatView, TableView, Turn, You
from support.timeouts import TIMEOUT_SECONDS
from support.view_builders import seat_view, table_view

C = TypeVar("C", bound=Command)

ACES = parse_cards("As Ad")
SAT_DOWN = f"Wren sits at {table_view(seat_view(1)).name}, seat 1."
LEGAL = LegalActions(1, 198, 2, fold=True, call=4, wager=Wager(WagerKind.RAISE, 10, 200))


class FakeServer:
    """The other end of a bot's wire: what it was sent waits in `sent`, what it is told goes through `send_message`."""

    recognition = None

    def __init__(self) -> None:
        self.sent: asyncio.Queue[Command] = asyncio.Queue()
        self._messages: asyncio.Queue[Message | None] = asyncio.Queue()
        self._handling = False
        self._seq = 10

    async def send(self, frame: bytes) -> None:
        self.sent.put_nowait(codec.decode_command(frame.decode()))

    async def receive(self) -> bytes:
        if self._handling:
            self._messages.task_done()
            self._handling = False
        message = await self._messages.get()
        self._handling = True
        if message is None:
            raise WireClosed
        return codec.encode(message)

    async def close(self) -> None:
        self._messages.put_nowait(None)

    async def wait_until_idle(self) -> None:
        """Waits until the bot has done all that it does about what it was told."""
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await self._messages.join()

    def send_message(self, message: Message) -> None:
        self._messages.put_nowait(message)

    def send_snapshot(self, view: TableView) -> None:
        self.send_message(Snapshot(epoch="e", seq=self._seq, at=0, view=view))

    def send_step(self, *news: PublicEvent, yours: tuple[PrivateEvent, ...] = (), skip: int = 0, at: int = 0) -> None:
        self._seq += 1 + skip
        self.send_message(Step(epoch="e", seq=self._seq, at=at, public=news, private=yours))

    async def next_command(self, kind: type[C]) -> C:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            command = await self.sent.get()
        assert isinstance(command, kind), command
        return command


class SlowThinker(random.Random):
    """Has a bot think for longer than any test waits."""

    def uniform(self, a: float, b: float) -> float:
        assert a < b
        return 10 * TIMEOUT_SECONDS


async def play_at(
    server: FakeServer,
    seat: int = 0,
    *,
    rng: random.Random | None = None,
    decider: Decider = decide_here,
    bot: Bot | None = None,
    human_pace: bool = False,
    **more: Any,
) -> None:
    """Plays with a bot at a table of the server."""
    chance = rng or random.Random(1)
    carrier = Carrier(Conversation("Wren", bot=True), server)
    await play(carrier, bot or StyledBot(LOOSE, chance, decider), "t1", seat, rng=chance, human_pace=human_pace, **more)


async def seated_bot(
    *, human_pace: bool = False, rng: random.Random | None = None, **more: Any
) -> tuple[FakeServer, asyncio.Task[None]]:
    """A bot that has just sat down at seat 1, opposite Heron."""
    server = FakeServer()
    bot = asyncio.create_task(play_at(server, 1, rng=rng, human_pace=human_pace, **more))
    await server.next_command(Hello)
    server.send_message(Welcome(v=PROTOCOL_VERSION, server="House", name="Wren", token="secret", games=()))
    await server.next_command(Watch)
    await server.next_command(Sit)
    server.send_message(Accepted(id=1))
    server.send_snapshot(table_view(seat_view(2, in_hand=False)))
    server.send_step(PlayerSat(1, "Wren", 200, bot=True), yours=(YourSeat(1),))
    return server, bot


def deal_aces(server: FakeServer, *, at: int = 0, deadline: int | None = None) -> None:
    """Deals the bot aces and gives it the turn."""
    server.send_step(
        HandStarted(1, 1, (2, 1)),
        TurnBegan(1, 1, deadline),
        yours=(YourCards(ACES, ACES), YourTurn(LEGAL)),
        at=at,
    )


async def wait_until_finished(bot: asyncio.Task[None]) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        await bot


async def close_and_wait(server: FakeServer, bot: asyncio.Task[None]) -> None:
    """Breaks the link when the bot has heard all, and waits until it has gone."""
    await server.close()
    with pytest.raises(WireClosed):
        await wait_until_finished(bot)


# --- coming and going


async def test_a_bot_says_that_it_is_one_and_sits_down() -> None:
    server = FakeServer()
    bot = asyncio.create_task(play_at(server, 4))
    hello = await server.next_command(Hello)
    assert (hello.name, hello.v, hello.bot) == ("Wren", PROTOCOL_VERSION, True)
    server.send_message(Welcome(v=PROTOCOL_VERSION, server="House", name="Wren", token="secret", games=()))
    assert (await server.next_command(Watch)).table == "t1"
    assert (await server.next_command(Sit)).seat == 4
    await close_and_wait(server, bot)


@pytest.mark.parametrize("command", [1, 2], ids=["no such table", "no free seat"])
async def test_a_bot_that_is_not_let_in_says_why(command: int) -> None:
    server = FakeServer()
    bot = asyncio.create_task(play_at(server))
    server.send_message(Welcome(v=PROTOCOL_VERSION, server="House", name="Wren", token="secret", games=()))
    server.send_message(Refused(id=command, code="full", sentence="The table is full."))
    with pytest.raises(CommandRefused, match="The table is full"):
        await wait_until_finished(bot)


async def test_a_bot_that_may_not_even_say_hello_says_why() -> None:
    server = FakeServer()
    bot = asyncio.create_task(play_at(server))
    server.send_message(Refused(code="version", sentence="Update the client."))
    with pytest.raises(CommandRefused, match="Update the client"):
        await wait_until_finished(bot)


@pytest.mark.parametrize(
    ("farewell", "sentence"),
    [
        (TableClosed(reason="The night is over."), "The night is over."),
        (TableClosed(), "The table is closed."),
        (GoingDown(retry=2000), "The server stops; send the bot again when it is back."),
        (
            Step(epoch="e", seq=12, at=0, public=(PlayerLeft(1, "Wren", 200),), private=(YourSeat(),)),
            "The bot has lost its seat.",
        ),
    ],
    ids=["table", "table without a reason", "server", "seat"],
)
async def test_a_bot_says_why_it_goes_when_the_table_the_server_or_its_seat_ends(
    farewell: Message, sentence: str
) -> None:
    told: list[str] = []
    server, bot = await seated_bot(report=told.append)
    server.send_message(farewell)
    await wait_until_finished(bot)
    assert told == [SAT_DOWN, f"Wren: {sentence}"]


async def test_a_bot_goes_when_the_link_breaks() -> None:
    server, bot = await seated_bot()
    await close_and_wait(server, bot)


async def test_a_bot_that_can_say_nothing_more_still_hears_that_the_server_stops(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server, bot = await seated_bot()

    async def nobody_listens(_frame: bytes) -> None:
        raise WireClosed

    monkeypatch.setattr(server, "send", nobody_listens)
    deal_aces(server)
    server.send_message(GoingDown(retry=2000))
    await wait_until_finished(bot)


async def test_a_bot_does_not_wait_for_ever_for_a_welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_client, "HELLO_TIMEOUT", 0.01)
    with pytest.raises(BotRejected, match="does not answer a hello"):
        await play_at(FakeServer())


async def test_a_bot_that_is_not_welcomed_goes() -> None:
    server = FakeServer()
    server.send_message(GoingDown(retry=2000))
    with pytest.raises(BotRejected, match="something else than a welcome"):
        await play_at(server)


@pytest.mark.parametrize("news", [(CardsDealt(2, down=50),) * 2, (CardsDealt(9, down=2),)], ids=["cards", "a seat"])
async def test_a_bot_leaves_a_table_that_cannot_be(news: tuple[PublicEvent, ...]) -> None:
    server, bot = await seated_bot()
    server.send_step(*news)
    with pytest.raises(BotRejected, match="a table that cannot be"):
        await wait_until_finished(bot)


# --- acting


async def test_a_bot_acts_in_its_turn_and_names_the_moment() -> None:
    server, bot = await seated_bot()
    deal_aces(server)
    act = await server.next_command(Act)
    assert (act.hand, act.turn) == (1, 1)
    assert type(act.action) is not Fold, "nobody folds aces"
    bot.cancel()


async def test_a_bot_acts_once_in_a_turn() -> None:
    server, bot = await seated_bot()
    deal_aces(server)
    act = await server.next_command(Act)
    server.send_message(Accepted(id=act.id))
    server.send_step(SatOut(2))
    server.send_message(Refused(id=act.id, code="stale", sentence="That turn is over."))
    server.send_message(Chat(name="Heron", text="well?"))
    await close_and_wait(server, bot)
    assert server.sent.empty()


async def test_a_bot_that_finds_itself_in_turn_when_it_arrives_acts() -> None:
    server, bot = await seated_bot()
    legal = LegalActions(1, 198, 2, fold=True, call=4)
    server.send_snapshot(
        table_view(
            seat_view(1),
            seat_view(2),
            playing=True,
            hand=7,
            to_match=6,
            turn=Turn(1, 3),
            you=You(1, ACES, legal=legal),
            street=0,
        )
    )
    act = await server.next_command(Act)
    assert (act.hand, act.turn, act.action) == (7, 3, Call())
    bot.cancel()


@pytest.mark.parametrize(("code", "acts"), [("waits", 2), ("not-kept", 1)])
async def test_a_bot_at_a_table_that_waits_acts_when_it_goes_on_unless_its_act_is_done_then(
    code: RefusalCode, acts: int
) -> None:
    server, bot = await seated_bot()
    view = table_view(
        seat_view(1),
        seat_view(2),
        playing=True,
        hand=7,
        to_match=6,
        turn=Turn(1, 3),
        you=You(1, ACES, legal=LegalActions(1, 198, 2, fold=True, call=4)),
        street=0,
    )
    server.send_snapshot(view)
    first = await server.next_command(Act)
    server.send_message(Refused(id=first.id, code=code, sentence="The table waits."))
    await server.wait_until_idle()
    assert server.sent.empty()
    server.send_snapshot(view)  # the table goes on
    if acts == 2:
        assert (await server.next_command(Act)).action == first.action
    await close_and_wait(server, bot)
    assert server.sent.empty()


async def test_an_act_that_was_refused_is_given_up_once_and_told() -> None:
    told: list[str] = []
    server, bot = await seated_bot(bot=Raiser(), report=told.append)
    deal_aces(server)
    first = await server.next_command(Act)
    server.send_message(Refused(id=first.id, code="wrong-size", sentence="No."))
    second = await server.next_command(Act)
    assert second.action == Fold()
    server.send_message(Refused(id=second.id, code="no-fold", sentence="You may not fold."))
    server.send_message(Refused(id=99, code="stakes", sentence="No chips."))
    await close_and_wait(server, bot)
    assert server.sent.empty()
    assert told == [
        SAT_DOWN,
        "Wren: Raise(to=3) is refused: No. Fold() is sent instead.",
        "Wren: Fold() is refused: You may not fold.",
        "Wren: No chips.",
    ]


@pytest.mark.parametrize("total", [4.5, -5, None, object()])
async def test_an_act_that_does_not_fit_the_protocol_is_not_sent_but_told(total: Any) -> None:
    class Careless(Bot):
        def decide(self, view: TableView, legal: LegalActions) -> Action:  # noqa: ARG002
            return Raise(to=total)

    told: list[str] = []
    server, bot = await seated_bot(bot=Careless(), report=told.append)
    deal_aces(server)
    assert (await server.next_command(Act)).action == Fold()
    await close_and_wait(server, bot)
    assert server.sent.empty()
    [_, refused] = told
    sentence = f"Wren: Raise(to={total}) is refused. Fold() is sent instead. Write chips as a whole number. ("
    assert refused.startswith(sentence)


@pytest.mark.parametrize("code", ["not-now", "nothing-to-show", "no-wait"])
async def test_what_the_table_offered_but_no_more_is_not_told(code: RefusalCode) -> None:
    class Open(Raiser):
        def shows(self, view: TableView) -> bool:  # noqa: ARG002
            return True

    told: list[str] = []
    server, bot = await seated_bot(bot=Open(), report=told.append)
    server.send_step(yours=(YourOffers(Offers(show=True)),))
    shown = await server.next_command(ShowHand)
    server.send_message(Refused(id=shown.id, code=code, sentence="Too late."))
    await close_and_wait(server, bot)
    assert told == [SAT_DOWN]


class Raiser(Bot):
    """Raises by too little."""

    def decide(self, view: TableView, legal: LegalActions) -> Action:  # noqa: ARG002
        return Raise(to=3)


# --- taking its time


async def test_a_bot_that_takes_its_time_acts_before_the_clock_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_client, "MAX_THINKING_TIME", 10 * TIMEOUT_SECONDS)
    server, bot = await seated_bot(human_pace=True, rng=SlowThinker(1))
    deal_aces(server, at=5000, deadline=5001)
    await server.next_command(Act)
    bot.cancel()


async def test_a_turn_that_ends_while_the_bot_thinks_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_client, "MAX_THINKING_TIME", 10 * TIMEOUT_SECONDS)
    server, bot = await seated_bot(human_pace=True, rng=SlowThinker(1))
    deal_aces(server)
    await server.wait_until_idle()
    assert server.sent.empty()
    server.send_step(Called(1, 4, 6))
    server.send_step(HandEnded(1))
    await server.wait_until_idle()
    assert server.sent.empty()
    deal_aces(server, at=5000, deadline=5001)
    await server.next_command(Act)
    bot.cancel()


def test_a_bot_thinks_as_long_as_people_do() -> None:
    def times(call: int, deadline: int | None = None) -> list[float]:
        legal = LegalActions(1, 100, fold=True, call=call)
        view = table_view(seat_view(1), turn=Turn(1, 1, deadline), you=You(1, ACES, legal=legal))
        return [thinking_time(view, 0, random.Random(seed)) for seed in range(200)]

    small, big = times(2), times(90)
    assert min(small + big) >= MIN_THINKING_TIME
    assert max(small + big) <= MAX_THINKING_TIME
    assert sum(small) < sum(big)
    assert max(times(90, deadline=1000)) <= 0.4


def test_bots_among_themselves_do_not_keep_people_waiting() -> None:
    def time_of(person: SeatView) -> float:
        view = table_view(
            replace(seat_view(1), bot=True), replace(seat_view(2), bot=True), person, turn=Turn(1, 1), you=You(1)
        )
        return thinking_time(view, 0, random.Random(1))

    assert time_of(seat_view(3, folded=True)) == pytest.approx(BOTS_ONLY_FACTOR * time_of(seat_view(3)))


# --- thinking elsewhere


async def test_a_bot_hears_what_happens_while_another_process_thinks() -> None:
    asked: asyncio.Queue[Question] = asyncio.Queue()

    async def think_for_ever(question: Question) -> Action:
        asked.put_nowait(question)
        await asyncio.Event().wait()
        raise AssertionError

    server, bot = await seated_bot(decider=think_for_ever)
    deal_aces(server)
    async with asyncio.timeout(TIMEOUT_SECONDS):
        first = await asked.get()
        server.send_step(Called(1, 4, 6))
        server.send_step(HandEnded(1))
        server.send_step(HandStarted(2, 1, (2, 1)), TurnBegan(1, 1), yours=(YourCards(ACES, ACES), YourTurn(LEGAL)))
        second = await asked.get()
    assert (first.view.hand, second.view.hand) == (1, 2)
    assert server.sent.empty()
    await close_and_wait(server, bot)


async def test_a_turn_is_asked_about_once_and_with_a_seed_of_its_own() -> None:
    questions: list[Question] = []

    async def call(question: Question) -> Action:
        questions.append(question)
        return Call()

    for _ in range(2):
        server, bot = await seated_bot(decider=call)
        for hand in (1, 2):
            yours = (YourCards(ACES, ACES), YourTurn(LEGAL))
            server.send_step(HandStarted(hand, 1, (2, 1)), TurnBegan(1, 1), yours=yours)
            assert (await server.next_command(Act)).action == Call()
            server.send_step(SatOut(2))
            server.send_step(Called(1, 4, 6))
            server.send_step(HandEnded(1))
        await close_and_wait(server, bot)
    seeds = [question.seed for question in questions]
    assert len(seeds) == 4
    assert seeds[:2] == seeds[2:], "the same bot asks the same again"
    assert seeds[0] != seeds[1]


async def test_a_bot_whose_decider_has_no_answer_acts_all_the_same() -> None:
    async def give_up(_question: Question) -> Action:
        raise NoAnswer("Nobody thinks.")

    server, bot = await seated_bot(decider=give_up)
    deal_aces(server)
    assert (await server.next_command(Act)).action in {Call(), Fold()}
    await close_and_wait(server, bot)


@pytest.mark.parametrize("deadline", [None, 5001], ids=["without a clock", "with a clock"])
async def test_a_bot_whose_decider_does_not_answer_acts_in_time(
    monkeypatch: pytest.MonkeyPatch, deadline: int | None
) -> None:
    if deadline is None:
        monkeypatch.setattr(bot_client, "MAX_DECISION_WAIT", 0.001)

    async def think_for_ever(_question: Question) -> Action:
        await asyncio.Event().wait()
        raise AssertionError

    server, bot = await seated_bot(decider=think_for_ever)
    deal_aces(server, at=5000, deadline=deadline)
    assert (await server.next_command(Act)).action in {Call(), Fold()}
    await close_and_wait(server, bot)


class Dawdler(Bot):
    """Never decides."""

    async def decide(self, view: TableView, legal: LegalActions) -> Action:  # noqa: ARG002
        await asyncio.Event().wait()
        raise AssertionError


class Blocker(Raiser):
    """Decides late, and nothing else is done meanwhile."""

    def decide(self, view: TableView, legal: LegalActions) -> Action:
        time.sleep(0.02)
        return super().decide(view, legal)


@pytest.mark.parametrize(
    ("slow", "act", "sent"),
    [
        (Dawdler, Fold(), "is sent in its place, as the cheapest act"),
        (Blocker, Raise(3), "came after that, and is sent"),
    ],
)
async def test_a_decision_that_comes_too_late_is_told(
    slow: type[Bot], act: Action, sent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_client, "MAX_DECISION_WAIT", 0.01)
    told: list[str] = []
    server, bot = await seated_bot(bot=slow(), report=told.append)
    deal_aces(server)
    assert (await server.next_command(Act)).action == act
    await close_and_wait(server, bot)
    assert told == [SAT_DOWN, f"Wren: No decision came within 0.0 seconds. {act} {sent}."]


# --- staying in the game


async def test_a_broke_bot_buys_what_it_came_with_and_asks_once() -> None:
    server, bot = await seated_bot()
    server.send_snapshot(table_view(seat_view(1, stack=0, in_hand=False), seat_view(2), you=You(1)))
    assert (await server.next_command(AddChips)).chips == 200
    server.send_step(SatOut(1))
    server.send_step(ChipsAdded(1, 200, 200), CameBack(1))
    await close_and_wait(server, bot)
    assert server.sent.empty()


async def test_a_bot_that_is_all_in_waits_for_the_end_of_the_hand() -> None:
    server, bot = await seated_bot()
    broke = table_view(seat_view(1, stack=0), seat_view(2), playing=True, hand=1, you=You(1, ACES))
    server.send_snapshot(broke)
    await server.wait_until_idle()
    assert server.sent.empty()
    server.send_step(HandEnded(1))
    await server.next_command(AddChips)
    bot.cancel()


async def test_a_bot_that_sits_out_comes_back() -> None:
    server, bot = await seated_bot()
    server.send_step(SatOut(1))
    await server.next_command(SitIn)
    bot.cancel()


async def test_a_bot_posts_a_blind_rather_than_wait_and_asks_once() -> None:  # DL-27
    server, bot = await seated_bot()
    for offers in (Offers(post=False), Offers(post=False, straddle=False), Offers(post=True), Offers()):
        server.send_step(yours=(YourOffers(offers),))
    server.send_step(yours=(YourOffers(Offers(post=False)),))
    assert (await server.next_command(PostBlind)).on
    await server.next_command(PostBlind)
    assert server.sent.empty()
    await close_and_wait(server, bot)


async def test_a_bot_that_missed_a_step_asks_for_the_whole_table() -> None:
    server, bot = await seated_bot()
    server.send_step(SatOut(2), skip=1)
    await server.next_command(Resync)
    server.send_step(SatOut(1))
    await server.wait_until_idle()
    assert server.sent.empty(), "it does not trust what it folds from a gap"
    legal = LegalActions(1, 198, 2, fold=True, call=4)
    view = table_view(
        seat_view(1), seat_view(2), playing=True, hand=2, turn=Turn(1, 1), you=You(1, ACES, legal=legal), street=0
    )
    server.send_snapshot(replace(view, to_match=6))
    assert (await server.next_command(Act)).hand == 2
    bot.cancel()


async def test_a_step_heard_before_is_passed_over() -> None:
    server, bot = await seated_bot()
    server.send_message(Step(epoch="e", seq=9, at=0, public=(SatOut(1),)))
    await close_and_wait(server, bot)
    assert server.sent.empty()
