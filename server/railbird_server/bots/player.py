"""A bot at a table: it says hello, sits down, follows the news, and acts when it is its turn.

It speaks the same messages as a person and knows no more than its seat. While it thinks it goes on listening, so a turn
that ends without it (the clock, a hand voided) is simply dropped.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from typing import assert_never

from railbird_server.bots import worth
from railbird_server.bots.link import Link, LinkClosed
from railbird_server.bots.policy import decide, simplest
from railbird_server.bots.style import Style
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.actions import Action, LegalActions
from railbird_shared.commands import Act, AddChips, ComeBack, Command, Hello, PostBlind, Resync, Sit, Watch
from railbird_shared.folding import fold_all
from railbird_shared.games import MAX_SEATS
from railbird_shared.messages import (
    Accepted,
    Chat,
    GoingDown,
    Lobby,
    Message,
    Refused,
    Snapshot,
    Step,
    TableClosed,
    Welcome,
)
from railbird_shared.soundness import is_sound
from railbird_shared.view import SeatView, TableView

SHORTEST_PAUSE = 0.6
LONGEST_PAUSE = 2.5
"""How long a bot seems to think, in seconds."""

AMONG_BOTS = 0.3
"""The part of its pause that a bot takes when no person is left in the hand."""

PATIENCE = 30.0
"""Seconds that a server has to answer a hello."""

_WATCH, _SIT = 1, 2
_OF_THE_CLOCK = 0.4

Floor = Callable[[int], Awaitable[None]]
"""Waits until the player of a seat may speak; lets somebody who runs several bots put them in order."""


class TurnedAway(Exception):
    """The server did not let the bot in or sit down, or says what cannot be; the sentence says why."""


async def _open_floor(_seat: int) -> None:
    """Lets everybody speak at once."""


async def play(
    link: Link,
    name: str,
    table: str,
    seat: int,
    style: Style,
    *,
    rng: random.Random,
    pause: bool,
    floor: Floor = _open_floor,
) -> None:
    """Plays at a table until it closes, the server stops or the bot is sent home.

    `seat` 0 is any. With `pause` the bot takes its time like a person. Raises TurnedAway, or LinkClosed where the other
    end is gone.
    """
    await _greet(link, name)
    await link.send(Watch(id=_WATCH, table=table))
    await link.send(Sit(id=_SIT, seat=seat))
    await _Player(link, style, rng, pause=pause, floor=floor).run()


def thinking_time(view: TableView, now: int, rng: random.Random) -> float:
    """Returns how many seconds a bot seems to think in its turn, at `now` milliseconds of the server's clock.

    It thinks longer when much is at stake, never so long that the clock decides, and hardly at all when only bots are
    left in the hand: people wait for the next one.
    """
    legal = view.you.legal if view.you else None
    at_stake = (legal.call or 0) / max(1, legal.stack) if legal else 0.0
    pause = rng.uniform(SHORTEST_PAUSE, 1.4) + min(1.0, 2 * at_stake)
    if all(seat.bot for seat in view.occupied if seat.live):
        pause *= AMONG_BOTS
    if view.turn is not None and view.turn.deadline is not None:
        pause = min(pause, _OF_THE_CLOCK * (view.turn.deadline - now) / 1000)
    return max(0.0, min(pause, LONGEST_PAUSE))


async def _greet(link: Link, name: str) -> None:
    await link.send(Hello(v=PROTOCOL_VERSION, name=name, bot=True))
    try:
        async with asyncio.timeout(PATIENCE):
            answer = await link.receive()
    except TimeoutError:
        raise TurnedAway("The server does not answer a hello.") from None
    if isinstance(answer, Refused):
        raise TurnedAway(answer.sentence)
    if not isinstance(answer, Welcome):
        raise TurnedAway("The server answers a hello with something else than a welcome.")


class _Player:
    """One bot's knowledge of its table, and what it means to do about it."""

    def __init__(self, link: Link, style: Style, rng: random.Random, *, pause: bool, floor: Floor) -> None:
        self._link = link
        self._style = style
        self._rng = rng
        self._pause = pause
        self._floor = floor
        self._view: TableView | None = None
        self._epoch, self._seq, self._at = "", 0, 0
        self._buy_in = 0
        self._asked = False
        self._posts = False
        self._acted: tuple[int, int] | None = None
        self._act_at: float | None = None
        self._sent = _SIT
        self._gave_up = False
        self._over = False

    async def run(self) -> None:
        """Listens and acts until it is over."""
        while not self._over:
            try:
                async with asyncio.timeout_at(self._act_at):
                    message = await self._link.receive()
            except TimeoutError:
                await self._act()
            else:
                await self._hear(message)

    # --- listening -----------------------------------------------------------------------------------------------

    async def _hear(self, message: Message) -> None:
        match message:
            case Snapshot() | Step() if not is_sound(message, len(self._view.seats) if self._view else MAX_SEATS):
                raise TurnedAway("The server tells of a table that cannot be.")
            case Snapshot(epoch=epoch, seq=seq, at=at, view=view):
                self._epoch, self._seq, self._at = epoch, seq, at
                worth.listen(view.game, view.house)
                await self._look_at(view)
            case Step():
                await self._follow(message)
            case Refused():
                await self._take_refusal(message)
            case TableClosed() | GoingDown():
                self._over = True
            case Welcome() | Accepted() | Lobby() | Chat():
                pass
            case _:
                assert_never(message)

    async def _follow(self, step: Step) -> None:
        if self._view is None or (step.epoch == self._epoch and step.seq <= self._seq):
            return
        if step.epoch != self._epoch or step.seq != self._seq + 1:
            self._view = None
            self._act_at = None
            await self._say(Resync())
            return
        self._seq, self._at = step.seq, step.at
        await self._look_at(fold_all(fold_all(self._view, step.news), step.yours))

    async def _look_at(self, view: TableView) -> None:
        self._view = view
        await self._consider(view)

    async def _take_refusal(self, refusal: Refused) -> None:
        if refusal.id in {_WATCH, _SIT}:
            raise TurnedAway(refusal.sentence)
        legal, view = self._legal, self._view
        if (
            refusal.code != "stale"
            and legal is not None
            and view is not None
            and refusal.id == self._sent
            and not self._gave_up
        ):
            self._gave_up = True
            await self._send_act(simplest(view, legal))

    # --- deciding ------------------------------------------------------------------------------------------------

    @property
    def _legal(self) -> LegalActions | None:
        return self._view.you.legal if self._view and self._view.you else None

    async def _consider(self, view: TableView) -> None:
        """Looks at the table anew: go home, see to the chips, act, or wait."""
        seat = view.at(view.you.seat) if view.you else None
        if seat is None:
            self._over = self._buy_in > 0
            return
        self._buy_in = self._buy_in or seat.stack
        await self._stay_in_the_game(view, seat)
        await self._post_a_blind(view)
        turn = view.turn
        if self._legal is None or turn is None:
            self._act_at = None
        elif self._acted != (view.hand, turn.turn) and self._act_at is None:
            if not self._pause:
                await self._act()
            else:
                self._act_at = asyncio.get_running_loop().time() + thinking_time(view, self._at, self._rng)

    async def _stay_in_the_game(self, view: TableView, seat: SeatView) -> None:
        """Buys chips when broke and comes back from sitting out, so that the table stays alive."""
        idle = not (view.playing and seat.in_hand)
        if not idle or (seat.stack and not seat.sitting_out):
            self._asked = False
        elif not self._asked:
            self._asked = True
            await self._floor(seat.seat)
            await self._say(ComeBack() if seat.stack else AddChips(chips=self._buy_in))

    async def _post_a_blind(self, view: TableView) -> None:
        """Posts a blind rather than wait for it, so that a bot plays as soon as it is added (DL-27)."""
        post = view.you.offers.post if view.you else None
        if post is False and not self._posts:
            await self._say(PostBlind())
        self._posts = post is not None

    async def _act(self) -> None:
        self._act_at = None
        self._gave_up = False
        legal, view = self._legal, self._view
        if legal is not None and view is not None:
            await self._send_act(decide(view, legal, self._style, self._rng))

    async def _send_act(self, action: Action) -> None:
        view = self._view
        if view is None or view.turn is None:
            return
        self._acted = (view.hand, view.turn.turn)
        await self._floor(view.turn.seat)
        self._sent += 1
        await self._say(Act(id=self._sent, hand=view.hand, turn=view.turn.turn, action=action))

    async def _say(self, command: Command) -> None:
        """Sends a command. To one who is gone it does not: why he went may have come before, and is heard next."""
        with contextlib.suppress(LinkClosed):
            await self._link.send(command)
