"""A whole night by script: eight people, dealer's choice, and a server that is killed in the middle of a hand.

Everything happens at the real program, over real connections. At the end the statement has to add up to zero, and to
agree with what the hands of the night say that each player has won.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import socket
import sys
import tempfile
from asyncio.subprocess import DEVNULL, PIPE, STDOUT, Process
from collections.abc import Callable, Sequence
from itertools import cycle
from pathlib import Path

from railbird_server.bots.bot import Question, answer
from railbird_server.bots.profiles import STYLES, Style
from railbird_server.bots.remote import open_wire
from railbird_server.demo.hands import PrintLine
from railbird_shared.carrier import Carrier, WireClosed
from railbird_shared.conversation import CommandRefused, Conversation, ConversationEvent, Received
from railbird_shared.game.catalogue import find_game
from railbird_shared.game.rotation import Choosing, ChosenGame, Rotation
from railbird_shared.history.narration import format_signed, narrate
from railbird_shared.history.settle_up import payment_sentences
from railbird_shared.history.statement_export import settled_results, worth_of
from railbird_shared.network.address import parse_address
from railbird_shared.protocol import commands, host_commands
from railbird_shared.protocol.actions import Action, Call, Check, Fold, LegalActions, Run
from railbird_shared.protocol.events import BombPotAnnounced, Post, Posted, PublicEvent, RunBegan
from railbird_shared.protocol.folding import Transition
from railbird_shared.protocol.messages import Hands, Snapshot, Statement, Step, TableClosed
from railbird_shared.protocol.view import TableView

NAMES = ("Robin", "Wren", "Heron", "Jay", "Finch", "Swift", "Plover", "Dunlin")
"""The players, the host first."""

WATCHER = "Rook"
"""The spectator, from whose place the story is told."""

BIG_BLIND, BUY_IN = 2, 100

HOLDEM, OMAHA8 = ChosenGame("holdem"), ChosenGame("omaha8")
DEUCES_WILD = ChosenGame("five-card-stud", wild="deuces")
LOW_HOLE_WILD = ChosenGame("seven-card-stud", wild="lowest-concealed")
DRAW = ChosenGame("five-card-draw")

REPERTOIRE = (HOLDEM, OMAHA8, ChosenGame("five-card-stud"), ChosenGame("seven-card-stud"), DRAW)
"""What the table plays; five card draw, which is not for eight, is named in vain while everybody is there."""

MOST_TRIES = 30
"""After how many hands without what the story waits for the night is called off."""

ANSWER_SECONDS = 60.0
"""How long anybody waits for the server before the night is called off."""


class NightFailed(Exception):
    """The night does not go as it should; the message is one sentence that says how."""


async def run_night(*, print_line: PrintLine, seed: str = "") -> int:
    """Plays a night and tells it line by line; returns the exit status, 1 if anything is not as it has to be.

    The decks are the server's, so that every night differs; `seed` settles what the players make of them.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="railbird-night-", ignore_cleanup_errors=True) as folder:
            server = NightServer(Path(folder), players=len(NAMES))
            try:
                await server.start()
                return await Night(server, print_line, seed or secrets.token_hex(8)).run()
            finally:
                await server.kill()
    except (NightFailed, CommandRefused, WireClosed, ServerFailed) as fault:
        print_line(f"The night ends here: {fault}")
        return 1


