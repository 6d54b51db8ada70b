"""`railbird-server admin`: what the owner of a running server does at its tables and tournaments, over its socket."""

from __future__ import annotations

from typing import Any

import click
from msgspec.structs import asdict

from railbird_server.cli.console import CommandError, CommandFailed
from railbird_server.cli.owner_session import Found, OwnerSession, owner_command
from railbird_server.cli.server_settings import data_folder
from railbird_server.cli.setting_options import GameParam, with_data_option, with_terms
from railbird_shared.game.catalogue import find_mix
from railbird_shared.game.rotation import ChosenGame, rotation_of
from railbird_shared.history.narration import minutes_text
from railbird_shared.protocol import commands, host_commands, table_limits
from railbird_shared.protocol.messages import Person, TableInfo
from railbird_shared.settings.spec import with_settings
from railbird_shared.settings.table_terms import RailTerms, TableTerms
from railbird_shared.text.text_cleaning import TABLE_NAME_LENGTH, look_alike
from railbird_shared.tournament import messages as tournament_messages
from railbird_shared.tournament.messages import TournamentPage
from railbird_shared.tournament.proposal import Wish, propose_levels, total_seconds
from railbird_shared.tournament.structure import MAX_ENTRANTS, MAX_HOSTED_HOURS, TournamentChoices, TournamentTerms
from railbird_shared.tournament.view import Phase, TournamentStatus


@click.group()
@click.option("--table", default="", metavar="NAME", help="The name or id of the table, if there are several.")
@with_data_option
@click.pass_context
def admin(context: click.Context, *, table: str, data: str | None) -> None:
    """Do at the tables of a running server what their hosts may, as its owner."""
    context.obj = Found(data_folder(data), table)


def _chosen(game: str, bet: int, ante: int = 0) -> commands.ChangeGame:
    """Returns what is played where somebody names a game or a mix by its id."""
    if mix := find_mix(game):
        return commands.ChangeGame(rotation=rotation_of(mix, bet))
    return commands.ChangeGame(chosen=ChosenGame(game, bet=bet, ante=ante))


def _uncut(_context: click.Context, _param: click.Parameter, name: str) -> str:
    """Returns the name of a new table or tournament; raises CommandError where the server would cut it."""
    if len(name) > TABLE_NAME_LENGTH:
        raise CommandError(f"A name has at most {TABLE_NAME_LENGTH} characters: shorten {name!r}.")
    return name


_CHIPS = click.IntRange(0, table_limits.MAX_BET)
_MINUTES = click.IntRange(1, table_limits.MAX_BREAK_MINUTES)


# --- a table ----------------------------------------------------------------------------------------------------------


@owner_command(admin)
@click.argument("text")
async def announce(session: OwnerSession, text: str) -> str:
    """Say a line to everybody at a table."""
    table = await session.at_table(host_commands.Announce(text=text))
    return f"Everybody at {table.name} is told."


@owner_command(admin)
@click.argument("name")
@click.option("--address", is_flag=True, help="Let nobody else come from their address either.")
async def ban(session: OwnerSession, name: str, *, address: bool) -> str:
    """Keep somebody away from a table, until the ban is lifted."""
    table = await session.at_table(host_commands.Ban(name=name, address=address))
    return f"That player is banned from {table.name}."


@owner_command(admin)
@click.argument("name")
async def unban(session: OwnerSession, name: str) -> str:
    """Lift a ban."""
    table = await session.at_table(host_commands.Ban(name=name, on=False))
    return f"That player may come to {table.name} again."


@owner_command(admin, "break")
@click.argument("minutes", type=_MINUTES, default=table_limits.DEFAULT_BREAK_MINUTES)
async def take_break(session: OwnerSession, minutes: int) -> str:
    """Have a break of MINUTES after the running hand."""
    table = await session.at_table(commands.TakeBreak(minutes=minutes))
    return f"{table.name} has a break of {minutes_text(minutes)}, after a hand that runs."


@owner_command(admin)
@click.argument("payer")
@click.argument("payee")
@click.argument("chips", type=click.IntRange(1, table_limits.MAX_CHIPS))
@click.option("--because", "reason", required=True, metavar="REASON", help="Why; everybody at the table reads it.")
async def correct(session: OwnerSession, payer: str, payee: str, chips: int, *, reason: str) -> str:
    """Correct the books between hands: CHIPS go from the player called PAYER to the one called PAYEE.

    A player at the table gives or gets them there; one who has left brings them, or takes them away.
    """
    players = (host_commands.CorrectedPlayer(payee, chips), host_commands.CorrectedPlayer(payer, -chips))
    table = await session.at_table(host_commands.CorrectBooks(players=players, reason=reason))
    return f"The books of {table.name} are corrected."


