"""A demonstration without a screen: bots play at a real server, and a spectator prints what happens.

Server, bots and spectator communicate over real sockets on this machine. The bots act one at a time, in the order that
the spectator sees, so that the same seed gives the same output, word for word. At the end the chips on the table are
compared with those that were bought.
"""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Callable, Iterator, Sequence

from railbird_server.bots.bot import Question, answer
from railbird_server.bots.profiles import BOT_NAMES, STYLES
from railbird_server.bots.remote import open_wire
from railbird_server.config import ServerSettings
from railbird_server.history.writer import HistoryFolder
from railbird_server.rules.dealing import SALT_BYTES, Deck
from railbird_server.runtime.server import Server
from railbird_server.runtime.tables.deck_source import Shuffle, shuffled
from railbird_server.table.hand_in_progress import HandRecord
from railbird_shared.carrier import Carrier, WireClosed
from railbird_shared.conversation import CommandRefused, Conversation, ConversationEvent, Received
from railbird_shared.game.cards import Card
from railbird_shared.history.narration import narrate
from railbird_shared.network.address import parse_address
from railbird_shared.protocol.actions import Action
from railbird_shared.protocol.commands import Act, AddChips, Command, OpenTable, Resync, Sit, Watch
from railbird_shared.protocol.events import (
    ChipsAdded,
    HandEnded,
    HandStarted,
    HandVoided,
    PlayerSat,
    PrivateEvent,
    PublicEvent,
)
from railbird_shared.protocol.folding import Transition
from railbird_shared.protocol.messages import Snapshot, Step
from railbird_shared.protocol.table_limits import MAX_SEATS
from railbird_shared.protocol.view import TableView

PrintLine = Callable[[str], object]

ANSWER_SECONDS = 60.0
"""How long anybody waits for the server before the demonstration is called off."""


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
        async with Server(settings, shuffle=_choose_shuffle(seed), record_hand=write_hand) as server:
            table = DemoTable(server.address, "Robin", print_line, seed_text, hands=hands)
            try:
                status = await _play(table, OpenTable(name="Demo", game=game, seats=seats), hands)
            finally:
                for someone in (*table.players, table.rail):
                    await someone.close()
    except OSError:
        print_line("No server can listen on this machine; look what keeps it from opening a port.")
    except (DemoError, CommandRefused, WireClosed) as error:
        print_line(str(error))
    if histories and histories.error:
        print_line(histories.error)
        status = 1
    return status


async def _play(table: DemoTable, opened: OpenTable, hands: int) -> int:
    """Plays so many hands at a table of its own; returns the exit status."""
    await table.open(opened)
    table.print_line(table.view.game.full_title)
    table.players = [DemoPlayer(name, bot=True) for name in BOT_NAMES[: len(table.view.seats)]]
    await table.sit_down()
    await table.play()
    snapshot = await table.rail.read(Resync(), Snapshot)
    return count_chips(table.seen, snapshot.view, hands, table.print_line)


def count_chips(seen: Sequence[PublicEvent | PrivateEvent], view: TableView, hands: int, print_line: PrintLine) -> int:
    """Compares the chips at the table with those bought and prints both; returns the exit status."""
    began = sum(event.stack for event in seen if isinstance(event, PlayerSat))
    added = sum(event.chips for event in seen if isinstance(event, ChipsAdded))
    chips_now = sum(seat.stack for seat in view.occupied) + view.total_pot
    missing = began + added - chips_now
    played = "1 hand" if hands == 1 else f"{hands:,} hands"
    bought = f"{added:,} bought on the way, " if added else ""
    verdict = f" {missing:,} missing!" if missing else ""
    chips = f"{began:,} chips at the start, {bought}{chips_now:,} at the end"
    print_line("")
    print_line(f"{played} of {view.game.name}: {chips}.{verdict}")
    return 1 if missing else 0


def _choose_shuffle(seed: int | None) -> Shuffle:
    if seed is None:
        return shuffled
    rng = random.Random(f"{seed}/deck")  # noqa: S311  the same deck for the same seed, as requested

    def seeded_shuffle(pack: Sequence[Card]) -> Deck:
        return Deck(tuple(rng.sample(pack, len(pack))), rng.randbytes(SALT_BYTES))

    return seeded_shuffle


# --- the people at the table


class DemoPlayer(Carrier):
    """A player, or the spectator, with the connection that they have at the moment."""

    def __init__(
        self, name: str, *, bot: bool = False, tell: Callable[[Sequence[Transition]], None] = lambda _: None
    ) -> None:
        super().__init__(Conversation(name, bot=bot))
        self.name = name
        self._tell = tell

    @property
    def heard(self) -> int:
        """The number of the last step that they have heard of, 0 for none."""
        return self.conversation.place.seq if self.conversation.place else 0

    @property
    def table(self) -> TableView:
        """The table as they see it, when they have come to one."""
        assert self.view is not None
        return self.view

    @property
    def seat(self) -> int:
        """Their seat, 0 for none."""
        return (self.view.you.seat if self.view else None) or 0

    async def connect(self, address: str) -> None:
        """Comes to a server; raises WireClosed or DemoError."""
        try:
            await self.hello(await open_wire(parse_address(address)))
        except CommandRefused as refused:
            raise DemoError(f"{self.name} is not let in: {refused}") from None

    async def receive(self) -> ConversationEvent:
        """Waits for the next message, and tells what everybody can see of it; raises WireClosed or DemoError."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                event = await super().receive()
        except TimeoutError:
            raise DemoError(f"{self.name} has heard nothing for {ANSWER_SECONDS:.0f} seconds.") from None
        if isinstance(event, Received) and isinstance(event.message, Step):
            self._tell(event.transitions[: len(event.message.public)])
        return event

    async def wait_until(self, is_so: Callable[[DemoPlayer], bool], otherwise: str) -> None:
        """Reads until something is so that a message can change; raises DemoError with a sentence if it never is."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                while not is_so(self):
                    await self.receive()
        except TimeoutError:
            raise DemoError(f"{self.name} waits for {ANSWER_SECONDS:.0f} seconds: {otherwise}") from None


