"""A table of a tournament driven by tests, which order it what a tournament would."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from railbird_server.table.inputs import (
    AllowHand,
    FullEvent,
    GiveUpSeat,
    PlayerIdentity,
    TakenAlong,
    TakeSeat,
    TournamentOrder,
    TournamentOrders,
)
from railbird_server.table.rotation import rotation_at
from railbird_server.table.settings import TableSettings, TournamentTable, game_terms_or_refusal, settings_with
from railbird_server.table.tournament_table import HandReport
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.events import LeaveReason
from railbird_shared.tournament.structure import Level
from support.table_harness import TableHarness, table_settings
from support.view_builders import PLAYER_NAMES

LEVEL_1 = Level(bet=20)
LEVEL_2 = Level(bet=40, big_blind_ante=40)


def tournament_settings(
    game: str = "holdem",
    *,
    seats: int = 6,
    clock: int = 30_000,
    rotation: Rotation | None = None,
    house: HouseRules | None = None,
) -> TableSettings:
    """Returns the settings of a table of a tournament at its first level; times are milliseconds."""
    house = house or HouseRules()
    first = rotation.games[0] if rotation else ChosenGame(game)
    settings = replace(
        table_settings(first.game, seats=seats, buy_in=(1000, 1000), clock=clock),
        tournament=TournamentTable("cup", 1, LEVEL_1),
        house_rules=house,
        rotation=rotation_at(LEVEL_1, rotation),
    )
    return settings_with(settings, game_terms_or_refusal(house, first, LEVEL_1))


class TournamentTableHarness(TableHarness):
    """A table of a tournament with players in its first seats; `level` is what the next hands are allowed at."""

    def __init__(
        self, stacks: Sequence[int] = (1000, 1000, 1000), settings: TableSettings | None = None, *, away: str = ""
    ) -> None:
        super().__init__(settings or tournament_settings())
        self.level = LEVEL_1
        self.last_order = 0
        for number, (name, chips) in enumerate(zip(PLAYER_NAMES, stacks, strict=False), 1):
            self.take_seat(name, number, chips, away=name == away)

    def order(self, *orders: TournamentOrder) -> list[FullEvent]:
        """Gives the table orders under the next number."""
        self.last_order += 1
        return self.submit(TournamentOrders(self.last_order, orders))

    def take_seat(
        self, name: str, number: int, chips: int, *, away: bool = False, along: TakenAlong | None = None
    ) -> list[FullEvent]:
        """Has a player take a seat, with what they take `along` from another table."""
        taken_along = along or TakenAlong(away=away)
        return self.order(TakeSeat(PlayerIdentity(name, name), number, chips, not away, taken_along))

    def give_up(self, name: str, reason: LeaveReason = LeaveReason.NONE) -> list[FullEvent]:
        """Has a player leave."""
        return self.order(GiveUpSeat(name, reason))

    def allow(self) -> list[FullEvent]:
        """Lets the table deal its next hand."""
        return self.order(AllowHand(self.table.hand_number + 1, self.level))

    def play_hand(self, *acts: str) -> list[FullEvent]:
        """Deals the next hand and plays it with these acts, to its end by folds if they do not reach it."""
        before = len(self.events)
        self.allow()
        self.deal_next_hand()
        self.act_each(*acts)
        self.fold_to_end()
        return self.events[before:]

    @property
    def report(self) -> HandReport:
        """The hand that has just ended, as the tournament is told."""
        report = self.table.hand_report
        assert report is not None
        return report
