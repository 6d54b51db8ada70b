"""`railbird-server admin`: what the owner of a running server does at its tables and tournaments, over its socket.

The secret that proves the owner is in the run file of the server's folder, which nobody else may read.
"""

from __future__ import annotations

import asyncio
import functools
import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, Concatenate, NamedTuple, ParamSpec, Self

import click
from msgspec.structs import asdict

from railbird_server.bots.remote import open_wire
from railbird_server.cli.console import print_text
from railbird_server.cli.server_settings import data_folder, with_data_setting, with_terms
from railbird_shared.carrier import Carrier, Wire, WireClosed
from railbird_shared.conversation import CommandRefused, Conversation
from railbird_shared.game.catalogue import find_mix
from railbird_shared.game.rotation import ChosenGame, rotation_of
from railbird_shared.history.narration import minutes_text
from railbird_shared.network.address import BadAddress, parse_address
from railbird_shared.network.run_file import MAX_RUN_FILE_BYTES, RUN_FILE_NAME, RunFile, decode_run_file
from railbird_shared.protocol import commands, host_commands, table_limits
from railbird_shared.protocol.codec import ProtocolError
from railbird_shared.protocol.messages import Accepted, Lobby, People, Person, TableInfo
from railbird_shared.settings.spec import with_settings
from railbird_shared.settings.table_terms import RailTerms, TableTerms
from railbird_shared.text.text_cleaning import look_alike
from railbird_shared.tournament import messages as tournament_messages
from railbird_shared.tournament.messages import TournamentPage, Tournaments
from railbird_shared.tournament.proposal import Wish, propose_levels, total_seconds
from railbird_shared.tournament.structure import MAX_ENTRANTS, MAX_HOSTED_HOURS, TournamentChoices, TournamentTerms
from railbird_shared.tournament.view import Phase, TournamentStatus

ANSWER_SECONDS = 10
"""Seconds that the server has for an answer."""

P = ParamSpec("P")


class AdminError(Exception):
    """The request cannot be carried out; the message is a sentence for the owner."""


class Found(NamedTuple):
    """A running server as its owner reaches it, and the table that is meant, empty for the only one."""

    data: str | None
    table: str


class OwnerSession(Carrier):
    """A session with a running server, whose owner it is that asks; `wanted` is the table that is meant."""

    def __init__(self, wire: Wire, owner: str, wanted: str) -> None:
        super().__init__(Conversation("Owner", bot=True, owner=owner), wire)
        self._owner = owner
        self._wanted = wanted

    @classmethod
    async def open(cls, run_file: RunFile, wanted: str) -> Self:
        """Says hello to a server; raises AdminError, CommandRefused, ProtocolError or WireClosed."""
        try:
            wire = await open_wire(parse_address(run_file.address))
        except BadAddress as error:
            raise AdminError(f"The run file names an address that is none: {error}") from None
        session = cls(wire, run_file.owner, wanted)
        await session.hello()
        return session

    async def administer(self, command: commands.OwnerCommand, table: str = "") -> Accepted:
        """Does something at a table, or at the server; raises CommandRefused."""
        return await self.request(commands.Administer(owner=self._owner, table=table, command=command))

    async def act(self, command: commands.OwnerCommand) -> str:
        """Does something at the table that is meant; returns its name. Raises AdminError or CommandRefused."""
        table = await self.find_table()
        await self.administer(command, table.table)
        return table.name

    async def tables(self) -> list[TableInfo]:
        """Returns all tables of the server."""
        tables: list[TableInfo] = []
        while True:
            page = await self.read(commands.ListTables(first=len(tables)), Lobby)
            tables += page.tables
            if not page.tables or len(tables) >= page.total:
                return tables

    async def find_table(self) -> TableInfo:
        """Returns the table that is meant, by its name or id, or the only one; raises AdminError."""
        tables = await self.tables()
        names = ", ".join(table.name for table in tables)
        if not tables:
            raise AdminError("No table is open.")
        if self._wanted:
            for table in tables:
                if self._wanted == table.table or look_alike(self._wanted, table.name):
                    return table
            raise AdminError(f"There is no table {self._wanted}; the tables are {names}.")
        if len(tables) > 1:
            raise AdminError(f"Say which table with --table: {names}.")
        return tables[0]

    async def people(self, table: TableInfo) -> People:
        """Returns who is at a table."""
        listed = commands.Administer(owner=self._owner, table=table.table, command=host_commands.ListPeople())
        return await self.read(listed, People)

    async def find_seat(self, wanted: str) -> tuple[TableInfo, Person]:
        """Returns the table, and the seated player of that name or in the seat of that number; raises AdminError."""
        table = await self.find_table()
        seated = [person for person in (await self.people(table)).people if person.seat]
        for person in seated:
            if wanted == str(person.seat) or look_alike(wanted, person.name):
                return table, person
        names = ", ".join(person.name for person in seated) or "nobody"
        raise AdminError(f"{wanted} has no seat at {table.name}; there sit: {names}.")

    async def tournaments(self) -> Sequence[TournamentStatus]:
        """Returns all tournaments of the server."""
        return (await self.read(tournament_messages.ListTournaments(), Tournaments)).tournaments

    async def find_tournament(self, wanted: str) -> TournamentStatus:
        """Returns the tournament of that name or id, the only one without a name; raises AdminError."""
        running = await self.tournaments()
        if not running:
            raise AdminError("There is no tournament.")
        found = [each for each in running if not wanted or wanted == each.tournament or look_alike(wanted, each.name)]
        if len(found) != 1:
            names = ", ".join(f"{each.name} ({each.tournament})" for each in running)
            raise AdminError(f"Name one of these tournaments: {names}.")
        return found[0]


