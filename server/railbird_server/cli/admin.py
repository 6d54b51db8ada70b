"""`railbird-server admin`: what the owner of a running server does at its tables and tournaments, over its socket."""

from __future__ import annotations

from functools import partial
from typing import Any

import click
from msgspec.structs import asdict

from railbird_server.cli.console import CommandFailed
from railbird_server.cli.owner_session import Act, Found, OwnerSession, Target, add_acts, in_session
from railbird_server.cli.server_settings import data_folder
from railbird_server.cli.setting_options import with_data_setting, with_terms
from railbird_shared.game.catalogue import find_mix
from railbird_shared.game.rotation import ChosenGame, rotation_of
from railbird_shared.history.narration import minutes_text
from railbird_shared.protocol import commands, host_commands, table_limits
from railbird_shared.protocol.messages import Person, TableInfo
from railbird_shared.settings.spec import with_settings
from railbird_shared.settings.table_terms import RailTerms, TableTerms
from railbird_shared.text.text_cleaning import look_alike
from railbird_shared.tournament import messages as tournament_messages
from railbird_shared.tournament.messages import TournamentPage
from railbird_shared.tournament.proposal import Wish, propose_levels, total_seconds
from railbird_shared.tournament.structure import MAX_ENTRANTS, MAX_HOSTED_HOURS, TournamentChoices, TournamentTerms
from railbird_shared.tournament.view import Phase, TournamentStatus


@click.group()
@click.option("--table", default="", metavar="NAME", help="The name or id of the table, if there are several.")
@with_data_setting
@click.pass_context
def admin(context: click.Context, *, table: str, data: str | None) -> None:
    """Do at the tables of a running server what their hosts may, as its owner."""
    context.obj = Found(data_folder(data), table)


async def _find_table(session: OwnerSession) -> Target:
    table = await session.find_table()
    return Target(table.table, {}, {"table": table.name})


async def _find_seat(session: OwnerSession, player: str) -> Target:
    table, person = await session.find_seat(player)
    return Target(table.table, {"seat": person.seat}, {"table": table.name, "player": person.name})


async def _find_buy_in(session: OwnerSession, player: str) -> Target:
    table, person = await session.find_seat(player)
    if not person.requested:
        raise CommandFailed(f"{person.name} asks for no chips at {table.name}.")
    asked = {"seat": person.seat, "chips": person.requested}
    return Target(table.table, asked, {"player": person.name, "chips": person.requested})


def _chosen(game: str, bet: int, ante: int = 0) -> commands.ChangeGame:
    """Returns what is played where somebody names a game or a mix by its id."""
    if mix := find_mix(game):
        return commands.ChangeGame(rotation=rotation_of(mix, bet))
    return commands.ChangeGame(chosen=ChosenGame(game, bet=bet, ante=ante))


