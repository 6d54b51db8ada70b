"""The form for a tournament as a value: what is chosen, what follows from it, and what cannot be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_client.forms.form_rows import FormPage, RowKind
from railbird_client.tournament.tournament_form import TournamentForm, TournamentSetup
from railbird_shared.game.catalogue import GAMES, MIXES, GameChoice, Mix, find_game
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.rule import rules_of
from railbird_shared.tournament.checks import tournament_games
from railbird_shared.tournament.structure import StartRule

FORM = TournamentForm.of(TournamentSetup(name="Sunday"))


def test_the_form_can_be_opened_as_it_comes() -> None:
    assert FORM.problem is None
    assert FORM.summary == (
        "9 players on 1 table, 3,000 chips each",
        "10/20 at first, 12 minutes a level; about 3 h in all",
    )


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_can_be_played_at_a_table_of_as_many_seats_as_it_has(game: GameChoice) -> None:
    form = FORM.toggle(f"game:{game.id}")
    assert form.problem is None


@pytest.mark.parametrize("mix", MIXES, ids=lambda mix: mix.id)
def test_several_games_are_played_in_turn(mix: Mix) -> None:
    form = FORM.with_mix(mix)
    assert form.problem is None
    assert form.terms.rotation is not None


ROWS = [row.id for page in FORM.pages for row in FORM.rows(page)]


@given(st.lists(st.tuples(st.sampled_from(ROWS), st.booleans())))
def test_whatever_is_stepped_can_be_opened_or_has_a_row_at_fault(steps: list[tuple[str, bool]]) -> None:
    form = FORM
    for row, up in steps:
        form = form.toggle(row) if row.startswith("game:") else form.step(row, 1 if up else -1)
    problem = form.problem
    if problem is not None:
        assert any(row.id == problem.row for row in form.rows(problem.page))


@pytest.mark.parametrize(
    ("row", "typed", "field", "value"),
    [
        ("players", "24", "players", 24),
        ("chips", "5,000", "chips", 5000),
        ("minutes", "2:30", "minutes", 150),
        ("minutes", "2.5", "minutes", 150),
        ("payouts", "50/30/20", "payouts", (50, 30, 20)),
        ("payouts", "", "payouts", ()),
        ("unit", "0.5 eur", "unit", "0.50 EUR"),
        ("buy_in", "20", "buy_in", 20),
    ],
)
def test_a_value_is_typed(row: str, typed: str, field: str, value: object) -> None:
    form = FORM.typed(row, typed)
    assert form.problem is None
    assert form.settings[field].value_in(form.setup) == value


@pytest.mark.parametrize(
    ("row", "typed"),
    [("players", "1"), ("players", "x"), ("chips", ""), ("minutes", "0"), ("minutes", "nan"), ("payouts", "10 20")],
)
def test_what_cannot_be_names_its_row(row: str, typed: str) -> None:
    problem = FORM.typed(row, typed).problem
    assert problem is not None
    assert problem.row == row


def test_an_add_on_has_a_break_in_which_it_is_bought() -> None:
    form = FORM.step("rebuys", 1).step("add_on", 1)
    add_on, rebuys = form.terms.add_on, form.terms.rebuys
    assert add_on is not None
    assert rebuys is not None
    assert add_on.after_level == rebuys.until_level
    assert form.levels[add_on.after_level - 1].break_minutes
    assert form.problem is None


def test_players_can_enter_again_only_while_late_entry_is_open() -> None:
    assert FORM.step("re_entries", 1).setup.choices.re_entries == 0
    assert FORM.step("late_entry", 1).step("re_entries", 1).setup.choices.re_entries == 1


def test_a_level_has_the_length_that_the_host_chooses() -> None:
    assert {level.seconds for level in FORM.with_value("length", 20).levels} == {1200}
    assert {level.hands for level in FORM.with_value("length", -10).levels} == {10}


def test_it_starts_when_the_host_says_when_full_or_in_some_minutes() -> None:
    assert FORM.terms.start is StartRule.BY_HOST
    assert FORM.step("start", 1).terms.start is StartRule.WHEN_FULL
    later = FORM.step("start", 1).step("start", 1).terms_at(1_000)
    assert (later.start, later.start_at) == (StartRule.AT_TIME, 1_300)


def test_fewer_players_take_fewer_bots() -> None:
    assert FORM.with_value("bots", 9).typed("players", "6").setup.bots == 6


def test_the_prizes_of_all_entries_are_shown_and_add_up_to_them() -> None:
    form = FORM.typed("buy_in", "20").typed("unit", "1 EUR").typed("payouts", "50 30 20")
    rows = [row for row in form.rows(FormPage.PRIZES) if row.id.startswith("prize:")]
    assert [(row.label, row.value) for row in rows] == [
        ("1st", "90.00 EUR"),
        ("2nd", "54.00 EUR"),
        ("3rd", "36.00 EUR"),
    ]
    assert not any(row.id.startswith("prize:") for row in FORM.rows(FormPage.PRIZES))


def test_a_password_is_not_shown() -> None:
    form = FORM.typed("password", "tern")
    row = next(row for row in form.rows(FormPage.PLAYERS) if row.kind is RowKind.SECRET)
    assert row.value == "●●●●"
    assert "tern" not in repr(form)


def test_the_dealer_chooses_among_the_games_that_the_host_ticks() -> None:
    form = FORM.step("plays", 1).step("plays", 1)
    assert form.problem is None
    rotation = form.terms.rotation
    assert rotation is not None
    assert rotation.dealers_choice
    assert form.setup.choices.seats == min(find_game(each.game).max_seats for each in tournament_games(form.terms))
    own = form.step("mix", 1).toggle("game:razz").step("choice_seconds", 1)
    assert tournament_games(own.terms)[-1].game == "razz"
    assert own.terms.rotation is not None
    assert own.terms.rotation.seconds > rotation.seconds


def test_the_betting_and_any_house_rule_that_counts_are_the_hosts() -> None:
    form = FORM.step("structure", 1)
    assert form.problem is None
    assert form.terms.house is not None
    rows = {row.id for row in form.rows(FormPage.HOUSE)}
    assert "house:burn" in rows
    assert not rows & {f"house:{name}" for name in TournamentForm.without_effect}
    assert {f"house:{name}" for name in rules_of(HouseRules)} > {
        f"house:{name}" for name in TournamentForm.without_effect
    }


def test_the_host_says_where_the_levels_begin_and_how_fast_they_rise() -> None:
    form = FORM.typed("first_bet", "50")
    assert [level.bet for level in form.levels[:2]] == [50, 60]
    assert form.step("stride", 1).step("stride", 1).levels[1].bet == 80
    assert form.typed("first_bet", "").levels == FORM.levels
    problem = FORM.typed("first_bet", "1000").problem
    assert problem is not None
    assert (problem.row, problem.sentence) == (
        "chips",
        "Give everybody 10,000 chips or more, ten bets of the first level.",
    )


def test_the_bet_of_a_single_level_is_typed_or_stepped_and_those_after_it_are_no_lower() -> None:
    form = FORM.typed("level:2", "70")
    assert [level.bet for level in form.levels[:5]] == [20, 70, 70, 70, 80]
    assert form.levels[3].big_blind_ante == 70
    row = next(row for row in form.rows(FormPage.LEVELS) if row.id == "level:2")
    assert row.label == "Level 2, your bet"
    assert form.step("level:2", 1).levels[1].bet == 80
    assert form.step("level:2", -1).step("level:2", -1).levels[1].bet == 40
    assert form.typed("level:2", "").levels == FORM.levels
    problem = form.typed("level:3", "60").problem
    assert problem is not None
    assert (problem.page, problem.row) == (FormPage.LEVELS, "level:3")


@given(st.lists(st.tuples(st.integers(1, 12), st.booleans()), max_size=20))
def test_whatever_levels_are_stepped_the_stakes_never_fall(steps: list[tuple[int, bool]]) -> None:
    form = FORM
    for level, up in steps:
        form = form.step(f"level:{level}", 1 if up else -1)
    bets = [level.bet for level in form.levels]
    assert bets == sorted(bets)
    assert form.problem is None