def _in_session(work: Callable[Concatenate[OwnerSession, P], Coroutine[Any, Any, str]]) -> Callable[P, None]:
    """Has a command carried out in a session, and prints what it has done; the exit status is 1 where it was not."""

    @functools.wraps(work)
    def carried_out(*arguments: P.args, **options: P.kwargs) -> None:
        found: Found = click.get_current_context().obj
        try:
            done = asyncio.run(_work(found, lambda session: work(session, *arguments, **options)))
        except (AdminError, CommandRefused, ProtocolError, WireClosed) as error:
            click.echo(str(error), err=True)
            sys.exit(1)
        except TimeoutError:
            click.echo("The server does not answer; look at its log.", err=True)
            sys.exit(1)
        print_text(done)

    return carried_out


async def _work(found: Found, work: Callable[[OwnerSession], Coroutine[Any, Any, str]]) -> str:
    run_file = _read_run_file(data_folder(found.data))
    async with asyncio.timeout(ANSWER_SECONDS):
        session = await OwnerSession.open(run_file, found.table)
        try:
            return await work(session)
        finally:
            await session.close()


def _read_run_file(folder: Path) -> RunFile:
    """Returns what the server that keeps its data in a folder says of itself; raises AdminError."""
    path = folder / RUN_FILE_NAME
    try:
        with path.open("rb") as file:
            run_file = decode_run_file(file.read(MAX_RUN_FILE_BYTES))
    except FileNotFoundError:
        raise AdminError(
            f"No server runs with its data in {folder}: start it, or name its folder with --data."
        ) from None
    except OSError as error:
        raise AdminError(f"{path} cannot be read: {error.strerror}. Only who started the server may.") from None
    if run_file is None:
        raise AdminError(f"{path} is damaged: stop the server and start it again.")
    if not run_file.pid:
        raise AdminError(f"The server with its data in {folder} has ended; its tables wait until it is started again.")
    return run_file


# --- tables


@click.group()
@click.option("--table", default="", metavar="NAME", help="The name or id of the table, if there are several.")
@with_data_setting
@click.pass_context
def admin(context: click.Context, *, table: str, data: str | None) -> None:
    """Do at the tables of a running server what their hosts may, as its owner."""
    context.obj = Found(data, table)


@admin.command()
@_in_session
async def tables(session: OwnerSession) -> str:
    """List the tables."""
    return "\n".join(map(_table_line, await session.tables())) or "No table is open."


