"""Which terms no tournament can have, and what the refusal says."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_shared.game.catalogue import MIXES
from railbird_shared.game.rotation import ChosenGame, rotation_of
from railbird_shared.house.house_rules import Charge, HouseRules
from railbird_shared.house.terms import TermsRefused
from railbird_shared.tournament.checks import check_start, check_terms, level_terms, tournament_house
from railbird_shared.tournament.structure import AddOn, Level, Rebuys, StartRule, TournamentTerms

LEVELS = (Level(20, seconds=600), Level(40, seconds=600, break_minutes=10), Level(80, ante=10, seconds=600))
TERMS = TournamentTerms(name="Sunday", chips=2000, levels=LEVELS)
HOUSE = HouseRules()


def test_plain_terms_can_be_played() -> None:
    check_terms(TERMS, HOUSE)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "  "}, "name"),
        ({"seats": 1}, "seats"),
        ({"seats": 10, "game": "five-card-draw"}, "seats"),
        ({"least_players": 1}, "least_players"),
        ({"least_players": 9, "most_players": 8}, "least_players"),
        ({"most_players": 8, "bots_to": 9}, "bots_to"),
        ({"levels": (Level(20),)}, "levels"),
        ({"levels": (Level(20, seconds=60, hands=9),)}, "levels"),
        ({"levels": (Level(20, ante=2, big_blind_ante=20, seconds=60),)}, "levels"),
        ({"levels": LEVELS[::-1]}, "levels"),
        ({"levels": (Level(20, ante=30, seconds=60),)}, "ante"),
        ({"chips": 100}, "chips"),
        ({"buy_in": 10, "bounty": 11}, "bounty"),
        ({"rebuys": Rebuys(0, 10, 2)}, "rebuys"),
        ({"rebuys": Rebuys(2000, 10, 4)}, "rebuys"),
        ({"rebuys": Rebuys(2000, 10, 2, most=0)}, "rebuys"),
        ({"add_on": AddOn(0, 10, 2)}, "add_on"),
        ({"add_on": AddOn(2000, 10, 1)}, "add_on"),
        ({"late_entry": 4}, "late_entry"),
        ({"re_entries": 1}, "re_entries"),
        ({"most_players": 2, "payouts": (3, 2, 1)}, "payouts"),
        ({"payouts": (1, 2)}, "payouts"),
        ({"start": StartRule.AT_TIME}, "start_at"),
        ({"game": "snap"}, "game"),
        ({"unit": "a goat"}, "unit"),
        ({"unit": "\u202e1 EUR"}, "unit"),
    ],
)
def test_terms_that_no_tournament_can_have_are_refused_with_the_field_at_fault(
    change: dict[str, object], field: str
) -> None:
    with pytest.raises(TermsRefused) as refused:
        check_terms(replace(TERMS, **change), HOUSE)
    assert refused.value.field == field
    assert str(refused.value).endswith(".")


def test_a_tournament_starts_within_a_year_or_so() -> None:
    now = 1_795_000_000.5
    check_start(TERMS, now)
    check_start(replace(TERMS, start=StartRule.AT_TIME, start_at=round(now) + 366 * 24 * 3600), now)
    for start_at in (round(now) + 366 * 24 * 3600 + 1, 2**53):
        with pytest.raises(TermsRefused, match=r"within 366 days\.") as refused:
            check_start(replace(TERMS, start_at=start_at), now)
        assert refused.value.field == "start_at"


def test_rebuys_an_add_on_and_late_entries_go_together() -> None:
    check_terms(
        replace(TERMS, buy_in=20, bounty=5, rebuys=Rebuys(2000, 20, 2), add_on=AddOn(3000, 20, 2), late_entry=2), HOUSE
    )


def test_a_tournament_is_never_raked() -> None:
    raked = HouseRules(rake=Charge.PERCENT, rake_percent=5, games=(("omaha", HouseRules(rake=Charge.PERCENT)),))
    house = tournament_house(TERMS, raked)
    assert house.rake is Charge.NONE
    assert house.for_game("omaha").rake is Charge.NONE


def test_the_rest_of_a_hand_is_dealt_once_whatever_the_house_offers() -> None:  # SD-26
    house = tournament_house(TERMS, HouseRules(runs=3, games=(("omaha", HouseRules(runs=2)),)))
    for game in ("holdem", "omaha"):
        assert level_terms(house, ChosenGame(game), TERMS.levels[0]).variant.runs == 1


@pytest.mark.parametrize("mix", MIXES, ids=lambda mix: mix.name)
def test_every_mix_can_be_played_at_every_level(mix: object) -> None:
    levels = (Level(20, big_blind_ante=20, seconds=60), Level(1_000_000, seconds=60))
    check_terms(replace(TERMS, levels=levels, seats=6, rotation=rotation_of(mix)), HOUSE)  # type: ignore[arg-type]


def test_an_ante_of_the_big_blind_is_left_out_of_games_without_blinds() -> None:
    level = Level(40, big_blind_ante=40, seconds=60)
    assert level_terms(HOUSE, ChosenGame("holdem", bet=2), level).game.stakes.big_blind_ante == 40
    stud = level_terms(HOUSE, ChosenGame("seven-card-stud"), level).game.stakes
    assert (stud.small_bet, stud.big_blind_ante, stud.ante) == (40, 0, 10)
