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
from railbird_shared.protocol.message_base import Password, Text, Worth
from railbird_shared.protocol.quantities import BreakMinutes, Chips, Count, SeatCount
from railbird_shared.protocol.table_limits import MAX_BET, MAX_SEATS, MIN_BET, MIN_SEATS
from railbird_shared.settings.kinds import Readable, Switch, whole
from railbird_shared.settings.spec import Spec
from railbird_shared.settings.table_terms import ANY_NUMBER, WORTH, Clock, TimeBank, times_words

MAX_ENTRANTS = 100
EntrantCount = Annotated[int, Meta(ge=0, le=MAX_ENTRANTS)]
"""How many players of a tournament."""

MAX_EXTRA_ENTRIES = 100
ExtraEntries = Annotated[int, Meta(ge=-1, le=MAX_EXTRA_ENTRIES)]
"""How often a player may rebuy or enter again, -1 for any number."""

MAX_STARTING_CHIPS = 10_000_000
StartingChips = Annotated[int, Meta(ge=0, le=MAX_STARTING_CHIPS)]
"""Tournament chips that are bought at a time; those of all entrants and rebuys fit into a message."""

MAX_PRICE = 1_000_000_000
Price = Annotated[int, Meta(ge=0, le=MAX_PRICE)]
"""The price of an entry, a rebuy or an add-on, in units of the ledger."""

MAX_LEVELS = 40
LevelNumber = Annotated[int, Meta(ge=0, le=MAX_LEVELS)]
"""A level of the schedule, counted from 1; 0 for none. A command has room for as many of the longest."""

MAX_LEVEL_SECONDS = 6 * 3600
LevelSeconds = Annotated[int, Meta(ge=0, le=MAX_LEVEL_SECONDS)]
"""The length of a level in seconds; 0 for one that is counted in hands."""

MAX_LEVEL_HANDS = 1000
LevelHands = Annotated[int, Meta(ge=0, le=MAX_LEVEL_HANDS)]
"""The length of a level in hands of one table; 0 for one that is measured in seconds."""

Stake = Annotated[int, Meta(ge=MIN_BET, le=MAX_BET)]
"""The bet of a level in chips."""

MAX_PLACES_PAID = 30
"""The most places that a list of payouts may name."""

MAX_SHARE = 10_000
Share = Annotated[int, Meta(ge=1, le=MAX_SHARE)]
"""The share of a place in the prize pool, in proportion to those of the other places."""

MAX_LISTED_TOURNAMENTS = 32
"""How many tournaments the lobby lists; those of the longest status fit into one frame."""

MAX_LINES = 20
"""How many of its latest announcements a tournament keeps."""

MAX_START_DAYS = 366
"""How many days ahead a tournament may be opened that starts at a set time."""

MAX_HOSTED_HOURS = 24
"""The longest tournament that is proposed, in hours."""

BET_STEPS = (10, 15, 20, 30, 40, 60, 80, 100, 150, 200)
"""The bets of one level after another, in tenths of a power of ten."""

PRICES = (0, 1, 2, 5, 10, 20, 30, 50, 100)
PRICE = Spec("", "Prizes", typed=True, values=PRICES, text=lambda price: f"{price:,}")
"""The part that the declarations of prices share."""


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

    A player may rebuy with a stack of at most `at_most` chips, 0 for those without any.
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


def parse_shares(text: str) -> tuple[int, ...]:
    """Returns the shares of the places, as in "50 30 20"; raises ValueError with a sentence."""
    shares = text.replace(",", " ").replace("%", " ").replace("/", " ").split()
    if len(shares) > MAX_PLACES_PAID:
        raise ValueError(f"Pay at most {MAX_PLACES_PAID} places.")
    found = tuple(int(share) if share.isascii() and share.isdigit() and len(share) < 9 else 0 for share in shares)
    if not all(1 <= share <= MAX_SHARE for share in found):
        raise ValueError(f"Write each share as a number from 1 to {MAX_SHARE:,}.")
    return found


