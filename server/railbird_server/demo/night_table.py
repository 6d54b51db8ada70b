"""The people of the night, how they play from one hand to the next, and the server that they play at."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from railbird_server.bots.bot import Question, answer
from railbird_server.bots.profiles import STYLES
from railbird_server.bots.remote import open_wire
from railbird_server.demo.hands import PrintLine
from railbird_shared.carrier import Carrier
from railbird_shared.conversation import CommandRefused, Conversation, ConversationEvent, Received
from railbird_shared.game.rotation import Choosing, ChosenGame
from railbird_shared.history.narration import narrate
from railbird_shared.network.address import parse_address
from railbird_shared.protocol import commands
from railbird_shared.protocol.actions import Action, Call, Check, Fold, LegalActions, Run
from railbird_shared.protocol.events import PrivateEvent, PublicEvent
from railbird_shared.protocol.folding import Transition
from railbird_shared.protocol.messages import Snapshot, Step
from railbird_shared.protocol.view import TableView

NAMES = ("Robin", "Wren", "Heron", "Jay", "Finch", "Swift", "Plover", "Dunlin")
"""The players, the host first."""

WATCHER = "Rook"
"""The spectator, from whose place the story is told."""

ANSWER_SECONDS = 60.0
"""How long anybody waits for the server before the night is called off."""


class NightFailed(Exception):
    """The night does not go as it should; the message is one sentence that says how."""


class NightPlayer(Carrier):
    """A player, or the spectator, with the connection that they have at the moment."""

    def __init__(self, name: str, tell: Callable[[Sequence[Transition]], None] = lambda _: None) -> None:
        super().__init__(Conversation(name))
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
        """Comes to a server, or back to their table there, and reads what they have missed.

        Raises WireClosed or NightFailed.
        """
        try:
            await self.hello(await open_wire(parse_address(address), self.conversation.tokens))
        except CommandRefused as refused:
            raise NightFailed(f"{self.name} is not let in: {refused}") from None
        if self.conversation.place is not None:
            await self.read(commands.Resync(), Snapshot)

    async def receive(self) -> ConversationEvent:
        """Waits for the next message, and tells what everybody can see of it; raises WireClosed or NightFailed."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                event = await super().receive()
        except TimeoutError:
            raise NightFailed(f"{self.name} has heard nothing for {ANSWER_SECONDS:.0f} seconds.") from None
        if isinstance(event, Received) and isinstance(event.message, Step):
            self._tell(event.transitions[: len(event.message.public)])
        return event

    async def wait_until(self, is_so: Callable[[NightPlayer], bool], otherwise: str) -> None:
        """Reads until something is so that a message can change; raises NightFailed with a sentence if it never is."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                while not is_so(self):
                    await self.receive()
        except TimeoutError:
            raise NightFailed(f"{self.name} waits for {ANSWER_SECONDS:.0f} seconds: {otherwise}") from None


Plan = Callable[[NightPlayer, LegalActions], Action | None]
"""What a player does in their turn, None for what they think best."""


class NightTable:
    """The people at the table and on the rail, and the server that they play at.

    Everybody waits until all others have heard of an act, so that the story has one order. `plan` may say what somebody
    does in their turn; else they play like the bots of the house, by the `seed`. `seen` is all that the rail has seen.
    """

    def __init__(self, server: NightServer, print_line: PrintLine, seed: str) -> None:
        self.server = server
        self.print_line = print_line
        self.rail = NightPlayer(WATCHER, self._tell)
        self.players = [NightPlayer(name) for name in NAMES]
        self.plan: Plan = lambda *_: None
        self.seen: list[PublicEvent | PrivateEvent] = []
        self._seed = seed
        self._acted = (0, 0)
        self._rebought: set[tuple[str, int]] = set()

    @property
    def view(self) -> TableView:
        """The table as the rail sees it."""
        return self.rail.table

    @property
    def everybody(self) -> list[NightPlayer]:
        """Everybody who is connected and at the table, with the rail."""
        return [each for each in (self.rail, *self.players) if each.wire is not None and each.view is not None]

    def named(self, name: str) -> NightPlayer:
        """Returns the player of a name."""
        return next(player for player in self.players if player.name == name)

    def at(self, seat: int) -> NightPlayer:
        """Returns the player in a seat."""
        return next(player for player in self.players if player.seat == seat)

    def _tell(self, transitions: Sequence[Transition]) -> None:
        for line in narrate(transitions):
            self.print_line(line)
        self.seen += [each.event for each in transitions]

    # --- asking

    async def ask(self, player: NightPlayer, command: commands.Command) -> None:
        """Gives a player's command, and waits until everybody has heard what came of it; raises CommandRefused."""
        await player.request(command)
        await self._all_hear()

    async def refuse(self, player: NightPlayer, command: commands.Command) -> None:
        """Gives a command that has to be refused, and tells the refusal; raises NightFailed where it is not."""
        try:
            await player.request(command)
        except CommandRefused as refusal:
            self.print_line(f"[{player.name} is refused: {refusal}]")
        else:
            raise NightFailed(f"{player.name} was allowed to {type(command).__name__}.")

    async def come_back(self, *people: NightPlayer) -> None:
        """Brings people back to a server that still has their seats."""
        for someone in people:
            await someone.close()
            await someone.connect(self.server.address)
        await self._all_hear()

    async def wait_until(self, is_so: Callable[[TableView], bool], otherwise: str) -> None:
        """Waits until the rail sees something; raises NightFailed with a sentence if it never does."""
        await self.rail.wait_until(lambda rail: is_so(rail.table), otherwise)

    async def _all_hear(self) -> None:
        """Waits until everybody has heard of the latest step that anybody knows of, if they still see the table."""
        latest = max(each.heard for each in self.everybody)
        for someone in self.everybody:
            await someone.wait_until(
                lambda each: each.view is None or each.heard >= latest, "the others have heard more."
            )

    # --- playing

    async def play_until(self, is_so: Callable[[TableView], bool]) -> None:
        """Plays on until the table is as wanted; raises NightFailed if it comes to a standstill."""
        while not is_so(self.view):
            await self._play_one_act()
            await self._all_hear()

    async def play_to_choice(self) -> Choosing:
        """Plays on until somebody is to name the next game, between two hands, and everybody has chips for it."""
        await self.play_until(lambda view: view.choosing is not None and not any(self._broke()))
        assert self.view.choosing is not None
        return self.view.choosing

    async def begin_hand(self, chosen: ChosenGame) -> None:
        """Has the player who gets the button name a game, and the cards dealt."""
        choosing = await self.play_to_choice()
        hand = self.view.hand
        await self.ask(self.at(choosing.seat), commands.ChooseGame(chosen=chosen))
        await self.wait_until(lambda view: view.hand > hand, "no hand begins.")
        await self._all_hear()

    async def play_hand(self, chosen: ChosenGame) -> None:
        """Plays a hand of a game, until the next is to be named."""
        await self.begin_hand(chosen)
        await self.play_to_choice()

    async def _play_one_act(self) -> None:
        """Has somebody buy chips who has none, or act in their turn; else waits for the table."""
        view, heard, turn = self.view, self.rail.heard, self.view.turn
        if broke := next(self._broke(), None):
            self._rebought.add((broke.name, view.hand))
            await broke.request(commands.AddChips())
        elif turn is not None and (view.hand, turn.turn) != self._acted:
            self._acted = view.hand, turn.turn
            await self._act(self.at(turn.seat), turn.turn)
        else:
            await self.rail.wait_until(lambda rail: rail.heard != heard, "nothing happens at the table.")

    def _broke(self) -> Iterator[NightPlayer]:
        """Yields everybody without chips who has not bought any after this hand."""
        view = self.view
        for seat in view.occupied:
            broke = not seat.stack and not (view.playing and seat.in_hand)
            if broke and (seat.name, view.hand) not in self._rebought:
                yield self.named(seat.name)

    async def _act(self, player: NightPlayer, turn: int) -> None:
        view, legal = player.table, player.table.you.legal
        if legal is None:
            raise NightFailed(f"{player.name} is in turn and has not heard of it.")
        action = self.plan(player, legal)
        if action is None:
            style = [*STYLES.values()][NAMES.index(player.name) % len(STYLES)]
            action = answer(Question(view, style, f"{self._seed}/{view.hand}/{turn}"))
        await player.request(commands.Act(hand=view.hand, turn=turn, action=action))


