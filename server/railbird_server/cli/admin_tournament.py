"""`railbird-server admin tournament`: what the owner of a running server does to its tournaments."""

from __future__ import annotations

from collections.abc import Callable

import click

from railbird_server.cli.owner_session import AdminError, Found, OwnerSession, run_as_owner
from railbird_shared.game.catalogue import find_mix
from railbird_shared.game.rotation import rotation_of
from railbird_shared.protocol.table_limits import MAX_SEATS, MIN_SEATS
from railbird_shared.text.text_cleaning import look_alike
from railbird_shared.tournament.commands import (
    CancelTournament,
    ListTournaments,
    OpenTournament,
    PauseTournament,
    ReadTournament,
    RemoveEntrant,
    StartTournament,
    TournamentHostCommand,
)
from railbird_shared.tournament.limits import MAX_ENTRANTS, MAX_HOSTED_HOURS, MAX_PRICE, MAX_STARTING_CHIPS
from railbird_shared.tournament.messages import TournamentPage, Tournaments
from railbird_shared.tournament.proposal import Wish, propose_levels, total_seconds
from railbird_shared.tournament.structure import TournamentTerms
from railbird_shared.tournament.view import Phase, TournamentStatus

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


@click.group()
def tournament() -> None:
    """Open, start, pause and cancel tournaments.

    Name a tournament by its name or id, if there are several.
    """


async def _all(session: OwnerSession) -> list[TournamentStatus]:
    await session.request(ListTournaments())
    return list((await session.wait_for(Tournaments)).tournaments)


async def _find(session: OwnerSession, wanted: str) -> TournamentStatus:
    """Returns the tournament that is meant, the only one without a name; raises AdminError."""
    running = await _all(session)
    if not running:
        raise AdminError("There is no tournament.")
    found = [each for each in running if wanted == each.tournament or (wanted and look_alike(wanted, each.name))]
    found = found if wanted else running
    if len(found) != 1:
        names = ", ".join(f"{each.name} ({each.tournament})" for each in running)
        raise AdminError(f"Name one of these tournaments: {names}.")
    return found[0]


def _line(status: TournamentStatus) -> str:
    level = f", level {status.level}" if status.level else ""
    left = (
        f"{status.left} of {status.entrants} left"
        if status.phase.plays
        else f"{status.entrants} player{'s' * (status.entrants != 1)}"
    )
    return f"{status.name} ({status.tournament}): {status.games}, {_PHASES[status.phase]}{level}, {left}"


@tournament.command("list")
@click.pass_obj
def list_tournaments(found: Found) -> None:
    """List the tournaments."""

    async def work(session: OwnerSession) -> str:
        return "\n".join(_line(status) for status in await _all(session)) or "There is no tournament."

    run_as_owner(found, work)


@tournament.command("open")
@click.argument("name")
@click.option("--game", default="holdem", show_default=True, help="The game, or a mix such as horse.")
@click.option("--players", default=9, show_default=True, type=click.IntRange(2, MAX_ENTRANTS), help="At most so many.")
@click.option("--chips", default=3000, show_default=True, type=click.IntRange(20, MAX_STARTING_CHIPS), help="A stack.")
@click.option("--hours", default=2.0, show_default=True, type=click.FloatRange(0.1, MAX_HOSTED_HOURS), help="About.")
@click.option("--seats", default=9, show_default=True, type=click.IntRange(MIN_SEATS, MAX_SEATS), help="Of one table.")
@click.option("--buy-in", default=0, type=click.IntRange(0, MAX_PRICE), help="The price of an entry.")
@click.option("--bounty", default=0, type=click.IntRange(0, MAX_PRICE), help="The part of it that a knockout brings.")
@click.option("--unit", default="", help='The worth of a unit of the prices, such as "1 EUR".')
@click.option("--bots", default=0, type=click.IntRange(0, MAX_ENTRANTS), help="Bots fill up to so many players.")
@click.option("--start", is_flag=True, help="Start it at once, with the bots.")
@click.pass_obj
def open_tournament(
    found: Found,
    name: str,
    *,
    game: str,
    players: int,
    chips: int,
    hours: float,
    seats: int,
    buy_in: int,
    bounty: int,
    unit: str,
    bots: int,
    start: bool,
) -> None:
    """Open a tournament that the house hosts, with levels that end after so many hours, about."""
    mix = find_mix(game)
    terms = TournamentTerms(
        name=name,
        chips=chips,
        levels=propose_levels(Wish(players, chips, round(60 * hours))),
        game=mix.games[0] if mix else game,
        rotation=rotation_of(mix) if mix else None,
        seats=seats,
        most_players=players,
        buy_in=buy_in,
        bounty=bounty,
        bots_to=bots,
        unit=unit,
    )
    minutes = round(total_seconds(terms, players * chips) / 60)

    async def work(session: OwnerSession) -> str:
        opened = await session.run_tournament(OpenTournament(terms=terms))
        if start:
            await session.run_tournament(StartTournament(tournament=opened))
        done = "has started" if start else "is open"
        return f"{name} ({opened}) {done}; with {players} players it lasts about {minutes} minutes."

    run_as_owner(found, work)


def _act(found: Found, wanted: str, command: Callable[[str], TournamentHostCommand], done: str) -> None:
    """Does something to the tournament that is meant."""

    async def work(session: OwnerSession) -> str:
        status = await _find(session, wanted)
        await session.run_tournament(command(status.tournament))
        return done.format(status.name)

    run_as_owner(found, work)


@tournament.command()
@click.argument("name", default="")
@click.pass_obj
def start(found: Found, name: str) -> None:
    """Start a tournament: bots fill it up as its terms say, and seats are drawn."""
    _act(found, name, lambda each: StartTournament(tournament=each), "{} has started.")


@tournament.command()
@click.argument("name", default="")
@click.pass_obj
def pause(found: Found, name: str) -> None:
    """Pause a tournament after the running hands; its clock stands."""
    _act(found, name, lambda each: PauseTournament(tournament=each), "{} is paused after the running hands.")


@tournament.command()
@click.argument("name", default="")
@click.pass_obj
def resume(found: Found, name: str) -> None:
    """Let a paused tournament go on."""
    _act(found, name, lambda each: PauseTournament(tournament=each, on=False), "{} goes on.")


@tournament.command()
@click.argument("name", default="")
@click.pass_obj
def cancel(found: Found, name: str) -> None:
    """Cancel a tournament; everything that was paid is paid back."""
    _act(found, name, lambda each: CancelTournament(tournament=each), "{} is cancelled, and all is paid back.")


@tournament.command()
@click.argument("player")
@click.argument("name", default="")
@click.pass_obj
def remove(found: Found, player: str, name: str) -> None:
    """Take PLAYER out of a tournament; before the start with their entry paid back, later with their chips."""

    async def work(session: OwnerSession) -> str:
        status = await _find(session, name)
        await session.request(ReadTournament(tournament=status.tournament, follow=False))
        page = await session.wait_for(TournamentPage)
        entrant = next((each for each in page.view.standings if look_alike(each.name, player)), None)
        if entrant is None:
            raise AdminError(f"{player} is not in {status.name}.")
        await session.run_tournament(RemoveEntrant(tournament=status.tournament, number=entrant.number))
        return f"{entrant.name} is taken out of {status.name}."

    run_as_owner(found, work)