def _table_line(table: TableInfo) -> str:
    hand = f"hand {table.hand}" if table.hand else "no hand yet"
    marks = (
        (f"{table.waiting} waiting", table.waiting > 0),
        ("locked", table.seats_locked),
        ("paused", table.paused),
        ("on a break", table.on_break),
    )
    now = "".join(f", {mark}" for mark, holds in marks if holds)
    return (
        f"{table.name} ({table.table}): {table.game.name}, {len(table.players)} of {table.seats} seats, {hand}, "
        f"hosted by {table.host}{now}"
    )


@admin.command()
@_in_session
async def people(session: OwnerSession) -> str:
    """List the people at a table, with a seat or without, and those banned or muted."""
    table = await session.find_table()
    listed = await session.people(table)
    lines = [_person_line(person) for person in listed.people] or [f"Nobody is at {table.name}."]
    lines += [f"Banned: {', '.join(listed.banned)}"] * bool(listed.banned)
    lines += [f"Muted: {', '.join(listed.muted)}"] * bool(listed.muted)
    return "\n".join(lines)


def _person_line(person: Person) -> str:
    marks = [
        mark
        for mark, holds in (("bot", person.bot), ("host", person.host), ("not connected", not person.connected))
        if holds
    ]
    name = f"{person.name} ({', '.join(marks)})" if marks else person.name
    asks = f", asks for {person.requested:,}" if person.requested else ""
    return f"Seat {person.seat}: {name}, {person.stack:,} chips{asks}" if person.seat else f"Rail: {name}"


@admin.command("open")
@click.argument("name")
@click.argument("game")
@with_terms(TableTerms)
@_in_session
async def open_table(session: OwnerSession, /, name: str, game: str, **terms: Any) -> str:
    """Open a table called NAME that plays GAME, the id of a game or a mix. The first to sit down hosts it."""
    named = {term: value for term, value in terms.items() if value is not None}
    rotation = _chosen(game, named.get("bet", 0)).rotation
    first = rotation.games[0].game if rotation else game
    command = with_settings(commands.OpenTable(name=name, game=first, rotation=rotation), named)
    table = (await session.administer(command)).table
    opened = next((each for each in await session.tables() if each.table == table), None)
    return f"{opened.name if opened else name} is open ({table}); the first to sit down hosts it."


def _chosen(game: str, bet: int, ante: int = 0) -> commands.ChangeGame:
    """Returns what is played where somebody names a game or a mix by its id."""
    if mix := find_mix(game):
        return commands.ChangeGame(rotation=rotation_of(mix, bet))
    return commands.ChangeGame(chosen=ChosenGame(game, bet=bet, ante=ante))


_ANTE = click.IntRange(0, table_limits.MAX_BET)


@admin.command()
@click.argument("game")
@click.option("--bet", type=_ANTE, default=0, help="The big blind or small bet, in chips.")
@click.option("--ante", type=_ANTE, default=0, help="The ante of a game, in chips.")
@_in_session
async def game(session: OwnerSession, game: str, *, bet: int, ante: int) -> str:
    """Play GAME from the next hand on, the id of a game or a mix such as horse."""
    return f"{await session.act(_chosen(game, bet, ante))} plays {game} from the next hand on."


@admin.command()
@click.argument("bet", type=click.IntRange(1, table_limits.MAX_BET))
@click.option("--ante", type=_ANTE, default=0, help="The ante, in chips.")
@_in_session
async def stakes(session: OwnerSession, bet: int, *, ante: int) -> str:
    """Play for BET chips from the next hand on: the big blind, or the small bet of a game with fixed limits."""
    table = await session.find_table()
    if table.mix:
        raise AdminError(f"{table.name} plays {table.mix}; name it with its bet: game {table.mix} --bet {bet}.")
    await session.administer(_chosen(table.game.id, bet, ante), table.table)
    return f"{table.name} plays for a bet of {bet:,} from the next hand on."


@admin.command("break")
@click.argument(
    "minutes", type=click.IntRange(1, table_limits.MAX_BREAK_MINUTES), default=table_limits.DEFAULT_BREAK_MINUTES
)
@_in_session
async def take_break(session: OwnerSession, minutes: int) -> str:
    """Have a break of MINUTES after the running hand."""
    table = await session.act(commands.TakeBreak(minutes=minutes))
    return f"{table} has a break of {minutes_text(minutes)}, after a hand that runs."


