from __future__ import annotations

from typing import cast

from railbird_server.runtime.broadcast.members import Members
from railbird_server.runtime.players import Player, Viewer
from railbird_server.table.seats import Seat


class FakeViewer:
    """A connection of a player."""

    address = ""

    def __init__(self, player: Player) -> None:
        self.player = player


def viewer_of(name: str, *, bot: bool = False, style: str = "") -> Viewer:
    player = Player(name, b"", name, bot=bot, style=style)
    return cast("Viewer", FakeViewer(player))


def members_of(*viewers: Viewer) -> Members:
    members = Members("t1", Player("host", b""), lambda _player, _table: None)
    for viewer in viewers:
        members.enter(viewer)
    return members


def test_a_newer_connection_takes_the_place_of_the_older() -> None:
    older, newer = viewer_of("p1"), viewer_of("p1")
    members = members_of(older, newer)
    assert list(members.viewers.values()) == [newer]
    assert (members.is_here(older), members.is_here(newer)) == (False, True)
    assert not members.leave(older)
    assert members.leave(newer)


def test_watchers_are_the_viewers_without_a_seat() -> None:
    members = members_of(viewer_of("p1"), viewer_of("p2"), viewer_of("p3"))
    members.update_seats([Seat(2, "p1", "p1", 100)])
    assert members.watchers == 2
    members.leave(members.viewers["p1"])
    assert members.watchers == 2


def test_a_table_is_attended_while_a_person_is_there() -> None:
    assert not members_of(viewer_of("p1", bot=True)).is_attended
    assert members_of(viewer_of("p1")).is_attended
    assert not members_of().is_attended


def test_a_table_is_attended_while_bots_that_are_not_of_the_house_play_there() -> None:
    guest, house = viewer_of("guest", bot=True), viewer_of("house", bot=True, style="tight")
    members = members_of(guest, house)
    members.update_seats([Seat(1, "guest", "guest", 100)])
    assert not members.is_attended, "nobody plays alone"
    members.update_seats([Seat(1, "guest", "guest", 100), Seat(2, "house", "house", 100)])
    assert members.is_attended
    members.leave(guest)
    assert not members.is_attended


def test_the_next_host_is_the_first_seated_person_who_is_here() -> None:
    bot, away, here = viewer_of("bot", bot=True), viewer_of("away"), viewer_of("here")
    members = members_of(bot, away, here)
    assert members.next_host() is None
    members.update_seats([Seat(1, "bot", "bot", 100), Seat(2, "away", "away", 100), Seat(3, "here", "here", 100)])
    members.leave(away)
    assert members.next_host() is here.player
