"""The tournament that the options of `railbird host` ask for."""

from __future__ import annotations

import click
from msgspec.structs import replace

from railbird_client.hosting.host_options import FormOptions
from railbird_client.hosting.host_plan import read_house, with_games
from railbird_client.shell.launch import NewTable
from railbird_client.tournament.tournament_form import TournamentForm
from railbird_client.tournament.tournament_setup import TournamentSetup
from railbird_shared.settings.spec import with_settings
from railbird_shared.tournament.commands import OpenTournament

UNNAMED = "tournament"
"""The name of a tournament while its options are checked."""


def plan_tournament(form: FormOptions, game: str, *, house: str = "", password: str = "") -> NewTable:
    """Returns the tournament that the options ask for; raises UsageError with a sentence for what makes no sense.

    `game` is that of `--game`, and `house` a preset or a file of house rules.
    """
    if form.profile is not None:
        raise click.UsageError("A tournament has no such option: leave --profile out.")
    values = form.values(TournamentSetup)
    setup = TournamentSetup(name=UNNAMED, house=read_house(house) if house else None)
    setup = with_settings(with_games(setup, form, game), values)
    made = TournamentForm.of(setup).fitted().typed_password(password)
    if made.problem is not None:
        raise click.UsageError(made.problem.sentence)
    unnamed = replace(made.terms, name="")  # the client names it after its player
    return NewTable(unnamed.game, tournament=OpenTournament(terms=unnamed))
