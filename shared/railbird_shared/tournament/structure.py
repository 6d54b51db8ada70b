"""The terms of a tournament: what its host decides before it is opened.

Amounts of chips are tournament chips, which are worth nothing outside. Prices, prizes and bounties are whole units of
the server's ledger. Levels are counted from 1. `checks` says which terms no tournament can have.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from railbird_shared.game.rotation import GameId, Rotation
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.command_base import Password, Text, Worth
from railbird_shared.protocol.quantities import BreakMinutes, Chips, Count, Quantity, SeatCount, Seconds
from railbird_shared.protocol.table_limits import MAX_BET, MIN_BET
from railbird_shared.tournament.limits import (
    MAX_ENTRANTS,
    MAX_EXTRA_ENTRIES,
    MAX_LEVEL_HANDS,
    MAX_LEVEL_SECONDS,
    MAX_LEVELS,
    MAX_PLACES_PAID,
    MAX_PRICE,
    MAX_SHARE,
    MAX_STARTING_CHIPS,
)

LevelSeconds = Annotated[int, Meta(ge=0, le=MAX_LEVEL_SECONDS), Quantity.TIME]
"""The length of a level in seconds; 0 for one that is counted in hands."""

LevelHands = Annotated[int, Meta(ge=0, le=MAX_LEVEL_HANDS), Quantity.COUNT]
"""The length of a level in hands of one table; 0 for one that is measured in seconds."""

LevelNumber = Annotated[int, Meta(ge=0, le=MAX_LEVELS), Quantity.COUNT]
"""A level of the schedule, counted from 1; 0 for none."""

EntrantCount = Annotated[int, Meta(ge=0, le=MAX_ENTRANTS), Quantity.COUNT]
"""How many players of a tournament."""

ExtraEntries = Annotated[int, Meta(ge=-1, le=MAX_EXTRA_ENTRIES), Quantity.COUNT]
"""How often a player may rebuy or enter again, -1 for any number."""

StartingChips = Annotated[int, Meta(ge=0, le=MAX_STARTING_CHIPS), Quantity.CHIPS]
"""Tournament chips that are bought at a time."""

Price = Annotated[int, Meta(ge=0, le=MAX_PRICE), Quantity.CHIPS]
"""A price in units of the ledger."""

Share = Annotated[int, Meta(ge=1, le=MAX_SHARE), Quantity.COUNT]
"""The share of a place in the prize pool, in proportion to those of the other places."""


Stake = Annotated[int, Meta(ge=MIN_BET, le=MAX_BET), Quantity.CHIPS]
"""The bet of a level in chips."""

BET_STEPS = (10, 15, 20, 30, 40, 60, 80, 100, 150, 200)
"""The bets of one level after another, in tenths of a power of ten."""


class Level(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One level: its stakes, its length, and the minutes of the break that follows it, 0 for none.

    `bet`, `ante` and `big_blind_ante` are chips, named as when a table is opened: the big blind, or the small bet of a
    game with fixed limits; the ante of each player; the ante that the big blind posts for all (CX-46). The length is
    either `seconds` or `hands`, the hands of whichever table has played most of them.
    """

    bet: Stake
    ante: Chips = 0
    big_blind_ante: Chips = 0
    seconds: LevelSeconds = 0
    hands: LevelHands = 0
    break_minutes: BreakMinutes = 0


class StartRule(StrEnum):
    """When a tournament starts."""

    BY_HOST = "by-host"
    WHEN_FULL = "when-full"
    AT_TIME = "at-time"


class Rebuys(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Rebuys: `chips` for `price`, at most `most` times for each player, until the end of level `until_level`.

    A player may rebuy with a stack of at most `at_most` chips, 0 for those only who have none left.
    """

    chips: StartingChips
    price: Price
    until_level: LevelNumber
    most: ExtraEntries = -1
    at_most: StartingChips = 0


class AddOn(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The add-on: `chips` for `price`, once for each player, in the break after level `after_level`."""

    chips: StartingChips
    price: Price
    after_level: LevelNumber


class TournamentTerms(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All that the host of a tournament decides.

    `seats` are those of one table. At least `least_players` play, at most `most_players`. `rotation` has the games that
    are played in turn, else `game` is the only one; they are played in the `house`, or in that of the server. Everybody
    starts with `chips`. The schedule is `levels`; after the last one further levels `grow` by about half each, or it
    stays.

    An entry costs `buy_in`, of which `bounty` goes to who knocks the player out, and the rest into the prize pool.
    Players who come until the end of level `late_entry` still enter, and those who have lost may enter again so long,
    `re_entries` times, each for another buy-in. `payouts` are the shares of the places, the first place first; empty
    for the usual ones.

    `start_at` is in seconds since the beginning of 1970, UTC, if `start` is at a time. Before the start bots of the
    house fill up to `bots_to` players. `clock` and `time_bank` are seconds, as when a table is opened. Near the payouts
    all tables play `hand_for_hand`; with `deals` the players left may agree on how to share what is left of the pool.
    Anybody may watch the tables if there are `watchers`. A tournament with a `password` is entered by those who know
    it; one that is not `listed` by those who have its id. `unit` is what a unit of the ledger is worth, as in "1 EUR".
    """

    name: Text
    chips: StartingChips
    levels: Annotated[tuple[Level, ...], Meta(min_length=1, max_length=MAX_LEVELS)]
    game: GameId = "holdem"
    rotation: Rotation | None = None
    house: HouseRules | None = None
    seats: SeatCount = 9
    least_players: EntrantCount = 2
    most_players: EntrantCount = MAX_ENTRANTS
    grow: bool = True
    buy_in: Price = 0
    bounty: Price = 0
    rebuys: Rebuys | None = None
    add_on: AddOn | None = None
    late_entry: LevelNumber = 0
    re_entries: ExtraEntries = 0
    payouts: Annotated[tuple[Share, ...], Meta(max_length=MAX_PLACES_PAID)] = ()
    start: StartRule = StartRule.BY_HOST
    start_at: Count = 0
    bots_to: EntrantCount = 0
    clock: Seconds | None = None
    time_bank: Seconds | None = None
    hand_for_hand: bool = True
    deals: bool = True
    watchers: bool = True
    password: Password = ""
    listed: bool = True
    unit: Worth = ""

    @property
    def games(self) -> tuple[str, ...]:
        """The ids of the games that are played."""
        return tuple(chosen.game for chosen in self.rotation.games) if self.rotation else (self.game,)

    @property
    def to_pool(self) -> int:
        """What an entry adds to the prize pool, in units of the ledger."""
        return self.buy_in - self.bounty


def level_at(terms: TournamentTerms, number: int) -> Level:
    """Returns a level by its number, counted from 1; past the schedule the last one, grown where the terms say so."""
    listed = len(terms.levels)
    last = terms.levels[min(number, listed) - 1]
    if number <= listed or not terms.grow:
        return last
    bet = last.bet
    for _ in range(number - listed):
        if next_bet(bet) > MAX_BET:
            break
        bet = next_bet(bet)
    ante, big_blind_ante = last.ante * bet // last.bet, last.big_blind_ante * bet // last.bet
    return replace(last, bet=bet, ante=ante, big_blind_ante=big_blind_ante, break_minutes=0)


def next_bet(bet: int) -> int:
    """Returns the next round bet above another: about a third or a half more, at most twice as much.

    It is even, so that the small blind is a half of it.
    """
    power: int = 10 ** (len(str(bet)) - 1)
    tenths = next(tenths for tenths in BET_STEPS if tenths * power > 10 * bet and tenths * power % 20 == 0)
    return tenths * power // 10
