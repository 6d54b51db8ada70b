"""A whole night by script: eight people, dealer's choice, and a server that is killed in the middle of a hand.

    python tests/e2e/night.py [--seed TEXT]

Everything happens at the real program, over real connections, and is told line by line. At the end the statement has to
add up to zero, and to agree with what the hands of the night say that each player has won.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import secrets
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from railbird_server.demo.hands import ANSWER_SECONDS, DemoError, DemoPlayer, DemoTable, PrintLine
from railbird_shared.carrier import WireClosed
from railbird_shared.conversation import CommandRefused
from railbird_shared.game.catalogue import find_game
from railbird_shared.game.rotation import Choosing, ChosenGame, Rotation
from railbird_shared.history.narration import format_signed
from railbird_shared.history.statement_export import settlements
from railbird_shared.network.address import parse_address
from railbird_shared.network.websocket import WebSocketWire, open_connection
from railbird_shared.protocol import commands, host_commands
from railbird_shared.protocol.actions import Action, Call, Check, Fold, LegalActions, Run
from railbird_shared.protocol.events import BombPotAnnounced, Post, Posted, RunBegan
from railbird_shared.protocol.messages import Hands, Snapshot, Statement
from railbird_shared.protocol.view import TableView
from support.server_processes import ProgramStarter, ServerProcess

NAMES = ("Robin", "Wren", "Heron", "Jay", "Finch", "Swift", "Plover", "Dunlin")
"""The players, the host first."""

HOLDEM, OMAHA8 = ChosenGame("holdem"), ChosenGame("omaha8")
DEUCES_WILD = ChosenGame("five-card-stud", wild="deuces")
LOW_HOLE_WILD = ChosenGame("seven-card-stud", wild="lowest-concealed")
DRAW = ChosenGame("five-card-draw")

REPERTOIRE = (HOLDEM, OMAHA8, ChosenGame("five-card-stud"), ChosenGame("seven-card-stud"), DRAW)
"""The games of the table; five card draw, which is not for eight, is named in vain while everybody is there."""

MOST_TRIES = 30
"""After how many hands without what the story waits for the night is called off."""


async def run_night(*, print_line: PrintLine, seed: str = "") -> int:
    """Plays a night and tells it line by line; returns the exit status, 1 if anything is not as it has to be.

    The decks are the server's, so that every night differs; `seed` settles what the players make of them.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="railbird-night-", ignore_cleanup_errors=True) as folder:
            server = NightServer(Path(folder), players=len(NAMES))
            try:
                server.start()
                await server.wait_until_it_listens()
                return await _play(NightTable(server, print_line, seed or secrets.token_hex(8)))
            finally:
                server.kill()
    except (DemoError, CommandRefused, WireClosed) as fault:
        print_line(f"The night ends here: {fault}")
        return 1


async def _play(table: NightTable) -> int:
    """Plays all chapters; returns the exit status. Raises what stops the night."""
    for title, chapter in _CHAPTERS.items():
        _begin(table, title)
        await chapter(table)
        await table.play_to_choice()
    _begin(table, "The last hand")
    await table.ask(table.named("Wren"), host_commands.LastHand())
    await table.begin_hand(OMAHA8)
    await table.play_until(lambda view: not view.playing)
    _begin(table, "The night ends")
    statement = await _tell_statement(table, table.named("Wren"))
    await table.named("Wren").request(host_commands.EndNight())
    for someone in (*table.players, table.rail):
        await someone.wait_until(lambda each: each.view is None, "the table stays open.")
    _begin(table, "The recount")
    return await _recount(table, statement)


Plan = Callable[[DemoPlayer, LegalActions], Action | None]
"""Returns a player's action in their turn, None for what they think best."""


