"""A bot as a client of a table: it sits down, follows the events and acts in its turn.

A bot sends and receives the same messages as a person, over any `Wire`, and knows no more than its seat. It keeps
receiving while it thinks, so that a turn that ends early (by the clock or by a voided hand) is dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from inspect import isawaitable
from typing import NamedTuple

from railbird_server.bots.bot import Bot, NoAnswer
from railbird_server.bots.decision import cheapest_act
from railbird_shared.carrier import Carrier, WireClosed
from railbird_shared.conversation import CommandRefused, ConversationEvent, InvalidMessage
from railbird_shared.game.rotation import Choosing
from railbird_shared.protocol.actions import Action
from railbird_shared.protocol.codec import ProtocolError, decode_command, encode
from railbird_shared.protocol.commands import Act, AddChips, ChooseGame, Command, PostBlind, ShowHand, Sit, SitIn, Watch
from railbird_shared.protocol.messages import GoingDown, Refused, Snapshot, Step, TableClosed, Welcome
from railbird_shared.protocol.view import SeatView, TableView, Turn
from railbird_shared.tournament.messages import TournamentUpdate, YouFinished

MIN_THINKING_TIME = 0.6
USUAL_THINKING_TIME = 1.4
MAX_THINKING_TIME = 2.5
"""How long a bot seems to think, in seconds: between the first two when little is at stake, at most the third.

Long enough to follow the game by eye, and short enough for two or three hands in a minute at a table of six.
"""

_SECONDS_AT_STAKE = 2.0
_MAX_SECONDS_AT_STAKE = 1.0
"""Seconds more for a call of the whole stack, in proportion for a smaller one, and the most that are added."""

BOTS_ONLY_FACTOR = 0.3
"""The part of its thinking time that a bot takes when no person is left in the hand: people wait for the next one."""

HELLO_TIMEOUT = 30.0
"""The seconds that a bot waits for the answer to its hello."""

_MAX_CLOCK_SHARE = 0.4
"""The part of the time left on the clock that a bot may take, so that a slow network never costs it its turn."""

MAX_DECISION_WAIT = 10.0
_MAX_DECISION_CLOCK_SHARE = 0.8
"""The seconds, and the part of the clock, for which a bot waits for a decision before it acts without one."""


_OFFER_IS_OVER = ("not-now", "nothing-to-show", "no-wait")
"""The codes of refusals of what the table had offered, and had taken back before the bot took it."""


class BotRejected(Exception):
    """The server does not answer as it should, or sent an impossible table; the message is one sentence."""


async def say_hello(carrier: Carrier) -> Welcome:
    """Says hello to a server; raises BotRejected, CommandRefused or WireClosed."""
    try:
        async with asyncio.timeout(HELLO_TIMEOUT):
            return await carrier.hello()
    except TimeoutError:
        raise BotRejected("The server does not answer a hello.") from None
    except ProtocolError as fault:
        raise BotRejected(str(fault)) from None


async def play(
    carrier: Carrier,
    bot: Bot,
    table: str,
    seat: int,
    *,
    password: str = "",
    rng: random.Random,
    human_pace: bool,
    report: Callable[[str], object] = lambda _: None,
) -> None:
    """Plays at a table until it closes, the server stops or the bot is removed.

    Without a `table` the bot plays in the tournament that it has entered, wherever that seats it. `seat` 0 is any. With
    the token of a player who has a seat at the table the bot goes on from there. With `human_pace` it takes its time
    like a person, and thinks meanwhile. `report` receives a sentence with its name when it has sat down, for each act
    that is not as it decided, and at the end. Raises BotRejected, CommandRefused where not let in, or WireClosed.
    """
    welcome = carrier.conversation.welcome or await say_hello(carrier)
    entries: set[int] = set()
    if table or welcome.table:
        entries.add(await carrier.send(Watch(table=table or welcome.table, password=password)))
    if table and welcome.table != table:
        entries.add(await carrier.send(Sit(seat=seat)))
    await _BotClient(carrier, bot, rng, human_pace, in_tournament=not table, entries=entries, report=report).run()


def thinking_time(view: TableView, now: int, rng: random.Random) -> float:
    """Returns how many seconds a bot seems to think in its turn, at `now` milliseconds of the server's clock.

    It thinks longer when much is at stake, never so long that the clock runs out, and shortly when only bots are left
    in the hand.
    """
    legal = view.you.legal
    at_stake = (legal.call or 0) / max(1, legal.stack) if legal else 0.0
    seconds = rng.uniform(MIN_THINKING_TIME, USUAL_THINKING_TIME)
    seconds += min(_MAX_SECONDS_AT_STAKE, _SECONDS_AT_STAKE * at_stake)
    if all(seat.bot for seat in view.occupied if seat.live):
        seconds *= BOTS_ONLY_FACTOR
    return max(0.0, min(seconds, _MAX_CLOCK_SHARE * _clock_seconds(view, now), MAX_THINKING_TIME))


def _clock_seconds(view: TableView, now: int) -> float:
    """Returns the seconds left on the clock of the turn, endless without a clock."""
    deadline = view.turn.deadline if view.turn else None
    return math.inf if deadline is None else max(0, deadline - now) / 1000


class _TurnInProgress(NamedTuple):
    """A turn of the bot: which one, when to act at the earliest in the loop's time, and the decision to come."""

    hand: int
    turn: int
    act_at: float
    decision: asyncio.Task[Action]


