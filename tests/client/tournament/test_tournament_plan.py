"""The tournament that the options of `railbird host` ask for."""

from __future__ import annotations

import click
import pytest

from railbird_client.hosting.host_options import FormOptions, TournamentOptions
from railbird_client.shell.launch import NewTable
from railbird_client.tournament.tournament_plan import plan_tournament
from railbird_shared.tournament.structure import TournamentTerms

NOTHING: dict[str, str | int | None] = dict.fromkeys(("game", "preset", "seats", "bots", "clock", "bet"))


def plan(options: TournamentOptions, form: FormOptions | None, **wanted: str | int | None) -> NewTable:
    return plan_tournament(options, form or FormOptions(), {**NOTHING, **wanted}, password="tern")


def terms(options: TournamentOptions, **wanted: str | int | None) -> TournamentTerms:
    command = plan(options, None, **wanted).tournament
    assert command is not None
    return command.terms


def test_players_chips_and_hours_are_enough() -> None:
    made = terms(TournamentOptions(24, 5000, 4.0))
    assert (made.most_players, made.chips, made.name, made.password) == (24, 5000, "", "tern")
    assert made.levels[0].seconds == 12 * 60


def test_a_game_or_a_mix_seats_bots_and_a_clock_are_taken_over() -> None:
    made = terms(TournamentOptions(12), game="razz", seats=6, bots=8, clock=0, preset="kitchen-table")
    assert (made.game, made.seats, made.bots_to, made.clock) == ("razz", 6, 8, 0)
    assert made.house is not None
    assert terms(TournamentOptions(12), game="horse").rotation is not None


def test_games_in_turn_and_the_dealers_choice_are_taken_over() -> None:
    made = plan(TournamentOptions(9), FormOptions(rotation="razz,badugi", hands=5, time_bank=60)).tournament
    assert made is not None
    assert made.terms.rotation is not None
    assert (made.terms.games, made.terms.rotation.hands, made.terms.time_bank) == (("razz", "badugi"), 5, 60)
    choice = plan(TournamentOptions(9), FormOptions(dealers_choice=True)).tournament
    assert choice is not None
    assert choice.terms.rotation is not None
    assert choice.terms.rotation.dealers_choice


@pytest.mark.parametrize(
    ("options", "form", "wanted", "words"),
    [
        (TournamentOptions(chips=3000), FormOptions(), {}, "--tournament PLAYERS"),
        (TournamentOptions(9), FormOptions(ante=5), {}, "no such option"),
        (TournamentOptions(9), FormOptions(), {"bet": 10}, "no such option"),
        (TournamentOptions(9), FormOptions(), {"preset": "house.toml"}, "cannot be read"),
        (TournamentOptions(9), FormOptions(hands=3), {}, "--rotation"),
    ],
)
def test_what_makes_no_sense_is_refused_with_a_sentence(
    options: TournamentOptions, form: FormOptions, wanted: dict[str, int], words: str
) -> None:
    with pytest.raises(click.UsageError, match=words):
        plan(options, form, **wanted)


def test_the_password_does_not_tell_one_game_from_another() -> None:
    table = plan(TournamentOptions(9), None)
    assert "tern" not in table.form_text
    assert table.form_text != plan(TournamentOptions(10), None).form_text
