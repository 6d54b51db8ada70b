"""A demonstration without a screen: bots play at a real server, and a spectator on the rail tells what happens.

Server, bots and spectator speak over real sockets on this machine. The bots are given the floor one at a time, in the
order that the spectator sees, so a seed settles everything: the same seed tells the same story, word for word. At the
end the chips on the table are counted against those that were bought.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections.abc import AsyncIterator, Callable, Sequence

from railbird_server.bots.link import Link, LinkClosed
from railbird_server.bots.names import BIRDS
from railbird_server.bots.player import TurnedAway, play
from railbird_server.bots.remote import WebsocketLink
from railbird_server.bots.style import STYLES
from railbird_server.config import Settings
from railbird_server.history.folder import HistoryFolder
from railbird_server.host.serve import running
from railbird_server.host.shuffle import Shuffle, shuffled
from railbird_server.table.play import Played
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.cards import Card
from railbird_shared.commands import Hello, OpenTable, Resync, Watch
from railbird_shared.events import ChipsAdded, HandEnded, HandStarted, HandVoided, PlayerSat, PublicEvent
from railbird_shared.folding import fold_all
from railbird_shared.games import MAX_SEATS
from railbird_shared.messages import Accepted, Message, Refused, Snapshot, Step
from railbird_shared.story import narrate
from railbird_shared.view import TableView

_PATIENCE = 30.0

Echo = Callable[[str], object]


class Stopped(Exception):
    """The demonstration cannot go on; the sentence says why."""


async def run_demo(
    *, game: str, hands: int, seats: int, seed: int | None, echo: Echo, histories: HistoryFolder | None = None
) -> int:
    """Plays so many hands and tells them to `echo` line by line; returns the exit status, 1 if a chip is missing.

    `seats` 0 is as many as the game usually has. Without a seed the deck comes from the system's generator. Into
    `histories` go the hands as they end; the status is 1 if one cannot be written.
    """

    def keep(played: Played) -> None:
        if histories and played.setup.number <= hands:
            names = [BIRDS[entrant.seat - 1] for entrant in played.setup.entrants]
            histories.add(played.setup, played.deck, played.acts, names)

    settings = Settings(port=0, clock=0, pause=0, starts_with=MAX_SEATS, rate=0, arrival_rate=0, name="Railbird demo")
    chance = f"{secrets.randbits(64) if seed is None else seed}"
    status = 1
    try:
        async with running(settings, shuffle=_shuffle(seed), keep=keep) as server, _linked(server.address) as link:
            rail = Rail(link, echo)
            await rail.open_table(game, seats)
            async with _seated(server.address, rail, chance):
                await rail.watch(hands)
            status = await rail.count_chips(hands)
    except* OSError:
        echo("No server can listen on this machine; look what keeps it from opening a port.")
    except* (Stopped, LinkClosed, TurnedAway) as errors:
        echo(str(errors.exceptions[0]))
    if histories and histories.trouble:
        echo(histories.trouble)
        status = 1
    return status


class Floor:
    """Lets one bot speak at a time: each command needs the floor anew."""

    def __init__(self) -> None:
        self._seat: int | None = None
        self._given = asyncio.Event()

    def give(self, seat: int | None) -> None:
        """Gives the floor to the bot of a seat, or to nobody."""
        self._seat = seat
        given, self._given = self._given, asyncio.Event()
        given.set()

    async def take(self, seat: int) -> None:
        """Waits until the bot of a seat has the floor, and takes it away with what is now said."""
        while self._seat != seat:
            await self._given.wait()
        self._seat = None


class Rail:
    """The spectator: opens the table, follows its news, tells them, and says who may speak next."""

    def __init__(self, link: Link, echo: Echo) -> None:
        self.floor = Floor()
        self._link = link
        self._echo = echo
        self._view: TableView | None = None
        self._at_start = 0
        self._added = 0

    @property
    def view(self) -> TableView:
        """The table as everybody can see it."""
        assert self._view is not None
        return self._view

    async def open_table(self, game: str, seats: int) -> None:
        """Opens a table and stands on its rail; raises Stopped."""
        await self._link.send(Hello(v=PROTOCOL_VERSION, name="Robin"))
        await self._link.send(OpenTable(id=1, name="Demo", game=game, seats=seats))
        while not isinstance(answer := await self._hear(), Accepted):
            pass
        await self._link.send(Watch(table=answer.table))
        self._view = await self._look()
        self._echo(self.view.game.full_title)

    async def see_seated(self, number: int) -> None:
        """Waits until somebody sits at a seat."""
        while self.view.at(number) is None:
            await self._step()

    async def watch(self, hands: int) -> None:
        """Gives the bots the floor until so many hands are over."""
        over = 0
        while over < hands:
            self.floor.give(_next_to_speak(self.view))
            news = await self._step()
            over += sum(isinstance(event, HandEnded | HandVoided) for event in news)
        self.floor.give(None)

    async def count_chips(self, hands: int) -> int:
        """Counts the chips as the server has them against those bought, and says so; returns the exit status."""
        await self._link.send(Resync())
        view = await self._look()
        there = sum(seat.stack for seat in view.occupied) + view.total_pot
        missing = self._at_start + self._added - there
        played = "1 hand" if hands == 1 else f"{hands:,} hands"
        bought = f"{self._added:,} bought on the way, " if self._added else ""
        verdict = f" {missing:,} missing!" if missing else ""
        chips = f"{self._at_start:,} chips at the start, {bought}{there:,} at the end."
        self._echo("")
        self._echo(f"{played} of {view.game.name}: {chips}{verdict}")
        return 1 if missing else 0

    async def _step(self) -> tuple[PublicEvent, ...]:
        """Waits for the next step of the table, tells it and counts the chips bought; raises Stopped."""
        while not isinstance(message := await self._hear(), Step):
            if isinstance(message, Snapshot):
                raise Stopped("The spectator could not follow the table.")
        if any(isinstance(event, HandStarted) for event in message.news):
            self._echo("")
        for line in narrate(message.news, self.view):
            self._echo(line)
        for event in message.news:
            match event:
                case PlayerSat(stack=chips):
                    self._at_start += chips
                case ChipsAdded(chips=chips):
                    self._added += chips
                case _:
                    pass
        self._view = fold_all(self.view, message.news)
        return message.news

    async def _look(self) -> TableView:
        while not isinstance(answer := await self._hear(), Snapshot):
            pass
        return answer.view

    async def _hear(self) -> Message:
        try:
            async with asyncio.timeout(_PATIENCE):
                message = await self._link.receive()
        except TimeoutError:
            raise Stopped(f"Nothing has happened at the table for {_PATIENCE:.0f} seconds.") from None
        if isinstance(message, Refused):
            raise Stopped(message.sentence)
        return message


def _next_to_speak(view: TableView) -> int | None:
    """A player who has to buy chips comes before the one whose turn it is."""
    for seat in view.occupied:
        if not seat.stack and not (view.playing and seat.in_hand):
            return seat.seat
    return view.turn.seat if view.turn else None


@contextlib.asynccontextmanager
async def _linked(address: str) -> AsyncIterator[WebsocketLink]:
    link = await WebsocketLink.open(address)
    try:
        yield link
    finally:
        await link.close()


@contextlib.asynccontextmanager
async def _seated(address: str, rail: Rail, chance: str) -> AsyncIterator[None]:
    """Fills the table with bots, one seat after another, and sends them home in the end; a bot's fault is raised."""
    async with asyncio.TaskGroup() as group:
        bots = []
        for number in range(1, len(rail.view.seats) + 1):
            bots.append(group.create_task(_play(address, rail, number, chance)))
            await rail.see_seated(number)
        yield
        for bot in bots:
            bot.cancel()


async def _play(address: str, rail: Rail, number: int, chance: str) -> None:
    styles = tuple(STYLES.values())
    rng = random.Random(f"{chance}/{number}")  # noqa: S311  it plays, it does not deal
    style = styles[number % len(styles)]
    async with _linked(address) as link:
        await play(link, BIRDS[number - 1], rail.view.table, number, style, rng=rng, pause=False, floor=rail.floor.take)


def _shuffle(seed: int | None) -> Shuffle:
    if seed is None:
        return shuffled
    chance = random.Random(f"{seed}/deck")  # noqa: S311  asked for: the same deck again

    def again(pack: Sequence[Card]) -> tuple[Card, ...]:
        return tuple(chance.sample(pack, len(pack)))

    return again