@dataclass
class _Requests:
    """The requests of the bot to its table and the offers from it; one at a time of each."""

    chips: bool = False
    post_offered: bool = False
    show_offered: bool = False
    game: Choosing | None = None


@dataclass(eq=False, repr=False)
class _BotClient:
    """A bot at its tables, and the state of its commands; it came by the commands `entries`."""

    carrier: Carrier
    bot: Bot
    rng: random.Random
    human_pace: bool
    in_tournament: bool
    entries: set[int]
    report: Callable[[str], object]
    table: str = ""
    buy_in: int = 0
    requests: _Requests = field(default_factory=_Requests)
    own_turn: _TurnInProgress | None = None
    receive_timeout: asyncio.Timeout | None = None
    last_act: Act | None = None
    fallback_sent: bool = False
    farewell: str = ""

    async def run(self) -> None:
        try:
            while not self.farewell:
                await self._receive_or_act()
            self._tell(self.farewell)
        finally:
            self._drop_turn()

    def _tell(self, sentence: str) -> None:
        self.report(f"{self.carrier.conversation.name}: {sentence}")

    async def _receive_or_act(self) -> None:
        turn, event = self.own_turn, None
        try:
            async with asyncio.timeout_at(turn.act_at if turn and turn.decision.done() else None) as timeout:
                self.receive_timeout = timeout
                event = await self.carrier.receive()
        except TimeoutError:
            pass
        finally:
            self.receive_timeout = None
        if event is None:
            await self._act()
        else:
            await self._handle(event)

    # --- receiving -----------------------------------------------------------------------------------------------

    async def _handle(self, event: ConversationEvent) -> None:
        if isinstance(event, InvalidMessage):
            raise BotRejected("The server tells of a table that cannot be." if event.impossible else event.sentence)
        match event.message:
            case Snapshot() | Step():
                await self._react()
            case Refused() as refused:
                await self._handle_refusal(refused)
            case TableClosed() if self.in_tournament:
                pass  # it is broken up, and another one follows
            case TableClosed(reason=reason):
                self.farewell = reason or "The table is closed."
            case GoingDown():
                self.farewell = "The server stops; send the bot again when it is back."
            case YouFinished():
                self.farewell = "The tournament is over for the bot."
            case TournamentUpdate(status=status) if status.phase.is_over:
                self.farewell = "The tournament is over."
            case _:
                pass

    async def _handle_refusal(self, refusal: Refused) -> None:
        if refusal.id in self.entries and refusal.code != "not-kept" and not self.in_tournament:
            raise CommandRefused(refusal)
        if refusal.code in ("not-kept", *_OFFER_IS_OVER):
            return  # it is done when the table goes on, or need not be done
        if refusal.code == "waits":  # it asks anew with the next snapshot, which comes when the table goes on
            self.last_act = None
            self.requests = _Requests(show_offered=self.requests.show_offered)
            return
        view = self.carrier.view
        act = self.last_act if self.last_act and refusal.id == self.last_act.id else None
        told = f"{act.action} is refused: {refusal.sentence}" if act else refusal.sentence
        if act and refusal.code != "stale" and view and view.you.legal and view.turn and not self.fallback_sent:
            self.fallback_sent = True
            cheapest = cheapest_act(view, view.you.legal)
            told += f" {cheapest} is sent instead."
            await self._send_act(view.hand, view.turn.turn, cheapest)
        self._tell(told)

    # --- deciding ------------------------------------------------------------------------------------------------

    async def _react(self) -> None:
        """Reacts to a new view: leaves, buys chips, posts, shows, acts or waits."""
        view = self.carrier.view
        assert view is not None
        if self.table != view.table:  # the numbers of its turns may come again at this one
            self.table, self.last_act = view.table, None
            self._drop_turn()
        seat = view.own_seat
        if seat is None:
            self.farewell = "The bot has lost its seat." if self.buy_in and not self.in_tournament else ""
            return
        if not self.buy_in and seat.stack:
            self.buy_in = seat.stack
            self.report(f"{self.carrier.conversation.name} sits at {view.name}, seat {seat.seat}.")
        await self._rebuy_or_return(view, seat)
        await self._take_offers(view)
        await self._name_game(view, seat)
        turn, act = view.turn if view.you.legal else None, self.last_act
        if self.own_turn and (turn is None or (view.hand, turn.turn) != self.own_turn[:2]):
            self._drop_turn()
        if turn and not self.own_turn and (act is None or (act.hand, act.turn) != (view.hand, turn.turn)):
            self._begin_turn(view, turn)

    async def _rebuy_or_return(self, view: TableView, seat: SeatView) -> None:
        """Buys chips when broke and returns from sitting out, so that the game goes on."""
        out_of_hand = not (view.playing and seat.in_hand)
        broke_for_good = self.in_tournament and not seat.stack
        if not out_of_hand or broke_for_good or (seat.stack and not seat.sitting_out):
            self.requests.chips = False
        elif not self.requests.chips:
            self.requests.chips = True
            await self._send(SitIn() if seat.stack else AddChips(chips=self.buy_in))

    async def _take_offers(self, view: TableView) -> None:
        """Posts a blind rather than wait for it, so that a bot plays as soon as it is added (DL-27); shows its hand."""
        offers = view.you.offers
        if offers.post is False and not self.requests.post_offered:
            await self._send(PostBlind())
        if offers.show and not self.requests.show_offered and self.bot.shows(view):
            await self._send(ShowHand())
        self.requests.post_offered, self.requests.show_offered = offers.post is not None, offers.show

    async def _name_game(self, view: TableView, seat: SeatView) -> None:
        """Names one of the table's games, as it is listed, when it is the bot's to choose (VT-DC-1)."""
        asked = view.choosing if view.choosing and view.choosing.seat == seat.seat else None
        if asked and asked != self.requests.game and view.rotation:
            await self._send(ChooseGame(chosen=self.bot.choose_game(view, view.rotation)))
        self.requests.game = asked

    def _begin_turn(self, view: TableView, turn: Turn) -> None:
        now = self.carrier.conversation.server_time
        pace = thinking_time(view, now, self.rng) if self.human_pace else 0.0
        patience = min(MAX_DECISION_WAIT, _MAX_DECISION_CLOCK_SHARE * _clock_seconds(view, now))
        decision = asyncio.create_task(self._decide(view, patience))
        self.own_turn = _TurnInProgress(view.hand, turn.turn, asyncio.get_running_loop().time() + pace, decision)
        decision.add_done_callback(self._stop_receiving)

    async def _decide(self, view: TableView, patience: float) -> Action:
        """Returns the decision of the bot; its act in haste if it has not decided after so many seconds."""
        legal = view.you.legal
        assert legal is not None
        deadline, sent = asyncio.get_running_loop().time() + patience, "came after that, and is sent"
        try:
            async with asyncio.timeout_at(deadline):
                decided = self.bot.act(view, legal)
                action = await decided if isawaitable(decided) else decided
        except (TimeoutError, NoAnswer):
            action, sent = self.bot.act_in_haste(view, legal), "is sent in its place, as the cheapest act"
        if asyncio.get_running_loop().time() > deadline:  # nothing interrupts a plain method
            self._tell(f"No decision came within {patience:.1f} seconds. {action} {sent}.")
        if not isinstance(action, Action):
            raise TypeError(f"{type(self.bot).__name__} decided {action!r}, which is no action.")
        try:
            decode_command(encode(Act(hand=view.hand, turn=0, action=action)).decode())
        except (ProtocolError, TypeError) as fault:
            refused, action = action, cheapest_act(view, legal)
            self._tell(f"{refused} is refused. {action} is sent instead. Write chips as a whole number. ({fault})")
        return action

    def _stop_receiving(self, decision: asyncio.Task[Action]) -> None:
        """Has the bot stop waiting for messages when it is time to act as decided."""
        turn = self.own_turn
        if self.receive_timeout and turn and turn.decision is decision:
            self.receive_timeout.reschedule(turn.act_at)

    def _drop_turn(self) -> None:
        if self.own_turn:
            self.own_turn.decision.cancel()
            self.own_turn = None

    async def _act(self) -> None:
        turn, self.own_turn = self.own_turn, None
        self.fallback_sent = False
        if turn is not None and self.carrier.view is not None:
            await self._send_act(turn.hand, turn.turn, turn.decision.result())

    async def _send_act(self, hand: int, turn: int, action: Action) -> None:
        self.last_act = Act(id=self.carrier.conversation.take_id(), hand=hand, turn=turn, action=action)
        await self._send(self.last_act)

    async def _send(self, command: Command) -> None:
        """Sends a command, or nothing if the connection is closed: the reason may be among the messages to receive."""
        with contextlib.suppress(WireClosed):
            await self.carrier.send(command)