@owner_command(admin)
@click.option("--now", is_flag=True, help="Do not wait for the running hand; it does not count then.")
async def end(session: OwnerSession, *, now: bool) -> str:
    """End the night: close a table after the running hand, with everybody's chips given back."""
    table = await session.at_table(host_commands.EndNight(now=now))
    return f"{table.name} is closed." if now else f"{table.name} closes when no hand runs."


@owner_command(admin)
@click.argument("game", type=GameParam(mixes=True), metavar="GAME")
@click.option("--bet", type=_CHIPS, default=0, help="The big blind or small bet, in chips.")
@click.option("--ante", type=_CHIPS, default=0, help="The ante of a game, in chips.")
async def game(session: OwnerSession, game: str, *, bet: int, ante: int) -> str:
    """Play GAME from the next hand on: a game such as omaha8 or plo8, or a mix such as horse."""
    table = await session.at_table(_chosen(game, bet, ante))
    return f"{table.name} plays {game} from the next hand on."


@owner_command(admin)
async def go_on(session: OwnerSession) -> str:
    """Let a table go on after a pause, or call off a break."""
    table = await session.at_table(commands.GoOn())
    return f"{table.name} goes on."


@owner_command(admin)
@click.option("--undo", is_flag=True, help="Let the game go on after all.")
async def last_hand(session: OwnerSession, *, undo: bool) -> str:
    """Have the running hand be the last, or the next one between hands."""
    table = await session.at_table(host_commands.LastHand(on=not undo))
    return f"The game at {table.name} goes on." if undo else f"No hand is dealt at {table.name} after the last one."


@owner_command(admin)
async def lock(session: OwnerSession) -> str:
    """Let nobody else sit down."""
    table = await session.at_table(host_commands.LockTable())
    return f"Nobody else sits down at {table.name}."


@owner_command(admin)
async def unlock(session: OwnerSession) -> str:
    """Let newcomers sit down again."""
    table = await session.at_table(host_commands.LockTable(on=False))
    return f"Newcomers may sit down at {table.name} again."


@owner_command(admin)
@click.argument("name")
async def mute(session: OwnerSession, name: str) -> str:
    """Let somebody say nothing at a table."""
    table = await session.at_table(host_commands.Mute(name=name))
    return f"That player may say nothing at {table.name}."


@owner_command(admin)
@click.argument("name")
async def unmute(session: OwnerSession, name: str) -> str:
    """Let somebody chat again."""
    table = await session.at_table(host_commands.Mute(name=name, on=False))
    return f"That player may chat at {table.name} again."


@owner_command(admin)
async def pause(session: OwnerSession) -> str:
    """Pause a table: its clocks stand still, and no hand is dealt."""
    table = await session.at_table(commands.Pause())
    return f"{table.name} is paused."


@owner_command(admin)
@click.option("--limit", type=click.IntRange(0), help="How many may watch; 0: nobody, without it any number.")
@click.option("--speaks", is_flag=True, help="Let the players read the spectators' chat.")
async def rail(session: OwnerSession, *, limit: int | None, speaks: bool) -> str:
    """Say how many may watch, and whether the players read what they write."""
    table = await session.at_table(host_commands.ChangeRail(limit=limit, speaks=speaks))
    return f"{RailTerms(limit).limit_text.capitalize()} {table.name}."


@owner_command(admin)
@click.argument("name")
async def remove_waiting(session: OwnerSession, name: str) -> str:
    """Take somebody off the waiting list of a table."""
    table = await session.at_table(host_commands.RemoveWaiting(name=name))
    return f"That player waits for a seat at {table.name} no longer."


@owner_command(admin)
@click.argument("name")
async def send_away(session: OwnerSession, name: str) -> str:
    """Send somebody away who watches; they may come back after five minutes."""
    table = await session.at_table(host_commands.SendAway(name=name))
    return f"That person watches {table.name} no longer."


# --- a seat -----------------------------------------------------------------------------------------------------------


@owner_command(admin)
@click.argument("player")
async def host(session: OwnerSession, player: str) -> str:
    """Make PLAYER, a name or the number of a seat, the host."""
    table, person = await session.find_seat(player)
    await session.administer(host_commands.HandOver(seat=person.seat), table.table)
    return f"{person.name} is the host of {table.name} now."


@owner_command(admin)
@click.argument("player")
async def kick(session: OwnerSession, player: str) -> str:
    """Have PLAYER, a name or the number of a seat, leave the seat after their hand."""
    table, person = await session.find_seat(player)
    await session.administer(host_commands.Kick(seat=person.seat), table.table)
    return f"{person.name} has to leave {table.name}, after a hand that runs."