@admin.command("last-hand")
@click.option("--undo", is_flag=True, help="Let the game go on after all.")
@_in_session
async def last_hand(session: OwnerSession, *, undo: bool) -> str:
    """Have the running hand be the last, or the next one between hands."""
    table = await session.act(host_commands.LastHand(on=not undo))
    return f"The game at {table} goes on." if undo else f"No hand is dealt at {table} after the last one."


@admin.command()
@click.option("--now", is_flag=True, help="Do not wait for the running hand; it does not count then.")
@_in_session
async def end(session: OwnerSession, *, now: bool) -> str:
    """End the night: close a table after the running hand, with everybody's chips given back."""
    table = await session.act(host_commands.EndNight(now=now))
    return f"{table} is closed." if now else f"{table} closes when no hand runs."


@admin.command()
@click.argument("payer")
@click.argument("payee")
@click.argument("chips", type=click.IntRange(1, table_limits.MAX_CHIPS))
@click.option("--because", "reason", required=True, metavar="REASON", help="Why; everybody at the table reads it.")
@_in_session
async def correct(session: OwnerSession, payer: str, payee: str, chips: int, reason: str) -> str:
    """Correct the books between hands: CHIPS go from the player called PAYER to the one called PAYEE.

    A player at the table gives or gets them there; one who has left brings them, or takes them away.
    """
    players = (host_commands.CorrectedPlayer(payee, chips), host_commands.CorrectedPlayer(payer, -chips))
    return (
        f"The books of {await session.act(host_commands.CorrectBooks(players=players, reason=reason))} are corrected."
    )


@admin.command()
@click.option(
    "--limit", type=click.IntRange(0), default=None, help="The most who may watch; 0: nobody, without it any."
)
@click.option("--speaks", is_flag=True, help="Have the players read what those write who watch.")
@_in_session
async def rail(session: OwnerSession, *, limit: int | None, speaks: bool) -> str:
    """Say how many may watch, and whether the players read what they write."""
    table = await session.act(host_commands.ChangeRail(limit=limit, speaks=speaks))
    return f"{RailTerms(limit).limit_text.capitalize()} {table}."


@admin.command()
@_in_session
async def pause(session: OwnerSession) -> str:
    """Pause a table: its clocks stand still, and no hand is dealt."""
    return f"{await session.act(commands.Pause())} is paused."


@admin.command("go-on")
@_in_session
async def go_on(session: OwnerSession) -> str:
    """Let a table go on after a pause, or call off a break."""
    return f"{await session.act(commands.GoOn())} goes on."


@admin.command("remove-waiting")
@click.argument("name")
@_in_session
async def remove_waiting(session: OwnerSession, name: str) -> str:
    """Take somebody off the waiting list of a table."""
    return f"That player waits for a seat at {await session.act(host_commands.RemoveWaiting(name=name))} no longer."


@admin.command()
@click.argument("name")
@_in_session
async def unban(session: OwnerSession, name: str) -> str:
    """Lift a ban."""
    return f"That player may come to {await session.act(host_commands.Ban(name=name, on=False))} again."


@admin.command()
@click.argument("name")
@_in_session
async def mute(session: OwnerSession, name: str) -> str:
    """Let somebody say nothing at a table."""
    return f"That player may say nothing at {await session.act(host_commands.Mute(name=name))}."


@admin.command()
@click.argument("name")
@_in_session
async def unmute(session: OwnerSession, name: str) -> str:
    """Let somebody chat again."""
    return f"That player may chat at {await session.act(host_commands.Mute(name=name, on=False))} again."


@admin.command()
@_in_session
async def lock(session: OwnerSession) -> str:
    """Let nobody else sit down."""
    return f"Nobody else sits down at {await session.act(host_commands.LockTable())}."


@admin.command()
@_in_session
async def unlock(session: OwnerSession) -> str:
    """Let newcomers sit down again."""
    return f"Newcomers may sit down at {await session.act(host_commands.LockTable(on=False))} again."