def all_in(*names: str) -> Plan:
    """Has the players of these names put in all they have and deal the rest twice, and all others fold."""

    def plan(player: NightPlayer, legal: LegalActions) -> Action | None:
        if legal.max_runs:
            return Run(2)
        if player.name not in names:
            return Check() if legal.check else Fold()
        if legal.wager:
            return legal.wager.action(legal.wager.maximum)
        return Call() if legal.call is not None else Check()

    return plan


def call_along(legal: LegalActions) -> Action | None:
    """Returns the cheapest way to stay in the hand; None where no bet is asked for."""
    if legal.check:
        return Check()
    return Call() if legal.call is not None else None


# --- the server ----------------------------------------------------------------------------------------------------

HOUSE = """
straddles = 1
runs = 2
bomb_pot = 4
"""
"""The rules of the house, apart from a casino's."""

_SETTINGS = (
    *("--no-config", "--no-memory", "--no-discovery", "--no-tls", "--host", "127.0.0.1", "--port", "0"),
    *("--clock", "0", "--pause", "0", "--bot-processes", "0", "--exit-with-stdin"),
    *("--connection-rate", "0", "--new-player-rate", "0", "--frame-rate", "0", "--byte-rate", "0"),
    *("--command-rate", "0", "--connections-per-address", "100"),
)
"""Nobody is in a hurry, and nine people come from one machine at once."""

