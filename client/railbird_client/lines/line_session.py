"""One player who is led by words: lines of words go in, and sentences come out; there is no screen and no terminal."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import NamedTuple, TypeVar

from railbird_client.hosting.hosted_game import HostedGame
from railbird_client.lines.answers import answer, echo, is_answered
from railbird_client.lines.speech import speak
from railbird_client.lines.telling import Telling
from railbird_client.lines.turn_words import NO_TURN
from railbird_client.lines.words import Asked, Player, Quit, Reply, Sentence, Style, read_line, read_player
from railbird_client.network.known_servers import KnownServers
from railbird_client.network.lan_search import Search
from railbird_client.network.link import Closed, CloseReason, ConnectionStatus
from railbird_client.player_requests import HostTable, JoinServer, LaunchPlan, WatchServer, connecting_sentence
from railbird_client.shell.server_access import ServerAccess, TokenStore
from railbird_client.shell.session_controller import PasswordRequest, SessionController, SessionEvent
from railbird_client.table.table_options import TableOptions
from railbird_client.table.table_words import is_broke
from railbird_shared.conversation import Received
from railbird_shared.network.address import Address, parse_address
from railbird_shared.network.recognition import readable_fingerprint
from railbird_shared.protocol.commands import Act, ChangeName, Leave
from railbird_shared.protocol.messages import Refused
from railbird_shared.text.text_cleaning import read_name

TICK_SECONDS = 0.25
"""How often the clocks of a table are read."""

MAX_WAITING_LINES = 200
"""How many lines of a player may wait to be read."""

SEAT_SECONDS = 10.0
"""How long an act that waits for its turn waits for a seat, too."""

AT_ONCE = TableOptions(street_pause=0, motion=False, hints=False, confirm_all_in=False)
"""The choices for a table that shows nothing: the end of a hand comes at once, and no word is typed by accident."""


_T = TypeVar("_T")


class _InputEnded(Exception):
    """The player leaves before they are in."""


class Question(NamedTuple):
    """A question that the player's next line answers: with a "password", a "name", or a "yes".

    A page says its `word` before the answer.
    """

    sentence: str
    kind: str = "name"
    word: str = ""
    password: PasswordRequest | None = None


class _Outlet(NamedTuple):
    """The ways in which a session is heard."""

    write: Callable[[str], object]
    ring: Callable[[], object]
    reply: Callable[[str], object]
    changed: Callable[[], object]


class Farewell(NamedTuple):
    """Why a session has ended: a sentence, which may be empty, and whether the server was never reached."""

    sentence: str
    failed: bool = False


class _TypedLines:
    """The lines of a player that are yet to be read; `held` is the first of them, looked at first at `held_since`.

    `tells_wait` says that the player does not know yet that a line waits for their turn, and `awaited` is the question
    in the last line that was read, while it waits for the server.
    """

    def __init__(self) -> None:
        self.awaited: Asked | None = None
        self.held_since = 0.0
        self.tells_wait = True
        self.queue: asyncio.Queue[str | None] = asyncio.Queue(MAX_WAITING_LINES)
        self.held: list[str | None] = []

    def look(self, now: float) -> list[str | None]:
        """Returns the next line alone, nothing where none waits; None in it is the end of all lines."""
        if not self.held and not self.queue.empty():
            self.held.append(self.queue.get_nowait())
            self.held_since = now
        return self.held

    async def wait(self) -> str | None:
        """Returns the next line once it has come."""
        return self.held.pop() if self.held else await self.queue.get()


class LineSession:
    """Leads a player by words; `run` returns once they have left, and `controller` knows where they are meanwhile.

    A player whose `name` is empty is asked for it. `write` gets one sentence after another, and `ring` is called before
    what waits for the player. `take` gets their lines. A `patient` session lets an act wait for the player's turn, as
    for lines from a file.

    For a page, `reply` gets what is wrong with a line in place of `write`, `changed` is called when something may have
    changed, and `question` is what waits for the next line.
    """

    def __init__(
        self,
        plan: LaunchPlan,
        *,
        name: str,
        tokens: TokenStore,
        write: Callable[[str], object],
        ring: Callable[[], object] = lambda: None,
        reply: Callable[[str], object] | None = None,
        changed: Callable[[], object] = lambda: None,
        options: TableOptions = AT_ONCE,
        known_servers: KnownServers | None = None,
        hosted_game: HostedGame | None = None,
        search: Search | None = None,
        rename: Callable[[str], None] = lambda _: None,
        patient: bool = False,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.controller: SessionController | None = None
        self.question: Question | None = None
        self.telling = Telling()
        self._plan = plan
        self._name = name
        self._game = hosted_game or HostedGame()
        self._access = partial(
            ServerAccess,
            tokens=tokens,
            known_servers=known_servers,
            hosted_game=self._game,
            search=search,
            confirm=self._confirm_server,
        )
        self._out = _Outlet(write, ring, reply or write, changed)
        self._options = options
        self._rename = rename
        self._patient = patient
        self._now = now
        self._lines = _TypedLines()
        self._events: deque[SessionEvent] = deque()
        self._wake = asyncio.Event()
        self._asked: Reply | None = None
        self._last_act: Act | None = None
        self._leaving: asyncio.Task[None] | None = None
        self._running: asyncio.Task[object] | None = None
        self._quits = False

    # --- from outside -------------------------------------------------------------------------------------------------

    def take(self, line: str) -> None:
        """Takes a line of the player; one for which there is no room any more is dropped."""
        with suppress(asyncio.QueueFull):
            self._lines.queue.put_nowait(line)
            self._wake.set()

    async def feed(self, line: str | None) -> None:
        """Takes a line as soon as there is room for it; None is the end of all lines, at which the player leaves."""
        await self._lines.queue.put(line)
        self._wake.set()

    def quit(self) -> None:
        """Has the player leave, without a question."""
        controller = self.controller
        if controller is not None and controller.state.is_in:
            if self._leaving is not None and not self._quits:
                self._leaving.cancel()  # they were leaving the table
                self._leaving = None
            self._leave(self._leave_server(controller))
        elif self._running is not None:
            self._quits = True
            self._running.cancel()

    async def run(self) -> Farewell:
        """Leads the player until they leave, or are told that they cannot stay; returns why."""
        self._running = asyncio.current_task()
        try:
            return await self._run_plan(await self._complete(self._plan))
        except (_InputEnded, asyncio.CancelledError) as ended:
            if isinstance(ended, asyncio.CancelledError) and not self._quits:
                raise
            return Farewell("")

    # --- before the server has taken the player -----------------------------------------------------------------------

    async def _complete(self, plan: LaunchPlan) -> LaunchPlan:
        """Returns a plan with what the player is asked for before it begins, which may be their name."""
        if not self._name:
            self._take_name(await self._read("Type the name that others are to see.", read_name))
        if isinstance(plan, JoinServer | WatchServer) and plan.address is None:
            return replace(plan, address=await self._read("Type the address or the invite link.", parse_address))
        if isinstance(plan, HostTable) and plan.chosen and await self._game.runs_otherwise(plan):
            question = "Your game of this evening runs with other options. Say new to end it for everybody and open"
            said = await self._ask(f"{question} another one, or anything else to come back to it.")
            return replace(plan, chosen=(), anew=said.strip().lower() == "new")
        return plan

    async def _run_plan(self, plan: LaunchPlan) -> Farewell:
        password = ""
        while True:
            self._say(connecting_sentence(plan))
            closed, was_welcomed = await self._run_session(plan, password)
            if closed.password_refused:
                password = await self._ask(f"{closed.sentence} Type the password.", "password")
            elif closed.name_refused and not was_welcomed:
                self._name = await self._read(f"{closed.sentence} Type a name.", read_name)
            else:
                return Farewell(closed.sentence, failed=not was_welcomed and closed.reason is not CloseReason.LEFT)

    async def _ask(self, question: str, kind: str = "name") -> str:
        """Asks the player before they are in; raises _InputEnded where they leave."""
        self._out.ring()
        self._out.write(question)
        self.question = Question(question, kind)
        self._out.changed()
        line = await self._lines.wait()
        self.question = None
        if line is None or line.strip().lower() == "quit":
            raise _InputEnded
        return line

    async def _read(self, question: str, read: Callable[[str], _T]) -> _T:
        """Asks until an answer can be read, of which `read` says what is wrong by ValueError."""
        while True:
            try:
                return read(await self._ask(question))
            except ValueError as wrong:
                question = str(wrong)

    async def _confirm_server(self, address: Address, fingerprint: str) -> bool:
        """Tells the fingerprint of a new server; returns whether the player says that it is that of their host."""
        letters = readable_fingerprint(fingerprint).replace("-", ", ")
        self._out.write(f"You come to {address} for the first time. Its fingerprint is {letters}.")
        self._out.write("Compare it with the one that your host hears or sees; nothing has been sent yet.")
        with suppress(_InputEnded):
            return (await self._ask("Say yes if all letters are the same, or no.")).strip().lower() in {"y", "yes"}
        return False

    # --- a session ----------------------------------------------------------------------------------------------------

    async def _run_session(self, plan: LaunchPlan, password: str) -> tuple[Closed, bool]:
        """Runs a session to its end; returns why it ended, and whether the server had taken the player."""
        server = self._access(plan, name=self._name, password=password)
        self.controller = controller = SessionController(
            server, options=self._options, rename=self._take_name, now=self._now
        )
        running = asyncio.create_task(controller.run(self._post))
        try:
            while not isinstance(closed := controller.state.shown, Closed):
                if running.done():
                    running.result()
                await self._go_on(controller)
            return closed, server.welcome is not None
        finally:
            self._events.clear()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    def _post(self, event: SessionEvent) -> None:
        self._events.append(event)
        self._wake.set()

    def _take_name(self, name: str) -> None:
        self._name = name
        self._rename(name)

    async def _go_on(self, controller: SessionController) -> None:
        """Waits until something happens, and tells it; then reads what the player has typed."""
        with suppress(TimeoutError):
            async with asyncio.timeout(TICK_SECONDS):
                await self._wake.wait()
        self._wake.clear()
        while self._events:
            await self._handle_event(controller, self._events.popleft())
        if command := controller.tick():
            await controller.send(command)
        self._tell_waiting(controller)
        while controller.state.is_in and self._leaving is None and (line := self._next_line(controller)) is not None:
            await self._read_line(controller, line)
            self._tell_news(controller)
        if self._leaving is not None and self._leaving.done():
            self._leaving.result()
            self._leaving = None
        self._out.changed()

    async def _handle_event(self, controller: SessionController, event: SessionEvent) -> None:
        was_lost, lobby = controller.server.connection.trouble, controller.state.lobby
        await controller.handle_event(event)
        if isinstance(event, Received):
            if isinstance(event.message, Refused):
                self._last_act = None
            for sentence in self.telling.receive(event, controller.state.player):
                self._out.write(sentence)
        elif isinstance(event, ConnectionStatus) and was_lost and not event.trouble and controller.state.is_in:
            self._out.write("The connection is back.")
        if self._quits:  # they are told the result as they leave
            return
        self._tell_news(controller)
        asked, message = self._lines.awaited, event.message if isinstance(event, Received) else None
        if asked is not None and is_answered(asked, message):
            self._lines.awaited = None
            self._answer(asked, controller)
        elif lobby is None and controller.state.lobby is not None:
            self._answer(Asked("tables"), controller)

    def _tell_news(self, controller: SessionController) -> None:
        """Tells the sentences of the client itself, each once."""
        table = controller.state.table
        notes = () if table is None else table.log.take_notes()
        for sentence in dict.fromkeys((*notes, *controller.take_notices())):
            self._say(sentence)

    def _tell_waiting(self, controller: SessionController) -> None:
        """Tells what waits for the player: questions first, and their turn last."""
        if (asked := controller.take_password_request()) is not None:
            sentence = f"{asked.title}: {asked.sentence} Type the password."
            self.question = Question(sentence, "password", "password", asked)
            self._out.ring()
            self._out.write(sentence)
        table, view = controller.state.table, controller.state.view
        if table is None or view is None:
            return
        for question in self.telling.remaining(view, table.tournament.running):
            self._out.ring()
            self._out.write(question)
        for sentence in self.telling.turn(view):
            self._out.ring()
            self._out.write(sentence)
        left = table.clock.time_left(view.turn.deadline, self._now()) if view.turn is not None else None
        if warning := self.telling.warning(view, None if left is None else left.seconds):
            self._out.write(warning)

    # --- what the player says -----------------------------------------------------------------------------------------

    def _next_line(self, controller: SessionController) -> str | None:
        """Takes the next line that can be read now; at the end of all lines the player leaves."""
        lines = self._lines
        for line in lines.look(self._now()):
            if line is None:
                self.quit()
            elif not (self._patient and self._must_wait(controller, line)):
                return lines.held.pop()
            elif lines.tells_wait:
                lines.tells_wait = False
                self._out.write("Your words come through a pipe or from a file: an act waits for your turn.")
        return None

    def _must_wait(self, controller: SessionController, line: str) -> bool:
        """Whether a line is for the player's next turn, which is yet to come."""
        reply, view = read_line(line, self._player(controller)), controller.state.view
        if isinstance(reply, tuple) and (last := self._last_act) is not None:
            return any(isinstance(each, Act) and (each.hand, each.turn) == (last.hand, last.turn) for each in reply)
        if reply != NO_TURN:
            return False
        if view is None or view.own_seat is None:
            is_coming = view is not None and not controller.exit.left.latest.has_seat and not controller.tables.watches
            return is_coming and self._now() < self._lines.held_since + SEAT_SECONDS
        return not view.own_seat.sitting_out and not is_broke(view.own_seat, view)

    def _player(self, controller: SessionController) -> Player:
        now, terse, password = self._now(), self.telling.terse, self.question and self.question.password
        return read_player(controller, now, terse=terse, asked=self._asked, password=password)

    async def _read_line(self, controller: SessionController, line: str) -> None:
        reply = read_line(line, self._player(controller))
        self._asked = self.question = self._lines.awaited = None
        match reply:
            case Asked(first=first) if first:  # the server answers, and then the player is answered
                self._lines.awaited = reply
                for request in first:
                    await controller.send(request)
            case Asked():
                self._answer(reply, controller)
            case Style(terse):
                self.telling.terse = terse
                self._out.write("You hear what is needed." if terse else "You hear all.")
            case Quit():
                self._leave(self._leave_server(controller))
            case Sentence(asks=Quit()) if self._patient:
                self._leave(self._leave_server(controller))
            case Sentence(text, asks):
                self._asked = asks
                self.question = None if asks is None else Question(text, "yes")
                self._out.reply(text)
            case _:
                for request in reply:
                    if isinstance(request, Leave):
                        self._leave(controller.exit.leave_table())
                    elif isinstance(request, ChangeName):
                        controller.change_name(request.name)
                    else:
                        self._last_act = request if isinstance(request, Act) else self._last_act
                        if told := echo(request, controller.state.view):
                            self._out.write(told)
                        await controller.send(request)

    def _answer(self, asked: Asked, controller: SessionController) -> None:
        for sentence in answer(asked, self._player(controller)):
            self._out.write(sentence)

    def _say(self, sentence: str) -> None:
        self._out.write(speak(sentence))

    # --- the way away -------------------------------------------------------------------------------------------------

    def _leave(self, way: Coroutine[None, None, None]) -> None:
        """Takes the player away; a way that has begun goes on."""
        if self._leaving is None:
            self._leaving = asyncio.create_task(way)
            self._leaving.add_done_callback(lambda _: self._wake.set())
        else:
            way.close()

    async def _leave_server(self, controller: SessionController) -> None:
        """Gives up the seat; a host's own game ends where nobody else is at it."""
        self._quits = True
        if not controller.hosts_game:
            sentence = await controller.exit.give_up_seat()
        elif await controller.exit.describe_others():
            sentence = await controller.exit.leave_game_running()
        else:
            sentence = await controller.exit.end_game()
        controller.state.leave(sentence)