class DemoTable:
    """The people at a table and on the rail, where the spectator, called `watcher`, hears all that is told.

    Everybody waits until all others have heard of an act, so that the story has one order. They play like the bots of
    the house, by the `seed`. So many `hands` are told and no more, each after an empty line; `seen` is all that was.
    """

    def __init__(self, address: str, watcher: str, print_line: PrintLine, seed: str, *, hands: int) -> None:
        self.address = address
        self.print_line = print_line
        self.rail = DemoPlayer(watcher, tell=self._tell)
        self.players: list[DemoPlayer] = []
        self.seen: list[PublicEvent | PrivateEvent] = []
        self._seed = seed
        self._hands = hands
        self._acted = (0, 0)

    @property
    def view(self) -> TableView:
        """The table as the rail sees it."""
        return self.rail.table

    @property
    def everybody(self) -> list[DemoPlayer]:
        """Everybody who is connected and at the table, with the rail."""
        return [each for each in (self.rail, *self.players) if each.wire is not None and each.view is not None]

    @property
    def is_over(self) -> bool:
        """Whether all hands that are to be told are over."""
        return sum(isinstance(event, HandEnded | HandVoided) for event in self.seen) >= self._hands

    def at(self, seat: int) -> DemoPlayer:
        """Returns the player in a seat."""
        return next(player for player in self.players if player.seat == seat)

    def _tell(self, transitions: Sequence[Transition]) -> None:
        if self.is_over:
            return
        told = [each.event for each in transitions]
        begins = any(isinstance(event, HandStarted) for event in told)
        for line in (*([""] if begins else []), *narrate(transitions)):
            self.print_line(line)
        self.seen += told

    async def open(self, opened: OpenTable) -> None:
        """Has the spectator open the table and watch it; raises CommandRefused, WireClosed or DemoError."""
        await self.rail.connect(self.address)
        await self.rail.read(Watch(table=(await self.rail.request(opened)).table), Snapshot)

    async def sit_down(self) -> None:
        """Has all players sit down, one after another; raises CommandRefused, WireClosed or DemoError."""
        for seat, player in enumerate(self.players, start=1):
            if player.wire is None:
                await player.connect(self.address)
            await player.read(Watch(table=self.view.table), Snapshot)
            await self.ask(player, Sit(seat=seat))
        await self.wait_until(lambda view: len(view.occupied) == len(self.players), "not everybody sits down.")

    async def ask(self, player: DemoPlayer, command: Command) -> None:
        """Gives a player's command, and waits until everybody has heard what came of it; raises CommandRefused."""
        await player.request(command)
        await self._all_hear()

    async def wait_until(self, is_so: Callable[[TableView], bool], otherwise: str) -> None:
        """Waits until the rail sees something; raises DemoError with a sentence if it never does."""
        await self.rail.wait_until(lambda rail: is_so(rail.table), otherwise)

    async def play(self) -> None:
        """Plays until all hands are over; raises DemoError if it comes to a standstill."""
        while not self.is_over:
            await self._play_one_act()

    async def _play_one_act(self) -> None:
        """Has somebody buy chips who has none, or act in their turn, else waits for the table; then all have heard."""
        view, heard, turn = self.view, self.rail.heard, self.view.turn
        if broke := next(self._broke(), None):
            await broke.request(AddChips())
            await self.wait_until(lambda _: broke not in self._broke(), f"{broke.name} gets no chips.")
        elif turn is not None and (view.hand, turn.turn) != self._acted:
            self._acted = view.hand, turn.turn
            player = self.at(turn.seat)
            if player.table.you.legal is None:
                raise DemoError(f"{player.name} is in turn and has not heard of it.")
            await player.request(Act(hand=view.hand, turn=turn.turn, action=self._choose_action(player, turn.turn)))
        else:
            await self.rail.wait_until(lambda rail: rail.heard != heard, "nothing happens at the table.")
        await self._all_hear()

    def _broke(self) -> Iterator[DemoPlayer]:
        """Yields everybody who has no chips, and none at stake."""
        for seat in self.view.occupied:
            if not seat.stack and not (self.view.playing and seat.in_hand):
                yield self.at(seat.seat)

    def _choose_action(self, player: DemoPlayer, turn: int) -> Action:
        """Returns what a player does in their turn."""
        style = [*STYLES.values()][self.players.index(player) % len(STYLES)]
        return answer(Question(player.table, style, f"{self._seed}/{player.table.hand}/{turn}"))

    async def _all_hear(self) -> None:
        """Waits until everybody has heard of the latest step that anybody knows of, if they still see the table."""
        latest = max(each.heard for each in self.everybody)
        for each in self.everybody:
            await each.wait_until(lambda one: one.view is None or one.heard >= latest, "the others have heard more.")