_LISTENS = "Railbird listens on "
"""What the server says once it listens, before its address."""

_START_SECONDS = 60.0
_STOP_SECONDS = 30.0


class ServerFailed(Exception):
    """The server does not run; the message is what it has said."""


class NightServer:
    """The program itself with one data directory. A first hand needs `players` players."""

    def __init__(self, folder: Path, players: int) -> None:
        self.data = folder / "data"
        self.address = ""
        self._players = players
        self._house = folder / "house.toml"
        self._process: Process | None = None

    async def start(self) -> None:
        """Starts the server and waits until it listens; raises ServerFailed."""
        self._house.write_text(HOUSE, encoding="utf-8")
        arguments = ("--house", f"{self._house}", "--min-players", f"{self._players}", *_SETTINGS)
        self._process = await self._run("serve", *arguments, stdin=PIPE)
        try:
            async with asyncio.timeout(_START_SECONDS):
                self.address = await _address_of(self._process)
        except TimeoutError:
            raise ServerFailed(f"The server has not begun within {_START_SECONDS:.0f} seconds.") from None

    async def kill(self) -> None:
        """Ends the server at once, as a power cut does."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.communicate()  # what it has said is read, so that it never waits for a reader

    async def stop(self) -> None:
        """Ends the server in order, which keeps its tables."""
        if self._process is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_STOP_SECONDS):
                    await self._process.communicate()  # it ends when its standard input closes
        await self.kill()

    async def check(self) -> tuple[int, str]:
        """Has the program check what the server has kept; returns its exit status and what it says."""
        process = await self._run("check")
        said, _ = await process.communicate()
        return process.returncode or 0, said.decode(errors="replace").strip()

    async def _run(self, command: str, *arguments: str, stdin: int = DEVNULL) -> Process:
        program = (sys.executable, "-m", "railbird_server", command, "--data", f"{self.data}", *arguments)
        return await asyncio.create_subprocess_exec(*program, stdin=stdin, stdout=PIPE, stderr=STDOUT)


async def _address_of(process: Process) -> str:
    """Returns the address on which a server listens; raises ServerFailed with what it says where it ends instead."""
    assert process.stdout is not None
    said = ""
    while line := (await process.stdout.readline()).decode(errors="replace"):
        if line.startswith(_LISTENS):
            return line.removeprefix(_LISTENS).strip()
        said += line
    raise ServerFailed(said.strip())
