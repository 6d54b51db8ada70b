"""What a host chooses of a new tournament, as it is kept for the next time, and the terms that follow from it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from railbird_client.hosting.games_setup import GamesSetup
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.command_base import Worth
from railbird_shared.protocol.quantities import Seconds
from railbird_shared.protocol.table_limits import MAX_BET, MAX_SEATS, MIN_SEATS
from railbird_shared.text.text_cleaning import clean_table_name
from railbird_shared.tournament.limits import (
    MAX_ENTRANTS,
    MAX_HOSTED_HOURS,
    MAX_LEVEL_HANDS,
    MAX_LEVEL_SECONDS,
    MAX_LEVELS,
    MAX_PLACES_PAID,
)
from railbird_shared.tournament.proposal import SHORT_BREAK, Wish, propose_levels
from railbird_shared.tournament.structure import (
    AddOn,
    EntrantCount,
    ExtraEntries,
    Level,
    LevelNumber,
    Price,
    Rebuys,
    Share,
    Stake,
    StartingChips,
    StartRule,
    TournamentTerms,
)

MIN_MINUTES = 10
"""The shortest tournament that is proposed, in minutes."""

REBUYS_EXPECTED = 0.5
"""How many rebuys a player makes, about."""
ADD_ONS_EXPECTED = 0.8
"""The part of the players who buy the add-on, about."""

Minutes = Annotated[int, Meta(ge=MIN_MINUTES, le=60 * MAX_HOSTED_HOURS)]
LevelLength = Annotated[int, Meta(ge=-MAX_LEVEL_HANDS, le=MAX_LEVEL_SECONDS // 60)]
"""The length of every level: 0 as it is proposed, else in minutes, or below 0 in hands."""
FirstBet = Annotated[int, Meta(ge=0, le=MAX_BET)]


class TournamentSetup(GamesSetup, frozen=True, kw_only=True):
    """What a host chooses of a tournament; the levels are proposed from `players`, `chips` and `minutes`.

    The levels begin with `first_bet`, 0 for a usual one, and rise by `stride` of the usual steps each, 0 for as many as
    it takes. `own_bets` are bets of single levels, by the number of the level, from 1. `length` is that of every level.
    An entry costs `buy_in` units of the ledger, of which `bounty` goes to who knocks the player out. Rebuys and late
    entry end with the levels named, 0 for none; `rebuys` and `re_entries` are how often, -1 for any number. Bots fill
    up to `bots` players. `start` is a rule, or in so many minutes. A password is never kept.
    """

    players: Annotated[int, Meta(ge=2, le=MAX_ENTRANTS)] = 9
    chips: StartingChips = 3000
    minutes: Minutes = 180
    seats: Annotated[int, Meta(ge=MIN_SEATS, le=MAX_SEATS)] = 9
    bots: EntrantCount = 0
    first_bet: FirstBet = 0
    stride: Annotated[int, Meta(ge=0, le=2)] = 0
    own_bets: Annotated[tuple[tuple[LevelNumber, Stake], ...], Meta(max_length=MAX_LEVELS)] = ()
    length: LevelLength = 0
    antes: bool = True
    breaks: bool = True
    buy_in: Price = 0
    bounty: Price = 0
    unit: Worth = ""
    payouts: Annotated[tuple[Share, ...], Meta(max_length=MAX_PLACES_PAID)] = ()
    late_entry: LevelNumber = 0
    re_entries: ExtraEntries = 0
    rebuys: ExtraEntries = 0
    rebuys_until: LevelNumber = 4
    add_on: bool = False
    start: StartRule | Annotated[int, Meta(ge=1, le=60 * MAX_HOSTED_HOURS)] = StartRule.BY_HOST
    clock: Seconds | None = None
    time_bank: Seconds | None = None
    hand_for_hand: bool = True
    deals: bool = True
    watchers: bool = True
    listed: bool = True

    @property
    def most_seats(self) -> int:
        """The most seats that every one of the games has."""
        return min(self.seat_limits, default=MAX_SEATS)

    @property
    def wish(self) -> Wish:
        """What the levels are proposed from."""
        more = REBUYS_EXPECTED * bool(self.rebuys) + ADD_ONS_EXPECTED * self.add_on
        more_chips = int(more * self.players * self.chips)
        return Wish(self.players, self.chips, self.minutes, self.antes, more_chips, self.first_bet, self.stride)

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels: the proposed ones with the host's bets, lengths and breaks, and with a break for the add-on."""
        levels: list[Level] = []
        own, bet = dict(self.own_bets), 0
        for number, proposed in enumerate(propose_levels(self.wish), 1):
            bet = max(bet, own.get(number, proposed.bet))
            rest = proposed.break_minutes if self.breaks else 0
            if self.add_on and number == self.rebuys_until:
                rest = rest or SHORT_BREAK
            ante = bet if proposed.big_blind_ante else 0
            level = replace(proposed, bet=bet, big_blind_ante=ante, break_minutes=rest)
            levels.append(replace(level, **self._length) if self.length else level)
        return tuple(levels)

    @property
    def _length(self) -> dict[str, int]:
        """The host's own length of every level."""
        return {"seconds": 60 * max(self.length, 0), "hands": max(-self.length, 0)}

    def terms(self, house: HouseRules | None, password: str, *, now: int) -> TournamentTerms:
        """Returns the terms, with a start that counts from `now`, in seconds since the beginning of 1970."""
        rule, minutes = (self.start, 0) if isinstance(self.start, StartRule) else (StartRule.AT_TIME, self.start)
        price = self.buy_in - self.bounty
        return TournamentTerms(
            clean_table_name(self.name),
            chips=self.chips,
            levels=self.levels,
            game=(*self.games_played, self.game)[0],
            rotation=self.rotation(),
            house=house,
            seats=self.seats,
            most_players=self.players,
            buy_in=self.buy_in,
            bounty=self.bounty,
            rebuys=Rebuys(self.chips, price, self.rebuys_until, most=self.rebuys) if self.rebuys else None,
            add_on=AddOn(self.chips, price, self.rebuys_until) if self.add_on else None,
            late_entry=self.late_entry,
            re_entries=self.re_entries,
            payouts=self.payouts,
            start=rule,
            start_at=now + 60 * minutes if minutes else 0,
            bots_to=self.bots,
            clock=self.clock,
            time_bank=self.time_bank,
            hand_for_hand=self.hand_for_hand,
            deals=self.deals,
            watchers=self.watchers,
            listed=self.listed,
            password=password,
            unit=self.unit,
        )
