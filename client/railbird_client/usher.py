"""What the server says leads the player from place to place: from waiting to a table or the lobby, and back.

The usher hears one visit's link, event by event, and decides which place is to be shown and who is to hear the rest.
How places come to the screen is the stage's matter.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Protocol

from railbird_client.link import (
    Declined,
    Ended,
    Ending,
    Heard,
    LinkEvent,
    LinkState,
    Measured,
    Nonsense,
    Offline,
    StateChanged,
)
from railbird_client.model.options import Options
from railbird_client.model.results import at_stake, farewell
from railbird_client.plans import Host, Play, Watch
from railbird_client.screens.lobby import LobbyScreen
from railbird_client.screens.start import StartScreen
from railbird_client.screens.table import TableScreen
from railbird_client.screens.waiting import WaitingScreen
from railbird_client.visit import Visit
from railbird_shared import commands, messages
from railbird_shared.events import YourSeat
from railbird_shared.view import TableView

Place = StartScreen | WaitingScreen | LobbyScreen | TableScreen


class Stage(Protocol):
    """What an usher needs of the app."""

    @property
    def place(self) -> Place | None:
        """The place on the screen."""
        ...

    async def show(self, place: Place) -> None:
        """Puts a place on the screen instead of the one before."""
        ...

    async def visit_ended(self, sentence: str) -> None:
        """Leaves the server; the sentence says why, where there is something to say."""
        ...

    def welcomed(self, visit: Visit, welcome: messages.Welcome) -> None:
        """Remembers a server that has let the player in."""
        ...

    def note(self, sentence: str) -> None:
        """Says a sentence without getting in the way."""
        ...

    def announce(self, sentence: str) -> None:
        """Writes a sentence of our own into the log of the table."""
        ...

    def on_the_side(self, errand: Coroutine[None, None, None]) -> None:
        """Runs what takes several words with the server, while everything else goes on."""
        ...

    def in_turn(self, step: Callable[[], Coroutine[None, None, None]]) -> None:
        """Takes a step when everything that happened before has been dealt with."""
        ...


class Usher:
    """Leads a player through one visit; `seated` says whether he has a seat at the table shown."""

    def __init__(self, stage: Stage, visit: Visit, *, options: Options, invites: tuple[str, ...]) -> None:
        self.visit = visit
        self.seated = False
        self.invites = invites
        self._stage = stage
        self._options = options
        self._nonsense = ""
        self._returning = False
        self._warned = False
        self._farewell = ""

    @property
    def farewell(self) -> str:
        """What is said to the player when he gives up his seat now, or when the game was ended for him."""
        table = self._table
        return farewell(table) if table is not None and self.seated else self.ended

    @property
    def ended(self) -> str:
        """What the player reads of a game that the server has ended; nothing while it goes on."""
        place = self._stage.place
        return place.sitting.desk.ended if isinstance(place, TableScreen) else ""

    @property
    def at_stake(self) -> str:
        """What becomes of the player's hand if he gives up his seat now; nothing where he holds none."""
        table = self._table
        return at_stake(table) if table is not None and self.seated else ""

    @property
    def _table(self) -> TableView | None:
        place = self._stage.place
        return place.sitting.desk.view if isinstance(place, TableScreen) else None

    async def leave(self) -> None:
        """Gives up the seat, or the place on the rail; raises Offline."""
        self._farewell = self.farewell
        await self.visit.link.send(commands.Leave())

    async def hear(self, event: LinkEvent) -> None:
        """Takes what the link tells."""
        match event:
            case Heard(message):
                await self._hear(message)
            case Ended(why, sentence):
                if why is not Ending.LEFT:
                    await self._stage.visit_ended(sentence)
            case Nonsense(sentence):
                if sentence != self._nonsense:
                    self._nonsense = sentence
                    self._stage.note(sentence)
            case StateChanged(state):
                self._show_link()
                self._warn(state)
            case Measured():
                self._show_link()

    def _warn(self, state: LinkState) -> None:
        own_server = isinstance(self.visit.plan, Play | Host)
        if state is LinkState.LOST and not self._warned and not own_server:
            self._stage.note("The connection is lost; the way back is tried again and again.")
        self._warned = state is LinkState.LOST

    async def send(self, command: commands.Command) -> None:
        """Sends a command, or says why it cannot be sent."""
        try:
            await self.visit.link.send(command)
        except Offline as offline:
            self._refuse(messages.Refused(id=command.id, code="offline", sentence=str(offline)))

    def run_errand(self, errand: Coroutine[None, None, None]) -> None:
        """Runs a step on the way to a table; where the server refuses it, the player hears why."""
        self._stage.on_the_side(self._run(errand))

    async def _run(self, errand: Coroutine[None, None, None]) -> None:
        try:
            await errand
        except Declined as declined:
            self._stage.in_turn(partial(self._errand_refused, str(declined)))
        except Offline:
            pass  # the link tells it by itself, and a welcome starts the errand anew

    async def _errand_refused(self, sentence: str) -> None:
        waiting = isinstance(self._stage.place, WaitingScreen)
        if waiting and isinstance(self.visit.plan, Play):
            await self._stage.visit_ended(sentence)
            return
        if waiting:
            await self._go_to_lobby()
        self._stage.note(sentence)

    async def _hear(self, message: messages.Message) -> None:
        place = self._stage.place
        match message:
            case messages.Welcome():
                await self._hear_welcome(message)
            case messages.Lobby():
                await self._hear_lobby(message)
            case messages.Snapshot():
                await self._hear_snapshot(message)
            case messages.TableClosed():
                await self._hear_closed(message)
            case messages.GoingDown():
                self._warned = True
                self._hear_going_down()
            case messages.Chat() if isinstance(place, LobbyScreen):
                place.receive(message)
            case messages.Refused():
                self._refuse(message)
            case messages.Step():
                self._returning = False
                self._note_seat(message)
                self._tell_table(message)
            case messages.Chat() | messages.Accepted():
                self._tell_table(message)

    async def _hear_welcome(self, welcome: messages.Welcome) -> None:
        first = self.visit.arrive(welcome)
        self._stage.welcomed(self.visit, welcome)
        self._returning = not first
        if first or isinstance(self._stage.place, WaitingScreen):
            self.run_errand(self.visit.go_to_table())
        elif isinstance(self._stage.place, LobbyScreen):
            await self.send(commands.ListTables())

    async def _hear_lobby(self, lobby: messages.Lobby) -> None:
        table = self.visit.only_table(lobby)
        if table is not None and isinstance(self.visit.plan, Watch):
            self.run_errand(self.visit.watch(table.table))
        elif table is not None:
            self.run_errand(self.visit.sit(table.table))
        elif not isinstance(self._stage.place, TableScreen):
            (await self._lobby()).receive(lobby)

    async def _hear_snapshot(self, snapshot: messages.Snapshot) -> None:
        self._returning = False
        seated, self.seated = self.seated, snapshot.view.you is not None
        if not isinstance(self._stage.place, TableScreen):
            await self._stage.show(TableScreen(options=self._options, player=self._player, ways=self._ways))
            self._show_link()
            self._tell_table(snapshot)
            for address in self.invites:
                self._stage.announce(f"friends type: railbird join {address} (J shows it again)")
            return
        if seated and not self.seated:
            self._stage.note("Your seat is gone: the server was started anew, or did not wait any longer.")
        self._tell_table(snapshot)

    async def _hear_closed(self, closed: messages.TableClosed) -> None:
        self.seated = False
        reason = "The server was started anew: the table you were at is gone." if self._returning else closed.reason
        reason, self._farewell = reason or self._farewell, ""
        self._returning = False
        if isinstance(self.visit.plan, Play):
            await self._stage.visit_ended(reason)
            return
        await self._go_to_lobby()
        if reason:
            self._stage.note(reason)

    def _hear_going_down(self) -> None:
        place = self._stage.place
        if isinstance(place, TableScreen):
            self.seated = False
            place.stop()
        else:
            self._stage.note("The server is stopping; the way back is tried again and again.")

    def _note_seat(self, step: messages.Step) -> None:
        for event in step.yours:
            if isinstance(event, YourSeat):
                self.seated = event.seat is not None

    def _refuse(self, refused: messages.Refused) -> None:
        if isinstance(self._stage.place, TableScreen):
            self._stage.place.receive(refused)
        else:
            self._stage.note(refused.sentence)

    def _tell_table(self, message: messages.Message) -> None:
        if isinstance(self._stage.place, TableScreen):
            self._stage.place.receive(message)

    async def _go_to_lobby(self) -> None:
        await self._lobby()
        await self.send(commands.ListTables())

    async def _lobby(self) -> LobbyScreen:
        place = self._stage.place
        if isinstance(place, LobbyScreen):
            return place
        welcome = self.visit.welcome
        place_name = self.visit.link.address.short
        games = welcome.games if welcome else ()
        lobby = LobbyScreen(player=self._player, place=place_name, games=games, invites=self.invites)
        await self._stage.show(lobby)
        self._show_link()
        return lobby

    @property
    def _player(self) -> str:
        return self.visit.welcome.name if self.visit.welcome else ""

    @property
    def _ways(self) -> tuple[str, ...]:
        """The addresses by which friends come here."""
        return self.invites if self.visit.own else (self.visit.link.address.short,)

    def _show_link(self) -> None:
        place = self._stage.place
        if isinstance(place, LobbyScreen | TableScreen):
            place.show_link(self.visit.link.state, self.visit.link.latency_ms)