@admin.command("send-away")
@click.argument("name")
@_in_session
async def send_away(session: OwnerSession, name: str) -> str:
    """Send somebody away who watches; they may come back after five minutes."""
    return f"That person watches {await session.act(host_commands.SendAway(name=name))} no longer."


@admin.command()
@click.argument("text")
@_in_session
async def announce(session: OwnerSession, text: str) -> str:
    """Say a line to everybody at a table."""
    return f"Everybody at {await session.act(host_commands.Announce(text=text))} is told."


@admin.command()
@click.argument("player")
@_in_session
async def approve(session: OwnerSession, player: str) -> str:
    """Let PLAYER, a name or the number of a seat, have the chips that they ask for."""
    return await _answer(session, player, "{} has {:,} chips, after a hand that runs.", approve=True)


@admin.command()
@click.argument("player")
@_in_session
async def decline(session: OwnerSession, player: str) -> str:
    """Do not let PLAYER, a name or the number of a seat, have the chips that they ask for."""
    return await _answer(session, player, "{} does not get the {:,} chips.", approve=False)


async def _answer(session: OwnerSession, player: str, done: str, *, approve: bool) -> str:
    """Answers a player who asks for chips; `done` has {} for their name and for the chips."""
    table, person = await session.find_seat(player)
    if not person.requested:
        raise AdminError(f"{person.name} asks for no chips at {table.name}.")
    answer = host_commands.AnswerBuyIn(seat=person.seat, chips=person.requested, approve=approve)
    await session.administer(answer, table.table)
    return done.format(person.name, person.requested)


@admin.command()
@click.argument("player")
@_in_session
async def kick(session: OwnerSession, player: str) -> str:
    """Have PLAYER, a name or the number of a seat, leave the seat after their hand."""
    table, person = await session.find_seat(player)
    await session.administer(host_commands.Kick(seat=person.seat), table.table)
    return f"{person.name} has to leave {table.name}, after a hand that runs."


@admin.command()
@click.argument("player")
@_in_session
async def host(session: OwnerSession, player: str) -> str:
    """Make PLAYER, a name or the number of a seat, the host."""
    table, person = await session.find_seat(player)
    await session.administer(host_commands.HandOver(seat=person.seat), table.table)
    return f"{person.name} is the host of {table.name} now."


@admin.command()
@click.argument("player")
@click.argument("seat", type=click.IntRange(0, table_limits.MAX_SEATS))
@_in_session
async def move(session: OwnerSession, player: str, seat: int) -> str:
    """Have PLAYER, a name or the number of a seat, move to the free SEAT after their hand; 0 lets them stay."""
    table, person = await session.find_seat(player)
    await session.administer(host_commands.MovePlayer(seat=person.seat, to=seat), table.table)
    if not seat:
        return f"{person.name} keeps their seat at {table.name}."
    return f"{person.name} moves to seat {seat} of {table.name}, after a hand that runs."


@admin.command()
@click.argument("name")
@click.option("--address", is_flag=True, help="Let nobody else come from their address either.")
@_in_session
async def ban(session: OwnerSession, name: str, *, address: bool) -> str:
    """Keep somebody away from a table, until the ban is lifted."""
    return f"That player is banned from {await session.act(host_commands.Ban(name=name, address=address))}."


# --- tournaments


@admin.group()
def tournament() -> None:
    """Open, start, pause and cancel tournaments.

    Name a tournament by its name or id, if there are several.
    """


_PHASES = {
    Phase.REGISTERING: "registering",
    Phase.RUNNING: "running",
    Phase.BREAK: "on a break",
    Phase.HAND_FOR_HAND: "hand for hand",
    Phase.PAUSED: "paused",
    Phase.DEAL: "deciding on a deal",
    Phase.FINISHED: "over",
    Phase.CANCELLED: "cancelled",
}
"""The phase of a tournament in words."""


@tournament.command("list")
@_in_session
async def list_tournaments(session: OwnerSession) -> str:
    """List the tournaments."""
    return "\n".join(map(_tournament_line, await session.tournaments())) or "There is no tournament."