@owner_command(admin)
@click.argument("player")
@click.argument("to", metavar="SEAT", type=click.IntRange(0, table_limits.MAX_SEATS))
async def move(session: OwnerSession, player: str, to: int) -> str:
    """Have PLAYER, a name or the number of a seat, move to the free SEAT after their hand; 0 lets them stay."""
    table, person = await session.find_seat(player)
    await session.administer(host_commands.MovePlayer(seat=person.seat, to=to), table.table)
    if not to:
        return f"{person.name} keeps their seat at {table.name}."
    return f"{person.name} moves to seat {to} of {table.name}, after a hand that runs."


async def _answer_buy_in(session: OwnerSession, player: str, *, approve: bool) -> Person:
    """Answers the player who asks for chips, and returns them; raises CommandFailed and CommandRefused."""
    table, person = await session.find_seat(player)
    if not person.requested:
        raise CommandFailed(f"{person.name} asks for no chips at {table.name}.")
    answer = host_commands.AnswerBuyIn(seat=person.seat, chips=person.requested, approve=approve)
    await session.administer(answer, table.table)
    return person


@owner_command(admin)
@click.argument("player")
async def approve(session: OwnerSession, player: str) -> str:
    """Let PLAYER, a name or the number of a seat, have the chips that they ask for."""
    person = await _answer_buy_in(session, player, approve=True)
    return f"{person.name} has {person.requested:,} chips, after a hand that runs."


@owner_command(admin)
@click.argument("player")
async def decline(session: OwnerSession, player: str) -> str:
    """Do not let PLAYER, a name or the number of a seat, have the chips that they ask for."""
    person = await _answer_buy_in(session, player, approve=False)
    return f"{person.name} does not get the {person.requested:,} chips."


# --- tables -----------------------------------------------------------------------------------------------------------


@owner_command(admin)
async def tables(session: OwnerSession) -> str:
    """List the tables."""
    return "\n".join(map(_table_line, await session.tables())) or "No table is open."


def _table_line(table: TableInfo) -> str:
    hand = f"hand {table.hand}" if table.hand else "no hand yet"
    marks = {
        f"{table.waiting} waiting": table.waiting,
        "locked": table.seats_locked,
        "paused": table.paused,
        "on a break": table.on_break,
    }
    now = "".join(f", {mark}" for mark, holds in marks.items() if holds)
    seats = f"{len(table.players)} of {table.seats} seats"
    return f"{table.name} ({table.table}): {table.game.name}, {seats}, {hand}, hosted by {table.host}{now}"


@owner_command(admin)
async def people(session: OwnerSession) -> str:
    """List the people at a table, with a seat or without, and those banned or muted."""
    table = await session.find_table()
    listed = await session.people(table)
    lines = [_person_line(person) for person in listed.people] or [f"Nobody is at {table.name}."]
    lines += [f"Banned: {', '.join(listed.banned)}"] * bool(listed.banned)
    lines += [f"Muted: {', '.join(listed.muted)}"] * bool(listed.muted)
    return "\n".join(lines)


def _person_line(person: Person) -> str:
    marks = {"bot": person.bot, "host": person.host, "not connected": not person.connected}
    told = ", ".join(mark for mark, holds in marks.items() if holds)
    name = f"{person.name} ({told})" if told else person.name
    asks = f", asks for {person.requested:,}" if person.requested else ""
    return f"Seat {person.seat}: {name}, {person.stack:,} chips{asks}" if person.seat else f"Rail: {name}"


@owner_command(admin, "open")
@click.argument("name", callback=_uncut)
@click.argument("game", type=GameParam(mixes=True), metavar="GAME")
@with_terms(TableTerms)
async def open_table(session: OwnerSession, /, name: str, game: str, **terms: Any) -> str:
    """Open a table called NAME that plays GAME, a game or a mix. The first to sit down hosts it."""
    named = {term: value for term, value in terms.items() if value is not None}
    rotation = _chosen(game, named.get("bet", 0)).rotation
    first = rotation.games[0].game if rotation else game
    opening = with_settings(commands.OpenTable(name=name, game=first, rotation=rotation), named)
    table = (await session.administer(opening)).table
    opened = next((each for each in await session.tables() if each.table == table), None)
    return f"{opened.name if opened else name} is open ({table}); the first to sit down hosts it."


@owner_command(admin)
@click.argument("bet", type=click.IntRange(1, table_limits.MAX_BET))
@click.option("--ante", type=_CHIPS, default=0, help="The ante, in chips.")
async def stakes(session: OwnerSession, bet: int, *, ante: int) -> str:
    """Play for BET chips from the next hand on: the big blind, or the small bet of a game with fixed limits."""
    table = await session.find_table()
    if table.mix:
        raise CommandFailed(f"{table.name} plays {table.mix}; name it with its bet: game {table.mix} --bet {bet}.")
    await session.administer(_chosen(table.game.id, bet, ante), table.table)
    return f"{table.name} plays for a bet of {bet:,} from the next hand on."


