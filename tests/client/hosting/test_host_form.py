from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.forms.form_rows import FormPage, FormRow, Mark, RowKind, best_match, narrowed
from railbird_client.hosting.games_form import Plays
from railbird_client.hosting.host_form import HostForm, HostSetup, setup_of_table
from railbird_server.config import ServerSettings
from railbird_server.runtime.tables.new_table_settings import settings_for_host
from railbird_shared.game.catalogue import GAMES, MIXES
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.house.house_rules import CASINO, HouseRules
from railbird_shared.protocol import codec
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.protocol.table_limits import MAX_ROTATION_GAMES
from railbird_shared.settings.table_terms import RailTerms, TableTerms
from support.view_builders import table_view

DEN = HostForm.of(HostSetup(name="Den"))


def row_of(form: HostForm, name: str) -> FormRow:
    return next(row for page in form.pages for row in form.rows(page) if row.id == name)


def typed(form: HostForm, **rows: str) -> HostForm:
    for row, text in rows.items():
        form = form.typed(row, text)
    return form


def test_a_form_opens_the_usual_table_at_once() -> None:
    assert DEN.problem is None
    assert DEN.request == OpenTable(name="Den", game="holdem")
    assert DEN.summary == ("No-Limit Hold'em 1/2", "6 seats, buy-in 40 to 400, usually 200")


RAIL_STEPS = (("rail_limit", 3), ("rail_speaks", 1), ("rail_delay_hands", 3), ("rail_delay_seconds", 1))


def test_every_choice_comes_into_the_command() -> None:
    form = typed(DEN, name="Friday", bet="10", ante="10", min_buy_in="200", buy_in="500", max_buy_in="1,000")
    form = typed(form, most_brought="3000", chip_worth="0,05 eur", password="aces").step("ante_for_all", 1)
    for row, by in (
        ("most_rebuys", 5),
        ("approve_buy_ins", 2),
        ("seats", 8),
        ("clock", 4),
        ("time_bank", 2),
        *RAIL_STEPS,
    ):
        form = form.step(row, by)
    form = form.step("listed", 1).step("preset", 2).step("house:straddles", 2).step("structure", 2)
    assert form.problem is None
    assert form.request == OpenTable(
        name="Friday",
        game="holdem",
        seats=9,
        bet=10,
        big_blind_ante=10,
        min_buy_in=200,
        buy_in=500,
        max_buy_in=1000,
        most_brought=3000,
        most_rebuys=3,
        approve_buy_ins=True,
        chip_worth="0.05 EUR",
        password="aces",
        clock=20,
        time_bank=30,
        listed=False,
        rail=RailTerms(limit=2, speaks=True, delay_hands=3, delay_seconds=30),
        house=form.house.rules,
    )
    assert form.house.rules is not None
    assert (form.house.rules.straddles, form.house.rules.structure) == (2, "spread")


def test_a_table_plays_a_known_mix_or_a_list_of_the_hosts_own() -> None:
    horse = DEN.step("plays", 1)
    assert horse.setup.mix == MIXES[1]
    assert horse.summary[0] == "HORSE, first Limit Hold'em 2/4"
    own = horse.step("mix", 2)
    assert own.setup.games == ("limit-holdem",)
    own = own.toggle("game:badugi").toggle("game:razz").toggle("game:limit-holdem").step("hands", 5)
    assert own.request.rotation == Rotation((ChosenGame("badugi"), ChosenGame("razz")), hands=5)
    assert row_of(own, "game:razz").value == "2."
    assert own.summary[0].startswith("2 games, first Limit Badugi")


def test_the_dealer_chooses_within_a_time_from_a_repertoire_with_variations() -> None:
    choice = DEN.step("plays", 2)
    assert choice.setup.mix == MIXES[0]
    rotation = choice.step("choice_seconds", 1).typed("max_bet", "50").request.rotation
    assert rotation is not None
    assert (rotation.dealers_choice, rotation.hands, rotation.seconds) == (True, 1, 45)
    assert (rotation.variations, rotation.max_bet, len(rotation.games)) == (True, 50, 13)
    assert choice.step("variations", -1).request.rotation != choice.request.rotation


@pytest.mark.parametrize(
    ("rows", "page", "row", "sentence"),
    [
        ({"bet": "0"}, FormPage.STAKES, "bet", "Write the bet as a number of chips, 2 to 1,000,000."),
        ({"bet": "abc"}, FormPage.STAKES, "bet", "Write the bet as a number of chips, 2 to 1,000,000."),
        ({"bet": "9" * 500}, FormPage.STAKES, "bet", "Write the bet as a number of chips, 2 to 1,000,000."),
        ({"bet": "10", "ante": "11"}, FormPage.STAKES, "ante", "Make the ante at most the bet of 10."),
        (
            {"bet": "10", "buy_in": "99"},
            FormPage.STAKES,
            "buy_in",
            "Set the buy-in from 100 to 10,000 chips at these stakes.",
        ),
        (
            {"bet": "10", "min_buy_in": "500", "max_buy_in": "400"},
            FormPage.STAKES,
            "buy_in",
            "Set the usual buy-in from the least to the most: 500 is not from 500 to 400.",
        ),
        (
            {"bet": "10", "most_brought": "50"},
            FormPage.STAKES,
            "most_brought",
            "Let players bring 200 chips at least, the smallest buy-in.",
        ),
        (
            {"chip_worth": "abc"},
            FormPage.STAKES,
            "chip_worth",
            "Name what a chip is worth as an amount with up to six decimals and a currency, such as 0.05 EUR.",
        ),
        ({"name": "\u202e"}, FormPage.GAME, "name", "Give the table a name that can be shown."),
        ({"house:pack": "x"}, FormPage.HOUSE, "house:pack", "Write Pack as a number of chips."),
    ],
)
def test_what_cannot_be_says_where_and_why(rows: dict[str, str], page: FormPage, row: str, sentence: str) -> None:
    form = typed(DEN, **rows)
    problem = form.problem
    assert problem is not None
    assert (problem.page, problem.row, problem.sentence) == (page, row, sentence)
    assert row_of(form, row).mark is Mark.WRONG
    assert row_of(form, row).sentence == sentence


