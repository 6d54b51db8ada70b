"""What a host chooses of a new table, as it is kept in a profile, and the command that opens the table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from railbird_client.hosting.games_setup import GamesSetup, Plays
from railbird_shared.fair_deal.setting import FairDeal
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.presets import CASINO
from railbird_shared.house.terms import OpeningTerms, opening_terms
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.protocol.quantities import Chips, RailHands, RailSeconds, RebuyCount, SeatCount, Seconds
from railbird_shared.protocol.rail_terms import OPEN_RAIL, RailTerms
from railbird_shared.protocol.table_limits import (
    MAX_COUNT,
    MAX_WORTH_LENGTH,
    MIN_BUY_IN_BETS,
)
from railbird_shared.protocol.view import TableView

RailLimit = Annotated[int, Meta(ge=-1, le=MAX_COUNT)]
"""How many people may watch, -1 for any number."""


class HostSetup(GamesSetup, frozen=True, kw_only=True):
    """What a host chooses; what is 0, empty or None is left to the game, the house or the server.

    In dealer's choice a game is played for a bet of up to `max_bet`. `ante_for_all` has the big blind post the ante.
    Amounts are chips. At most `rail_limit` people may watch, -1 for any number, who are `rail_hands` hands and
    `rail_seconds` seconds behind and whom the players read with `rail_speaks`; the rail is that of the server where
    nothing of it is chosen. A password is never kept.
    """

    max_bet: Chips = 0
    bet: Chips = 0
    ante: Chips = 0
    ante_for_all: bool = False
    min_buy_in: Chips = 0
    buy_in: Chips = 0
    max_buy_in: Chips = 0
    chip_worth: Annotated[str, Meta(max_length=MAX_WORTH_LENGTH)] = ""
    most_rebuys: RebuyCount | None = None
    most_brought: Chips | None = None
    approve_buy_ins: bool | None = None
    seats: SeatCount = 0
    bots: SeatCount = 0
    clock: Seconds | None = None
    time_bank: Seconds | None = None
    listed: bool = True
    fair_deal: FairDeal | None = None
    rail_limit: RailLimit = -1
    rail_speaks: bool = False
    rail_hands: RailHands = 0
    rail_seconds: RailSeconds = 0

    @property
    def most_seats(self) -> int:
        """The most seats that any of the games is for."""
        return max(self.seat_limits, default=2)

    def request(self, password: str = "") -> OpenTable:
        """Returns the command that opens the table."""
        ante = 0 if self.ante_for_all else self.ante
        return OpenTable(
            name=self.name,
            game=(*self.games_played, self.game)[0],
            seats=self.seats,
            bet=self.bet,
            ante=ante,
            big_blind_ante=self.ante if self.ante_for_all else 0,
            buy_in=self.buy_in,
            clock=self.clock,
            time_bank=self.time_bank,
            password=password,
            rotation=self.rotation(bet=self.bet, ante=ante, max_bet=self.max_bet),
            chip_worth=self.chip_worth,
            most_rebuys=self.most_rebuys,
            most_brought=self.most_brought,
            approve_buy_ins=self.approve_buy_ins,
            min_buy_in=self.min_buy_in,
            max_buy_in=self.max_buy_in,
            house=self.house,
            listed=self.listed,
            fair_deal=self.fair_deal,
            rail=self.rail,
        )

    @property
    def rail(self) -> RailTerms | None:
        """The terms by which people watch, None where nothing of them is chosen."""
        limit = None if self.rail_limit < 0 else self.rail_limit
        chosen = RailTerms(limit, self.rail_speaks, self.rail_hands, self.rail_seconds)
        return None if chosen == OPEN_RAIL else chosen

    def terms(self, usual: HouseRules = CASINO) -> OpeningTerms:
        """Returns the terms of the table on a server with those house rules; raises TermsRefused."""
        return opening_terms(self.request(), usual)


def setup_of_table(view: TableView, opened_with: HostSetup) -> HostSetup:
    """Returns the setup of a table as it is now; what a table does not tell is that with which it was opened."""
    stakes, rotation = view.game.stakes, view.rotation
    setup = replace(
        opened_with,
        name=view.name,
        plays=Plays.ONE,
        game=view.game.id,
        games=(),
        bet=stakes.minimum_bet,
        ante=stakes.big_blind_ante or stakes.ante,
        ante_for_all=stakes.big_blind_ante > 0,
        min_buy_in=max(view.min_buy_in, MIN_BUY_IN_BETS * stakes.minimum_bet),
        buy_in=view.buy_in,
        max_buy_in=view.max_buy_in,
        seats=len(view.seats),
        clock=view.clock // 1000,
        rail_limit=-1 if view.rail.limit is None else view.rail.limit,
        rail_speaks=view.rail.speaks,
        rail_hands=view.rail.delay_hands,
        rail_seconds=view.rail.delay_seconds,
    )
    if rotation is None:
        return setup
    first = rotation.games[0]
    return replace(
        setup,
        plays=Plays.CHOICE if rotation.dealers_choice else Plays.TURNS,
        game=first.game,
        games=tuple(chosen.game for chosen in rotation.games),
        bet=first.bet or setup.bet,
        ante=first.ante,
        ante_for_all=False,
        hands=rotation.hands,
        choice_seconds=rotation.seconds,
        variations=rotation.variations,
        max_bet=rotation.max_bet,
    )