class ScriptedTable(DemoTable):
    """A table of people with a will of their own, which tells every hand, and where the dealer chooses.

    `plan` may say what somebody does in their turn; else they play like the bots of the house.
    """

    def __init__(self, address: str, print_line: PrintLine, seed: str, *names: str) -> None:
        super().__init__(address, "Rook", print_line, seed, hands=sys.maxsize)
        self.players = [DemoPlayer(name) for name in names]
        self.plan: Plan = lambda *_: None

    def named(self, name: str) -> DemoPlayer:
        """Returns the player of a name."""
        return next(player for player in self.players if player.name == name)

    async def open_by(self, host: DemoPlayer, opened: commands.OpenTable) -> None:
        """Has the host open the table, and the rail watch it; raises CommandRefused."""
        for someone in (host, self.rail):
            await someone.connect(self.address)
        await self.rail.read(commands.Watch(table=(await host.request(opened)).table), Snapshot)

    async def refuse(self, player: DemoPlayer, command: commands.Command) -> None:
        """Gives a command that has to be refused, and tells the refusal; raises DemoError where it is not."""
        try:
            await player.request(command)
        except CommandRefused as refusal:
            self.print_line(f"[{player.name} is refused: {refusal}]")
        else:
            raise DemoError(f"{player.name} was allowed to {type(command).__name__}.")

    async def come_back(self, *people: DemoPlayer) -> None:
        """Brings people back to a server that still has their seats, where they read what they missed."""
        for someone in people:
            await someone.close()
            tokens = someone.conversation.tokens
            connection = await open_connection(parse_address(self.address), ANSWER_SECONDS, tokens)
            await someone.hello(WebSocketWire(connection, connection.recognition))
            await someone.read(commands.Resync(), Snapshot)
        await self._all_hear()

    async def play_until(self, is_so: Callable[[TableView], bool]) -> None:
        """Plays on until the table is as wanted; raises DemoError if it comes to a standstill."""
        while not is_so(self.view):
            await self._play_one_act()

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

    def _choose_action(self, player: DemoPlayer, turn: int) -> Action:
        legal = player.table.you.legal
        assert legal is not None
        planned = self.plan(player, legal)
        return super()._choose_action(player, turn) if planned is None else planned


class NightTable(ScriptedTable):
    """The people of the night and the server that they play at."""

    def __init__(self, server: NightServer, print_line: PrintLine, seed: str) -> None:
        super().__init__(server.address, print_line, seed, *NAMES)
        self.server = server


def _begin(table: NightTable, title: str) -> None:
    table.print_line("")
    table.print_line(f"=== {title} ===")


# --- chapters, each of which begins between two hands, when somebody is to name a game


async def _arrive(table: NightTable) -> None:
    opened = commands.OpenTable(
        name="Friday",
        game=HOLDEM.game,
        seats=len(NAMES),
        bet=2,
        buy_in=100,
        rotation=Rotation(REPERTOIRE, hands=1, dealers_choice=True, variations=True, seconds=3600),
        chip_worth="0.05 EUR",
    )
    await table.open_by(table.players[0], opened)
    await table.sit_down()
    table.print_line(f"The dealer chooses among {', '.join(find_game(each.game).name for each in REPERTOIRE)}.")
    for sentence in table.view.house:
        table.print_line(sentence)


async def _choose_games(table: NightTable) -> None:
    dealer = table.at((await table.play_to_choice()).seat)
    for impossible in (ChosenGame("badugi"), DRAW):
        await table.refuse(dealer, commands.ChooseGame(chosen=impossible))
    for chosen in (DEUCES_WILD, OMAHA8, LOW_HOLE_WILD):
        await table.play_hand(chosen)


async def _straddle(table: NightTable) -> None:
    dealer = (await table.play_to_choice()).seat
    seats = [seat.seat for seat in table.view.occupied]
    straddler = table.at(seats[(seats.index(dealer) + 3) % len(seats)])
    await table.ask(straddler, commands.Straddle())
    await table.begin_hand(HOLDEM)
    _expect(any(isinstance(each, Posted) and each.post is Post.STRADDLE for each in table.seen), "No straddle.")
    await table.ask(straddler, commands.Straddle(on=False))


async def _bomb_pot(table: NightTable) -> None:
    await table.ask(table.named("Robin"), commands.CallBombPot())
    await table.play_hand(HOLDEM)
    _expect(any(isinstance(each, BombPotAnnounced) for each in table.seen), "No bomb pot was announced.")


