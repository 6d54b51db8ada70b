"""Two tables of players who come back by themselves, on a server that is killed again and again."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

from click.testing import CliRunner
from msgspec import Struct

from railbird_server.cli.kept_data import check
from railbird_server.runtime.tables.recovery import recover
from railbird_server.store.contents import contents
from railbird_server.store.data_directory import DATABASE_NAME
from railbird_server.table import audience
from railbird_server.table.seats import Seat
from railbird_shared.protocol.commands import Resume
from support.returning_players import ReturningPlayer, Story
from support.server_processes import ServerProcess, Starter
from support.timeouts import TIMEOUT_SECONDS

GAMES = ("holdem", "omaha")
PLAYERS = ("Wren", "Heron", "Jay")


class Figures(Struct):
    """What came of the kills of one test."""

    kills: int = 0
    in_start: int = 0
    in_mid_hand: int = 0
    seconds_to_return: list[float] = []


class KilledHouse:
    """Two tables of three players and a bot each, on a server that is killed again and again."""

    def __init__(self, server: ServerProcess, chance: random.Random, *, spectators: int = 0) -> None:
        self.server = server
        self.figures = Figures()
        self.chance = chance
        self.stories: dict[str, Story] = {}
        self.players: list[ReturningPlayer] = []
        self._spectators = spectators
        self._tasks: list[asyncio.Task[None]] = []

    async def fill(self) -> None:
        """Opens the tables and seats everybody."""
        self.server.start()
        await self.server.wait_until_it_listens()
        for number, game in enumerate(GAMES, 1):
            story = Story()
            host = self._player(f"Robin {number}", story)
            table = await host.open_table(game, bots=1)
            self.stories[table] = story
            for name in PLAYERS[1:]:
                await self._player(f"{name} {number}", story).join(table)
            for rail in range(self._spectators):
                await self._player(f"Rail {number}-{rail}", story, watches=True).join(table)

    def _player(self, name: str, story: Story, *, watches: bool = False) -> ReturningPlayer:
        player = ReturningPlayer(self.server.address, name, self.chance, story, watches=watches)
        self.players.append(player)
        return player

    def begin(self) -> None:
        """Lets everybody play."""
        self._tasks = [asyncio.create_task(player.run(), name=player.name) for player in self.players]

    @property
    def steps(self) -> int:
        """How many steps were told so far."""
        return sum(len(story.steps) for story in self.stories.values())

    async def wait_until_all_are_back(self) -> None:
        """Waits until every player is at their table again."""
        began = time.monotonic()
        await self.wait_for(lambda: all(player.back.is_set() for player in self.players))
        self.figures.seconds_to_return.append(time.monotonic() - began)

    async def wait_for_steps(self, number: int) -> None:
        """Waits until that many more steps were told of each table."""
        wanted = {table: len(story.steps) + number for table, story in self.stories.items()}
        await self.wait_for(lambda: all(len(self.stories[table].steps) >= steps for table, steps in wanted.items()))

    async def wait_for(self, test: Callable[[], bool]) -> None:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            while not test():
                for task in self._tasks:
                    if task.done():
                        task.result()
                await asyncio.sleep(0.002)

    async def kill(self) -> None:
        """Kills the server, and compares what it has kept with what was acknowledged."""
        self.server.kill()
        self.figures.kills += 1
        await self.wait_for(lambda: not any(player.back.is_set() for player in self.players))
        self.examine()

    def examine(self) -> dict[str, Sequence[Seat]]:
        """Compares the journal with what players were told; returns the seats of each table as it has to come back."""
        seats: dict[str, Sequence[Seat]] = {}
        with contents(self.server.directory / DATABASE_NAME) as kept:
            tables = {stored.owned.table: stored for stored in kept.tables}
        assert set(tables) == set(self.stories), "no table is lost"
        for name, story in self.stories.items():
            recovered = recover(tables[name], lambda: 0)
            assert not recovered.fault
            table, steps = recovered.live.table, recovered.live.steps
            epoch, seq = story.last
            assert steps.epoch == epoch or not epoch
            assert steps.seq >= seq, f"the journal ends at {steps.seq}, and {seq} was told"
            self.figures.in_mid_hand += table.hand_runs
            seats[name] = list(table.seats.occupied)
            story.truth[steps.epoch, steps.seq] = audience.snapshot(table, "")
            for player in self._at(name):
                if player.place == Resume(name, steps.epoch, steps.seq) and player.view:
                    story.compare((steps.epoch, steps.seq), player.view)
        printed = CliRunner().invoke(check, ["--data", str(self.server.directory)])
        assert printed.exit_code == 0, printed.output
        return seats

    def _at(self, table: str) -> list[ReturningPlayer]:
        return [player for player in self.players if player.table == table]

    async def cancel(self) -> None:
        """Ends the connections of all players."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _is_all_told(self) -> bool:
        """Whether everybody has heard of all that the players of their table were acknowledged."""
        return all(
            player.place is not None
            and (player.place.epoch, player.place.seq) == player.story.last
            and (seat is None or player.story.acts[seat] >= player.ledger.acts)
            for player in self.players
            for seat in [player.view.you.seat if player.view else None]
        )

    async def stop(self) -> None:
        """Ends the play when every command is answered, and compares all ledgers."""
        for player in self.players:
            player.acts.clear()
        await self.wait_for(lambda: not any(player.pending for player in self.players))
        await self.wait_for(self._is_all_told)  # an answer comes before the step that it is about
        await self.cancel()
        self.server.kill()
        house_seats = self.examine()
        for table, story in self.stories.items():
            assert story.is_whole
            seats = {player.view.you.seat: player for player in self._at(table) if player.view and player.view.you.seat}
            assert len(seats) == len(PLAYERS)
            held = {seat.number: seat for seat in house_seats[table]}
            for seat, player in seats.items():
                bought = story.truth[max(story.truth)].seats[seat - 1]
                assert bought is not None
                assert bought.bought_in + held[seat].top_up == player.ledger.chips, f"the chips of {player.name}"
                assert story.acts[seat] == player.ledger.acts, f"{player.name} acted {player.ledger.acts} times"
            assert not [notice for player in self._at(table) for notice in player.notices]
            assert sum(story.acts.values()) > sum(player.ledger.acts for player in seats.values()), "the bot plays"

    def report(self, took: float) -> str:
        """Returns the figures in words."""
        ledgers = [player.ledger for player in self.players]
        back = sorted(self.figures.seconds_to_return)
        return (
            f"{self.figures.kills} kills in {took:.0f} s, {self.figures.in_start} of them while the server started: "
            f"{sum(story.hands for story in self.stories.values()):,} hands, {self.steps:,} steps, "
            f"{sum(ledger.accepted for ledger in ledgers):,} commands acknowledged, "
            f"{sum(ledger.repeated for ledger in ledgers):,} sent again; tables in mid-hand "
            f"{self.figures.in_mid_hand:,}, returns {sum(ledger.returns for ledger in ledgers):,}, with missed steps "
            f"{sum(ledger.replayed for ledger in ledgers):,}, by a snapshot "
            f"{sum(ledger.snapshots for ledger in ledgers):,}; views compared with the journal "
            f"{sum(story.compared for story in self.stories.values()):,}; all back within "
            f"{back[len(back) // 2]:.2f} s (median), {back[-1]:.2f} s (longest)."
        )


@contextlib.asynccontextmanager
async def killed_house(
    starter: Starter, directory: Path, chance: random.Random, *, spectators: int = 0, settings: Sequence[str] = ()
) -> AsyncIterator[KilledHouse]:
    server = ServerProcess(starter, directory / "data", *settings)
    house = KilledHouse(server, chance, spectators=spectators)
    try:
        await house.fill()
        house.begin()
        await house.wait_until_all_are_back()
        yield house
    finally:
        for task in house._tasks:
            task.cancel()
        server.kill()
    assert "Traceback" not in server.log.read_text()
