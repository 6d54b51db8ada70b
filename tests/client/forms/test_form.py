"""What all forms have in common."""

from __future__ import annotations

from dataclasses import replace

import pytest

from railbird_client.forms.form_rows import FormPage, Mark, choice_row, place_of, stepped
from railbird_client.hosting.games_form import Plays
from railbird_client.hosting.host_form import HostForm, HostSetup
from railbird_client.tournament.tournament_form import TournamentForm, TournamentSetup
from railbird_shared.game.catalogue import GAMES
from railbird_shared.protocol.table_limits import MAX_PASSWORD_LENGTH

TABLE = HostForm.of(HostSetup(name="Den"))
TOURNAMENT = TournamentForm.of(TournamentSetup(name="Sunday"))


def test_what_cannot_be_stays_in_its_row_with_a_sentence_until_it_is_mended() -> None:
    form = TOURNAMENT.typed("players", "1")
    row = next(row for row in form.rows(FormPage.PLAYERS) if row.id == "players")
    assert (row.value, row.mark) == ("1", Mark.WRONG)
    assert form.problem is not None
    assert (form.problem.page, form.problem.row, form.problem.sentence) == ("Players", "players", row.sentence)
    assert form.typed("players", "12").problem is None


@pytest.mark.parametrize("form", [TABLE, TOURNAMENT], ids=["table", "tournament"])
def test_a_password_that_is_too_long_is_not_shown_either(form: HostForm | TournamentForm) -> None:
    wrong = form.typed("password", "a" * (MAX_PASSWORD_LENGTH + 1))
    assert wrong.problem is not None
    row = next(row for row in wrong.rows(wrong.problem.page) if row.id == "password")
    assert "a" not in row.value
    assert "aaa" not in repr(wrong)


def test_what_was_typed_into_a_row_that_is_gone_keeps_no_table_from_being_opened() -> None:
    choice = TABLE.step("plays", 1).step("plays", 1).typed("max_bet", "lots")
    assert choice.problem is not None
    assert choice.problem.page is FormPage.GAME
    assert choice.step("plays", -1).problem is None


def test_a_value_of_none_of_the_choices_is_left_for_the_nearest_in_either_direction() -> None:
    row = choice_row("clock", "A turn", ((10, "10 seconds"), (20, "20 seconds")), 15, other="15 seconds")
    assert (row.value, row.first, row.last) == ("15 seconds", False, False)
    assert (stepped((10, 20), 15, 1), stepped((10, 20), 15, -1), stepped((10, 20), 20, 1)) == (20, 10, 20)


def test_none_and_no_are_not_zero() -> None:
    assert [place_of((None, 0, False), value) for value in (None, 0, False, 1)] == [0, 1, 2, -1]


@pytest.mark.parametrize("form", [TABLE, TOURNAMENT], ids=["table", "tournament"])
def test_a_server_that_deals_few_games_is_offered_no_mix_of_others(form: HostForm | TournamentForm) -> None:
    few = replace(form, games=GAMES[:2])
    for _ in Plays:
        few = few.step("plays", 1)
        assert few.problem is None
        assert set(few.setup.games_played) <= {game.id for game in few.games}
    assert few.step("mix", 1) == few.step("mix", -1) == few
