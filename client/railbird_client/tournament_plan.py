"""The tournament that the options of `railbird host` ask for."""

from __future__ import annotations

from collections.abc import Mapping

import click
from msgspec.structs import replace

from railbird_client.host_options import FormOptions, TournamentOptions
from railbird_client.launch import NewTable
from railbird_client.model.tournament_form import TournamentForm
from railbird_shared.catalogue import find_mix
from railbird_shared.house.presets import PRESETS
from railbird_shared.tournament.commands import OpenTournament

UNNAMED = "tournament"
"""The name of a tournament while its options are checked."""

FORM_ROWS = ("seats", "bots", "clock", "preset")
"""The rows of the form that options name."""


def plan_tournament(
    options: TournamentOptions, form: FormOptions, wanted: Mapping[str, str | int | None], *, password: str = ""
) -> NewTable:
    """Returns the tournament that the options ask for; raises UsageError with a sentence for what makes no sense.

    `wanted` has what other options name of it, by the rows of the form, and `bet`, which a tournament has not.
    """
    if options.tournament is None:
        raise click.UsageError("--chips and --hours go with --tournament PLAYERS.")
    if form.named or wanted["bet"] is not None:
        raise click.UsageError("A tournament has no such option: [T] on the start page opens its form with all it has.")
    house, game = wanted["preset"], str(wanted["game"] or "")
    if house and house not in PRESETS:
        raise click.UsageError(f"Name one of the presets for a tournament: {', '.join(PRESETS)}.")
    wished = TournamentForm(UNNAMED, players=options.tournament, password=password)
    if game:
        wished = wished.toggle(f"mix:{game}" if find_mix(game) else f"game:{game}")
    minutes = round(60 * options.hours) if options.hours else None
    rows = {"chips": options.chips, "minutes": minutes, **{row: wanted[row] for row in FORM_ROWS}}
    for row, value in rows.items():
        wished = wished.with_value(row, value) if value or (row == "clock" and value == 0) else wished
    if wished.problem is not None:
        raise click.UsageError(wished.problem.sentence)
    unnamed = replace(wished.terms, name="")  # the client names it after its player
    return NewTable(wished.game, tournament=OpenTournament(terms=unnamed))
