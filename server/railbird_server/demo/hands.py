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

from railbird_server.bots.bot import StyledBot
from railbird_server.bots.bot_client import BotRejected, play
from railbird_server.bots.profiles import BOT_NAMES, STYLES
from railbird_server.bots.remote import open_wire
from railbird_server.config import ServerSettings
from railbird_server.history.writer import HistoryFolder
from railbird_server.rules.dealing import SALT_BYTES, Deck
from railbird_server.runtime.server import Server
from railbird_server.runtime.tables.deck_source import Shuffle, shuffled
from railbird_server.table.hand_in_progress import HandRecord
from railbird_shared.carrier import Carrier, Wire, WireClosed
from railbird_shared.conversation import CommandRefused, Conversation, ConversationEvent, InvalidMessage
from railbird_shared.game.cards import Card
from railbird_shared.history.narration import narrate
from railbird_shared.network.address import parse_address
from railbird_shared.protocol.commands import OpenTable, Resync, Watch
from railbird_shared.protocol.events import ChipsAdded, HandEnded, HandStarted, HandVoided, PlayerSat, PublicEvent
from railbird_shared.protocol.messages import Refused, Snapshot, Step
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
            Server(settings, shuffle=_choose_shuffle(seed), record_hand=write_hand) as server,
            Spectator(await open_wire(parse_address(server.address)), print_line) as spectator,
        ):
            await spectator.open_table(game, seats)
            async with _bots_seated(server.address, spectator, seed_text):
                await spectator.watch_hands(hands)
            status = await spectator.count_chips(hands)
    except* OSError:
        print_line("No server can listen on this machine; look what keeps it from opening a port.")
    except* (DemoError, CommandRefused, WireClosed, BotRejected) as errors:
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


class Spectator(Carrier):
    """The spectator: opens the table, follows and prints its events, and opens the gate for the next bot."""

    def __init__(self, wire: Wire, print_line: PrintLine) -> None:
        super().__init__(Conversation("Robin", cleans=False), wire)
        self.gate = SeatGate()
        self._print_line = print_line
        self._chips_at_start = 0
        self._chips_added = 0

    @property
    def table(self) -> TableView:
        """The table as everybody can see it."""
        assert self.view is not None
        return self.view

    async def open_table(self, game: str, seats: int) -> None:
        """Opens a table and watches it; raises DemoError or CommandRefused."""
        await self.hello()
        opened = await self.request(OpenTable(name="Demo", game=game, seats=seats))
        await self.read(Watch(table=opened.table), Snapshot)
        self._print_line(self.table.game.full_title)

    async def wait_until_seated(self, number: int) -> None:
        """Waits until a player has sat down at a seat."""
        while self.table.at(number) is None:
            await self._receive_step()

    async def watch_hands(self, hands: int) -> None:
        """Lets the bots act until so many hands are over."""
        finished = 0
        while finished < hands:
            self.gate.open_for(_next_to_act(self.table))
            events = await self._receive_step()
            finished += sum(isinstance(event, HandEnded | HandVoided) for event in events)
        self.gate.open_for(None)

    async def count_chips(self, hands: int) -> int:
        """Compares the chips at the table with those bought and prints both; returns the exit status."""
        view = (await self.read(Resync(), Snapshot)).view
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
        while True:
            event = await self.receive()
            if isinstance(event, InvalidMessage) or isinstance(event.message, Snapshot):
                raise DemoError("The spectator could not follow the table.")
            if isinstance(step := event.message, Step):
                break
        begins = any(isinstance(told, HandStarted) for told in step.public)
        for line in (*[""] * begins, *narrate(event.transitions)):
            self._print_line(line)
        self._chips_at_start += sum(told.stack for told in step.public if isinstance(told, PlayerSat))
        self._chips_added += sum(told.chips for told in step.public if isinstance(told, ChipsAdded))
        return step.public

    async def receive(self) -> ConversationEvent:
        """Waits until the server tells something; raises DemoError or CommandRefused."""
        try:
            async with asyncio.timeout(_REPLY_TIMEOUT):
                event = await super().receive()
        except TimeoutError:
            raise DemoError(f"Nothing has happened at the table for {_REPLY_TIMEOUT:.0f} seconds.") from None
        if not isinstance(event, InvalidMessage) and isinstance(event.message, Refused):
            raise CommandRefused(event.message)
        return event


def _next_to_act(view: TableView) -> int | None:
    """Returns the seat of a player who has to buy chips, or else of the one whose turn it is."""
    for seat in view.occupied:
        if not seat.stack and not (view.playing and seat.in_hand):
            return seat.seat
    return view.turn.seat if view.turn else None


@contextlib.asynccontextmanager
async def _bots_seated(address: str, spectator: Spectator, seed_text: str) -> AsyncIterator[None]:
    """Fills the table with bots, one seat after another, and stops them at the end; raises a bot's error."""
    async with asyncio.TaskGroup() as group:
        bots = []
        for number in range(1, len(spectator.table.seats) + 1):
            bots.append(group.create_task(_play_bot(address, spectator, number, seed_text)))
            await spectator.wait_until_seated(number)
        yield
        for bot in bots:
            bot.cancel()


async def _play_bot(address: str, spectator: Spectator, number: int, seed_text: str) -> None:
    rng = random.Random(f"{seed_text}/{number}")  # noqa: S311  for decisions, not for the deck
    bot = StyledBot([*STYLES.values()][number % len(STYLES)], rng)
    conversation = Conversation(BOT_NAMES[number - 1], bot=True)
    async with Carrier(conversation, await open_wire(parse_address(address))) as carrier:
        gate = spectator.gate.wait_for_turn
        await play(carrier, bot, spectator.table.table, number, rng=rng, human_pace=False, turn_gate=gate)


def _choose_shuffle(seed: int | None) -> Shuffle:
    if seed is None:
        return shuffled
    rng = random.Random(f"{seed}/deck")  # noqa: S311  the same deck for the same seed, as requested

    def seeded_shuffle(pack: Sequence[Card]) -> Deck:
        return Deck(tuple(rng.sample(pack, len(pack))), rng.randbytes(SALT_BYTES))

    return seeded_shuffle
