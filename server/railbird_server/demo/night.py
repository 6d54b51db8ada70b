"""A whole night by script: eight people, dealer's choice, and a server that is killed in the middle of a hand.

Everything happens at the real program, over real connections. At the end the statement has to add up to zero, and to
agree with what the hands of the night say that each player has won.
"""

from __future__ import annotations

import os
import secrets
import tempfile
from collections.abc import Callable
from pathlib import Path

from railbird_server.demo.night_player import NightFailed, NightPlayer
from railbird_server.demo.night_server import NightServer, ServerFailed, night_server
from railbird_server.demo.night_table import NightTable, PrintLine, all_in, call_along
from railbird_shared.carrier import WireClosed
from railbird_shared.conversation import CommandRefused
from railbird_shared.game.catalogue import find_game
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.history.narration import format_signed
from railbird_shared.history.settle_up import payment_sentences
from railbird_shared.history.statement_export import settled_results, worth_of
from railbird_shared.protocol.commands import (
    AddChips,
    AskStatement,
    CallBombPot,
    ChooseGame,
    GoOn,
    Leave,
    ListHands,
    OpenTable,
    Straddle,
    TakeBreak,
)
from railbird_shared.protocol.events import BombPotAnnounced, Post, Posted, RunBegan
from railbird_shared.protocol.host_commands import EndNight, HandOver, Kick, LastHand
from railbird_shared.protocol.messages import Hands, Statement
from railbird_shared.protocol.view import TableView

NAMES = ("Robin", "Wren", "Heron", "Jay", "Finch", "Swift", "Plover", "Dunlin")
"""Who comes, the host first."""

BIG_BLIND, BUY_IN = 2, 100

HOLDEM, OMAHA8 = ChosenGame("holdem"), ChosenGame("omaha8")
DEUCES_WILD = ChosenGame("five-card-stud", wild="deuces")
LOW_HOLE_WILD = ChosenGame("seven-card-stud", wild="lowest-concealed")
DRAW = ChosenGame("five-card-draw")

REPERTOIRE = (HOLDEM, OMAHA8, ChosenGame("five-card-stud"), ChosenGame("seven-card-stud"), DRAW)
"""What the table plays; five card draw, which is not for eight, is named in vain while everybody is there."""

MOST_TRIES = 30
"""After how many hands without what the story waits for the night is called off."""


async def run_night(*, print_line: PrintLine, seed: str = "") -> int:
    """Plays a night and tells it line by line; returns the exit status, 1 if anything is not as it has to be.

    The decks are the server's, so that every night differs; `seed` settles what the players make of them.
    """
    try:
        with tempfile.TemporaryDirectory(prefix="railbird-night-", ignore_cleanup_errors=True) as folder:
            async with night_server(Path(folder), players=len(NAMES)) as server:
                return await Night(server, print_line, seed or secrets.token_hex(8)).run()
    except (NightFailed, CommandRefused, WireClosed, ServerFailed) as fault:
        print_line(f"The night ends here: {fault}")
        return 1


