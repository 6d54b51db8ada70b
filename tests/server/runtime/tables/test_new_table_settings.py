from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.config import ServerSettings
from railbird_server.refusal import Refusal
from railbird_server.runtime.tables.new_table_settings import settings_for_host
from railbird_server.table.settings import TableSettings
from railbird_shared.game.game_rules import Rake
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.house_rules import CASINO, Charge, HouseRules
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.protocol.table_limits import MAX_CHIPS


def terms_for(wish: OpenTable, **settings: float) -> TableSettings:
    return settings_for_host(wish, "Kitchen", ServerSettings(**settings))  # type: ignore[arg-type]


def test_terms_left_open_take_the_usual_values_of_the_game() -> None:
    agreed = terms_for(OpenTable(name="", game="holdem"))
    assert agreed.game == VARIANTS["holdem"].make_game()
    assert (agreed.min_buy_in, agreed.buy_in, agreed.max_buy_in) == (40, 200, 400)
    assert agreed.seats == 6


@pytest.mark.parametrize("game", VARIANTS)
def test_every_game_can_be_opened(game: str) -> None:
    agreed = terms_for(OpenTable(name="", game=game))
    assert agreed.seats <= VARIANTS[game].max_seats
    assert agreed.played.pack == VARIANTS[game].pack


def test_the_clock_and_the_pause_come_from_the_server_unless_the_table_has_its_own() -> None:
    assert terms_for(OpenTable(name="", game="holdem"), clock=20, pause=1.5).clock_ms == 20_000
    assert terms_for(OpenTable(name="", game="holdem", clock=0), clock=20, pause=1.5).clock_ms == 0
    agreed = terms_for(OpenTable(name="", game="holdem", clock=45), clock=20, pause=1.5)
    assert (agreed.clock_ms, agreed.pause_ms) == (45_000, 1500)


def test_the_time_bank_comes_from_the_server_unless_the_table_has_its_own() -> None:
    usual = terms_for(OpenTable(name="", game="holdem"))
    assert (usual.time_bank_ms, usual.time_bank_refill_ms, usual.time_bank_hands) == (60_000, 15_000, 10)
    agreed = terms_for(OpenTable(name="", game="holdem", time_bank=0), time_bank=90, time_bank_refill=20)
    assert (agreed.time_bank_ms, agreed.time_bank_refill_ms) == (0, 20_000)


def test_what_absence_costs_comes_from_the_server() -> None:  # AI-15
    usual = terms_for(OpenTable(name="", game="holdem"))
    assert (usual.max_timeouts, usual.seat_hold_ms, usual.return_ms, usual.sit_out_ms) == (
        3,
        600_000,
        3_600_000,
        900_000,
    )
    agreed = terms_for(OpenTable(name="", game="holdem"), missed_turns=5, seat_hold=90, return_limit=0)
    assert (agreed.max_timeouts, agreed.seat_hold_ms, agreed.return_ms) == (5, 90_000, 0)


def test_a_small_usual_buy_in_lowers_the_least_and_a_large_one_raises_the_most() -> None:
    small = terms_for(OpenTable(name="", game="holdem", bet=10, buy_in=100))
    assert (small.min_buy_in, small.buy_in, small.max_buy_in) == (100, 100, 2000)
    large = terms_for(OpenTable(name="", game="holdem", bet=10, buy_in=5000))
    assert (large.min_buy_in, large.buy_in, large.max_buy_in) == (200, 5000, 5000)


def test_a_table_may_have_the_ante_of_the_big_blind() -> None:  # CX-46
    stakes = terms_for(OpenTable(name="", game="holdem", bet=10, big_blind_ante=10)).game.stakes
    assert (stakes.ante, stakes.big_blind_ante) == (0, 10)


def test_a_table_may_have_bomb_pots_in_its_games_with_a_board() -> None:  # HS-46, HS-47
    settings = terms_for(OpenTable(name="", game="holdem", bomb_pot=10, bomb_pot_every=5))
    assert (settings.effective_rules.bomb_pot, settings.effective_rules.bomb_pot_every, settings.rules.bomb_pot) == (
        10,
        5,
        10,
    )
    assert any("Every 5 hands one is a bomb pot" in sentence for sentence in settings.house)
    rotation = Rotation((ChosenGame("razz"), ChosenGame("omaha")))
    settings = terms_for(OpenTable(name="", game="razz", rotation=rotation, bomb_pot=10))
    assert (settings.effective_rules.bomb_pot, settings.rules.bomb_pot, settings.house_rules.bomb_pot) == (0, 0, 10)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (OpenTable(name="", game="whist"), "game"),
        (OpenTable(name="", game="holdem", bet=1), "game"),
        (OpenTable(name="", game="holdem", bet=10, ante=11), "game"),
        (OpenTable(name="", game="holdem", bet=10**9), "bet"),
        (OpenTable(name="", game="razz", bet=10, big_blind_ante=10), "game"),
        (OpenTable(name="", game="holdem", bet=10, ante=1, big_blind_ante=10), "game"),
        (OpenTable(name="", game="holdem", bet=10, buy_in=99), "buy-in"),
        (OpenTable(name="", game="holdem", bet=10, buy_in=10_001), "buy-in"),
        (OpenTable(name="", game="holdem", bet=10, min_buy_in=99), "buy-in"),
        (OpenTable(name="", game="holdem", bet=10, max_buy_in=10_001), "buy-in"),
        (OpenTable(name="", game="holdem", bet=10, min_buy_in=300, buy_in=200), "buy-in"),
        (OpenTable(name="", game="holdem", bet=10, max_buy_in=300, buy_in=400), "buy-in"),
        (OpenTable(name="", game="holdem", house=HouseRules(pack=20, seats=9)), "game"),
        (OpenTable(name="", game="holdem", seats=1), "seats"),
        (OpenTable(name="", game="five-card-draw", seats=9), "seats"),
        (OpenTable(name="", game="holdem", seats=1, rotation=Rotation((ChosenGame("holdem"),))), "seats"),
        (OpenTable(name="", game="razz", bomb_pot=10), "no-bomb-pots"),
        (OpenTable(name="", game="whist", bomb_pot=10), "game"),
        (OpenTable(name="", game="holdem", bomb_pot=10**9 + 1), "no-bomb-pots"),
        (OpenTable(name="", game="holdem", bomb_pot_every=5), "no-bomb-pots"),
        (OpenTable(name="", game="holdem", bomb_pot=10, bomb_pot_every=101), "no-bomb-pots"),
        (OpenTable(name="", game="razz", bomb_pot=10, rotation=Rotation((ChosenGame("razz"),))), "no-bomb-pots"),
    ],
)
def test_impossible_terms_are_refused_with_a_sentence(wish: OpenTable, code: str) -> None:
    with pytest.raises(Refusal) as refused:
        terms_for(wish)
    assert refused.value.code == code
    assert refused.value.sentence.endswith(".")


