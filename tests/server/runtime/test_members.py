from __future__ import annotations

import asyncio

from railbird_server.runtime.members import SLICE_SIZE, Viewers
from railbird_server.runtime.players import Player, Viewer


class Ears:
    """A viewer that notes what it is told, and when, in a log that all share."""

    def __init__(self, player: str, log: list[tuple[str, bytes]], *, bot: bool = False) -> None:
        self.player = Player(player, b"")
        self.player.bot = bot
        self._log = log

    def send_update(self, frame: bytes) -> None:
        self._log.append((self.player.id, frame))


def crowd_of(*players: str, bot: bool = False) -> tuple[Viewers, list[tuple[str, bytes]]]:
    crowd, log = Viewers(), list[tuple[str, bytes]]()
    for player in players:
        crowd.enter(ears(player, log, bot=bot))
    return crowd, log


def ears(player: str, log: list[tuple[str, bytes]], *, bot: bool = False) -> Viewer:
    return Ears(player, log, bot=bot)  # type: ignore[return-value]


async def test_seats_are_told_first_and_everybody_hears_his_own() -> None:
    crowd, log = crowd_of("rail 1", "seat 1", "rail 2", "seat 2")
    await crowd.broadcast(b"all", {"seat 2": b"own"}, {"seat 1", "seat 2"})
    assert log == [("seat 1", b"all"), ("seat 2", b"own"), ("rail 1", b"all"), ("rail 2", b"all")]


async def test_a_long_rail_is_told_in_slices_with_room_for_others_between() -> None:
    crowd, log = crowd_of(*(f"p{number}" for number in range(2 * SLICE_SIZE + 1)))
    telling = asyncio.create_task(crowd.broadcast(b"all", {}, ()))
    lengths = []
    while not telling.done():
        await asyncio.sleep(0)
        lengths.append(len(log))
    assert set(lengths) == {SLICE_SIZE, 2 * SLICE_SIZE, 2 * SLICE_SIZE + 1}


def test_a_newer_connection_takes_the_place_of_the_older() -> None:
    crowd, log = crowd_of("p1")
    (older,) = crowd.all()
    newer = ears("p1", log)
    crowd.enter(newer)
    assert crowd.all() == [newer]
    assert (crowd.holds(older), crowd.holds(newer)) == (False, True)
    assert not crowd.leave(older)
    assert crowd.leave(newer)


def test_watchers_are_those_without_a_seat() -> None:
    crowd, _ = crowd_of("p1", "p2", "p3")
    assert crowd.watchers({"p1", "somebody away"}) == 2


def test_bots_are_no_people() -> None:
    assert not crowd_of("p1", bot=True)[0].has_people
    assert crowd_of("p1")[0].has_people
    assert not crowd_of()[0].has_people
