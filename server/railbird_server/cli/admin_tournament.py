"""`railbird-server admin tournament`: what the owner of a running server does with its tournaments."""

from __future__ import annotations

from functools import partial
from typing import Any

import click
from msgspec.structs import asdict

from railbird_server.cli.console import CommandFailed
from railbird_server.cli.owner_session import Act, OwnerSession, Target, add_acts, in_session
from railbird_server.cli.setting_options import with_terms
from railbird_shared.game.catalogue import find_mix
from railbird_shared.game.rotation import rotation_of
from railbird_shared.text.text_cleaning import look_alike
from railbird_shared.tournament import messages as tournament_messages
from railbird_shared.tournament.messages import TournamentPage
from railbird_shared.tournament.proposal import Wish, propose_levels, total_seconds
from railbird_shared.tournament.structure import MAX_ENTRANTS, MAX_HOSTED_HOURS, TournamentChoices, TournamentTerms
from railbird_shared.tournament.view import Phase, TournamentStatus


@click.group()
def tournament() -> None:
    """Open, start, pause and cancel tournaments.

    Name a tournament by its name or id, if there are several.
    """


async def _find_tournament(session: OwnerSession, name: str) -> Target:
    status = await session.find_tournament(name)
    return Target("", {"tournament": status.tournament}, {"tournament": status.name})


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
add_acts(tournament, _TOURNAMENT_ACTS, _find_tournament, "name")


@tournament.command()
@click.argument("player")
@click.argument("name", default="")
@in_session
async def remove(session: OwnerSession, player: str, name: str) -> str:
    """Take PLAYER out of a tournament; before the start with their entry paid back, later with their chips."""
    status = await session.find_tournament(name)
    read = tournament_messages.ReadTournament(tournament=status.tournament, follow=False)
    page = await session.read(read, TournamentPage)
    entrant = next((each for each in page.view.standings if look_alike(each.name, player)), None)
    if entrant is None:
        raise CommandFailed(f"{player} is not in {status.name}.")
    out = tournament_messages.RemoveEntrant(tournament=status.tournament, number=entrant.number)
    await session.administer(out)
    return f"{entrant.name} is taken out of {status.name}."


@tournament.command("list")
@in_session
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


@tournament.command("open")
@click.argument("name")
@click.option("--game", default="holdem", show_default=True, help="The game, or a mix such as horse.")
@click.option("--players", default=9, show_default=True, type=click.IntRange(2, MAX_ENTRANTS), help="At most so many.")
@click.option("--hours", default=2.0, show_default=True, type=click.FloatRange(0.1, MAX_HOSTED_HOURS), help="About.")
@click.option("--bots", default=0, type=click.IntRange(0, MAX_ENTRANTS), help="Bots fill up to so many players.")
@click.option("--start", "starts", is_flag=True, help="Start it at once, with the bots.")
@with_terms(TournamentChoices)
def open_tournament(name: str, *, game: str, players: int, hours: float, bots: int, starts: bool, **terms: Any) -> None:
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
    _open_tournament(opened, starts=starts)


@in_session
async def _open_tournament(session: OwnerSession, terms: TournamentTerms, *, starts: bool) -> str:
    number = (await session.administer(tournament_messages.OpenTournament(terms=terms))).tournament
    if starts:
        await session.administer(tournament_messages.StartTournament(tournament=number))
    done = "has started" if starts else "is open"
    minutes = round(total_seconds(terms, terms.most_players * terms.chips) / 60)
    return f"{terms.name} ({number}) {done}; with {terms.most_players} players it lasts about {minutes} minutes."
