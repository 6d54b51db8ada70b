from __future__ import annotations

import pytest

from railbird_server.refusal import Refusal
from railbird_server.runtime import players as module
from railbird_server.runtime.players import Player, Players, Viewer
from railbird_shared.text.text_cleaning import NAME_LENGTH


class Eyes:
    """Stands for somebody's connection where only its being there matters."""


NAME_KEPT = 900_000


class Clock:
    """The time, in milliseconds, as the test sets it."""

    def __init__(self) -> None:
        self.now = 0

    def __call__(self) -> int:
        return self.now


def new_players(clock: Clock | None = None) -> Players:
    return Players(clock or Clock(), NAME_KEPT)


def connect(people: Players, name: str, token: str = "") -> tuple[Player, str]:
    person, secret = people.login(name, token)
    person.viewer = eyes()
    return person, secret


def eyes() -> Viewer:
    return Eyes()  # type: ignore[return-value]


def disconnect(people: Players, person: Player) -> None:
    person.viewer = None
    people.release_if_gone(person)


def test_a_token_authenticates_the_same_player() -> None:
    people = new_players()
    wren, token = connect(people, "Wren")
    disconnect(people, wren)
    again, same = connect(people, "Wren", token)
    assert again is wren
    assert same == token


def test_an_unknown_token_makes_a_new_player_with_another_token() -> None:
    people = new_players()
    wren, token = connect(people, "Wren", "made up")
    other, another = connect(people, "Heron")
    assert wren is not other
    assert len({"made up", token, another}) == 3
    assert len(token) >= 22


def test_the_token_is_not_kept() -> None:
    people = new_players()
    wren, token = connect(people, "Wren")
    assert token.encode() not in wren.digest
    assert token not in repr(vars(wren)) + repr(vars(people))


@pytest.mark.parametrize("taken", ["Wren", "wren", "WREN", "W r e n", "Wrеn"])
def test_a_name_that_looks_taken_gets_a_number(taken: str) -> None:
    people = new_players()
    connect(people, "Wren")
    person, _ = connect(people, taken)
    assert person.name == f"{taken} 2"


def test_numbered_names_are_no_longer_than_others() -> None:
    people = new_players()
    long = "R" * NAME_LENGTH
    names = [connect(people, long)[0].name for _ in range(11)]
    assert len(set(names)) == 11
    assert all(len(name) <= NAME_LENGTH for name in names)


def test_a_name_waits_for_its_player_and_is_free_in_the_end() -> None:
    clock = Clock()
    people = new_players(clock)
    wren, token = connect(people, "Wren")
    clock.now = 5_000
    disconnect(people, wren)
    clock.now += NAME_KEPT - 1
    assert connect(people, "Wren")[0].name == "Wren 2"
    assert connect(people, "Wren", token)[0].name == "Wren"
    disconnect(people, wren)
    clock.now += NAME_KEPT
    assert connect(people, "Wren")[0].name == "Wren"
    assert connect(people, "Wren", token)[0].name == "Wren 3"


def test_the_name_of_a_bot_is_free_at_once() -> None:
    people = new_players()
    wren, _ = people.login("Wren", "", bot=True)
    disconnect(people, wren)
    assert not people.is_name_taken("Wren")


def test_a_name_at_a_seat_stays_whatever_becomes_of_its_player() -> None:
    """Wren sits down, is cut off and comes back under another name, while somebody else wants theirs."""
    clock = Clock()
    people = new_players(clock)
    wren, token = connect(people, "Wren")
    assert people.bind_name(wren, "t1")
    disconnect(people, wren)
    clock.now = 10 * NAME_KEPT
    assert connect(people, "Heron", token)[0].name == "Wren"
    assert connect(people, "Wren")[0].name == "Wren 2"
    people.unbind_name(wren, "t1")
    assert connect(people, "Heron", token)[0].name == "Heron"
    assert connect(people, "Wren")[0].name == "Wren"


