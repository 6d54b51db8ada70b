"""`railbird-server admin`: what the owner of a running server does at its tables, over its socket.

The secret that proves the owner is in the run file of the server's folder, which nobody else may read.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from railbird_server.cli.admin_tournament import tournament
from railbird_server.cli.owner_session import AdminError, Found, OwnerSession, run_as_owner
from railbird_server.cli.settings_options import with_data_setting, with_terms
from railbird_shared.game.catalogue import find_mix
from railbird_shared.game.rotation import ChosenGame, rotation_of
from railbird_shared.history.narration import minutes_text
from railbird_shared.protocol.commands import (
    ChangeGame,
    GoOn,
    OpenTable,
    OwnerCommand,
    Pause,
    TakeBreak,
)
from railbird_shared.protocol.host_commands import (
    Announce,
    AnswerBuyIn,
    Ban,
    ChangeRail,
    CorrectBooks,
    CorrectedPlayer,
    EndNight,
    HandOver,
    Kick,
    LastHand,
    LockTable,
    MovePlayer,
    Mute,
    RemoveWaiting,
    SendAway,
)
from railbird_shared.protocol.messages import Person, TableInfo
from railbird_shared.protocol.rail_terms import RailTerms
from railbird_shared.protocol.table_limits import (
    DEFAULT_BREAK_MINUTES,
    MAX_BET,
    MAX_BREAK_MINUTES,
    MAX_CHIPS,
    MAX_SEATS,
)
from railbird_shared.settings.spec import with_settings
from railbird_shared.settings.table_terms import TableTerms
from railbird_shared.text.text_cleaning import look_alike


async def _find_table(session: OwnerSession, wanted: str) -> TableInfo:
    """Returns the table of that name or id, without one the only table; raises AdminError."""
    tables = await session.tables()
    if not tables:
        raise AdminError("No table is open.")
    if wanted:
        for table in tables:
            if wanted == table.table or look_alike(wanted, table.name):
                return table
        raise AdminError(f"There is no table {wanted}; the tables are {_names(tables)}.")
    if len(tables) > 1:
        raise AdminError(f"Say which table with --table: {_names(tables)}.")
    return tables[0]


def _names(tables: list[TableInfo]) -> str:
    return ", ".join(table.name for table in tables)


async def _find_seat(session: OwnerSession, table: TableInfo, wanted: str) -> Person:
    """Returns the seated player of that name, or in the seat of that number; raises AdminError."""
    seated = [person for person in (await session.people(table)).people if person.seat]
    for person in seated:
        if wanted == str(person.seat) or look_alike(wanted, person.name):
            return person
    names = ", ".join(person.name for person in seated) or "nobody"
    raise AdminError(f"{wanted} has no seat at {table.name}; there sit: {names}.")


# --- the commands


@click.group()
@click.option("--table", default="", metavar="NAME", help="The name or id of the table, if there are several.")
@with_data_setting
@click.pass_context
def admin(context: click.Context, *, table: str, data: str | None) -> None:
    """Do at the tables of a running server what their hosts may, as its owner."""
    context.obj = Found(data, table)


@admin.command()
@click.pass_obj
def tables(found: Found) -> None:
    """List the tables."""

    async def work(session: OwnerSession) -> str:
        lines = [_table_line(table) for table in await session.tables()]
        return "\n".join(lines) or "No table is open."

    run_as_owner(found, work)


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
@click.pass_obj
def people(found: Found) -> None:
    """List the people at a table, with a seat or without, and those banned or muted."""

    async def work(session: OwnerSession) -> str:
        table = await _find_table(session, found.table)
        listed = await session.people(table)
        lines = [_person_line(person) for person in listed.people] or [f"Nobody is at {table.name}."]
        lines += [f"Banned: {', '.join(listed.banned)}"] * bool(listed.banned)
        lines += [f"Muted: {', '.join(listed.muted)}"] * bool(listed.muted)
        return "\n".join(lines)

    run_as_owner(found, work)


def _person_line(person: Person) -> str:
    marks = [
        mark
        for mark, holds in (("bot", person.bot), ("host", person.host), ("not connected", not person.connected))
        if holds
    ]
    name = f"{person.name} ({', '.join(marks)})" if marks else person.name
    asks = f", asks for {person.requested:,}" if person.requested else ""
    return f"Seat {person.seat}: {name}, {person.stack:,} chips{asks}" if person.seat else f"Rail: {name}"


def _act(found: Found, command: OwnerCommand, done: str) -> None:
    """Gives a command at a table and says what is done; "{}" in that is the name of the table."""

    async def work(session: OwnerSession) -> str:
        table = await _find_table(session, found.table)
        await session.administer(table, command)
        return done.format(table.name)

    run_as_owner(found, work)


def _act_on_player(found: Found, player: str, command: Callable[[int], OwnerCommand], done: str) -> None:
    """Gives a command about a seated player; in `done`, "{0}" is their name and "{1}" that of the table."""

    async def work(session: OwnerSession) -> str:
        table = await _find_table(session, found.table)
        person = await _find_seat(session, table, player)
        await session.administer(table, command(person.seat))
        return done.format(person.name, table.name)

    run_as_owner(found, work)


@admin.command("open")
@click.argument("name")
@click.argument("game")
@with_terms(TableTerms)
@click.pass_obj
def open_table(found: Found, /, name: str, game: str, **terms: Any) -> None:
    """Open a table called NAME that plays GAME, the id of a game or a mix. The first to sit down hosts it."""
    named = {term: value for term, value in terms.items() if value is not None}
    rotation = _chosen(game, named.get("bet", 0)).rotation
    first = rotation.games[0].game if rotation else game
    command: OpenTable = with_settings(OpenTable(name=name, game=first, rotation=rotation), named)

    async def work(session: OwnerSession) -> str:
        table = await session.open_table(command)
        opened = next((each for each in await session.tables() if each.table == table), None)
        return f"{opened.name if opened else name} is open ({table}); the first to sit down hosts it."

    run_as_owner(found, work)


def _chosen(game: str, bet: int, ante: int = 0) -> ChangeGame:
    """Returns what is played where somebody names a game or a mix by its id."""
    if mix := find_mix(game):
        return ChangeGame(rotation=rotation_of(mix, bet))
    return ChangeGame(chosen=ChosenGame(game, bet=bet, ante=ante))


@admin.command()
@click.argument("game")
@click.option("--bet", type=click.IntRange(0, MAX_BET), default=0, help="The big blind or small bet, in chips.")
@click.option("--ante", type=click.IntRange(0, MAX_BET), default=0, help="The ante of a game, in chips.")
@click.pass_obj
def game(found: Found, game: str, *, bet: int, ante: int) -> None:
    """Play GAME from the next hand on, the id of a game or a mix such as horse."""
    _act(found, _chosen(game, bet, ante), f"{{}} plays {game} from the next hand on.")


@admin.command()
@click.argument("bet", type=click.IntRange(1, MAX_BET))
@click.option("--ante", type=click.IntRange(0, MAX_BET), default=0, help="The ante, in chips.")
@click.pass_obj
def stakes(found: Found, bet: int, *, ante: int) -> None:
    """Play for BET chips from the next hand on: the big blind, or the small bet of a game with fixed limits."""

    async def work(session: OwnerSession) -> str:
        table = await _find_table(session, found.table)
        if table.mix:
            raise AdminError(f"{table.name} plays {table.mix}; name it with its bet: game {table.mix} --bet {bet}.")
        await session.administer(table, ChangeGame(chosen=ChosenGame(table.game.id, bet=bet, ante=ante)))
        return f"{table.name} plays for a bet of {bet:,} from the next hand on."

    run_as_owner(found, work)


@admin.command()
@click.pass_obj
def pause(found: Found) -> None:
    """Pause a table: its clocks stand still, and no hand is dealt."""
    _act(found, Pause(), "{} is paused.")


@admin.command("break")
@click.argument("minutes", type=click.IntRange(1, MAX_BREAK_MINUTES), default=DEFAULT_BREAK_MINUTES)
@click.pass_obj
def take_break(found: Found, minutes: int) -> None:
    """Have a break of MINUTES after the running hand."""
    _act(found, TakeBreak(minutes=minutes), f"{{}} has a break of {minutes_text(minutes)}, after a hand that runs.")


@admin.command("go-on")
@click.pass_obj
def go_on(found: Found) -> None:
    """Let a table go on after a pause, or call off a break."""
    _act(found, GoOn(), "{} goes on.")


def _answer(found: Found, player: str, done: str, *, approve: bool) -> None:
    """Answers a player who asks for chips; in `done`, "{0}" is their name and "{1}" the chips."""

    async def work(session: OwnerSession) -> str:
        table = await _find_table(session, found.table)
        person = await _find_seat(session, table, player)
        if not person.requested:
            raise AdminError(f"{person.name} asks for no chips at {table.name}.")
        await session.administer(table, AnswerBuyIn(seat=person.seat, chips=person.requested, approve=approve))
        return done.format(person.name, f"{person.requested:,}")

    run_as_owner(found, work)


@admin.command()
@click.argument("player")
@click.pass_obj
def approve(found: Found, player: str) -> None:
    """Let PLAYER, a name or the number of a seat, have the chips that they ask for."""
    _answer(found, player, "{0} has {1} chips, after a hand that runs.", approve=True)


@admin.command()
@click.argument("player")
@click.pass_obj
def decline(found: Found, player: str) -> None:
    """Do not let PLAYER, a name or the number of a seat, have the chips that they ask for."""
    _answer(found, player, "{0} does not get the {1} chips.", approve=False)


@admin.command("last-hand")
@click.option("--undo", is_flag=True, help="Let the game go on after all.")
@click.pass_obj
def last_hand(found: Found, *, undo: bool) -> None:
    """Have the running hand be the last, or the next one between hands."""
    done = "The game at {} goes on." if undo else "No hand is dealt at {} after the last one."
    _act(found, LastHand(on=not undo), done)


@admin.command()
@click.option("--now", is_flag=True, help="Do not wait for the running hand; it does not count then.")
@click.pass_obj
def end(found: Found, *, now: bool) -> None:
    """End the night: close a table after the running hand, with everybody's chips given back."""
    _act(found, EndNight(now=now), "{} is closed." if now else "{} closes when no hand runs.")


