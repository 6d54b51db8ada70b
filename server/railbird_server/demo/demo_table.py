"""People at a table that are played by the program, one act after another, and what a spectator sees of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from railbird_server.bots.bot import Question, answer
from railbird_server.bots.profiles import STYLES
from railbird_server.bots.remote import open_wire
from railbird_shared.carrier import Carrier
from railbird_shared.conversation import CommandRefused, Conversation, ConversationEvent, Received
from railbird_shared.game.rotation import Choosing, ChosenGame
from railbird_shared.history.narration import narrate
from railbird_shared.network.address import parse_address
from railbird_shared.protocol import commands
from railbird_shared.protocol.actions import Action, LegalActions
from railbird_shared.protocol.events import HandEnded, HandStarted, HandVoided, PrivateEvent, PublicEvent
from railbird_shared.protocol.folding import Transition
from railbird_shared.protocol.messages import Snapshot, Step
from railbird_shared.protocol.view import TableView

PrintLine = Callable[[str], object]

ANSWER_SECONDS = 60.0
"""How long anybody waits for the server before the demonstration is called off."""


class DemoError(Exception):
    """The demonstration cannot go on; the message is one sentence that says why."""


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
        """Comes to a server or back to their table, and reads what they missed; raises WireClosed or DemoError."""
        try:
            await self.hello(await open_wire(parse_address(address), self.conversation.tokens))
        except CommandRefused as refused:
            raise DemoError(f"{self.name} is not let in: {refused}") from None
        if self.conversation.place is not None:
            await self.read(commands.Resync(), Snapshot)

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


Plan = Callable[[DemoPlayer, LegalActions], Action | None]
"""Returns a player's action in their turn, None for what they think best."""


class Place(Protocol):
    """A server, which may have another address after a new start."""

    address: str


class DemoTable:
    """The people at a table and on the rail, where the spectator, called `watcher`, hears all that is told.

    Everybody waits until all others have heard of an act, so that the story has one order. `plan` may say what somebody
    does in their turn; else they play like the bots of the house, by the `seed`. `seen` is all that the rail has seen.
    With `hands` so many are told and no more, each after an empty line.
    """

    def __init__(self, server: Place, watcher: str, print_line: PrintLine, seed: str, *, hands: int = 0) -> None:
        self.print_line = print_line
        self.rail = DemoPlayer(watcher, tell=self._tell)
        self.players: list[DemoPlayer] = []
        self.plan: Plan = lambda *_: None
        self.seen: list[PublicEvent | PrivateEvent] = []
        self._server = server
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
        return 0 < self._hands <= sum(isinstance(event, HandEnded | HandVoided) for event in self.seen)

    def named(self, name: str) -> DemoPlayer:
        """Returns the player of a name."""
        return next(player for player in self.players if player.name == name)

    def at(self, seat: int) -> DemoPlayer:
        """Returns the player in a seat."""
        return next(player for player in self.players if player.seat == seat)

    def _tell(self, transitions: Sequence[Transition]) -> None:
        if self.is_over:
            return
        told = [each.event for each in transitions]
        begins = self._hands and any(isinstance(event, HandStarted) for event in told)
        for line in (*([""] if begins else []), *narrate(transitions)):
            self.print_line(line)
        self.seen += told

    async def open(self, opened: commands.OpenTable, host: DemoPlayer) -> None:
        """Has the host open the table, and the rail watch it; raises CommandRefused."""
        for someone in dict.fromkeys((host, self.rail)):  # the spectator may be the host
            await someone.connect(self._server.address)
        await self.rail.read(commands.Watch(table=(await host.request(opened)).table), Snapshot)

    async def sit_down(self) -> None:
        """Has all players sit down, one after another; raises CommandRefused or DemoError."""
        for seat, player in enumerate(self.players, start=1):
            if player.wire is None:
                await player.connect(self._server.address)
            await player.read(commands.Watch(table=self.view.table), Snapshot)
            await self.ask(player, commands.Sit(seat=seat))
        await self.wait_until(lambda view: len(view.occupied) == len(self.players), "not everybody sits down.")

    # --- asking

    async def ask(self, player: DemoPlayer, command: commands.Command) -> None:
        """Gives a player's command, and waits until everybody has heard what came of it; raises CommandRefused."""
        await player.request(command)
        await self._all_hear()

    async def refuse(self, player: DemoPlayer, command: commands.Command) -> None:
        """Gives a command that has to be refused, and tells the refusal; raises DemoError where it is not."""
        try:
            await player.request(command)
        except CommandRefused as refusal:
            self.print_line(f"[{player.name} is refused: {refusal}]")
        else:
            raise DemoError(f"{player.name} was allowed to {type(command).__name__}.")

    async def come_back(self, *people: DemoPlayer) -> None:
        """Brings people back to a server that still has their seats."""
        for someone in people:
            await someone.close()
            await someone.connect(self._server.address)
        await self._all_hear()

    async def wait_until(self, is_so: Callable[[TableView], bool], otherwise: str) -> None:
        """Waits until the rail sees something; raises DemoError with a sentence if it never does."""
        await self.rail.wait_until(lambda rail: is_so(rail.table), otherwise)

    async def _all_hear(self) -> None:
        """Waits until everybody has heard of the latest step that anybody knows of, if they still see the table."""
        latest = max(each.heard for each in self.everybody)
        for each in self.everybody:
            await each.wait_until(lambda one: one.view is None or one.heard >= latest, "the others have heard more.")

    # --- playing

    async def play_until(self, is_so: Callable[[TableView], bool]) -> None:
        """Plays on until the table is as wanted; raises DemoError if it comes to a standstill."""
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
            await broke.request(commands.AddChips())
            await self.wait_until(lambda _: broke not in self._broke(), f"{broke.name} gets no chips.")
        elif turn is not None and (view.hand, turn.turn) != self._acted:
            self._acted = view.hand, turn.turn
            await self._act(self.at(turn.seat), turn.turn)
        else:
            await self.rail.wait_until(lambda rail: rail.heard != heard, "nothing happens at the table.")

    def _broke(self) -> Iterator[DemoPlayer]:
        """Yields everybody who has no chips, and none at stake."""
        for seat in self.view.occupied:
            if not seat.stack and not (self.view.playing and seat.in_hand):
                yield self.named(seat.name)

    async def _act(self, player: DemoPlayer, turn: int) -> None:
        view, legal = player.table, player.table.you.legal
        if legal is None:
            raise DemoError(f"{player.name} is in turn and has not heard of it.")
        if (action := self.plan(player, legal)) is None:
            style = [*STYLES.values()][self.players.index(player) % len(STYLES)]
            action = answer(Question(view, style, f"{self._seed}/{view.hand}/{turn}"))
        await player.request(commands.Act(hand=view.hand, turn=turn, action=action))