def test_nobody_sits_down_under_a_name_that_has_become_another_players() -> None:
    clock = Clock()
    people = new_players(clock)
    wren, _ = connect(people, "Wren")
    disconnect(people, wren)
    clock.now = NAME_KEPT
    connect(people, "Wr\u0435n")
    assert not people.bind_name(wren, "t1")


def test_a_seated_player_keeps_their_name_while_away_and_when_they_ask_for_another() -> None:
    people = new_players()
    wren, token = connect(people, "Wren")
    wren.table = "t1"
    disconnect(people, wren)
    assert connect(people, "Wren")[0].name == "Wren 2"
    assert connect(people, "Heron", token)[0].name == "Wren"


def test_a_player_may_come_back_under_another_name() -> None:
    people = new_players()
    wren, token = connect(people, "Wren")
    disconnect(people, wren)
    assert connect(people, "Heron", token)[0].name == "Heron"
    assert not people.is_name_taken("Wren")


def test_the_players_away_for_longest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_REMEMBERED", 2)
    people = new_players()
    met = [connect(people, name) for name in ("Wren", "Heron", "Jay")]
    for person, _ in met:
        disconnect(people, person)
    assert [people.login("Rook", token)[0] is person for person, token in met] == [False, True, True]


def test_a_forgotten_player_who_gives_up_a_seat_stays_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_REMEMBERED", 0)
    people = new_players()
    wren, token = connect(people, "Wren")
    assert people.bind_name(wren, "t1")
    disconnect(people, wren)
    people.unbind_name(wren, "t1")
    people.release_if_gone(wren)
    assert not people.is_name_taken("Wren")
    assert people.login("Wren", token)[0] is not wren


# --- another name


def code_of(people: Players, player: Player, name: str) -> str:
    """The code of the refusal of another name."""
    with pytest.raises(Refusal) as refusal:
        people.check_new_name(player, name)
    assert refusal.value.sentence.endswith(".")
    return refusal.value.code


def test_a_player_takes_another_name_and_the_old_one_is_free() -> None:
    people = new_players()
    wren, _ = connect(people, "Wren")
    wren.table = "t1"
    assert people.bind_name(wren, "t1")
    people.check_new_name(wren, "Heron")
    people.rename(wren, "Heron")
    assert wren.name == "Heron"
    assert connect(people, "Wren")[0].name == "Wren"
    assert connect(people, "Heron")[0].name == "Heron 2"


@pytest.mark.parametrize("name", ["Heron", "HERON", "H\u0435ron", "Her0n"])
def test_nobody_takes_a_name_that_looks_like_that_of_another_player(name: str) -> None:
    people = new_players()
    wren, _ = connect(people, "Wren")
    connect(people, "Heron")
    assert code_of(people, wren, name) == "name-taken"


def test_a_name_is_changed_at_most_once_a_minute() -> None:
    clock = Clock()
    people = new_players(clock)
    wren, _ = connect(people, "Wren")
    people.rename(wren, "Jay")
    clock.now += module.NAME_CHANGE_INTERVAL_MS - 1
    assert code_of(people, wren, "Wren") == "name-changed"
    clock.now += 1
    people.check_new_name(wren, "Wren")


def test_the_name_that_a_player_has_is_no_other_name_but_may_be_written_otherwise() -> None:
    people = new_players()
    wren, _ = connect(people, "Wren")
    assert code_of(people, wren, "Wren") == "no-change"
    people.check_new_name(wren, "WREN")


def test_a_player_whose_hand_goes_on_elsewhere_keeps_the_name_until_it_is_over() -> None:
    people = new_players()
    wren, _ = connect(people, "Wren")
    assert people.bind_name(wren, "t1")
    assert code_of(people, wren, "Heron") == "leaving"
    people.unbind_name(wren, "t1")
    people.check_new_name(wren, "Heron")
