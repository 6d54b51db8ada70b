from __future__ import annotations

from pathlib import Path

import pytest
from textual.app import App

from railbird_client.hosting.games_form import Plays
from railbird_client.hosting.host_form import HostSetup
from railbird_client.hosting.profiles import (
    MAX_PROFILES,
    Profile,
    ProfileError,
    TableProfileFile,
    TournamentProfileFile,
    profiles_of,
    read_house_file,
    write_house_file,
)
from railbird_client.settings.player_settings import SettingsFile
from railbird_client.shell.app import RailbirdApp
from railbird_client.table.table_options import TableOptions
from railbird_client.tournament.tournament_form import TournamentSetup
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.settings.table_terms import RailTerms, TableTerms
from railbird_shared.tournament.structure import TournamentChoices

FRIDAY = HostSetup(
    name="Den", table=TableTerms(bet=10), house=HouseRules(burn=False, games=(("stud8", HouseRules(qualifier=0)),))
)


@pytest.fixture
def file(tmp_path: Path) -> TableProfileFile:
    return TableProfileFile(tmp_path / "profiles.json")


def test_a_profile_is_found_again_under_its_name(file: TableProfileFile) -> None:
    assert file.save(" Friday at ours\u202e", FRIDAY) == "Friday at ours"
    found = TableProfileFile(file.path).load().find("friday at OURS")
    assert found is not None
    assert found.setup == FRIDAY


def test_a_profile_saved_again_takes_the_place_of_the_old_one(file: TableProfileFile) -> None:
    file.save("Friday", FRIDAY)
    file.save("Sunday", HostSetup(game="razz"))
    file.save("FRIDAY", HostSetup(game="badugi"))
    assert [(each.name, each.setup.game) for each in file.load().profiles] == [("FRIDAY", "badugi"), ("Sunday", "razz")]


def test_a_profile_is_renamed_and_deleted(file: TableProfileFile) -> None:
    file.save("Friday", FRIDAY)
    file.save("Sunday", HostSetup(game="razz"))
    assert file.rename("Friday", "Saturday") == "Saturday"
    with pytest.raises(ProfileError, match=r"^There is a profile called Sunday already; take another name\.$"):
        file.rename("Saturday", "Sunday")
    with pytest.raises(ProfileError, match=r"^Give the profile a name that can be shown\.$"):
        file.rename("Saturday", "\u202e")
    file.delete("Sunday")
    assert [each.name for each in file.load().profiles] == ["Saturday"]


def test_only_so_many_profiles_are_kept(file: TableProfileFile) -> None:
    for number in range(MAX_PROFILES + 2):
        file.save(f"night {number}", HostSetup())
    assert len(file.load().profiles) == MAX_PROFILES
    assert file.load().find("night 0") is None


def test_the_table_opened_last_is_remembered(file: TableProfileFile) -> None:
    file.remember(HostSetup(plays=Plays.TURNS, games=("razz", "badugi")))
    assert TableProfileFile(file.path).load().last == HostSetup(plays=Plays.TURNS, games=("razz", "badugi"))


@pytest.mark.parametrize(
    "content",
    [b"{", b"[]", b'{"last": {"seats": 99}}', b'{"last": {"house": {"pack": 51}}}', b"\xff\xfe", b"[" * 10_000],
)
def test_a_damaged_file_is_set_aside(file: TableProfileFile, content: bytes) -> None:
    file.path.write_bytes(content)
    assert file.load().profiles == ()
    aside = file.path.with_name("profiles-broken.json")
    assert file.take_error() == f"The profiles were damaged and are set aside as {aside}, so you start without."
    assert aside.read_bytes() == content
    file.save("Friday", FRIDAY)
    assert TableProfileFile(file.path).load().find("Friday") is not None


def test_profiles_of_the_release_before_are_read(tmp_path: Path) -> None:
    tables = TableProfileFile(tmp_path / "profiles.json")
    tables.path.write_bytes(
        b'{"profiles": [{"name": "Friday", "setup": {"name": "Den", "bet": 10, "seats": 6, "bots": 2, "clock": 20, '
        b'"rail_limit": -1, "rail_hands": 2, "chip_worth": "0.05 EUR", "listed": false}}], '
        b'"last": {"game": "razz", "rail_limit": 0, "rail_speaks": true, "most_rebuys": -1}}'
    )
    kept = tables.load()
    terms = TableTerms(bet=10, seats=6, clock=20, rail=RailTerms(delay_hands=2), chip_worth="0.05 EUR", listed=False)
    assert kept.profiles == (Profile("Friday", HostSetup(name="Den", table=terms, bots=2)),)
    rail = RailTerms(limit=0, speaks=True)
    assert kept.last == HostSetup(game="razz", table=TableTerms(most_rebuys=-1, rail=rail))
    tournaments = TournamentProfileFile(tmp_path / "tournaments.json")
    tournaments.path.write_bytes(
        b'{"last": {"name": "Sunday", "players": 24, "chips": 5000, "start": 30, "deals": false}}'
    )
    choices = TournamentChoices(chips=5000, deals=False)
    assert tournaments.load().last == TournamentSetup(name="Sunday", players=24, choices=choices, start=30)
    assert (tables.take_error(), tournaments.take_error()) == ("", "")


def test_house_rules_are_written_to_a_file_and_read_from_it(tmp_path: Path) -> None:
    assert FRIDAY.house is not None
    path = write_house_file(f" {tmp_path / 'house.toml'} ", FRIDAY.house)
    assert read_house_file(str(path)) == HouseRules(burn=False, games=(("stud8", HouseRules(burn=False, qualifier=0)),))
    with pytest.raises(ProfileError, match=r"^There is a file .* already; name another one\.$"):
        write_house_file(str(path), FRIDAY.house)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"pack = 51", "pack cannot be 51: choose one of 52, 40, 36, 32, 20."),
        (b"\xff", "cannot be read: it is not text in UTF-8."),
        (b"pack", "This is no TOML"),
    ],
)
def test_a_file_that_holds_no_house_rules_is_refused(tmp_path: Path, content: bytes, sentence: str) -> None:
    path = tmp_path / "house.toml"
    path.write_bytes(content)
    with pytest.raises(ProfileError) as refused:
        read_house_file(str(path))
    assert sentence in str(refused.value)


@pytest.mark.parametrize("name", ["missing.toml", "a\0b", "."])
def test_a_file_that_is_not_there_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ProfileError, match="cannot be read"):
        read_house_file(str(tmp_path / name))


def test_the_application_keeps_profiles_beside_the_settings_and_others_keep_none(tmp_path: Path) -> None:
    app = RailbirdApp(None, file=SettingsFile(tmp_path / "settings.json"), player="Wren", options=TableOptions())
    assert profiles_of(app) is app.profiles
    assert app.profiles.tables.path == tmp_path / "profiles.json"
    assert profiles_of(App()) is not profiles_of(App())