def _tournament_line(status: TournamentStatus) -> str:
    level = f", level {status.level}" if status.level else ""
    left = (
        f"{status.left} of {status.entrants} left"
        if status.phase.plays
        else f"{status.entrants} player{'s' * (status.entrants != 1)}"
    )
    return f"{status.name} ({status.tournament}): {status.games}, {_PHASES[status.phase]}{level}, {left}"


@tournament.command("open")
@click.argument("name")
@click.option("--game", default="holdem", show_default=True, help="The game, or a mix such as horse.")
@click.option("--players", default=9, show_default=True, type=click.IntRange(2, MAX_ENTRANTS), help="At most so many.")
@click.option("--hours", default=2.0, show_default=True, type=click.FloatRange(0.1, MAX_HOSTED_HOURS), help="About.")
@click.option("--bots", default=0, type=click.IntRange(0, MAX_ENTRANTS), help="Bots fill up to so many players.")
@click.option("--start", "starts", is_flag=True, help="Start it at once, with the bots.")
@with_terms(TournamentChoices)
@_in_session
async def open_tournament(
    session: OwnerSession, /, name: str, *, game: str, players: int, hours: float, bots: int, starts: bool, **terms: Any
) -> str:
    """Open a tournament that the house hosts, with levels that end after so many hours, about."""
    mix = find_mix(game)
    choices = TournamentChoices(**{term: value for term, value in terms.items() if value is not None})
    opened = TournamentTerms(
        **asdict(choices),
        name=name,
        levels=propose_levels(Wish(players, choices.chips, round(60 * hours))),
        game=mix.games[0] if mix else game,
        rotation=rotation_of(mix) if mix else None,
        most_players=players,
        bots_to=bots,
    )
    minutes = round(total_seconds(opened, players * choices.chips) / 60)
    number = (await session.administer(tournament_messages.OpenTournament(terms=opened))).tournament
    if starts:
        await session.administer(tournament_messages.StartTournament(tournament=number))
    done = "has started" if starts else "is open"
    return f"{name} ({number}) {done}; with {players} players it lasts about {minutes} minutes."


@tournament.command()
@click.argument("name", default="")
@_in_session
async def start(session: OwnerSession, name: str) -> str:
    """Start a tournament: bots fill it up as its terms say, and seats are drawn."""
    status = await session.find_tournament(name)
    await session.administer(tournament_messages.StartTournament(tournament=status.tournament))
    return f"{status.name} has started."


@tournament.command("pause")
@click.argument("name", default="")
@_in_session
async def pause_tournament(session: OwnerSession, name: str) -> str:
    """Pause a tournament after the running hands; its clock stands."""
    status = await session.find_tournament(name)
    await session.administer(tournament_messages.PauseTournament(tournament=status.tournament))
    return f"{status.name} is paused after the running hands."


@tournament.command()
@click.argument("name", default="")
@_in_session
async def resume(session: OwnerSession, name: str) -> str:
    """Let a paused tournament go on."""
    status = await session.find_tournament(name)
    await session.administer(tournament_messages.PauseTournament(tournament=status.tournament, on=False))
    return f"{status.name} goes on."


@tournament.command()
@click.argument("name", default="")
@_in_session
async def cancel(session: OwnerSession, name: str) -> str:
    """Cancel a tournament; everything that was paid is paid back."""
    status = await session.find_tournament(name)
    await session.administer(tournament_messages.CancelTournament(tournament=status.tournament))
    return f"{status.name} is cancelled, and all is paid back."


@tournament.command()
@click.argument("player")
@click.argument("name", default="")
@_in_session
async def remove(session: OwnerSession, player: str, name: str) -> str:
    """Take PLAYER out of a tournament; before the start with their entry paid back, later with their chips."""
    status = await session.find_tournament(name)
    read = tournament_messages.ReadTournament(tournament=status.tournament, follow=False)
    page = await session.read(read, TournamentPage)
    entrant = next((each for each in page.view.standings if look_alike(each.name, player)), None)
    if entrant is None:
        raise AdminError(f"{player} is not in {status.name}.")
    out = tournament_messages.RemoveEntrant(tournament=status.tournament, number=entrant.number)
    await session.administer(out)
    return f"{entrant.name} is taken out of {status.name}."