@admin.command()
@click.argument("player")
@click.pass_obj
def kick(found: Found, player: str) -> None:
    """Have PLAYER, a name or the number of a seat, leave the seat after their hand."""
    _act_on_player(found, player, lambda seat: Kick(seat=seat), "{0} has to leave {1}, after a hand that runs.")


@admin.command("remove-waiting")
@click.argument("name")
@click.pass_obj
def remove_waiting(found: Found, name: str) -> None:
    """Take somebody off the waiting list of a table."""
    _act(found, RemoveWaiting(name=name), "That player waits for a seat at {} no longer.")


@admin.command()
@click.argument("player")
@click.argument("seat", type=click.IntRange(0, MAX_SEATS))
@click.pass_obj
def move(found: Found, player: str, seat: int) -> None:
    """Have PLAYER, a name or the number of a seat, move to the free SEAT after their hand; 0 lets them stay."""
    done = f"{{0}} moves to seat {seat} of {{1}}, after a hand that runs." if seat else "{0} keeps their seat at {1}."
    _act_on_player(found, player, lambda number: MovePlayer(seat=number, to=seat), done)


@admin.command()
@click.argument("player")
@click.pass_obj
def host(found: Found, player: str) -> None:
    """Make PLAYER, a name or the number of a seat, the host."""
    _act_on_player(found, player, lambda seat: HandOver(seat=seat), "{0} is the host of {1} now.")