class TournamentChoices(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The terms of a tournament that its host chooses as they are, without what follows from the levels."""

    chips: Annotated[
        StartingChips,
        Spec("The chips that everybody starts with.", "Players", whole(20, MAX_STARTING_CHIPS, "CHIPS"), label="Chips"),
        Spec(typed=True, values=(500, 1000, 1500, 2000, 3000, 5000, 10_000, 15_000, 20_000, 30_000, 50_000, 100_000)),
    ] = 3000
    seats: Annotated[
        SeatCount,
        Spec("How many sit at a table; a game has a limit (DL-22).", "Tables", whole(MIN_SEATS, MAX_SEATS, "SEATS")),
        Spec(label="Seats a table"),
    ] = 9
    clock: Clock | None = None
    time_bank: TimeBank | None = None
    watchers: Annotated[
        bool, Spec("Whether anybody may watch its tables.", "Access", label="Watchers", values=(True, False))
    ] = True
    listed: Annotated[
        bool,
        Spec("Whether the lobby lists it; its page tells you its code.", "Access", Switch("--listed", "--unlisted")),
        Spec(label="Seen by", values=(True, False)),
        Spec(words=lambda listed: "everybody in the lobby" if listed else "people who know its code"),
    ] = True
    buy_in: Annotated[
        Price,
        PRICE,
        Spec("The price of an entry, all of which is paid out in the end.", label="An entry costs", noun="the price"),
    ] = 0
    bounty: Annotated[
        Price,
        PRICE,
        Spec("The part of the price that goes to the player who knocks another out."),
        Spec(label="of which bounty", noun="the bounty"),
    ] = 0
    unit: Annotated[
        Worth,
        Spec("The worth of a unit of all prices and prizes, as in 1 EUR; nothing where points are points.", "Prizes"),
        Spec(kind=WORTH._replace(allowed="an amount and a currency, such as 1 EUR")),
        Spec(label="A unit is worth", typed=True),
    ] = ""
    payouts: Annotated[
        tuple[Share, ...],
        Meta(max_length=MAX_PLACES_PAID),
        Spec("The shares of the places in the pool; type as in 50 30 20, nothing for the usual shares.", "Prizes"),
        Spec(kind=Readable(parse_shares, "SHARES", f"up to {MAX_PLACES_PAID} shares, such as '50 30 20'")),
        Spec(label="Payouts", typed=True, text=lambda shares: " ".join(map(str, shares))),
        Spec(values=((), (1,), (65, 35), (50, 30, 20), (40, 30, 20, 10), (35, 25, 18, 13, 9))),
    ] = ()
    deals: Annotated[
        bool,
        Spec("Whether the players left may agree on how to share what is left.", "Prizes", label="Deals"),
        Spec(values=(True, False)),
    ] = True
    late_entry: Annotated[
        LevelNumber,
        Spec("Until the end of which level players still enter.", "Entries", label="Late entry", zero="none"),
        Spec(words=lambda level: f"to the end of level {level}" if level else "none"),
    ] = 0
    re_entries: Annotated[
        ExtraEntries,
        Spec("How often a player who is out may enter again while late entry is open.", "Entries", label="Enter again"),
        Spec(kind=whole(-1, MAX_EXTRA_ENTRIES, "COUNT", ANY_NUMBER), zero="none"),
        Spec(values=(0, 1, 2, 3, -1), words=times_words),
    ] = 0
    hand_for_hand: Annotated[
        bool,
        Spec("Whether all tables wait for each other near the prizes.", "Levels", label="At the bubble", place=1),
        Spec(values=(True, False), words=lambda waits: "hand-for-hand" if waits else "all tables play on"),
    ] = True


class TournamentTerms(TournamentChoices, frozen=True, kw_only=True):
    """All that the host of a tournament decides.

    `seats` are those of one table. At least `least_players` play, at most `most_players`. `rotation` has the games that
    are played in turn, else `game` is the only one; they are played in the `house`, or in that of the server. Everybody
    starts with `chips`. The schedule is `levels`; after the last one further levels `grow` by about half each, or it
    stays.

    An entry costs `buy_in`, of which `bounty` goes to the player who knocks this one out, and the rest into the prize
    pool. Players who come until the end of level `late_entry` still enter, and those who have lost may enter again so
    long, `re_entries` times, each for another buy-in. `payouts` are the shares of the places, the first place first;
    empty for the usual ones.

    `start_at` is in seconds since the beginning of 1970, UTC, if `start` is at a time. Before the start bots of the
    house fill up to `bots_to` players. `clock` and `time_bank` are seconds, as when a table is opened. Near the payouts
    all tables play `hand_for_hand`; with `deals` the players left may agree on how to share what is left of the pool.
    Anybody may watch the tables if there are `watchers`. A tournament with a `password` is entered by those who know
    it; one that is not `listed` by those who have its id. `unit` is what a unit of the ledger is worth, as in "1 EUR".
    """

    name: Text
    chips: StartingChips  # pyright: ignore[reportGeneralTypeIssues]  the command has to say it, a setup begins with some
    levels: Annotated[tuple[Level, ...], Meta(min_length=1, max_length=MAX_LEVELS)]
    game: GameId = "holdem"
    rotation: Rotation | None = None
    house: HouseRules | None = None
    least_players: EntrantCount = 2
    most_players: EntrantCount = MAX_ENTRANTS
    grow: bool = True
    rebuys: Rebuys | None = None
    add_on: AddOn | None = None
    start: StartRule = StartRule.BY_HOST
    start_at: Count = 0
    bots_to: EntrantCount = 0
    password: Password = ""

    @property
    def to_pool(self) -> int:
        """The part of an entry for the prize pool, in units of the ledger."""
        return self.buy_in - self.bounty


def level_at(terms: TournamentTerms, number: int) -> Level:
    """Returns a level by its number, counted from 1; past the schedule the last one, grown where the terms say so."""
    listed = len(terms.levels)
    last = terms.levels[min(number, listed) - 1]
    if number <= listed or not terms.grow:
        return last
    bet = last.bet
    for _ in range(number - listed):
        bet = bet if next_bet(bet) > MAX_BET else next_bet(bet)
    ante, big_blind_ante = last.ante * bet // last.bet, last.big_blind_ante * bet // last.bet
    return replace(last, bet=bet, ante=ante, big_blind_ante=big_blind_ante, break_minutes=0)


def next_bet(bet: int) -> int:
    """Returns the next round bet above another: about a third or a half more, at most twice as much.

    It is even, so that the small blind is a half of it.
    """
    power: int = 10 ** (len(str(bet)) - 1)
    tenths = next(tenths for tenths in BET_STEPS if tenths * power > 10 * bet and tenths * power % 20 == 0)
    return tenths * power // 10