class Night:
    """The story of the night, a chapter after another."""

    def __init__(self, server: NightServer, print_line: PrintLine, seed: str) -> None:
        self._server = server
        self._print_line = print_line
        self._table = NightTable(NAMES, print_line, seed)
        self._people = [*self._table.players]

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
        rotation = Rotation(REPERTOIRE, hands=1, dealers_choice=True, variations=True, seconds=3600)
        opened = OpenTable(
            name="Friday",
            game=HOLDEM.game,
            seats=len(NAMES),
            bet=BIG_BLIND,
            buy_in=BUY_IN,
            rotation=rotation,
            chip_worth="0.05 EUR",
        )
        table = self._table
        await table.arrive(self._server.address, opened)
        await table.rail.wait_until(lambda: len(table.view.occupied) == len(NAMES), "not everybody sits down.")
        self._print_line(f"The dealer chooses among {', '.join(title_of(each) for each in REPERTOIRE)}.")
        for sentence in table.view.house:
            self._print_line(sentence)

    async def _choose_games(self) -> None:
        self._chapter("The dealer chooses, with wild cards")
        choosing = await self._table.play_to_choice()
        dealer = self._table.at(choosing.seat)
        await self._refusal(dealer, ChooseGame(chosen=ChosenGame("badugi")))
        await self._refusal(dealer, ChooseGame(chosen=DRAW))
        for chosen in (DEUCES_WILD, OMAHA8, LOW_HOLE_WILD):
            await self._table.play_hand(chosen)

    async def _straddle(self) -> None:
        self._chapter("A straddle")
        table = self._table
        choosing = await table.play_to_choice()
        seats = [seat.seat for seat in table.view.occupied]
        straddler = table.at(seats[(seats.index(choosing.seat) + 3) % len(seats)])
        await table.ask(straddler, Straddle())
        await table.begin_hand(HOLDEM)
        self._expect(
            any(isinstance(each, Posted) and each.post is Post.STRADDLE for each in table.seen), "No straddle."
        )
        await table.ask(straddler, Straddle(on=False))
        await table.play_to_choice()

    async def _bomb_pot(self) -> None:
        self._chapter("A bomb pot")
        table = self._table
        await table.play_to_choice()
        await table.ask(table.named("Robin"), CallBombPot())
        await table.play_hand(HOLDEM)
        self._expect(any(isinstance(each, BombPotAnnounced) for each in table.seen), "No bomb pot was announced.")

    async def _go_broke(self) -> None:
        self._chapter("Two go all-in, the board is run twice, and somebody buys again")
        table = self._table
        await table.play_to_choice()
        await self._refusal(table.named("Jay"), AddChips(chips=1_000_000))
        both = ("Wren", "Jay")
        table.plan = all_in(*both)
        before = len(table.seen)
        bought = {each.name: each.bought_in for each in table.view.occupied if each.name in both}
        await self._try(
            HOLDEM,
            lambda view: (
                any(isinstance(each, RunBegan) for each in table.seen[before:])
                and any(each.name in both and each.bought_in > bought[each.name] for each in view.occupied)
            ),
        )
        table.plan = lambda *_: None

    async def _lose_the_connection(self) -> None:
        self._chapter("Finch loses the connection, and is back for their turn")
        table, finch = self._table, self._table.named("Finch")
        table.plan = lambda player, legal: call_along(legal) if player is finch else None
        await table.begin_hand(DEUCES_WILD)
        cards = finch.table.you.cards
        place = finch.place
        seat = finch.seat
        await finch.close()
        await table.rail.wait_until(lambda: is_gone(table.view, seat), "nobody hears that Finch is gone.")
        await table.play_until(lambda view: view.turn is not None and view.turn.seat == seat)
        await table.come_back(self._server.address, finch)
        missed = finch.place.seq - place.seq if finch.place and place else 0
        self._print_line(f"[Finch reads {missed} steps that they have missed.]")
        self._expect(finch.table.you.cards[: len(cards)] == cards, "Finch has other cards.")
        self._expect(finch.table.you.legal is not None, "Finch has lost their turn.")
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
            self._expect(known[someone.name] == what_counts(someone.table), f"{someone.name} has lost something.")
        self._print_line("[Everybody has the same cards, chips and turn as before.]")
        await table.play_to_choice()

    async def _take_a_break(self) -> None:
        self._chapter("A break")
        table, robin = self._table, self._table.named("Robin")
        await table.play_to_choice()
        await table.ask(robin, TakeBreak(minutes=5))
        await table.rail.wait_until(lambda: table.view.pause is not None, "no break begins.")
        self._tell_statement(await robin.read(AskStatement(), Statement))
        await table.ask(robin, GoOn())

    async def _kick(self) -> None:
        self._chapter("Plover has to go")
        table, plover = self._table, self._table.named("Plover")
        await table.play_to_choice()
        await self._refusal(table.named("Jay"), Kick(seat=plover.seat))
        await self._refusal(table.named("Robin"), Kick(seat=table.named("Robin").seat))
        await table.ask(table.named("Robin"), Kick(seat=plover.seat))
        await table.rail.wait_until(lambda: len(table.view.occupied) == len(NAMES) - 1, "nobody goes.")
        await table.play_hand(HOLDEM)

    async def _hand_over(self) -> None:
        self._chapter("Robin hands over to Wren, and goes home")
        table, robin = self._table, self._table.named("Robin")
        await table.play_to_choice()
        await table.ask(robin, HandOver(seat=table.named("Wren").seat))
        await self._refusal(robin, LastHand())
        await robin.request(Leave())
        await table.rail.wait_until(lambda: len(table.view.occupied) == len(NAMES) - 2, "Robin stays.")
        await table.play_hand(DRAW)

    async def _end(self) -> Statement:
        self._chapter("The last hand")
        table, wren = self._table, self._table.named("Wren")
        await table.play_to_choice()
        await table.ask(wren, LastHand())
        await table.begin_hand(OMAHA8)
        await table.play_until(lambda view: not view.playing)
        self._chapter("The night ends")
        statement = await wren.read(AskStatement(), Statement)
        self._tell_statement(statement)
        await wren.request(EndNight())
        for someone in (*self._people, table.rail):
            await someone.wait_until(lambda someone=someone: someone.closed is not None, "the table stays open.")  # type: ignore[misc]
        return statement

    # --- the reckoning

    async def _recount(self, statement: Statement) -> int:
        """Compares the statement with the hands that each player may read, and has the program check its books."""
        self._chapter("The recount")
        differs = sum(line.result for line in statement.lines) + statement.rake + statement.carried
        self._print_line(f"The results add up to {differs}.")
        for line in statement.lines:
            won, hands = await self._net_of(next(each for each in self._people if each.name == line.name))
            wrong = won != line.result or hands != line.hands
            differs += wrong
            told = "that is not" if wrong else "as"
            self._print_line(f"{line.name}: {format_signed(won)} in {hands} hands, {told} in the statement.")
        for someone in (*self._people, self._table.rail):
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
            page = await player.read(ListHands(first=read), Hands)
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

    # --- what has to be so

    async def _try(self, chosen: ChosenGame, is_so: Callable[[TableView], bool]) -> None:
        """Plays hands of a game until the table is as the story needs it; raises NightFailed if it never is."""
        for _ in range(MOST_TRIES):
            await self._table.play_hand(chosen)
            if is_so(self._table.view):
                return
        raise NightFailed(f"In {MOST_TRIES} hands it has not come to that.")

    async def _refusal(self, player: NightPlayer, command: AddChips | ChooseGame | Kick | LastHand) -> None:
        self._print_line(f"[{player.name} is refused: {await self._table.refuse(player, command)}]")

    def _expect(self, is_so: bool, otherwise: str) -> None:
        if not is_so:
            raise NightFailed(otherwise)


def title_of(chosen: ChosenGame) -> str:
    """Returns what a game is called."""
    return find_game(chosen.game).name


def is_gone(view: TableView, seat: int) -> bool:
    """Whether the player in a seat has lost the connection."""
    someone = view.at(seat)
    return someone is not None and not someone.connected


def what_counts(view: TableView) -> tuple[object, ...]:
    """Returns what nobody may lose when the server dies: the hand, all cards that they see, all chips and the turn."""
    seats = [(each.seat, each.name, each.stack, each.bet, each.cards, each.folded) for each in view.occupied]
    turn = (view.turn.seat, view.turn.turn) if view.turn else None
    return view.hand, view.street, view.board, view.pots, view.you.cards, view.you.legal, turn, tuple(seats)