class Night:
    """The story of the night, a chapter after another."""

    def __init__(self, server: NightServer, print_line: PrintLine, seed: str) -> None:
        self._server = server
        self._print_line = print_line
        self._table = NightTable(print_line, seed)

    async def run(self) -> int:
        """Plays all chapters; returns the exit status. Raises what stops the night."""
        await self._arrive()
        await self._choose_games()
        await self._straddle()
        await self._bomb_pot()
        await self._go_broke()
        await self._lose_the_connection()
        await self._kill_the_server()
        await self._take_a_break()
        await self._kick()
        await self._hand_over()
        statement = await self._end()
        return await self._recount(statement)

    def _chapter(self, title: str) -> None:
        self._print_line("")
        self._print_line(f"=== {title} ===")

    # --- chapters

    async def _arrive(self) -> None:
        self._chapter("Robin opens a table, and seven friends come")
        opened = commands.OpenTable(
            name="Friday",
            game=HOLDEM.game,
            seats=len(NAMES),
            bet=BIG_BLIND,
            buy_in=BUY_IN,
            rotation=Rotation(REPERTOIRE, hands=1, dealers_choice=True, variations=True, seconds=3600),
            chip_worth="0.05 EUR",
        )
        table = self._table
        await table.arrive(self._server.address, opened)
        await table.rail.wait_until(lambda: len(table.view.occupied) == len(NAMES), "not everybody sits down.")
        self._print_line(f"The dealer chooses among {', '.join(find_game(each.game).name for each in REPERTOIRE)}.")
        for sentence in table.view.house:
            self._print_line(sentence)

    async def _choose_games(self) -> None:
        self._chapter("The dealer chooses, with wild cards")
        choosing = await self._table.play_to_choice()
        dealer = self._table.at(choosing.seat)
        await self._table.refuse(dealer, commands.ChooseGame(chosen=ChosenGame("badugi")))
        await self._table.refuse(dealer, commands.ChooseGame(chosen=DRAW))
        for chosen in (DEUCES_WILD, OMAHA8, LOW_HOLE_WILD):
            await self._table.play_hand(chosen)

    async def _straddle(self) -> None:
        self._chapter("A straddle")
        table = self._table
        choosing = await table.play_to_choice()
        seats = [seat.seat for seat in table.view.occupied]
        straddler = table.at(seats[(seats.index(choosing.seat) + 3) % len(seats)])
        await table.ask(straddler, commands.Straddle())
        await table.begin_hand(HOLDEM)
        _expect(any(isinstance(each, Posted) and each.post is Post.STRADDLE for each in table.seen), "No straddle.")
        await table.ask(straddler, commands.Straddle(on=False))
        await table.play_to_choice()

    async def _bomb_pot(self) -> None:
        self._chapter("A bomb pot")
        table = self._table
        await table.play_to_choice()
        await table.ask(table.named("Robin"), commands.CallBombPot())
        await table.play_hand(HOLDEM)
        _expect(any(isinstance(each, BombPotAnnounced) for each in table.seen), "No bomb pot was announced.")

    async def _go_broke(self) -> None:
        self._chapter("Two go all-in, the board is run twice, and somebody buys again")
        table = self._table
        await table.play_to_choice()
        await table.refuse(table.named("Jay"), commands.AddChips(chips=1_000_000))
        both = ("Wren", "Jay")
        table.plan = all_in(*both)
        before = len(table.seen)
        bought = {each.name: each.bought_in for each in table.view.occupied if each.name in both}
        for _ in range(MOST_TRIES):
            await table.play_hand(HOLDEM)
            run_twice = any(isinstance(each, RunBegan) for each in table.seen[before:])
            if run_twice and any(
                each.bought_in > bought.get(each.name, each.bought_in) for each in table.view.occupied
            ):
                break
        else:
            raise NightFailed(f"In {MOST_TRIES} hands it has not come to that.")
        table.plan = lambda *_: None

    async def _lose_the_connection(self) -> None:
        self._chapter("Finch loses the connection, and is back for their turn")
        table, finch = self._table, self._table.named("Finch")
        table.plan = lambda player, legal: call_along(legal) if player is finch else None
        await table.begin_hand(DEUCES_WILD)
        cards, place, seat = finch.table.you.cards, finch.place, finch.seat
        await finch.close()
        await table.rail.wait_until(
            lambda: (someone := table.view.at(seat)) is not None and not someone.connected,
            "nobody hears that Finch is gone.",
        )
        await table.play_until(lambda view: view.turn is not None and view.turn.seat == seat)
        await table.come_back(self._server.address, finch)
        missed = finch.place.seq - place.seq if finch.place and place else 0
        self._print_line(f"[Finch reads {missed} steps that they have missed.]")
        _expect(finch.table.you.cards[: len(cards)] == cards, "Finch has other cards.")
        _expect(finch.table.you.legal is not None, "Finch has lost their turn.")
        await table.play_to_choice()
        table.plan = lambda *_: None

    async def _kill_the_server(self) -> None:
        self._chapter("The server is killed in the middle of a hand")
        table = self._table
        table.plan = lambda _, legal: call_along(legal)
        await table.begin_hand(LOW_HOLE_WILD)
        await table.play_until(lambda view: view.street >= 1 and view.turn is not None)
        table.plan = lambda *_: None
        known = {each.name: what_counts(each.table) for each in table.everybody}
        await self._server.kill()
        self._print_line("[kill -9; and the server starts again.]")
        await self._server.start()
        await table.come_back(self._server.address, *table.everybody)
        for someone in table.everybody:
            _expect(known[someone.name] == what_counts(someone.table), f"{someone.name} has lost something.")
        self._print_line("[Everybody has the same cards, chips and turn as before.]")
        await table.play_to_choice()

    async def _take_a_break(self) -> None:
        self._chapter("A break")
        table, robin = self._table, self._table.named("Robin")
        await table.play_to_choice()
        await table.ask(robin, commands.TakeBreak(minutes=5))
        await table.rail.wait_until(lambda: table.view.pause is not None, "no break begins.")
        self._tell_statement(await robin.read(commands.AskStatement(), Statement))
        await table.ask(robin, commands.GoOn())

    async def _kick(self) -> None:
        self._chapter("Plover has to go")
        table, robin, plover = self._table, self._table.named("Robin"), self._table.named("Plover")
        await table.play_to_choice()
        await table.refuse(table.named("Jay"), host_commands.Kick(seat=plover.seat))
        await table.refuse(robin, host_commands.Kick(seat=robin.seat))
        await table.ask(robin, host_commands.Kick(seat=plover.seat))
        await table.rail.wait_until(lambda: len(table.view.occupied) == len(NAMES) - 1, "nobody goes.")
        await table.play_hand(HOLDEM)

    async def _hand_over(self) -> None:
        self._chapter("Robin hands over to Wren, and goes home")
        table, robin = self._table, self._table.named("Robin")
        await table.play_to_choice()
        await table.ask(robin, host_commands.HandOver(seat=table.named("Wren").seat))
        await table.refuse(robin, host_commands.LastHand())
        await robin.request(commands.Leave())
        await table.rail.wait_until(lambda: len(table.view.occupied) == len(NAMES) - 2, "Robin stays.")
        await table.play_hand(DRAW)

    async def _end(self) -> Statement:
        self._chapter("The last hand")
        table, wren = self._table, self._table.named("Wren")
        await table.play_to_choice()
        await table.ask(wren, host_commands.LastHand())
        await table.begin_hand(OMAHA8)
        await table.play_until(lambda view: not view.playing)
        self._chapter("The night ends")
        statement = await wren.read(commands.AskStatement(), Statement)
        self._tell_statement(statement)
        await wren.request(host_commands.EndNight())
        for someone in (*table.players, table.rail):
            await someone.wait_until(lambda someone=someone: someone.closed is not None, "the table stays open.")  # type: ignore[misc]
        return statement

    # --- the reckoning

    async def _recount(self, statement: Statement) -> int:
        """Compares the statement with the hands that each player may read, and has the program check its books."""
        self._chapter("The recount")
        differs = sum(line.result for line in statement.lines) + statement.rake + statement.carried
        self._print_line(f"The results add up to {differs}.")
        for line in statement.lines:
            won, hands = await self._net_of(self._table.named(line.name))
            wrong = won != line.result or hands != line.hands
            differs += wrong
            told = "that is not" if wrong else "as"
            self._print_line(f"{line.name}: {format_signed(won)} in {hands} hands, {told} in the statement.")
        for someone in (*self._table.players, self._table.rail):
            await someone.close()
        await self._server.stop()
        status, said = await self._server.run_program("check")
        for sentence in said.replace(f"{self._server.data}{os.sep}", "").splitlines():
            self._print_line(sentence)
        return 1 if differs or status else 0

    async def _net_of(self, player: NightPlayer) -> tuple[int, int]:
        """Returns what a player won in all finished hands that they sat in, and how many these are."""
        net = read = 0
        total = 1
        while read < total:
            page = await player.read(commands.ListHands(first=read), Hands)
            net += sum(each.net for each in page.hands)
            read, total = read + len(page.hands), page.total
        return net, read

    def _tell_statement(self, statement: Statement) -> None:
        for line in statement.lines:
            self._print_line(
                f"{line.name:8} bought {line.bought_in:>5,}, took {line.cashed_out:>5,}, has {line.on_table:>5,}: "
                f"{format_signed(line.result):>6}"
            )
        for sentence in payment_sentences(settled_results(statement), worth_of(statement)):
            self._print_line(sentence)


