"""The terms of a table, each declared once: flags, files, the form, the command that opens a table and what it says."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct
from msgspec.structs import fields

from railbird_shared.fair_deal.record import FAIR_DEAL_SENTENCES, FairDeal
from railbird_shared.history.settle_up import parse_worth
from railbird_shared.protocol.message_base import Worth
from railbird_shared.protocol.quantities import (
    Chips,
    Count,
    PauseSeconds,
    RailHands,
    RailSeconds,
    RebuyCount,
    SeatCount,
    Seconds,
)
from railbird_shared.protocol.table_limits import MAX_BET, MAX_BOMB_POT_HANDS, MAX_REBUYS, MAX_SEATS, MIN_BET, MIN_SEATS
from railbird_shared.settings.kinds import Readable, Switch, whole
from railbird_shared.settings.spec import Part, Spec

ANY_NUMBER = "any"

BETS = (0, 2, 4, 10, 20, 50, 100, 200, 500, 1000)
LIMIT = "A buy-in is of ten minimum bets or more (AI-14)."
FAIR_DEAL_WORDS = {
    FairDeal.OFF: "not proved",
    FairDeal.PROVED: "proved",
    FairDeal.OPENED: "proved, opened at the end",
}


def times_words(times: int) -> str:
    """Returns how often each player may do something; -1 is any number."""
    return "any number" if times < 0 else f"{times} for each player" if times else "none"


def _rebuy_sentence(most: int | None) -> str:
    if most is None or most < 0:
        return ""
    return f"Everybody may rebuy {most} time{'s' * (most != 1)}." if most else "Nobody may rebuy."


WORTH = Readable(
    lambda text: str(parse_worth(text)), "WORTH", "an amount and a currency, such as 0.05 EUR, €0.05 or 5ct"
)

Clock = Annotated[
    Seconds,
    Spec("How long a turn may take.", "Time", label="A turn", unit="seconds", zero="no clock"),
    Spec(values=(None, 0, 10, 15, 20, 30, 45, 60, 90, 120)),
    Spec(words=lambda clock: f"{clock} seconds" if clock else "no clock: think as long as you like"),
]
"""The seconds of a turn."""

TimeBank = Annotated[
    Seconds,
    Spec("The time that each player has besides, for all of their turns together.", "Time", label="Time bank"),
    Spec(unit="seconds", zero="none", values=(None, 0, 30, 60, 90, 120, 180, 300)),
    Spec(words=lambda bank: f"{bank} seconds for each player" if bank else "none"),
]
"""The seconds of a player's time bank, which runs when the clock of a turn has run out."""

PAUSE = Spec(
    "The rest between two hands; longer to read a showdown, and while players decide whether to show.",
    "Time",
    label="Between hands",
    unit="seconds",
    zero="none",
)
"""The part that the declarations of the pause between hands share: a server takes tenths of a second."""

Pause = Annotated[PauseSeconds, PAUSE, Spec(values=(None, 0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30))]
"""The seconds between two hands."""


