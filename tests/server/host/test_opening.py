from __future__ import annotations

import pytest

from railbird_server.config import Settings
from railbird_server.host.opening import Terms, terms
from railbird_server.host.people import Person
from railbird_server.rules.errors import IllegalAction
from railbird_server.rules.variants import VARIANTS
from railbird_shared.commands import OpenTable


def terms_for(wish: OpenTable, **settings: float) -> Terms:
    host = Person("p1", b"")
    host.name = "Wren"
    return terms(wish, host, "Kitchen", Settings(**settings))  # type: ignore[arg-type]


def test_what_is_left_open_is_filled_in_by_the_games_habits() -> None:
    agreed = terms_for(OpenTable(name="", game="holdem"))
    assert agreed.spec.game == VARIANTS["holdem"].announce()
    assert (agreed.spec.min_buy_in, agreed.buy_in, agreed.spec.max_buy_in) == (40, 200, 400)
    assert (agreed.spec.host, agreed.spec.host_name, agreed.spec.seats) == ("p1", "Wren", 6)


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_can_be_opened(game: str) -> None:
    agreed = terms_for(OpenTable(name="", game=game))
    assert agreed.spec.seats <= VARIANTS[game].most_seats
    assert agreed.pack == VARIANTS[game].pack


def test_the_clock_and_the_pause_come_from_the_server_unless_the_table_has_its_own() -> None:
    assert terms_for(OpenTable(name="", game="holdem"), clock=20, pause=1.5).spec.clock_ms == 20_000
    agreed = terms_for(OpenTable(name="", game="holdem", clock=45), clock=20, pause=1.5)
    assert (agreed.spec.clock_ms, agreed.spec.pause_ms) == (45_000, 1500)


def test_a_small_usual_buy_in_lowers_the_least_and_a_large_one_raises_the_most() -> None:
    small = terms_for(OpenTable(name="", game="holdem", bet=10, buy_in=100))
    assert (small.spec.min_buy_in, small.buy_in, small.spec.max_buy_in) == (100, 100, 2000)
    large = terms_for(OpenTable(name="", game="holdem", bet=10, buy_in=5000))
    assert (large.spec.min_buy_in, large.buy_in, large.spec.max_buy_in) == (200, 5000, 5000)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (OpenTable(name="", game="whist"), "game"),
        (OpenTable(name="", game="holdem", bet=1), "game"),
        (OpenTable(name="", game="holdem", bet=10, ante=11), "game"),
        (OpenTable(name="", game="holdem", bet=10**9), "bet"),
        (OpenTable(name="", game="holdem", bet=10, buy_in=99), "buy-in"),
        (OpenTable(name="", game="holdem", bet=10, buy_in=10_001), "buy-in"),
        (OpenTable(name="", game="holdem", seats=1), "seats"),
        (OpenTable(name="", game="five-card-draw", seats=9), "seats"),
    ],
)
def test_terms_that_nobody_can_play_on_are_refused_with_a_sentence(wish: OpenTable, code: str) -> None:
    with pytest.raises(IllegalAction) as refused:
        terms_for(wish)
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


def test_the_least_buy_in_is_never_less_than_ten_bets() -> None:
    with pytest.raises(IllegalAction) as refused:
        terms_for(OpenTable(name="", game="seven-card-stud", bet=4, buy_in=39))
    assert refused.value.clause == "AI-14"
