"""A bot as a client of a table: it says hello, sits down, follows the events and acts in its turn.

A bot sends and receives the same messages as a person, over any `Link`, and knows no more than its seat. It keeps
receiving while it thinks, so that a turn that ends early (by the clock or by a voided hand) is dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import random
from collections.abc import Awaitable, Callable
from typing import NamedTuple, Protocol, assert_never

from railbird_server.bots.policy import cheapest_act
from railbird_server.bots.profiles import Style
from railbird_server.bots.question import Decider, NoDecision, Question, decide_here, simple_answer
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.game.rotation import Choosing
from railbird_shared.protocol.actions import Action, LegalActions
from railbird_shared.protocol.commands import (
    Act,
    AddChips,
    ChooseGame,
    Command,
    Hello,
    PostBlind,
    Resync,
    Sit,
    SitIn,
    Watch,
)
from railbird_shared.protocol.folding import fold_all
from railbird_shared.protocol.messages import (
    Accepted,
    AskSeed,
    Chat,
    DecksOpened,
    Followed,
    GoingDown,
    HandChances,
    Hands,
    History,
    Invites,
    Lobby,
    LobbyChanged,
    Message,
    Notice,
    People,
    Rail,
    Refused,
    SeedCommitments,
    Snapshot,
    Statement,
    Statistics,
    Step,
    TableClosed,
    Watchers,
    Welcome,
)
from railbird_shared.protocol.table_limits import MAX_SEATS
from railbird_shared.protocol.validation import is_valid
from railbird_shared.protocol.view import SeatView, TableView, Turn
from railbird_shared.tournament.messages import (
    Moved,
    TournamentLine,
    TournamentPage,
    Tournaments,
    TournamentUpdate,
    YouFinished,
)


class LinkClosed(Exception):
    """The connection is closed; the message is one sentence with the reason, empty if it is unknown."""


class Link(Protocol):
    """One client's connection to a server, in memory or over a websocket."""

    async def send(self, command: Command) -> None:
        """Sends a command; raises LinkClosed."""
        ...

    async def receive(self) -> Message:
        """Waits for the next message; raises LinkClosed. A cancelled wait loses no message."""
        ...

    async def close(self) -> None:
        """Ends the conversation."""
        ...


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

_WATCH_ID, _SIT_ID = 1, 2

_MAX_CLOCK_SHARE = 0.4
"""The part of the time left on the clock that a bot may take, so that a slow network never costs it its turn."""

MAX_DECISION_WAIT = 10.0
_MAX_DECISION_CLOCK_SHARE = 0.8
"""The seconds, and the part of the clock, for which a bot waits for a decision before it acts without one."""

TurnGate = Callable[[int], Awaitable[None]]
"""Waits until the bot of a seat may send a command; a program with several bots orders them with it."""


class BotRejected(Exception):
    """The server refused the bot or its seat, or sent an impossible table; the message is one sentence."""


async def _no_gate(_seat: int) -> None:
    """Lets every bot send at once."""


class Credentials(NamedTuple):
    """What lets a bot in: the token of a player, a password of the server and its tables, or an invite."""

    token: str = ""
    password: str = ""
    invite: str = ""


NO_CREDENTIALS = Credentials()


async def play(
    link: Link,
    name: str,
    table: str,
    seat: int,
    style: Style,
    *,
    credentials: Credentials = NO_CREDENTIALS,
    rng: random.Random,
    human_pace: bool,
    decider: Decider = decide_here,
    turn_gate: TurnGate = _no_gate,
) -> None:
    """Plays at a table until it closes, the server stops or the bot is removed.

    Without a `table` the bot plays in the tournament that it has entered, wherever that seats it. `seat` 0 is any. With
    the token of a player who has a seat at the table the bot goes on from there. With `human_pace` it takes its time
    like a person, and thinks meanwhile. What it does in a turn depends on its first random number, the turn and what it
    sees, however often it is asked. Raises BotRejected, or LinkClosed if the connection closes.
    """
    welcome = await _send_hello(link, name, credentials)
    if table or welcome.table:
        await link.send(Watch(id=_WATCH_ID, table=table or welcome.table, password=credentials.password))
    if table and welcome.table != table:
        await link.send(Sit(id=_SIT_ID, seat=seat))
    client = _BotClient(
        link,
        style,
        rng,
        human_pace=human_pace,
        decider=decider,
        turn_gate=turn_gate,
        in_tournament=not table,
    )
    await client.run()


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


async def _send_hello(link: Link, name: str, credentials: Credentials) -> Welcome:
    await link.send(Hello(v=PROTOCOL_VERSION, name=name, bot=True, **credentials._asdict()))
    try:
        async with asyncio.timeout(HELLO_TIMEOUT):
            answer = await link.receive()
    except TimeoutError:
        raise BotRejected("The server does not answer a hello.") from None
    if isinstance(answer, Refused):
        raise BotRejected(answer.sentence)
    if not isinstance(answer, Welcome):
        raise BotRejected("The server answers a hello with something else than a welcome.")
    return answer