_CHIPS = click.IntRange(0, table_limits.MAX_BET)
_MINUTES = click.IntRange(1, table_limits.MAX_BREAK_MINUTES)
_NAME = (click.Argument(["name"]),)
_PLAYER = click.Argument(["player"])
_TABLE_ACTS = {
    "announce": Act(
        "Say a line to everybody at a table.",
        host_commands.Announce,
        "Everybody at {table} is told.",
        (click.Argument(["text"]),),
    ),
    "ban": Act(
        "Keep somebody away from a table, until the ban is lifted.",
        host_commands.Ban,
        "That player is banned from {table}.",
        (*_NAME, click.Option(["--address"], is_flag=True, help="Let nobody else come from their address either.")),
    ),
    "break": Act(
        "Have a break of MINUTES after the running hand.",
        commands.TakeBreak,
        lambda table, minutes: f"{table} has a break of {minutes_text(minutes)}, after a hand that runs.",
        (click.Argument(["minutes"], type=_MINUTES, default=table_limits.DEFAULT_BREAK_MINUTES),),
    ),
    "correct": Act(
        """Correct the books between hands: CHIPS go from the player called PAYER to the one called PAYEE.

        A player at the table gives or gets them there; one who has left brings them, or takes them away.
        """,
        lambda payer, payee, chips, reason: host_commands.CorrectBooks(
            players=(host_commands.CorrectedPlayer(payee, chips), host_commands.CorrectedPlayer(payer, -chips)),
            reason=reason,
        ),
        "The books of {table} are corrected.",
        (
            click.Argument(["payer"]),
            click.Argument(["payee"]),
            click.Argument(["chips"], type=click.IntRange(1, table_limits.MAX_CHIPS)),
            click.Option(
                ["--because", "reason"],
                required=True,
                metavar="REASON",
                help="Why; everybody at the table reads it.",
            ),
        ),
    ),
    "end": Act(
        "End the night: close a table after the running hand, with everybody's chips given back.",
        host_commands.EndNight,
        lambda table, now: f"{table} is closed." if now else f"{table} closes when no hand runs.",
        (click.Option(["--now"], is_flag=True, help="Do not wait for the running hand; it does not count then."),),
    ),
    "game": Act(
        "Play GAME from the next hand on, the id of a game or a mix such as horse.",
        _chosen,
        "{table} plays {game} from the next hand on.",
        (
            click.Argument(["game"]),
            click.Option(["--bet"], type=_CHIPS, default=0, help="The big blind or small bet, in chips."),
            click.Option(["--ante"], type=_CHIPS, default=0, help="The ante of a game, in chips."),
        ),
    ),
    "go-on": Act("Let a table go on after a pause, or call off a break.", commands.GoOn, "{table} goes on."),
    "last-hand": Act(
        "Have the running hand be the last, or the next one between hands.",
        lambda undo: host_commands.LastHand(on=not undo),
        lambda table, undo: (
            f"The game at {table} goes on." if undo else f"No hand is dealt at {table} after the last one."
        ),
        (click.Option(["--undo"], is_flag=True, help="Let the game go on after all."),),
    ),
    "lock": Act("Let nobody else sit down.", host_commands.LockTable, "Nobody else sits down at {table}."),
    "mute": Act(
        "Let somebody say nothing at a table.", host_commands.Mute, "That player may say nothing at {table}.", _NAME
    ),
    "pause": Act("Pause a table: its clocks stand still, and no hand is dealt.", commands.Pause, "{table} is paused."),
    "rail": Act(
        "Say how many may watch, and whether the players read what they write.",
        host_commands.ChangeRail,
        lambda table, limit, **_: f"{RailTerms(limit).limit_text.capitalize()} {table}.",
        (
            click.Option(
                ["--limit"], type=click.IntRange(0), help="How many may watch; 0: nobody, without it any number."
            ),
            click.Option(["--speaks"], is_flag=True, help="Let the players read the spectators' chat."),
        ),
    ),
    "remove-waiting": Act(
        "Take somebody off the waiting list of a table.",
        host_commands.RemoveWaiting,
        "That player waits for a seat at {table} no longer.",
        _NAME,
    ),
    "send-away": Act(
        "Send somebody away who watches; they may come back after five minutes.",
        host_commands.SendAway,
        "That person watches {table} no longer.",
        _NAME,
    ),
    "unban": Act("Lift a ban.", partial(host_commands.Ban, on=False), "That player may come to {table} again.", _NAME),
    "unlock": Act(
        "Let newcomers sit down again.",
        partial(host_commands.LockTable, on=False),
        "Newcomers may sit down at {table} again.",
    ),
    "unmute": Act(
        "Let somebody chat again.",
        partial(host_commands.Mute, on=False),
        "That player may chat at {table} again.",
        _NAME,
    ),
}
_SEAT_ACTS = {
    "host": Act(
        "Make PLAYER, a name or the number of a seat, the host.",
        host_commands.HandOver,
        "{player} is the host of {table} now.",
    ),
    "kick": Act(
        "Have PLAYER, a name or the number of a seat, leave the seat after their hand.",
        host_commands.Kick,
        "{player} has to leave {table}, after a hand that runs.",
    ),
    "move": Act(
        "Have PLAYER, a name or the number of a seat, move to the free SEAT after their hand; 0 lets them stay.",
        host_commands.MovePlayer,
        lambda table, player, to: (
            f"{player} moves to seat {to} of {table}, after a hand that runs."
            if to
            else f"{player} keeps their seat at {table}."
        ),
        (click.Argument(["to"], metavar="SEAT", type=click.IntRange(0, table_limits.MAX_SEATS)),),
    ),
}
_BUY_IN_ACTS = {
    "approve": Act(
        "Let PLAYER, a name or the number of a seat, have the chips that they ask for.",
        partial(host_commands.AnswerBuyIn, approve=True),
        "{player} has {chips:,} chips, after a hand that runs.",
    ),
    "decline": Act(
        "Do not let PLAYER, a name or the number of a seat, have the chips that they ask for.",
        partial(host_commands.AnswerBuyIn, approve=False),
        "{player} does not get the {chips:,} chips.",
    ),
}
add_acts(admin, _TABLE_ACTS, _find_table)
add_acts(admin, _SEAT_ACTS, _find_seat, _PLAYER)
add_acts(admin, _BUY_IN_ACTS, _find_buy_in, _PLAYER)