class RailTerms(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The terms of the rail of a table.

    At most `limit` people may watch, any number if it is None and nobody if it is 0. Their chat is read by those who
    watch, and with `speaks` by the players, too.

    With `delay_hands` or `delay_seconds` the rail is delayed: it is shown each hand when so many further hands have
    ended, or so many seconds have passed and the hand is over, with the cards of the players who let the rail see them.
    Both are fixed when the table opens. With `bots` the bots of the house let a delayed rail see their cards.
    """

    limit: Annotated[
        Count | None,
        Spec("How many may watch without a seat.", "Spectators", whole(0, 10_000, "PEOPLE"), label="May watch"),
        Spec(unset="anybody", values=(None, 0, 1, 2, 3, 5, 10, 20, 50, 100)),
        Spec(words=lambda limit: RailTerms(limit).limit_text.removesuffix(" may watch")),
    ] = None
    speaks: Annotated[
        bool,
        Spec("Whether the players read what the rail writes.", "Spectators", label="Read by", values=(False, True)),
        Spec(words=lambda speaks: "the players, too" if speaks else "the rail alone"),
    ] = False
    delay_hands: Annotated[
        RailHands,
        Spec("How many hands the rail is behind; it sees finished hands of players who let it.", "Spectators"),
        Spec(label="Behind by", unit="hands", zero="nothing", flags=("--rail-delay",), values=(0, 1, 2, 3, 5, 10, 20)),
    ] = 0
    delay_seconds: Annotated[
        RailSeconds,
        Spec("How many seconds the rail is behind; it sees finished hands of players who let it.", "Spectators"),
        Spec(label="and by", unit="seconds", zero="nothing", values=(0, 30, 60, 120, 300, 600, 900)),
    ] = 0
    bots: Annotated[
        bool,
        Spec("Whether a delayed rail sees the cards of the house's bots.", "Spectators", label="Bots' cards"),
        Spec(values=(True, False), words=lambda bots: "seen by a delayed rail" if bots else "never seen"),
    ] = True

    @property
    def is_delayed(self) -> bool:
        """Whether those who watch see the past of the table."""
        return bool(self.delay_hands or self.delay_seconds)

    @property
    def delay_text(self) -> str:
        """How far the rail is behind, as in "2 hands" or "90 seconds"; empty where it is not delayed."""
        hands, seconds = _counted(self.delay_hands, "hand"), _counted(self.delay_seconds, "second")
        return " and ".join(filter(None, (hands, seconds)))

    @property
    def limit_text(self) -> str:
        """How many may watch, in words."""
        if self.limit is None:
            return "anybody may watch"
        return f"{_counted(self.limit, 'person', 'people')} may watch" if self.limit else "nobody may watch"


OPEN_RAIL = RailTerms()
"""The terms of a rail that anybody may join, who see the table as it is."""


def _counted(number: int, one: str, many: str = "") -> str:
    return "" if not number else f"1 {one}" if number == 1 else f"{number:,} {many or one + 's'}"


class UsualTerms(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The terms that every table keeps, and for which a server has usual values: those of a term without a value."""

    chip_worth: Annotated[
        Worth,
        Spec("The worth of a chip at the settle-up, as in 0.05 EUR; nothing where chips are chips.", "Buy-ins", WORTH),
        Spec(label="A chip is worth", typed=True, place=2),
        Spec(told=lambda worth: f"A chip is worth {worth}." if worth else ""),
    ] = ""
    approve_buy_ins: Annotated[
        bool | None,
        Spec("Whether the host approves what others buy, but for the bots: keys at the table give and refuse."),
        Spec(group="Buy-ins", label="Approval", flags=("--approve",), place=1, values=(None, False, True)),
        Spec(words=lambda asks: "you approve them" if asks else "without asking"),
        Spec(told=lambda asks: "The host approves every buy-in." if asks else ""),
    ] = None
    most_rebuys: Annotated[
        RebuyCount | None,
        Spec(
            "How often a player may buy again.", "Buy-ins", whole(-1, MAX_REBUYS, "COUNT", ANY_NUMBER), label="Rebuys"
        ),
        Spec(zero="none", flags=("--rebuys",), values=(None, -1, *range(11)), words=times_words, told=_rebuy_sentence),
    ] = None
    most_brought: Annotated[
        Chips | None,
        Spec("The most chips that one player may bring in all; 0 for any number.", "Buy-ins", label="In all"),
        Spec(unit="chips", typed=True, noun="the most chips"),
        Spec(told=lambda most: f"Nobody brings more than {most:,} chips in all." if most else ""),
    ] = None
    fair_deal: Annotated[
        FairDeal | None,
        Spec("Whether players can check every card; an opened deck shows mucked cards, too.", "Time", label="Deals"),
        Spec(values=(None, *FairDeal), words=FAIR_DEAL_WORDS.__getitem__),
        Spec(told=lambda fair: FAIR_DEAL_SENTENCES[fair] if fair else ""),
    ] = None
    rail: Annotated[RailTerms | None, Part("rail_")] = None


class SettledTerms(UsualTerms, frozen=True, kw_only=True):
    """The terms of a table as they are settled, with a value for each; the same are usual on a server."""

    approve_buy_ins: bool = False
    most_brought: Chips = 0
    fair_deal: FairDeal = FairDeal.OFF
    rail: RailTerms = OPEN_RAIL


def settled(wanted: UsualTerms, usual: SettledTerms) -> SettledTerms:
    """Returns the terms as they are settled: each as it is wanted, or the usual one where nothing is wanted."""
    found = {each.name: getattr(wanted, each.name) for each in fields(UsualTerms)}
    left_out = {each.name: getattr(usual, each.name) for each in fields(UsualTerms) if found[each.name] == each.default}
    return SettledTerms(**found | left_out)


BUY_IN = Spec("", "Buy-ins", label="Usually", unit="chips", typed=True, noun="the buy-in")
BET = Spec("", "Stakes", whole(MIN_BET, MAX_BET, "CHIPS"), label="Bet", unit="chips", typed=True)
"""The part that the declarations of buy-ins and of bets share."""


class TableTerms(UsualTerms, frozen=True, kw_only=True):
    """All terms of a table that its host chooses; one that is 0, empty or None is left to the game or to the server."""

    bet: Annotated[
        Chips, BET, Spec("The big blind, or the small bet of a game with fixed limits, in chips.", values=BETS)
    ] = 0
    ante: Annotated[
        Chips,
        BET,
        Spec("The ante that everybody posts before the cards, in chips; nothing for the game's own."),
        Spec(kind=whole(0, MAX_BET, "CHIPS"), label="Ante"),
    ] = 0
    min_buy_in: Annotated[Chips, BUY_IN, Spec(f"The least that a player brings. {LIMIT}", label="At least")] = 0
    buy_in: Annotated[Chips, BUY_IN, Spec(f"The chips of a player who names no amount. {LIMIT}")] = 0
    max_buy_in: Annotated[Chips, BUY_IN, Spec(f"The most that a player brings at a time. {LIMIT}", label="At most")] = 0
    bomb_pot: Annotated[Chips, Spec("The ante that everybody posts in a bomb pot, in chips (HS-46).", "Bomb pots")] = 0
    bomb_pot_every: Annotated[
        Count,
        Spec("Every so many hands one is a bomb pot (HS-47).", "Bomb pots", whole(0, MAX_BOMB_POT_HANDS, "HANDS")),
    ] = 0
    seats: Annotated[
        SeatCount,
        Spec("How many may sit; a game has a limit (DL-22).", "Table", whole(MIN_SEATS, MAX_SEATS, "SEATS")),
        Spec(label="Seats", values=(0, *range(MIN_SEATS, MAX_SEATS + 1))),
    ] = 0
    clock: Clock | None = None
    time_bank: TimeBank | None = None
    pause: Pause | None = None
    listed: Annotated[
        bool,
        Spec("Whether the lobby and the network list it.", "Access", Switch("--listed", "--unlisted"), label="Seen by"),
        Spec(values=(True, False), words=lambda listed: "everybody on the server" if listed else "people you invite"),
    ] = True