def test_what_was_wrong_is_right_once_it_is_typed_anew() -> None:
    wrong = typed(DEN, bet="abc")
    assert row_of(wrong, "bet").text == "abc"
    assert typed(wrong, bet="20").problem is None
    assert wrong.step("bet", 1).problem is None


def test_a_repertoire_without_a_game_is_no_table() -> None:
    form = DEN.step("plays", 1).step("mix", 2).toggle("game:limit-holdem")
    assert form.problem is not None
    assert form.problem.sentence == "Name a game, or several that are played in turn."


def test_seats_and_bots_are_limited_by_the_games() -> None:
    full = DEN.step("seats", 9).step("bots", 9)
    assert (full.setup.table.seats, full.setup.bots) == (10, 9)
    draw = full.toggle("game:five-card-draw")
    assert (draw.setup.table.seats, draw.setup.bots) == (6, 5)
    few = DEN.step("bots", 5).step("seats", 1)
    assert few.problem is not None
    assert few.problem.row == "bots"
    one = HostForm.of(HostSetup(name="Den", table=TableTerms(seats=1)))
    assert one.problem is not None
    assert one.problem.sentence == "Hold'em is played by 2 to 10; choose as many seats."


def test_a_house_that_rules_the_game_out_says_so_with_its_clause() -> None:
    form = DEN.step("house:pack", 5).with_setup(seats=8)
    assert form.problem is not None
    small = HostForm.of(HostSetup(name="Den", house=replace(CASINO, pack=20, seats=9)))
    assert small.problem is not None
    assert small.problem.sentence == "A pack of 20 cards cannot seat 9 at Hold'em, only 6 (DL-22, SK-6)."


def test_conflicting_house_rules_keep_the_table_from_being_opened() -> None:
    form = DEN.step("house:rake", 1)
    assert form.problem is not None
    assert (form.problem.page, form.problem.row) == (FormPage.HOUSE, "house:time_charge")
    assert form.step("house:time_charge", 1).problem is None


def test_a_table_that_no_message_can_hold_is_not_sent() -> None:
    games = tuple((game.id, HouseRules(burn=False, wild_ranks="3 9 kh", jokers=1)) for game in GAMES)
    everything = tuple(game.id for game in GAMES)
    form = HostForm.of(
        HostSetup(name="Den", plays=Plays.TURNS, games=everything[:MAX_ROTATION_GAMES], house=HouseRules(games=games))
    )
    if form.problem is None:
        assert len(codec.encode(form.request)) <= codec.MAX_COMMAND_BYTES
    else:
        assert form.problem.sentence.endswith("list fewer games, or fewer rules of single games.")


def test_the_rules_unlike_a_casino_s_are_listed_alone() -> None:
    form = DEN.step("shown", 1)
    assert form.only_differences
    assert [row.label for row in form.rows(FormPage.HOUSE)] == ["Rules", "Listed", "As in a casino."]
    kitchen = form.step("preset", 2)
    assert kitchen.house.differences
    assert {row.mark for row in kitchen.rows(FormPage.HOUSE)[2:] if row.kind is not RowKind.HEADING} == {
        Mark.DIFFERS,
        Mark.IDLE,
    }


def test_typing_finds_rows_by_their_words() -> None:
    found = narrowed(DEN.rows(FormPage.GAME), "hi-lo om")
    assert [row.label for row in found] == ["Game", "Omaha Hi-Lo"]
    assert narrowed(DEN.rows(FormPage.GAME), "whist") == ()


@pytest.mark.parametrize(
    ("typed_words", "game"),
    [
        *(
            ("seven card stud", "seven-card-stud"),
            ("jacks", "jacks-or-better"),
            ("hi-lo", "omaha8"),
            ("wheel", "lowball"),
        ),
        *(("stud", "seven-card-stud"), ("plo", "omaha"), ("plo8", "omaha8"), ("27", "triple-draw"), ("nlhe", "holdem")),
    ],
)
def test_typing_marks_the_game_that_is_called_so(typed_words: str, game: str) -> None:
    found = narrowed(DEN.rows(FormPage.GAME), typed_words)
    assert best_match(found, typed_words) == f"game:{game}"


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_the_server_opens_every_table_that_the_form_lets_through(game: str) -> None:
    form = DEN.toggle(f"game:{game}").step("preset", 2).step("house:jokers", 2).typed("bet", "20")
    opened = settings_for_host(form.request, "Den", ServerSettings())
    assert form.problem is None
    assert form.summary[0] == opened.game.full_title


def test_a_table_is_kept_as_it_is_now_with_what_it_does_not_tell() -> None:
    opened = HostSetup(name="Den", house=HouseRules(burn=False), bots=2, table=TableTerms(chip_worth="0.05 EUR"))
    kept = setup_of_table(table_view(), opened)
    assert (kept.house, kept.bots, kept.table.chip_worth) == (opened.house, 2, "0.05 EUR")
    assert kept.table.seats == len(table_view().seats)
    assert HostForm.of(kept).problem is None