class _TurnInProgress(NamedTuple):
    """A turn of the bot: which one, when to act at the earliest in the loop's time, and the decision to come."""

    hand: int
    turn: int
    seat: int
    act_at: float
    decision: asyncio.Task[Action]


class _BotClient:
    """One bot: its view of the table, and the state of its commands."""

    def __init__(
        self,
        link: Link,
        style: Style,
        rng: random.Random,
        *,
        human_pace: bool,
        decider: Decider,
        turn_gate: TurnGate,
        in_tournament: bool,
    ) -> None:
        self._link = link
        self._in_tournament = in_tournament
        self._style = style
        self._rng = rng
        self._seed = rng.getrandbits(64)
        self._human_pace = human_pace
        self._decider = decider
        self._turn_gate = turn_gate
        self._view: TableView | None = None
        self._epoch, self._seq, self._server_time = "", 0, 0
        self._buy_in = 0
        self._chips_requested = False
        self._post_offered = False
        self._asked_for_game: Choosing | None = None
        self._table = ""
        self._acted_turn: tuple[int, int] | None = None
        self._own_turn: _TurnInProgress | None = None
        self._receive_timeout: asyncio.Timeout | None = None
        self._last_command_id = _SIT_ID
        self._fallback_sent = False
        self._finished = False

    async def run(self) -> None:
        """Receives messages and acts until the game is over for the bot."""
        try:
            while not self._finished:
                await self._receive_or_act()
        finally:
            self._drop_turn()

    async def _receive_or_act(self) -> None:
        """Waits for the next message, or for the moment to act."""
        turn = self._own_turn
        try:
            async with asyncio.timeout_at(turn.act_at if turn and turn.decision.done() else None) as timeout:
                self._receive_timeout = timeout
                message = await self._link.receive()
        except TimeoutError:
            await self._act()
        else:
            await self._handle_message(message)
        finally:
            self._receive_timeout = None

    # --- receiving -----------------------------------------------------------------------------------------------

    async def _handle_message(self, message: Message) -> None:
        match message:
            case Snapshot() | Step() if not is_valid(message, len(self._view.seats) if self._view else MAX_SEATS):
                raise BotRejected("The server tells of a table that cannot be.")
            case Snapshot(epoch=epoch, seq=seq, at=at, view=view):
                self._epoch, self._seq, self._server_time = epoch, seq, at
                self._note_table(view.table)
                await self._update_view(view)
            case Step():
                await self._apply_step(message)
            case Refused():
                await self._handle_refusal(message)
            case TableClosed() if self._in_tournament:
                pass  # it is broken up, and another one follows
            case TableClosed() | GoingDown() | YouFinished():
                self._finished = True
            case TournamentUpdate(status=status) if status.phase.is_over:
                self._finished = True
            case (
                Welcome()
                | Accepted()
                | Lobby()
                | LobbyChanged()
                | Invites()
                | Statement()
                | People()
                | Chat()
                | Rail()
                | Notice()
                | HandChances()
                | Watchers()
            ):
                pass
            case Hands() | History() | Statistics() | People() | Followed():
                pass  # a bot asks for none
            case Tournaments() | TournamentUpdate() | TournamentPage() | TournamentLine() | Moved():
                pass  # a bot plays on at the table that the next snapshot shows
            case AskSeed() | SeedCommitments() | DecksOpened():
                pass  # a bot gives no seed
            case _:
                assert_never(message)

    def _note_table(self, table: str) -> None:
        """Forgets the turns of another table, whose numbers may come again at this one."""
        if self._table != table:
            self._table, self._acted_turn = table, None
            self._drop_turn()

    async def _apply_step(self, step: Step) -> None:
        if self._view is None or (step.epoch == self._epoch and step.seq <= self._seq):
            return
        if step.epoch != self._epoch or step.seq != self._seq + 1:
            self._view = None
            self._drop_turn()
            await self._send(Resync())
            return
        self._seq, self._server_time = step.seq, step.at
        await self._update_view(fold_all(fold_all(self._view, step.public), step.private))

    async def _update_view(self, view: TableView) -> None:
        self._view = view
        await self._react(view)

    async def _handle_refusal(self, refusal: Refused) -> None:
        if refusal.id in {_WATCH_ID, _SIT_ID} and refusal.code != "not-kept" and not self._in_tournament:
            raise BotRejected(refusal.sentence)
        if refusal.code == "not-kept":
            return  # it is done when the table goes on
        if refusal.code == "waits":
            self._forget_requests()
            return
        legal, view = self._legal, self._view
        if (
            refusal.code != "stale"
            and legal is not None
            and view is not None
            and refusal.id == self._last_command_id
            and not self._fallback_sent
        ):
            self._fallback_sent = True
            if view.turn is not None:
                await self._send_act(view.hand, view.turn.turn, view.turn.seat, cheapest_act(view, legal))

    def _forget_requests(self) -> None:
        """Has the bot ask anew with the next snapshot, which comes when the table goes on."""
        self._acted_turn, self._asked_for_game = None, None
        self._chips_requested = self._post_offered = False

    # --- deciding ------------------------------------------------------------------------------------------------

    @property
    def _legal(self) -> LegalActions | None:
        return self._view.you.legal if self._view else None

    async def _react(self, view: TableView) -> None:
        """Reacts to a new view: leaves, buys chips, posts, acts or waits."""
        seat = view.own_seat
        if seat is None:
            self._finished = self._buy_in > 0 and not self._in_tournament
            return
        self._buy_in = self._buy_in or seat.stack
        await self._rebuy_or_return(view, seat)
        await self._post_blind(view)
        await self._name_game(view, seat)
        turn = view.turn if view.you.legal else None
        if self._own_turn and (turn is None or (view.hand, turn.turn) != self._own_turn[:2]):
            self._drop_turn()
        if turn and not self._own_turn and self._acted_turn != (view.hand, turn.turn):
            self._begin_turn(view, turn)

    async def _rebuy_or_return(self, view: TableView, seat: SeatView) -> None:
        """Buys chips when broke and returns from sitting out, so that the game goes on."""
        out_of_hand = not (view.playing and seat.in_hand)
        broke_for_good = self._in_tournament and not seat.stack
        if not out_of_hand or broke_for_good or (seat.stack and not seat.sitting_out):
            self._chips_requested = False
        elif not self._chips_requested:
            self._chips_requested = True
            await self._turn_gate(seat.seat)
            await self._send(SitIn() if seat.stack else AddChips(chips=self._buy_in))

    async def _post_blind(self, view: TableView) -> None:
        """Posts a blind rather than wait for it, so that a bot plays as soon as it is added (DL-27)."""
        post = view.you.offers.post
        if post is False and not self._post_offered:
            await self._send(PostBlind())
        self._post_offered = post is not None

    async def _name_game(self, view: TableView, seat: SeatView) -> None:
        """Names one of the table's games, as it is listed, when it is the bot's to choose (VT-DC-1)."""
        asked = view.choosing if view.choosing and view.choosing.seat == seat.seat else None
        if asked and asked != self._asked_for_game and view.rotation:
            await self._turn_gate(seat.seat)
            await self._send(ChooseGame(chosen=self._rng.choice(view.rotation.games)))
        self._asked_for_game = asked

    def _begin_turn(self, view: TableView, turn: Turn) -> None:
        """Begins to think, and settles when to act."""
        pace = thinking_time(view, self._server_time, self._rng) if self._human_pace else 0.0
        patience = min(MAX_DECISION_WAIT, _MAX_DECISION_CLOCK_SHARE * _clock_seconds(view, self._server_time))
        question = Question(view, self._style, f"{self._seed}/{view.hand}/{turn.turn}")
        decision = asyncio.create_task(self._decide(question, patience))
        act_at = asyncio.get_running_loop().time() + pace
        self._own_turn = _TurnInProgress(view.hand, turn.turn, turn.seat, act_at, decision)
        decision.add_done_callback(self._stop_receiving)

    async def _decide(self, question: Question, patience: float) -> Action:
        """Returns the decider's answer; one without thought if there is none after so many seconds."""
        try:
            async with asyncio.timeout(patience):
                return await self._decider(question)
        except (TimeoutError, NoDecision):
            return simple_answer(question)

    def _stop_receiving(self, decision: asyncio.Task[Action]) -> None:
        """Has the bot stop waiting for messages when it is time to act as decided."""
        turn = self._own_turn
        if self._receive_timeout and turn and turn.decision is decision:
            self._receive_timeout.reschedule(turn.act_at)

    def _drop_turn(self) -> None:
        if self._own_turn:
            self._own_turn.decision.cancel()
            self._own_turn = None

    async def _act(self) -> None:
        turn, self._own_turn = self._own_turn, None
        self._fallback_sent = False
        if turn is not None:
            await self._send_act(turn.hand, turn.turn, turn.seat, turn.decision.result())

    async def _send_act(self, hand: int, turn: int, seat: int, action: Action) -> None:
        self._acted_turn = (hand, turn)
        await self._turn_gate(seat)
        self._last_command_id += 1
        await self._send(Act(id=self._last_command_id, hand=hand, turn=turn, action=action))

    async def _send(self, command: Command) -> None:
        """Sends a command, or nothing if the connection is closed: the reason may be among the messages to receive."""
        with contextlib.suppress(LinkClosed):
            await self._link.send(command)
