from __future__ import annotations

import pytest

from railbird_server.runtime import players as module
from railbird_server.runtime.players import Player, Players, Viewer
from railbird_shared.text_cleaning import NAME_LENGTH


class Eyes:
    """Stands for somebody's connection where only its being there matters."""


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
    people = Players()
    wren, token = connect(people, "Wren")
    disconnect(people, wren)
    again, same = connect(people, "Wren", token)
    assert again is wren
    assert same == token


def test_an_unknown_token_makes_a_new_player_with_another_token() -> None:
    people = Players()
    wren, token = connect(people, "Wren", "made up")
    other, another = connect(people, "Heron")
    assert wren is not other
    assert len({"made up", token, another}) == 3
    assert len(token) >= 22


def test_the_token_is_not_kept() -> None:
    people = Players()
    wren, token = connect(people, "Wren")
    assert token.encode() not in wren.digest
    assert token not in repr(vars(wren)) + repr(vars(people))


@pytest.mark.parametrize("taken", ["Wren", "wren", "WREN", "W r e n", "Wrеn"])
def test_a_name_that_looks_taken_gets_a_number(taken: str) -> None:
    people = Players()
    connect(people, "Wren")
    person, _ = connect(people, taken)
    assert person.name == f"{taken} 2"


def test_numbered_names_are_no_longer_than_others() -> None:
    people = Players()
    long = "R" * NAME_LENGTH
    names = [connect(people, long)[0].name for _ in range(11)]
    assert len(set(names)) == 11
    assert all(len(name) <= NAME_LENGTH for name in names)


def test_a_name_is_free_again_when_its_player_is_gone() -> None:
    people = Players()
    wren, token = connect(people, "Wren")
    disconnect(people, wren)
    assert connect(people, "Wren")[0].name == "Wren"
    assert connect(people, "Wren", token)[0].name == "Wren 2"


def test_a_seated_player_keeps_their_name_while_away_and_when_they_ask_for_another() -> None:
    people = Players()
    wren, token = connect(people, "Wren")
    wren.table = "t1"
    disconnect(people, wren)
    assert connect(people, "Wren")[0].name == "Wren 2"
    assert connect(people, "Heron", token)[0].name == "Wren"


def test_a_player_may_come_back_under_another_name() -> None:
    people = Players()
    wren, token = connect(people, "Wren")
    disconnect(people, wren)
    assert connect(people, "Heron", token)[0].name == "Heron"
    assert not people.is_name_taken("Wren")


def test_the_players_away_for_longest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_REMEMBERED", 2)
    people = Players()
    met = [connect(people, name) for name in ("Wren", "Heron", "Jay")]
    for person, _ in met:
        disconnect(people, person)
    assert [people.login("Rook", token)[0] is person for person, token in met] == [False, True, True]


def test_a_forgotten_player_who_gives_up_a_seat_stays_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_REMEMBERED", 0)
    people = Players()
    wren, token = connect(people, "Wren")
    disconnect(people, wren)
    people.release_if_gone(wren)
    assert people.login("Wren", token)[0] is not wren