def _expect(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise NightFailed(otherwise)


def what_counts(view: TableView) -> tuple[object, ...]:
    """Returns what nobody may lose when the server dies: the hand, all cards that they see, all chips and the turn."""
    seats = [(each.seat, each.name, each.stack, each.bet, each.cards, each.folded) for each in view.occupied]
    turn = (view.turn.seat, view.turn.turn) if view.turn else None
    return view.hand, view.street, view.board, view.pots, view.you.cards, view.you.legal, turn, tuple(seats)


# --- the people ------------------------------------------------------------------------------------------------------


class NightPlayer(Carrier):
    """A player, or somebody on the rail, with the connection that they have at the moment.

    `closed` says why they are not at the table any more. `tell` hears of what everybody can see of each step.
    """

    def __init__(self, name: str, tell: Callable[[Sequence[Transition]], None] = lambda _: None) -> None:
        super().__init__(Conversation(name))
        self.name = name
        self.closed: str | None = None
        self._tell = tell

    @property
    def place(self) -> commands.Resume | None:
        """The last step that they have heard of."""
        return self.conversation.place

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
        if self.place is not None:
            await self.read(commands.Resync(), Snapshot)

    async def receive(self) -> ConversationEvent:
        """Waits for the next message, and tells what everybody can see of it; raises WireClosed or NightFailed."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                event = await super().receive()
        except TimeoutError:
            raise NightFailed(f"{self.name} has heard nothing for {ANSWER_SECONDS:.0f} seconds.") from None
        match event:
            case Received(Snapshot()):
                self.closed = None
            case Received(TableClosed(reason=reason)):
                self.closed = reason
            case Received(Step(public=public), transitions=transitions):
                self._tell(transitions[: len(public)])
            case _:
                pass
        return event

    async def wait_until(self, is_so: Callable[[], bool], otherwise: str) -> None:
        """Reads until something is so that a message can change; raises NightFailed with a sentence if it never is."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                while not is_so():
                    await self.receive()
        except TimeoutError:
            raise NightFailed(f"{self.name} waits for {ANSWER_SECONDS:.0f} seconds: {otherwise}") from None


Plan = Callable[[NightPlayer, LegalActions], Action | None]
"""What a player does in their turn, None for what they think best."""


class NightTable:
    """The people at the table and on the rail.

    Everybody waits until all others have heard of an act, so that the story has one order. `plan` may say what somebody
    does in their turn; else they play like the bots of the house.
    """

    def __init__(self, print_line: PrintLine, seed: str) -> None:
        self.rail = NightPlayer(WATCHER, self._tell)
        self.players = [NightPlayer(name) for name in NAMES]
        self.plan: Plan = lambda *_: None
        self.seen: list[PublicEvent] = []
        self._print_line = print_line
        self._seed = seed
        self._styles: dict[str, Style] = dict(zip(NAMES, cycle(STYLES.values()), strict=False))
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
            self._print_line(line)
        self.seen += [each.event for each in transitions]  # type: ignore[misc]  # the rail hears of nothing private

    # --- coming and going

    async def arrive(self, address: str, opened: commands.OpenTable) -> None:
        """Has the first player open the table, the rail watch, and everybody sit down; raises NightFailed."""
        host = self.players[0]
        await host.connect(address)
        table = (await host.request(opened)).table
        for someone in (self.rail, *self.players):
            if someone is not host:
                await someone.connect(address)
            await someone.read(commands.Watch(table=table), Snapshot)
            if someone is not self.rail:
                await self.ask(someone, commands.Sit())

    async def come_back(self, address: str, *people: NightPlayer) -> None:
        """Brings people back to a server that still has their seats."""
        for someone in people:
            await someone.close()
            await someone.connect(address)
        await self._all_hear()

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
            self._print_line(f"[{player.name} is refused: {refusal}]")
        else:
            raise NightFailed(f"{player.name} was allowed to {type(command).__name__}.")

    async def _all_hear(self) -> None:
        """Waits until everybody has heard of the latest step that anybody knows of."""
        for latest in [each.place for each in self.everybody]:
            for someone in self.everybody:
                await someone.wait_until(
                    lambda someone=someone, latest=latest: _has_heard(someone, latest),  # type: ignore[misc]
                    "the others have heard more.",
                )

    # --- playing

    async def play_until(self, is_so: Callable[[TableView], bool]) -> None:
        """Plays on until the table is as wanted; raises NightFailed if it comes to a standstill."""
        while not is_so(self.view):
            await self._play_one_act()
            await self._all_hear()

    async def play_to_choice(self) -> Choosing:
        """Plays on until somebody is to name the next game, between two hands, and everybody has chips for it."""
        await self.play_until(lambda view: view.choosing is not None and self._next_broke() is None)
        assert self.view.choosing is not None
        return self.view.choosing

    async def begin_hand(self, chosen: ChosenGame) -> None:
        """Has the player who gets the button name a game, and the cards dealt."""
        choosing = await self.play_to_choice()
        hand = self.view.hand
        await self.ask(self.at(choosing.seat), commands.ChooseGame(chosen=chosen))
        await self.rail.wait_until(lambda: self.view.hand > hand, "no hand begins.")
        await self._all_hear()

    async def play_hand(self, chosen: ChosenGame) -> None:
        """Plays a hand of a game, until the next is to be named."""
        await self.begin_hand(chosen)
        await self.play_to_choice()

    async def _play_one_act(self) -> None:
        """Has somebody buy chips who has none, or act in their turn; else waits for the table."""
        view, place = self.view, self.rail.place
        broke = self._next_broke()
        turn = view.turn
        if broke is not None:
            self._rebought.add((broke.name, view.hand))
            await broke.request(commands.AddChips())
        elif turn is not None and (view.hand, turn.turn) != self._acted:
            self._acted = view.hand, turn.turn
            await self._act(self.at(turn.seat))
        else:
            await self.rail.wait_until(lambda: self.rail.place != place, "nothing happens at the table.")

    def _next_broke(self) -> NightPlayer | None:
        """Returns somebody without chips who has not bought any after this hand."""
        view = self.view
        for player in self.players:
            seat = view.at(player.seat) if player.seat else None
            broke = seat is not None and not seat.stack and not (view.playing and seat.in_hand)
            if broke and (player.name, view.hand) not in self._rebought:
                return player
        return None

    async def _act(self, player: NightPlayer) -> None:
        view, legal = player.table, player.table.you.legal
        if legal is None or view.turn is None:
            raise NightFailed(f"It is the turn of {player.name}, who does not know of it.")
        action = self.plan(player, legal)
        if action is None:
            seed = f"{self._seed}/{view.hand}/{view.turn.turn}"
            action = answer(Question(view, self._styles[player.name], seed))
        await player.request(commands.Act(hand=view.hand, turn=view.turn.turn, action=action))


def _has_heard(someone: NightPlayer, latest: commands.Resume | None) -> bool:
    """Whether somebody has heard of a step, or of a later one; as much as they ever will where they see no table."""
    place = someone.place
    if latest is None or someone.view is None:
        return True
    return place is not None and place.epoch == latest.epoch and place.seq >= latest.seq


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


# --- the server ------------------------------------------------------------------------------------------------------

HOUSE = """
straddles = 1
runs = 2
bomb_pot = 4
"""
"""The rules of the house, apart from a casino's."""

_SETTINGS = (
    *("--no-config", "--no-memory", "--no-discovery", "--no-tls", "--host", "127.0.0.1"),
    *("--clock", "0", "--pause", "0", "--bot-processes", "0", "--exit-with-stdin"),
    *("--connection-rate", "0", "--new-player-rate", "0", "--frame-rate", "0", "--byte-rate", "0"),
    *("--command-rate", "0", "--connections-per-address", "100"),
)
"""Nobody is in a hurry, and nine people come from one machine at once."""

_START_SECONDS = 60.0
_STOP_SECONDS = 30.0
_RETRY_SECONDS = 0.05


class ServerFailed(Exception):
    """The server does not run; the message is what it has said."""


class NightServer:
    """The program itself on one port of this machine with one data directory; it can be killed and started again.

    A first hand needs `players` players.
    """

    def __init__(self, folder: Path, players: int) -> None:
        self.data = folder / "data"
        self.address = ""
        self._players = players
        self._house = folder / "house.toml"
        self._port = 0
        self._process: Process | None = None

    async def start(self) -> None:
        """Starts the server and waits until it listens; raises ServerFailed."""
        self._house.write_text(HOUSE, encoding="utf-8")
        if not self._port:
            with socket.socket() as probe:  # a port that is free now, and that a server may have again and again
                probe.bind(("127.0.0.1", 0))
                self._port = int(probe.getsockname()[1])
        self.address = f"ws://127.0.0.1:{self._port}"
        arguments = ("--port", f"{self._port}", "--data", f"{self.data}", "--house", f"{self._house}")
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "railbird_server", "serve", *_SETTINGS, *arguments),
            *("--min-players", f"{self._players}"),
            stdin=PIPE,
            stdout=PIPE,
            stderr=STDOUT,
        )
        try:
            async with asyncio.timeout(_START_SECONDS):
                while not await self._listens(self._process):  # noqa: ASYNC110  nobody tells when it listens
                    await asyncio.sleep(_RETRY_SECONDS)
        except TimeoutError:
            raise ServerFailed(f"The server has not begun within {_START_SECONDS:.0f} seconds.") from None

    async def _listens(self, process: Process) -> bool:
        if process.returncode is not None:
            assert process.stdout is not None
            raise ServerFailed((await process.stdout.read()).decode(errors="replace").strip())
        with contextlib.suppress(OSError):
            _, writer = await asyncio.open_connection("127.0.0.1", self._port)
            writer.close()
            return True
        return False

    async def kill(self) -> None:
        """Ends the server at once, as a power cut does."""
        process, self._process = self._process, None
        if process is not None:
            if process.returncode is None:
                process.kill()
            await process.communicate()  # what it has said is read, so that it never waits for a reader

    async def stop(self) -> None:
        """Ends the server in order, which keeps its tables."""
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_STOP_SECONDS):
                    await self._process.communicate()
        await self.kill()

    async def run_program(self, *arguments: str) -> tuple[int, str]:
        """Runs another command of the program on the data directory; returns its exit status and what it says."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "railbird_server", *arguments, "--data", f"{self.data}"),
            stdin=DEVNULL,
            stdout=PIPE,
            stderr=STDOUT,
        )
        said, _ = await process.communicate()
        return process.returncode or 0, said.decode(errors="replace").strip()
