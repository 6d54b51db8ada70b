"""The game that the options of `railbird host` ask for; its form begins with a profile or with nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import click
from msgspec.structs import replace

from railbird_client.hosting.games_form import GamesSetup, Plays
from railbird_client.hosting.host_form import HostForm, HostSetup
from railbird_client.hosting.host_options import FormOptions, check_bots
from railbird_client.hosting.profiles import ProfileError, TableProfileFile, profiles_path, read_house_file
from railbird_client.player_requests import FORM_OPTION, PASSWORD_OPTION, HostTable, NewTable, ServerOptions
from railbird_client.tournament.tournament_form import TournamentForm, TournamentSetup
from railbird_shared.game.catalogue import (
    CHOICES,
    GAMES,
    MIXES,
    UnknownGame,
    find_choice,
    find_game_name,
    find_mix,
    read_game_name,
)
from railbird_shared.house.house_rules import PRESETS
from railbird_shared.protocol.table_limits import DEFAULT_SEATS
from railbird_shared.settings.spec import with_settings
from railbird_shared.tournament.messages import OpenTournament

SetupT = TypeVar("SetupT", bound=GamesSetup)

UNNAMED = "game"
"""The name of a table or a tournament while its options are checked."""


def host_plan(
    form: FormOptions,
    game: str,
    *,
    house: str,
    port: int,
    named: tuple[str, ...],
    ask_password: Callable[[], str] | None,
) -> HostTable:
    """Returns the game that the options ask for; raises UsageError with a sentence for what makes no sense.

    `named` are those of `HOST_OPTIONS` that the player has named, and `ask_password` asks for the password of the game.
    """
    values = {} if form.opens_tournament else form.values(HostSetup)
    if form.opens_tournament:
        table = plan_tournament(form, game, house=house)
    elif form.needs_form:
        table = fill_in(form, game, TableProfileFile(profiles_path()), house=house)
    else:
        table = _plain_table(game, values)
    if ask_password is not None:
        table = with_password(table, ask_password())
    clock = values.get("clock") if table.tournament is None else table.tournament.terms.clock
    others = {FORM_OPTION: form.needs_form, PASSWORD_OPTION: ask_password is not None}
    chosen = (*named, *(name for name, is_chosen in others.items() if is_chosen))
    return HostTable(table, port=port, server_options=ServerOptions(house, clock), chosen=chosen)


def _plain_table(game: str, values: Mapping[str, Any]) -> NewTable:
    """Returns a table of which nothing is named that only the form has; raises UsageError."""
    chosen, bots = find_choice(game or CHOICES[0].id), values.get("bots", 0)
    seat_count = values.get("seats") or min(max(DEFAULT_SEATS, bots + 1), chosen.max_seats)
    if seat_count > chosen.max_seats:
        raise click.UsageError(f"{chosen.name} has at most {chosen.max_seats} seats.")
    check_bots(bots, seat_count)
    return NewTable(chosen.id, values.get("bet", 0), seat_count, bots)


def fill_in(form: FormOptions, game: str, profiles: TableProfileFile, *, house: str = "") -> NewTable:
    """Returns the table that the options ask for; raises UsageError with a sentence for what makes no sense.

    `game` is that of `--game`, and `house` a preset or a file of house rules.
    """
    values = form.values(HostSetup)
    begun = _profile(form.profile, profiles) if form.profile is not None else HostSetup()
    setup = _with_options(begun, form, values, game=game, house=house)
    checked = HostForm.of(replace(setup, name=setup.name or UNNAMED))
    if checked.problem is not None:
        raise click.UsageError(checked.problem.sentence)
    # without a name, the client names the table after its player
    opening = replace(checked.request, name=setup.name and checked.request.name)
    return NewTable(setup.game, opening.bet, opening.seats, setup.bots, opening=opening)


def plan_tournament(form: FormOptions, game: str, *, house: str = "") -> NewTable:
    """Returns the tournament that the options ask for; raises UsageError with a sentence for what makes no sense.

    `game` is that of `--game`, and `house` a preset or a file of house rules.
    """
    if form.profile is not None:
        raise click.UsageError("A tournament has no such option: leave --profile out.")
    values = form.values(TournamentSetup)
    setup = _with_options(TournamentSetup(name=UNNAMED), form, values, game=game, house=house)
    made = TournamentForm.of(setup).fitted()
    if made.problem is not None:
        raise click.UsageError(made.problem.sentence)
    unnamed = replace(made.terms, name="")  # the client names it after its player
    return NewTable(unnamed.game, tournament=OpenTournament(terms=unnamed))


def with_password(table: NewTable, password: str) -> NewTable:
    """Returns a table or a tournament to be opened with a password."""
    opening = table.opening and replace(table.opening, password=password)
    if (tournament := table.tournament) is not None:
        tournament = replace(tournament, terms=replace(tournament.terms, password=password))
    return dataclasses.replace(table, password=password, opening=opening, tournament=tournament)


def _with_options(setup: SetupT, form: FormOptions, values: dict[str, Any], *, game: str, house: str) -> SetupT:
    """Returns a setup with the house rules, the games and the settings that the options name; raises UsageError."""
    if house and setup.house is not None:
        raise click.UsageError("That profile has house rules of its own: leave --house out.")
    if house:
        try:
            setup = replace(setup, house=PRESETS.get(house) or read_house_file(house))
        except ProfileError as error:
            raise click.UsageError(str(error)) from None
    return with_settings(_with_games(setup, form, values, game), values)


def _profile(name: str, profiles: TableProfileFile) -> HostSetup:
    kept = profiles.load()
    if (found := kept.find(name)) is not None:
        return found.setup
    damaged = profiles.take_error()
    names = ", ".join(each.name for each in kept.profiles)
    have = f"you have {names}" if names else "save one in the form for a new table, on its last page"
    raise click.UsageError(damaged or f"There is no profile called {name!r}: {have}.")


def _with_games(setup: SetupT, form: FormOptions, values: Mapping[str, Any], game: str) -> SetupT:
    """Returns a setup with the games that the options name, `game` being that of `--game`; raises UsageError."""
    mix = find_mix(game)
    if form.rotation is not None and game:
        raise click.UsageError("Name either --game or --rotation: the first game of a rotation begins.")
    if form.dealers_choice and game:
        raise click.UsageError("With --dealers-choice name the games by --rotation, not one by --game.")
    if mix is not None:
        setup = setup.with_mix(mix)
    elif game:
        setup = replace(setup, plays=Plays.ONE, game=game)
    if form.rotation is not None:
        setup = _with_rotation(setup, form.rotation)
    if form.dealers_choice and setup.plays is Plays.ONE:
        setup = setup.with_mix(next(mix for mix in MIXES if mix.dealers_choice))
    elif form.dealers_choice:
        setup = replace(setup, plays=Plays.CHOICE, hands=setup.hands or 1, variations=True)
    if "hands" not in values:
        return setup
    if setup.plays is Plays.ONE:
        raise click.UsageError("--hands says for how long a game of several is played: name --rotation, too.")
    if values["hands"] == 0 and setup.plays is Plays.CHOICE:
        raise click.UsageError("In dealer's choice a game is played for one hand or more.")
    return setup


def _with_rotation(setup: SetupT, typed: str) -> SetupT:
    """Returns a setup that plays the games of a mix, or those that somebody has listed, in turn."""
    if (mix := find_game_name(typed, MIXES)) is not None:
        return setup.with_mix(mix)
    try:
        games = tuple(read_game_name(name, GAMES).id for name in typed.replace(",", " ").split())
    except UnknownGame as unknown:
        raise click.UsageError(str(unknown)) from None
    if not games:
        raise click.UsageError("--rotation lists games that are played in turn, such as razz,stud8.")
    return replace(setup, plays=Plays.TURNS, game=games[0], games=games)