@admin.command()
@click.argument("payer")
@click.argument("payee")
@click.argument("chips", type=click.IntRange(1, MAX_CHIPS))
@click.option("--because", "reason", required=True, metavar="REASON", help="Why; everybody at the table reads it.")
@click.pass_obj
def correct(found: Found, payer: str, payee: str, chips: int, reason: str) -> None:
    """Correct the books between hands: CHIPS go from the player called PAYER to the one called PAYEE.

    A player at the table gives or gets them there; one who has left brings them, or takes them away.
    """
    players = (CorrectedPlayer(payee, chips), CorrectedPlayer(payer, -chips))
    _act(found, CorrectBooks(players=players, reason=reason), "The books of {} are corrected.")


@admin.command()
@click.argument("name")
@click.option("--address", is_flag=True, help="Let nobody else come from their address either.")
@click.pass_obj
def ban(found: Found, name: str, *, address: bool) -> None:
    """Keep somebody away from a table, until the ban is lifted."""
    _act(found, Ban(name=name, address=address), "That player is banned from {}.")


@admin.command()
@click.argument("name")
@click.pass_obj
def unban(found: Found, name: str) -> None:
    """Lift a ban."""
    _act(found, Ban(name=name, on=False), "That player may come to {} again.")


@admin.command()
@click.argument("name")
@click.pass_obj
def mute(found: Found, name: str) -> None:
    """Let somebody say nothing at a table."""
    _act(found, Mute(name=name), "That player may say nothing at {}.")


@admin.command()
@click.argument("name")
@click.pass_obj
def unmute(found: Found, name: str) -> None:
    """Let somebody chat again."""
    _act(found, Mute(name=name, on=False), "That player may chat at {} again.")


@admin.command()
@click.pass_obj
def lock(found: Found) -> None:
    """Let nobody else sit down."""
    _act(found, LockTable(), "Nobody else sits down at {}.")


@admin.command()
@click.pass_obj
def unlock(found: Found) -> None:
    """Let newcomers sit down again."""
    _act(found, LockTable(on=False), "Newcomers may sit down at {} again.")


@admin.command()
@click.option(
    "--limit", type=click.IntRange(0), default=None, help="The most who may watch; 0: nobody, without it any."
)
@click.option("--speaks", is_flag=True, help="Have the players read what those write who watch.")
@click.pass_obj
def rail(found: Found, *, limit: int | None, speaks: bool) -> None:
    """Say how many may watch, and whether the players read what they write."""
    _act(found, ChangeRail(limit=limit, speaks=speaks), f"{RailTerms(limit).limit_text.capitalize()} {{}}.")


@admin.command("send-away")
@click.argument("name")
@click.pass_obj
def send_away(found: Found, name: str) -> None:
    """Send somebody away who watches; they may come back after five minutes."""
    _act(found, SendAway(name=name), "That person watches {} no longer.")


@admin.command()
@click.argument("text")
@click.pass_obj
def announce(found: Found, text: str) -> None:
    """Say a line to everybody at a table."""
    _act(found, Announce(text=text), "Everybody at {} is told.")


admin.add_command(tournament)
