"""The tournament that the options of `railbird host` ask for."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

import click
from msgspec.structs import replace

from railbird_client.hosting.host_options import FormOptions, TournamentOptions
from railbird_client.hosting.host_plan import read_house, with_games
from railbird_client.shell.launch import NewTable
from railbird_client.tournament.tournament_form import TournamentForm
from railbird_client.tournament.tournament_setup import TournamentSetup
from railbird_shared.tournament.commands import OpenTournament

UNNAMED = "tournament"
"""The name of a tournament while its options are checked."""

TAKEN = ("rotation", "dealers_choice", "hands", "time_bank")
"""The options of the form for a table that a tournament has, too."""

FORM_ROWS = ("seats", "bots", "clock")
"""The rows of the form that other options name."""


def plan_tournament(
    options: TournamentOptions, form: FormOptions, wanted: Mapping[str, str | int | None], *, password: str = ""
) -> NewTable:
    """Returns the tournament that the options ask for; raises UsageError with a sentence for what makes no sense.

    `wanted` has what other options name of it: the rows of the form, `game`, the `preset` or file of its house rules,
    and `bet`, which a tournament has not.
    """
    if options.tournament is None:
        raise click.UsageError("--chips and --hours go with --tournament PLAYERS.")
    if dataclasses.replace(form, **dict.fromkeys(TAKEN)).named or wanted["bet"] is not None:
        raise click.UsageError("A tournament has no such option: [T] on the start page opens its form with all it has.")
    setup = TournamentSetup(name=UNNAMED, players=options.tournament, time_bank=form.time_bank)
    if house := wanted["preset"]:
        setup = replace(setup, house=read_house(str(house)))
    made = TournamentForm.of(with_games(setup, form, str(wanted["game"] or ""))).fitted()
    minutes = round(60 * options.hours) if options.hours else None
    rows = {"chips": options.chips, "minutes": minutes, **{row: wanted[row] for row in FORM_ROWS}}
    for row, value in rows.items():
        made = made.with_value(row, value) if value or (row == "clock" and value == 0) else made
    made = made.typed_password(password)
    if made.problem is not None:
        raise click.UsageError(made.problem.sentence)
    unnamed = replace(made.terms, name="")  # the client names it after its player
    return NewTable(unnamed.game, tournament=OpenTournament(terms=unnamed))
