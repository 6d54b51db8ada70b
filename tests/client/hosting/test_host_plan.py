from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click
import pytest

from railbird_client.hosting.games_form import Plays
from railbird_client.hosting.host_form import HostSetup
from railbird_client.hosting.host_options import FormOptions
from railbird_client.hosting.host_plan import fill_in, with_password
from railbird_client.hosting.profiles import TableProfileFile
from railbird_client.player_requests import NewTable
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.house.house_rules import PRESETS, HouseRules
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.settings.table_terms import RailTerms, TableTerms

FRIDAY = HostSetup(
    name="Den", table=TableTerms(bet=10), bots=2, plays=Plays.TURNS, game="razz", games=("razz", "badugi")
)


@pytest.fixture
def profiles(tmp_path: Path) -> TableProfileFile:
    file = TableProfileFile(tmp_path / "profiles.json")
    file.save("Friday", FRIDAY)
    file.save("House", HostSetup(house=HouseRules(burn=False)))
    return file


def options(
    profile: str | None = None, rotation: str | None = None, *, dealers_choice: bool | None = None, **terms: str | bool
) -> FormOptions:
    flags = {f"--{name.replace('_', '-')}": text for name, text in terms.items()}
    return FormOptions(profile, rotation, dealers_choice, flags)


def opened(profiles: TableProfileFile, form: FormOptions, game: str = "", *, house: str = "") -> OpenTable:
    opening = fill_in(form, game, profiles, house=house).opening
    assert opening is not None
    return opening


def test_a_profile_is_opened_as_it_was_saved(profiles: TableProfileFile) -> None:
    table = with_password(fill_in(options("friday"), "", profiles), "aces")
    rotation = Rotation((ChosenGame("razz", bet=10), ChosenGame("badugi", bet=10)))
    opening = OpenTable(name="Den", game="razz", bet=10, rotation=rotation, password="aces")
    assert table == NewTable("razz", 10, 0, 2, "aces", opening=opening)


def test_what_the_command_line_names_stands_in_place_of_the_profile_s(profiles: TableProfileFile) -> None:
    opening = opened(
        profiles, options("Friday", hands="5", most_rebuys="any", approve_buy_ins=True, bet="20", seats="4")
    )
    assert opening.rotation is not None
    assert (opening.rotation.hands, opening.bet, opening.seats) == (5, 20, 4)
    assert (opening.most_rebuys, opening.approve_buy_ins) == (-1, True)
    assert opened(profiles, options("Friday"), "holdem").rotation is None
    mix = opened(profiles, options(most_rebuys="0"), "horse").rotation
    assert mix is not None
    assert len(mix.games) == 5


def test_a_table_without_a_profile_is_named_by_the_client(profiles: TableProfileFile) -> None:
    form = options(ante="1", buy_in="100", most_brought="500", time_bank="60", chip_worth="0,05 eur", listed=False)
    rail: dict[str, str | bool] = {"--rail-limit": "0", "--rail-delay-hands": "2", "--rail-speaks": True}
    form = replace(form, terms={**form.terms, **rail, "--clock": "0"})
    assert opened(profiles, form, house="kitchen-table") == OpenTable(
        name="",
        game="holdem",
        ante=1,
        buy_in=100,
        most_brought=500,
        time_bank=60,
        chip_worth="0.05 EUR",
        listed=False,
        rail=RailTerms(limit=0, speaks=True, delay_hands=2),
        clock=0,
        house=PRESETS["kitchen-table"],
    )


def test_games_are_listed_by_their_names_or_by_that_of_a_mix(profiles: TableProfileFile) -> None:
    own = opened(profiles, options(rotation="Razz, stud8")).rotation
    assert own == Rotation((ChosenGame("razz"), ChosenGame("stud8")))
    horse = opened(profiles, options(rotation="horse", dealers_choice=True)).rotation
    assert horse is not None
    assert (len(horse.games), horse.dealers_choice, horse.hands, horse.variations) == (5, True, 1, True)
    usual = opened(profiles, options(dealers_choice=True)).rotation
    assert usual is not None
    assert len(usual.games) == 13


def test_games_are_listed_by_everyday_names_and_a_chip_s_worth_is_read_as_people_write_it(
    profiles: TableProfileFile,
) -> None:
    opening = opened(profiles, options(rotation="stud, PLO8 27", chip_worth="5ct"))
    assert opening.rotation == Rotation(tuple(map(ChosenGame, ("seven-card-stud", "omaha8", "triple-draw"))))
    assert opening.chip_worth == "0.05 EUR"
    eight = opened(profiles, options(rotation="Eight Game", chip_worth="$1")).rotation
    assert eight is not None
    assert len(eight.games) == 8


@pytest.mark.parametrize(
    ("form", "game", "sentence"),
    [
        (options(profile="Fry"), "", "There is no profile called 'Fry': you have House, Friday."),
        (options(rotation="raz"), "", "There is no game called 'raz' here; you may mean razz."),
        (
            options(rotation="razz"),
            "holdem",
            "Name either --game or --rotation: the first game of a rotation begins.",
        ),
        (
            options(dealers_choice=True),
            "holdem",
            "With --dealers-choice name the games by --rotation, not one by --game.",
        ),
        (
            options(hands="3"),
            "",
            "--hands says for how long a game of several is played: name --rotation, too.",
        ),
        (
            options(rotation="razz,stud8", dealers_choice=True, hands="00"),
            "",
            "In dealer's choice a game is played for one hand or more.",
        ),
        (options(rotation=" , "), "", "--rotation lists games that are played in turn, such as razz,stud8."),
        (options(ante="20", bet="10"), "", "Make the ante at most the bet of 10."),
        (options(buy_in="99", bet="10"), "", "Set the buy-in from 100 to 10,000 chips at these stakes."),
        (
            options(most_rebuys="1", bots="9"),
            "razz",
            "Leave a seat for yourself: take fewer bots or more seats.",
        ),
        (options(most_rebuys="1", seats="9"), "razz", "Razz is played by 2 to 8; choose as many seats."),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(
    form: FormOptions, game: str, sentence: str, profiles: TableProfileFile
) -> None:
    with pytest.raises(click.UsageError) as refused:
        fill_in(form, game, profiles)
    assert refused.value.message == sentence


def test_two_houses_are_one_too_many(profiles: TableProfileFile) -> None:
    with pytest.raises(click.UsageError, match=r"^That profile has house rules of its own: leave --house out\.$"):
        fill_in(options("House"), "", profiles, house="casino")


def test_a_damaged_file_of_profiles_is_said(tmp_path: Path) -> None:
    path = tmp_path / "profiles.json"
    path.write_bytes(b"{")
    with pytest.raises(click.UsageError, match=r"^The profiles were damaged and are set aside as"):
        fill_in(options("Friday"), "", TableProfileFile(path))


def test_a_game_is_told_from_another_by_the_whole_form_without_its_password(profiles: TableProfileFile) -> None:
    form_text = with_password(fill_in(options(most_rebuys="1"), "", profiles), "xyzzy").form_text
    assert "xyzzy" not in form_text
    assert form_text == fill_in(options(most_rebuys="1"), "", profiles).form_text
    assert form_text != fill_in(options(most_rebuys="2"), "", profiles).form_text