async def _go_broke(table: NightTable) -> None:
    await table.refuse(table.named("Jay"), commands.AddChips(chips=1_000_000))
    both = ("Wren", "Jay")
    table.plan = all_in(*both)
    before = len(table.seen)
    bought = {each.name: each.bought_in for each in table.view.occupied if each.name in both}
    for _ in range(MOST_TRIES):
        await table.play_hand(HOLDEM)
        run_twice = any(isinstance(each, RunBegan) for each in table.seen[before:])
        if run_twice and any(each.bought_in > bought.get(each.name, each.bought_in) for each in table.view.occupied):
            break
    else:
        raise DemoError(f"In {MOST_TRIES} hands it has not come to that.")
    table.plan = lambda *_: None


async def _lose_the_connection(table: NightTable) -> None:
    finch = table.named("Finch")
    table.plan = lambda player, legal: call_along(legal) if player is finch else None
    await table.begin_hand(DEUCES_WILD)
    cards, heard, seat = finch.table.you.cards, finch.heard, finch.seat
    await finch.close()
    await table.wait_until(
        lambda view: (someone := view.at(seat)) is not None and not someone.connected,
        "nobody hears that Finch is gone.",
    )
    await table.play_until(lambda view: view.turn is not None and view.turn.seat == seat)
    await table.come_back(finch)
    table.print_line(f"[Finch reads {finch.heard - heard} steps that they have missed.]")
    _expect(finch.table.you.cards[: len(cards)] == cards, "Finch has other cards.")
    _expect(finch.table.you.legal is not None, "Finch has lost their turn.")
    await table.play_to_choice()
    table.plan = lambda *_: None


async def _kill_the_server(table: NightTable) -> None:
    table.plan = lambda _, legal: call_along(legal)
    await table.begin_hand(LOW_HOLE_WILD)
    await table.play_until(lambda view: view.street >= 1 and view.turn is not None)
    table.plan = lambda *_: None
    known = {each: what_counts(each.table) for each in table.everybody}
    table.server.kill()
    table.print_line("[kill -9; and the server starts again.]")
    table.server.start()
    await table.server.wait_until_it_listens()
    await table.come_back(*known)
    for someone, before in known.items():
        _expect(before == what_counts(someone.table), f"{someone.name} has lost something.")
    table.print_line("[Everybody has the same cards, chips and turn as before.]")


async def _take_a_break(table: NightTable) -> None:
    robin = table.named("Robin")
    await table.ask(robin, commands.TakeBreak(minutes=5))
    await table.wait_until(lambda view: view.pause is not None, "no break begins.")
    await _tell_statement(table, robin)
    await table.ask(robin, commands.GoOn())


async def _kick(table: NightTable) -> None:
    robin, plover = table.named("Robin"), table.named("Plover")
    await table.refuse(table.named("Jay"), host_commands.Kick(seat=plover.seat))
    await table.refuse(robin, host_commands.Kick(seat=robin.seat))
    await table.ask(robin, host_commands.Kick(seat=plover.seat))
    await table.wait_until(lambda view: len(view.occupied) == len(NAMES) - 1, "nobody goes.")
    await table.play_hand(HOLDEM)


async def _hand_over(table: NightTable) -> None:
    robin = table.named("Robin")
    await table.ask(robin, host_commands.HandOver(seat=table.named("Wren").seat))
    await table.refuse(robin, host_commands.LastHand())
    await robin.request(commands.Leave())
    await table.wait_until(lambda view: len(view.occupied) == len(NAMES) - 2, "Robin stays.")
    await table.play_hand(DRAW)


_CHAPTERS = {
    "Robin opens a table, and seven friends come": _arrive,
    "The dealer chooses, with wild cards": _choose_games,
    "A straddle": _straddle,
    "A bomb pot": _bomb_pot,
    "Two go all-in, the board is run twice, and somebody buys again": _go_broke,
    "Finch loses the connection, and is back for their turn": _lose_the_connection,
    "The server is killed in the middle of a hand": _kill_the_server,
    "A break": _take_a_break,
    "Plover has to go": _kick,
    "Robin hands over to Wren, and goes home": _hand_over,
}


