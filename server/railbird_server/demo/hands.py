"""A demonstration without a screen: bots play at a real server, and a spectator prints what happens.

Server, bots and spectator communicate over real sockets on this machine. A gate lets the bots act one at a time, in the
order that the spectator sees, so that the same seed gives the same output, word for word. At the end the chips on the
table are compared with those that were bought.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import secrets
from collections.abc import AsyncIterator, Callable, Sequence

from railbird_server.bots.bot_client import BotRejected, Link, LinkClosed, play
from railbird_server.bots.profiles import BOT_NAMES, STYLES
from railbird_server.bots.remote import WebsocketLink
from railbird_server.config import ServerSettings
from railbird_server.history.writer import HistoryFolder
from railbird_server.rules.dealing import SALT_BYTES, Deck
from railbird_server.runtime.serve import running
from railbird_server.runtime.tables.deck_source import Shuffle, shuffled
from railbird_server.table.hand.hand_in_progress import HandRecord
from railbird_shared import PROTOCOL_VERSION
from railbird_shared.game.cards import Card
from railbird_shared.history.narration import narrate
from railbird_shared.network.address import parse_address
from railbird_shared.protocol.commands import Hello, OpenTable, Resync, Watch
from railbird_shared.protocol.events import ChipsAdded, HandEnded, HandStarted, HandVoided, PlayerSat, PublicEvent
from railbird_shared.protocol.folding import fold_each
from railbird_shared.protocol.messages import Accepted, Message, Refused, Snapshot, Step
from railbird_shared.protocol.table_limits import MAX_SEATS
from railbird_shared.protocol.view import TableView

_REPLY_TIMEOUT = 30.0

PrintLine = Callable[[str], object]


class DemoError(Exception):
    """The demonstration cannot go on; the message is one sentence that says why."""


async def run_demo(
    *,
    game: str,
    hands: int,
    seats: int,
    seed: int | None,
    print_line: PrintLine,
    histories: HistoryFolder | None = None,
) -> int:
    """Plays some hands and prints them line by line; returns the exit status, 1 if a chip is missing.

    With `seats` 0 the table has as many seats as is usual for the game. Without a seed the deck comes from the system's
    generator. Hands are written to `histories` as they end; the status is 1 if one cannot be written.
    """

    def write_hand(played: HandRecord) -> None:
        if histories and played.setup.number <= hands:
            names = [BOT_NAMES[entrant.seat - 1] for entrant in played.setup.entrants]
            histories.add(played.setup, played.deck, played.actions, names)

    settings = ServerSettings(
        port=0,
        clock=0,
        pause=0,
        min_players=MAX_SEATS,
        frame_rate=0,
        byte_rate=0,
        command_rate=0,
        new_player_rate=0,
        name="Railbird demo",
    )
    seed_text = f"{secrets.randbits(64) if seed is None else seed}"
    status = 1
    try:
        async with (
            running(settings, shuffle=_choose_shuffle(seed), record_hand=write_hand) as server,
            _connected(server.address) as link,
        ):
            spectator = Spectator(link, print_line)
            await spectator.open_table(game, seats)
            async with _bots_seated(server.address, spectator, seed_text):
                await spectator.watch_hands(hands)
            status = await spectator.count_chips(hands)
    except* OSError:
        print_line("No server can listen on this machine; look what keeps it from opening a port.")
    except* (DemoError, LinkClosed, BotRejected) as errors:
        print_line(str(errors.exceptions[0]))
    if histories and histories.error:
        print_line(histories.error)
        status = 1
    return status


class SeatGate:
    """Lets one bot send one command at a time."""

    def __init__(self) -> None:
        self._seat: int | None = None
        self._opened = asyncio.Event()

    def open_for(self, seat: int | None) -> None:
        """Lets the bot of a seat send its next command; None closes the gate."""
        self._seat = seat
        opened, self._opened = self._opened, asyncio.Event()
        opened.set()

    async def wait_for_turn(self, seat: int) -> None:
        """Waits until the gate is open for a seat, and closes it again."""
        while self._seat != seat:
            await self._opened.wait()
        self._seat = None


class Spectator:
    """The spectator: opens the table, follows and prints its events, and opens the gate for the next bot."""

    def __init__(self, link: Link, print_line: PrintLine) -> None:
        self.gate = SeatGate()
        self._link = link
        self._print_line = print_line
        self._view: TableView | None = None
        self._chips_at_start = 0
        self._chips_added = 0

    @property
    def view(self) -> TableView:
        """The table as everybody can see it."""
        assert self._view is not None
        return self._view

    async def open_table(self, game: str, seats: int) -> None:
        """Opens a table and watches it; raises DemoError."""
        await self._link.send(Hello(v=PROTOCOL_VERSION, name="Robin"))
        await self._link.send(OpenTable(id=1, name="Demo", game=game, seats=seats))
        while not isinstance(answer := await self._receive(), Accepted):
            pass
        await self._link.send(Watch(table=answer.table))
        self._view = await self._receive_snapshot()
        self._print_line(self.view.game.full_title)

    async def wait_until_seated(self, number: int) -> None:
        """Waits until a player has sat down at a seat."""
        while self.view.at(number) is None:
            await self._receive_step()

    async def watch_hands(self, hands: int) -> None:
        """Lets the bots act until so many hands are over."""
        finished = 0
        while finished < hands:
            self.gate.open_for(_next_to_act(self.view))
            events = await self._receive_step()
            finished += sum(isinstance(event, HandEnded | HandVoided) for event in events)
        self.gate.open_for(None)

    async def count_chips(self, hands: int) -> int:
        """Compares the chips at the table with those bought and prints both; returns the exit status."""
        await self._link.send(Resync())
        view = await self._receive_snapshot()
        chips_now = sum(seat.stack for seat in view.occupied) + view.total_pot
        missing = self._chips_at_start + self._chips_added - chips_now
        played = "1 hand" if hands == 1 else f"{hands:,} hands"
        bought = f"{self._chips_added:,} bought on the way, " if self._chips_added else ""
        verdict = f" {missing:,} missing!" if missing else ""
        summary = f"{self._chips_at_start:,} chips at the start, {bought}{chips_now:,} at the end."
        self._print_line("")
        self._print_line(f"{played} of {view.game.name}: {summary}{verdict}")
        return 1 if missing else 0

    async def _receive_step(self) -> tuple[PublicEvent, ...]:
        """Waits for the next step of the table, prints it and counts the chips bought; raises DemoError."""
        while not isinstance(message := await self._receive(), Step):
            if isinstance(message, Snapshot):
                raise DemoError("The spectator could not follow the table.")
        if any(isinstance(event, HandStarted) for event in message.public):
            self._print_line("")
        transitions = fold_each(self.view, message.public)
        for line in narrate(transitions):
            self._print_line(line)
        for event in message.public:
            match event:
                case PlayerSat(stack=chips):
                    self._chips_at_start += chips
                case ChipsAdded(chips=chips):
                    self._chips_added += chips
                case _:
                    pass
        if transitions:
            self._view = transitions[-1].after
        return message.public

    async def _receive_snapshot(self) -> TableView:
        while not isinstance(answer := await self._receive(), Snapshot):
            pass
        return answer.view

    async def _receive(self) -> Message:
        try:
            async with asyncio.timeout(_REPLY_TIMEOUT):
                message = await self._link.receive()
        except TimeoutError:
            raise DemoError(f"Nothing has happened at the table for {_REPLY_TIMEOUT:.0f} seconds.") from None
        if isinstance(message, Refused):
            raise DemoError(message.sentence)
        return message


def _next_to_act(view: TableView) -> int | None:
    """Returns the seat of a player who has to buy chips, or else of the one whose turn it is."""
    for seat in view.occupied:
        if not seat.stack and not (view.playing and seat.in_hand):
            return seat.seat
    return view.turn.seat if view.turn else None


@contextlib.asynccontextmanager
async def _connected(address: str) -> AsyncIterator[WebsocketLink]:
    link = await WebsocketLink.open(parse_address(address))
    try:
        yield link
    finally:
        await link.close()


@contextlib.asynccontextmanager
async def _bots_seated(address: str, spectator: Spectator, seed_text: str) -> AsyncIterator[None]:
    """Fills the table with bots, one seat after another, and stops them at the end; raises a bot's error."""
    async with asyncio.TaskGroup() as group:
        bots = []
        for number in range(1, len(spectator.view.seats) + 1):
            bots.append(group.create_task(_play_bot(address, spectator, number, seed_text)))
            await spectator.wait_until_seated(number)
        yield
        for bot in bots:
            bot.cancel()


async def _play_bot(address: str, spectator: Spectator, number: int, seed_text: str) -> None:
    styles = tuple(STYLES.values())
    rng = random.Random(f"{seed_text}/{number}")  # noqa: S311  for decisions, not for the deck
    style = styles[number % len(styles)]
    async with _connected(address) as link:
        await play(
            link,
            BOT_NAMES[number - 1],
            spectator.view.table,
            number,
            style,
            rng=rng,
            human_pace=False,
            turn_gate=spectator.gate.wait_for_turn,
        )


def _choose_shuffle(seed: int | None) -> Shuffle:
    if seed is None:
        return shuffled
    rng = random.Random(f"{seed}/deck")  # noqa: S311  the same deck for the same seed, as requested

    def seeded_shuffle(pack: Sequence[Card]) -> Deck:
        return Deck(tuple(rng.sample(pack, len(pack))), rng.randbytes(SALT_BYTES))

    return seeded_shuffle