# --- tournaments ------------------------------------------------------------------------------------------------------


@admin.group()
def tournament() -> None:
    """Open, start, pause and cancel tournaments.

    Name a tournament by its name or id, if there are several.
    """


@owner_command(tournament, "cancel")
@click.argument("name", default="")
async def cancel_tournament(session: OwnerSession, name: str) -> str:
    """Cancel a tournament; everything that was paid is paid back."""
    status = await session.find_tournament(name)
    await session.administer(tournament_messages.CancelTournament(tournament=status.tournament))
    return f"{status.name} is cancelled, and all is paid back."


@owner_command(tournament, "pause")
@click.argument("name", default="")
async def pause_tournament(session: OwnerSession, name: str) -> str:
    """Pause a tournament after the running hands; its clock stands."""
    status = await session.find_tournament(name)
    await session.administer(tournament_messages.PauseTournament(tournament=status.tournament))
    return f"{status.name} is paused after the running hands."


@owner_command(tournament, "resume")
@click.argument("name", default="")
async def resume_tournament(session: OwnerSession, name: str) -> str:
    """Let a paused tournament go on."""
    status = await session.find_tournament(name)
    await session.administer(tournament_messages.PauseTournament(tournament=status.tournament, on=False))
    return f"{status.name} goes on."


@owner_command(tournament, "start")
@click.argument("name", default="")
async def start_tournament(session: OwnerSession, name: str) -> str:
    """Start a tournament: bots fill it up as its terms say, and seats are drawn."""
    status = await session.find_tournament(name)
    await session.administer(tournament_messages.StartTournament(tournament=status.tournament))
    return f"{status.name} has started."


@owner_command(tournament, "remove")
@click.argument("player")
@click.argument("name", default="")
async def remove_entrant(session: OwnerSession, player: str, name: str) -> str:
    """Take PLAYER out of a tournament; before the start with their entry paid back, later with their chips."""
    status = await session.find_tournament(name)
    read = tournament_messages.ReadTournament(tournament=status.tournament, follow=False)
    page = await session.read(read, TournamentPage)
    entrant = next((each for each in page.view.standings if look_alike(each.name, player)), None)
    if entrant is None:
        raise CommandFailed(f"{player} is not in {status.name}.")
    await session.administer(tournament_messages.RemoveEntrant(tournament=status.tournament, number=entrant.number))
    return f"{entrant.name} is taken out of {status.name}."


@owner_command(tournament, "list")
async def list_tournaments(session: OwnerSession) -> str:
    """List the tournaments."""
    return "\n".join(map(_tournament_line, await session.tournaments())) or "There is no tournament."


def _tournament_line(status: TournamentStatus) -> str:
    level = f", level {status.level}" if status.level else ""
    players = f"{status.entrants} player{'s' * (status.entrants != 1)}"
    left = f"{status.left} of {status.entrants} left" if status.phase.plays else players
    phase = _PHASES.get(status.phase, status.phase.replace("-", " "))
    return f"{status.name} ({status.tournament}): {status.games}, {phase}{level}, {left}"


_PHASES = {Phase.BREAK: "on a break", Phase.DEAL: "deciding on a deal", Phase.FINISHED: "over"}
"""The phases of a tournament whose name does not say what they are."""


@owner_command(tournament, "open")
@click.argument("name", callback=_uncut)
@click.option(
    "--game",
    default="holdem",
    show_default=True,
    type=GameParam(mixes=True),
    metavar="GAME",
    help="The game, or a mix such as horse.",
)
@click.option("--players", default=9, show_default=True, type=click.IntRange(2, MAX_ENTRANTS), help="At most so many.")
@click.option("--hours", default=2.0, show_default=True, type=click.FloatRange(0.1, MAX_HOSTED_HOURS), help="About.")
@click.option(
    "--bots", default=0, type=click.IntRange(0, MAX_ENTRANTS), help="Bots fill up to so many players, people included."
)
@click.option("--start", "starts", is_flag=True, help="Start it at once, with the bots.")
@with_terms(TournamentChoices)
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
    number = (await session.administer(tournament_messages.OpenTournament(terms=opened))).tournament
    if starts:
        await session.administer(tournament_messages.StartTournament(tournament=number))
    called = next((each.name for each in await session.tournaments() if each.tournament == number), name)
    done = "has started" if starts else "is open"
    minutes = round(total_seconds(opened, players * choices.chips) / 60)
    return f"{called} ({number}) {done}; with {players} players it lasts about {minutes} minutes."