@admin.command()
@in_session
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


@admin.command()
@in_session
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


@admin.command("open")
@click.argument("name")
@click.argument("game")
@with_terms(TableTerms)
@in_session
async def open_table(session: OwnerSession, /, name: str, game: str, **terms: Any) -> str:
    """Open a table called NAME that plays GAME, the id of a game or a mix. The first to sit down hosts it."""
    named = {term: value for term, value in terms.items() if value is not None}
    rotation = _chosen(game, named.get("bet", 0)).rotation
    first = rotation.games[0].game if rotation else game
    opening = with_settings(commands.OpenTable(name=name, game=first, rotation=rotation), named)
    table = (await session.administer(opening)).table
    opened = next((each for each in await session.tables() if each.table == table), None)
    return f"{opened.name if opened else name} is open ({table}); the first to sit down hosts it."


@admin.command()
@click.argument("bet", type=click.IntRange(1, table_limits.MAX_BET))
@click.option("--ante", type=_CHIPS, default=0, help="The ante, in chips.")
@in_session
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


async def _find_tournament(session: OwnerSession, name: str) -> Target:
    status = await session.find_tournament(name)
    return Target("", {"tournament": status.tournament}, {"tournament": status.name})


async def _find_entrant(session: OwnerSession, player: str, name: str) -> Target:
    status = await session.find_tournament(name)
    read = tournament_messages.ReadTournament(tournament=status.tournament, follow=False)
    page = await session.read(read, TournamentPage)
    entrant = next((each for each in page.view.standings if look_alike(each.name, player)), None)
    if entrant is None:
        raise CommandFailed(f"{player} is not in {status.name}.")
    where = {"tournament": status.tournament, "number": entrant.number}
    return Target("", where, {"tournament": status.name, "player": entrant.name})


_TOURNAMENT = click.Argument(["name"], default="")
_TOURNAMENT_ACTS = {
    "cancel": Act(
        "Cancel a tournament; everything that was paid is paid back.",
        tournament_messages.CancelTournament,
        "{tournament} is cancelled, and all is paid back.",
    ),
    "pause": Act(
        "Pause a tournament after the running hands; its clock stands.",
        tournament_messages.PauseTournament,
        "{tournament} is paused after the running hands.",
    ),
    "resume": Act(
        "Let a paused tournament go on.",
        partial(tournament_messages.PauseTournament, on=False),
        "{tournament} goes on.",
    ),
    "start": Act(
        "Start a tournament: bots fill it up as its terms say, and seats are drawn.",
        tournament_messages.StartTournament,
        "{tournament} has started.",
    ),
}
_ENTRANT_ACTS = {
    "remove": Act(
        "Take PLAYER out of a tournament; before the start with their entry paid back, later with their chips.",
        tournament_messages.RemoveEntrant,
        "{player} is taken out of {tournament}.",
    ),
}
add_acts(tournament, _TOURNAMENT_ACTS, _find_tournament, _TOURNAMENT)
add_acts(tournament, _ENTRANT_ACTS, _find_entrant, _PLAYER, _TOURNAMENT)


@tournament.command("list")
@in_session
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


@tournament.command("open")
@click.argument("name")
@click.option("--game", default="holdem", show_default=True, help="The game, or a mix such as horse.")
@click.option("--players", default=9, show_default=True, type=click.IntRange(2, MAX_ENTRANTS), help="At most so many.")
@click.option("--hours", default=2.0, show_default=True, type=click.FloatRange(0.1, MAX_HOSTED_HOURS), help="About.")
@click.option("--bots", default=0, type=click.IntRange(0, MAX_ENTRANTS), help="Bots fill up to so many players.")
@click.option("--start", "starts", is_flag=True, help="Start it at once, with the bots.")
@with_terms(TournamentChoices)
@in_session
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
    done = "has started" if starts else "is open"
    minutes = round(total_seconds(opened, players * choices.chips) / 60)
    return f"{name} ({number}) {done}; with {players} players it lasts about {minutes} minutes."
