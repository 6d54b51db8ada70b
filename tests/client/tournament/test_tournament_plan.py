"""The tournament that the options of `railbird host` ask for."""

from __future__ import annotations

import click
import pytest

from railbird_client.hosting.host_form import HostSetup
from railbird_client.hosting.host_options import FormOptions
from railbird_client.hosting.host_plan import plan_tournament, with_password
from railbird_client.player_requests import NewTable
from railbird_shared.tournament.structure import TournamentTerms


def options(**named: str | bool) -> FormOptions:
    games = {name: named.pop(name) for name in ("rotation", "dealers_choice") if name in named}
    return FormOptions(**games, terms={f"--{name.replace('_', '-')}": text for name, text in named.items()})  # type: ignore[arg-type]


def plan(form: FormOptions, game: str = "", house: str = "") -> NewTable:
    return with_password(plan_tournament(form, game, house=house), "tern")


def terms(form: FormOptions, game: str = "", house: str = "") -> TournamentTerms:
    command = plan(form, game, house).tournament
    assert command is not None
    return command.terms


def test_players_chips_and_hours_are_enough() -> None:
    made = terms(options(players="24", chips="5000", minutes="4"))
    assert (made.most_players, made.chips, made.name, made.password) == (24, 5000, "", "tern")
    assert made.levels[0].seconds == 12 * 60


def test_a_game_or_a_mix_seats_bots_and_a_clock_are_taken_over() -> None:
    made = terms(options(players="12", seats="6", bots="8", clock="0"), "razz", "kitchen-table")
    assert (made.game, made.seats, made.bots_to, made.clock) == ("razz", 6, 8, 0)
    assert made.house is not None
    assert terms(options(players="12"), "horse").rotation is not None


def test_games_in_turn_and_the_dealers_choice_are_taken_over() -> None:
    made = plan(options(players="9", rotation="razz,badugi", hands="5", time_bank="60")).tournament
    assert made is not None
    assert made.terms.rotation is not None
    assert [each.game for each in made.terms.rotation.games] == ["razz", "badugi"]
    assert (made.terms.rotation.hands, made.terms.time_bank) == (5, 60)
    choice = plan(options(players="9", dealers_choice=True)).tournament
    assert choice is not None
    assert choice.terms.rotation is not None
    assert choice.terms.rotation.dealers_choice


@pytest.mark.parametrize(
    ("form", "house", "words"),
    [
        (options(players="9", ante="5"), "", "no such option: leave --ante out"),
        (options(players="9", bet="10"), "", "no such option: leave --bet out"),
        (options(players="101"), "", "--players cannot be '101': choose a whole number from 2 to 100"),
        (options(players="9"), "house.toml", "cannot be read"),
        (options(players="9", hands="3"), "", "--rotation"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(form: FormOptions, house: str, words: str) -> None:
    with pytest.raises(click.UsageError, match=words):
        plan(form, house=house)


def test_terms_of_a_tournament_are_refused_for_a_table() -> None:
    with pytest.raises(click.UsageError, match="--chips goes with --tournament PLAYERS"):
        options(chips="3000").values(HostSetup)


def test_the_password_does_not_tell_one_game_from_another() -> None:
    table = plan(options(players="9"))
    assert "tern" not in table.form_text
    assert table.form_text != plan(options(players="10")).form_text