def test_a_table_has_the_house_rules_of_its_host_in_place_of_the_server_s() -> None:
    settings = terms_for(OpenTable(name="", game="five-card-draw", house=HouseRules(wild_ranks="deuces")))
    assert settings.game.variant_note == "deuces wild"
    assert settings.house_rules == HouseRules(wild_ranks="deuces")
    assert terms_for(OpenTable(name="", game="holdem")).house_rules == CASINO


def test_a_server_that_charges_charges_at_every_table() -> None:
    server = ServerSettings(house=HouseRules(rake=Charge.PERCENT, rake_percent=3))
    own = HouseRules(jokers=1, games=(("stud8", HouseRules(rake=Charge.NONE)),))
    settings = settings_for_host(OpenTable(name="", game="holdem", house=own), "Den", server)
    assert settings.rake == Rake(3, 3)
    assert settings.house_rules.jokers == 1
    assert settings.house_rules.for_game("stud8").pot_rake == Rake(3, 3)


def test_a_host_may_set_the_least_the_usual_and_the_most_buy_in() -> None:
    settings = terms_for(OpenTable(name="", game="holdem", bet=2, min_buy_in=50, buy_in=80, max_buy_in=100))
    assert (settings.min_buy_in, settings.buy_in, settings.max_buy_in) == (50, 80, 100)
    settings = terms_for(OpenTable(name="", game="holdem", bet=2, max_buy_in=100))
    assert (settings.min_buy_in, settings.buy_in, settings.max_buy_in) == (40, 100, 100)
    settings = terms_for(OpenTable(name="", game="holdem", bet=2, min_buy_in=300))
    assert (settings.min_buy_in, settings.buy_in, settings.max_buy_in) == (300, 300, 400)


def test_a_table_may_be_left_out_of_the_lobby() -> None:
    assert terms_for(OpenTable(name="", game="holdem")).listed
    assert not terms_for(OpenTable(name="", game="holdem", listed=False)).listed


def test_the_least_buy_in_is_never_less_than_ten_bets() -> None:
    with pytest.raises(Refusal) as refused:
        terms_for(OpenTable(name="", game="seven-card-stud", bet=4, buy_in=39))
    assert refused.value.clause == "AI-14"


def test_all_seats_together_bring_no_more_than_a_message_may_name() -> None:
    rich = ServerSettings(house=replace(CASINO, big_blind=10**9, small_blind=5 * 10**8))
    usual = settings_for_host(OpenTable(name="", game="holdem", seats=10), "Kitchen", rich)
    assert (usual.buy_in, usual.seats * usual.max_buy_in) == (10**11, MAX_CHIPS)
    with pytest.raises(Refusal) as refused:
        settings_for_host(OpenTable(name="", game="holdem", seats=10, buy_in=10**11 + 1), "Kitchen", rich)
    assert (refused.value.code, refused.value.sentence) == (
        "table-total",
        "Set the buy-in to at most 100,000,000,000; 10 of more are too much to count.",
    )


def test_limits_and_approval_are_those_of_the_server_unless_the_host_says_otherwise() -> None:
    server = ServerSettings(most_rebuys=3, most_brought=10, approve_buy_ins=True)
    usual = settings_for_host(OpenTable(name="", game="holdem", bet=2), "Kitchen", server)
    assert (usual.most_rebuys, usual.most_brought, usual.approve_buy_ins) == (3, usual.min_buy_in, True)
    wish = OpenTable(name="", game="holdem", bet=2, most_rebuys=-1, most_brought=0, approve_buy_ins=False)
    free = settings_for_host(wish, "Kitchen", server)
    assert (free.most_rebuys, free.most_brought, free.approve_buy_ins) == (None, 0, False)
    strict = settings_for_host(replace(wish, most_rebuys=0, most_brought=300), "Kitchen", ServerSettings())
    assert (strict.most_rebuys, strict.most_brought) == (0, 300)
    with pytest.raises(Refusal, match="at least, the smallest buy-in"):
        settings_for_host(replace(wish, most_brought=5), "Kitchen", server)