# --- the reckoning


async def _recount(table: NightTable, statement: Statement) -> int:
    """Compares the statement with the hands that each player may read, and has the program check its books."""
    differs = sum(line.result for line in statement.lines) + statement.rake + statement.carried
    table.print_line(f"The results add up to {differs}.")
    for line in statement.lines:
        won, hands = await _net_of(table.named(line.name))
        wrong = won != line.result or hands != line.hands
        differs += wrong
        told = "that is not" if wrong else "as"
        table.print_line(f"{line.name}: {format_signed(won)} in {hands} hands, {told} in the statement.")
    for someone in (*table.players, table.rail):
        await someone.close()
    table.server.stop()
    status, said = await table.server.check()
    for sentence in said.replace(f"{table.server.directory}{os.sep}", "").splitlines():
        table.print_line(sentence)
    return 1 if differs or status else 0


async def _net_of(player: DemoPlayer) -> tuple[int, int]:
    """Returns what a player won in all finished hands that they sat in, and how many these are."""
    net = read = 0
    total = 1
    while read < total:
        page = await player.read(commands.ListHands(first=read), Hands)
        net += sum(each.net for each in page.hands)
        read, total = read + len(page.hands), page.total
    return net, read


async def _tell_statement(table: NightTable, player: DemoPlayer) -> Statement:
    """Prints the statement and the payments that a player may read, and returns it."""
    statement = await player.read(commands.AskStatement(), Statement)
    for line in statement.lines:
        table.print_line(
            f"{line.name:8} bought {line.bought_in:>5,}, took {line.cashed_out:>5,}, has {line.on_table:>5,}: "
            f"{format_signed(line.result):>6}"
        )
    for settlement in settlements(statement) or ():
        table.print_line(str(settlement))
    return statement


def _expect(is_so: bool, otherwise: str) -> None:
    if not is_so:
        raise DemoError(otherwise)


def what_counts(view: TableView) -> tuple[object, ...]:
    """Returns what nobody may lose when the server dies: the hand, all cards that they see, all chips and the turn."""
    seats = [(each.seat, each.name, each.stack, each.bet, each.cards, each.folded) for each in view.occupied]
    turn = (view.turn.seat, view.turn.turn) if view.turn else None
    return view.hand, view.street, view.board, view.pots, view.you.cards, view.you.legal, turn, tuple(seats)


# --- what the players plan


def all_in(*names: str) -> Plan:
    """Has the players of these names put in all they have and deal the rest twice, and all others fold."""

    def plan(player: DemoPlayer, legal: LegalActions) -> Action | None:
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


# --- the server

HOUSE = """
straddles = 1
runs = 2
bomb_pot = 4
"""
"""The rules of the house, apart from a casino's."""


class NightServer(ServerProcess):
    """The program itself with one data directory. A first hand needs `players` players."""

    def __init__(self, folder: Path, players: int) -> None:
        house = folder / "house.toml"
        house.write_text(HOUSE, encoding="utf-8")
        settings = ("--no-config", "--house", f"{house}", "--min-players", f"{players}")
        super().__init__(ProgramStarter(), folder / "data", *settings)

    def stop(self) -> None:
        """Ends the server in order, which keeps its tables."""
        self.send_signal(signal.SIGTERM)
        self.wait()

    async def check(self) -> tuple[int, str]:
        """Has the program check what the server has kept; returns its exit status and what it says."""
        program = (sys.executable, "-m", "railbird_server", "check", "--data", f"{self.directory}")
        process = await asyncio.create_subprocess_exec(*program, stdout=PIPE, stderr=STDOUT)
        said, _ = await process.communicate()
        return process.returncode or 0, said.decode(errors="replace").strip()


def main() -> int:
    """Plays a night and prints it; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument(
        "--seed", default="", help="settles what the players do with their cards; the decks are always new"
    )
    return asyncio.run(run_night(print_line=print, seed=parser.parse_args().seed))


if __name__ == "__main__":
    sys.exit(main())
