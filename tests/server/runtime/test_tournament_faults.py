"""What goes wrong under a tournament: a table fails in a hand, and no chip and no place is lost by it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_server.runtime.audit import audit, tournament_faults
from railbird_server.runtime.tournaments.running_tournament import RunningTournament
from railbird_server.store.contents import contents
from railbird_server.table.inputs import AllowHand, Input, TournamentOrders
from railbird_server.tournament.state import Stage
from railbird_shared.carrier import WireClosed
from railbird_shared.protocol.commands import AddChips, ChangeName, Command, Leave, OpenTable, Sit, SitOut, Stand, Watch
from railbird_shared.protocol.messages import Accepted
from railbird_shared.tournament.messages import (
    AnswerDeal,
    BuyTournamentChips,
    DeclineRebuy,
    PauseTournament,
    ProposeDeal,
    RegisterTournament,
    RemoveEntrant,
    TournamentLine,
)
from railbird_shared.tournament.structure import AddOn, Level, Rebuys, StartRule
from railbird_shared.tournament.view import DealMethod, Phase, TournamentView
from simulation.disk import DATABASE, SimulatedDisk
from simulation.virtual_time import VirtualTimeLoop
from support.tournament_server import TERMS, Client, crash, in_virtual_time, running, start_server


def chips_in_play(tournament: RunningTournament) -> int:
    return sum(standing.stack for standing in view_of(tournament).standings)


def view_of(tournament: RunningTournament) -> TournamentView:
    return tournament.broadcaster.views.whole()


def test_a_table_that_fails_is_replaced_with_the_chips_before_its_hand() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[TournamentView, list[str]]:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        tournament = await host.open(replace(TERMS, bots_to=12, seats=6))
        await host.start(tournament)
        await host.listen(1)
        table = next(iter(view_of(running(server)).tables))
        room = server._lobby.room(table.table)
        assert room is not None
        room._runner.handle = _failing_at_a_deal(room._runner.handle)  # type: ignore[assignment, method-assign]
        await host.listen(30)
        assert running(server).status().phase is Phase.PAUSED
        assert chips_in_play(running(server)) == 12 * TERMS.chips
        assert table.number not in {each.number for each in view_of(running(server)).tables}
        assert isinstance(await host.ask(PauseTournament(tournament=tournament, on=False)), Accepted)
        view = await host.wait_for_end()
        return view, [message.sentence for message in host.got if isinstance(message, TournamentLine)]

    view, lines = in_virtual_time(main)
    assert min(standing.place for standing in view.standings) == 1
    assert sum(standing.prize for standing in view.standings) == view.status.pool
    assert any("has stopped after a fault" in line for line in lines)


def _failing_at_a_deal(handle: Callable[[Input], Awaitable[None]]) -> Callable[[Input], Awaitable[None]]:
    """What takes the inputs of a table, and fails when it is allowed to deal."""

    async def fail(request: Input) -> None:
        if isinstance(request, TournamentOrders) and isinstance(request.orders[0], AllowHand):
            raise RuntimeError("a fault in the rules")  # noqa: TRY004  it stands for any fault
        await handle(request)

    return fail


def test_a_host_starts_a_tournament_that_bots_fill_up() -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> None:
        server = await start_server(chance)
        host = await Client.connect(server, "Wren")
        tournament = await host.open(replace(TERMS, bots_to=5, most_players=5, start=StartRule.WHEN_FULL))
        await host.start(tournament)
        await asyncio.sleep(1)
        assert running(server).status().phase is Phase.RUNNING

    in_virtual_time(main)


# --- people who ask for everything, through crashes -------------------------------------------------------------------

BUSY_TERMS = replace(
    TERMS,
    levels=(
        Level(bet=20, seconds=60),
        Level(bet=40, seconds=60, break_minutes=1),
        *(Level(bet=40 << number, seconds=60) for number in range(1, 7)),
    ),
    seats=4,
    bots_to=7,
    rebuys=Rebuys(1000, 5, until_level=2, at_most=1000),
    add_on=AddOn(1500, 5, after_level=2),
    late_entry=2,
    re_entries=1,
    clock=5,
    time_bank=0,
)


class Busy:
    """A tournament of bots and people who ask for all that there is; its server's process vanishes now and then."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.disk = SimulatedDisk(folder, chance)
        self.chance = chance
        self.people: list[Client] = []
        self.tournament = ""

    async def play(self) -> TournamentView:
        """Plays until the tournament is over; returns its view."""
        self.server = await start_server(self.chance, self.disk.open_store())
        self.people = [await Client.connect(self.server, name) for name in ("Wren", "Heron", "Jay", "Magpie")]
        self.tournament = await self.people[0].open(BUSY_TERMS)
        for person in self.people[:3]:
            await person.ask(RegisterTournament(tournament=self.tournament))
        await self.people[0].start(self.tournament)
        self.running = running(self.server)
        while not self.is_over:
            for _ in range(self.chance.randint(1, 12)):
                await self.ask_for_something()
            if not self.is_over:
                await self.chance.choice(
                    (self.check_stacks, self.crash, self.restart, self.come_twice, self.fill_the_disk)
                )()
        return view_of(self.running)

    @property
    def is_over(self) -> bool:
        return self.running.status().phase.is_over

    async def ask_for_something(self) -> None:
        """Somebody asks for something that is refused mostly; some time passes."""
        tournament = self.tournament
        command = self.chance.choice(
            (
                RegisterTournament(tournament=tournament),
                BuyTournamentChips(tournament=tournament),
                BuyTournamentChips(tournament=tournament, add_on=True),
                DeclineRebuy(tournament=tournament),
                ProposeDeal(tournament=tournament, method=DealMethod.CHIPS),
                AnswerDeal(tournament=tournament, agree=self.chance.random() < 0.8),
                RemoveEntrant(tournament=tournament, number=self.chance.randint(1, 40)),
                *self.other_wishes(),
            )
        )
        await self.ask(self.chance.randrange(len(self.people)), command)

    def other_wishes(self) -> list[Command]:
        """What people do besides: they come and go, watch and open other tables, sit down there, change names."""
        tables = self.server.tables or ["none"]
        return [
            Leave(),
            Watch(table=self.chance.choice(tables)),
            Sit(),
            Stand(),
            OpenTable(name="Kitchen", game="holdem", seats=6),
            AddChips(chips=500),
            SitOut(),
            ChangeName(name=self.chance.choice(("Robin", "Swift", "Finch", "Rook"))),
        ]

    async def come_twice(self) -> None:
        """Somebody opens a second connection with the same token, which takes the place of the first."""
        number = self.chance.randrange(len(self.people))
        person = self.people[number]
        self.people[number] = await Client.connect(self.server, person.name, person.token)

    async def restart(self) -> None:
        """The server stops in good order, and another one goes on."""
        listening = [asyncio.create_task(person.listen_to_the_end()) for person in self.people]
        await self.server.stop()
        await asyncio.gather(*listening)
        await self.come_back()

    async def fill_the_disk(self) -> None:
        """Nothing can be written for a while."""
        self.disk.trouble = "full"
        with suppress(TimeoutError):
            async with asyncio.timeout(self.chance.choice((0.5, 5, 30))):
                await self.ask_for_something()
        self.disk.trouble = ""

    async def ask(self, number: int, command: Command) -> None:
        """A person asks, and listens a while; who has not listened for long has lost the connection, and comes back."""
        try:
            await self.people[number].ask(command)
            await self.people[number].listen(self.chance.choice((0.01, 1, 5, 20)))
        except WireClosed:
            person = self.people[number]
            self.people[number] = await Client.connect(self.server, person.name, person.token)

    async def crash(self) -> None:
        """The process vanishes; everybody comes back to the next one."""
        await crash(self.server, self.disk)
        await self.come_back()

    async def come_back(self) -> None:
        """Another server goes on from what is kept, and everybody comes to it."""
        self.server = await start_server(self.chance, self.disk.open_store())
        self.people = [await Client.connect(self.server, each.name, each.token) for each in self.people]
        self.running = next(iter(self.server._tournaments._running.values()), self.running)

    async def check_stacks(self) -> None:
        """In a pause, every player has at their table the chips that the tournament knows of."""
        await self.ask(0, PauseTournament(tournament=self.tournament))
        await asyncio.sleep(180)
        core = self.running._core.state
        if core.stage is not Stage.PLAYING or not core.paused:
            return
        chips = {player: entrant.chips for player, entrant in core.entrants.items() if entrant.is_left}
        assert sum(chips.values()) + core.removed_chips == core.bought_chips
        stacks: dict[str, int] = {}
        for table in view_of(self.running).tables:
            room = self.server._lobby.room(table.table)
            assert room is not None
            stacks |= {seat.player: seat.stack for seat in room._table.seats.occupied}
        assert stacks == chips
        await self.ask(0, PauseTournament(tournament=self.tournament, on=False))


@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 25))])
def test_people_buy_leave_and_deal_through_crashes_and_no_chip_is_lost(tmp_path: Path, seed: int) -> None:
    async def main(_: VirtualTimeLoop, chance: random.Random) -> tuple[TournamentView, SimulatedDisk]:
        busy = Busy(tmp_path, chance)
        with busy.disk.in_use():
            view = await busy.play()
            await asyncio.sleep(60)
            return view, busy.disk

    view, disk = in_virtual_time(main, seed)
    assert sum(standing.prize for standing in view.standings) == view.status.pool
    with contents(disk._folder / DATABASE) as kept:
        assert not audit(kept).faults
        assert not [*tournament_faults(kept.tournaments)]
        accounts = {name: units for name, units in kept.balances.items() if name.startswith("tournament/")}
        assert set(accounts.values()) == {0}
        assert sum(kept.balances.values()) == 0
