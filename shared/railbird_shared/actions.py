"""What a player may do in a turn, what may be done right now, and what may be asked for besides.

`LegalActions` is worked out once, by the rules. The server checks a player's act against it, the client draws
its buttons from it and bots choose from it; no other copy of any betting rule exists. `Offers` is the same for what
needs no turn.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from railbird_shared.cards import Card
from railbird_shared.quantities import CardCount, Chips, RunCount, SeatNumber


class Fold(Struct, frozen=True, tag_field="do", tag="fold", forbid_unknown_fields=True):
    """Gives the hand up (BT-9)."""


class Check(Struct, frozen=True, tag_field="do", tag="check", forbid_unknown_fields=True):
    """Stays in where there is nothing to call (BT-3)."""


class Call(Struct, frozen=True, tag_field="do", tag="call", forbid_unknown_fields=True):
    """Matches the bet, or goes all-in for less (BT-6, AI-1)."""


class Bet(Struct, frozen=True, tag_field="do", tag="bet", forbid_unknown_fields=True):
    """Opens a round's betting; `to` is the player's total for the round, in chips."""

    to: Chips


class Raise(Struct, frozen=True, tag_field="do", tag="raise", forbid_unknown_fields=True):
    """Raises or completes; `to` is the player's new total for the round, in chips."""

    to: Chips


class BringIn(Struct, frozen=True, tag_field="do", tag="bring-in", forbid_unknown_fields=True):
    """Makes the forced opening bet of stud (VT-S7-3)."""


class Draw(Struct, frozen=True, tag_field="do", tag="draw", forbid_unknown_fields=True):
    """Throws away the named cards for as many new ones; none means standing pat (VT-5D-7)."""

    discards: tuple[Card, ...] = ()


class Declaration(StrEnum):
    """Which part of the pot a player goes for in a hi-lo game with declaration (SD-21)."""

    HIGH = "high"
    LOW = "low"
    BOTH = "both"


class Declare(Struct, frozen=True, tag_field="do", tag="declare", forbid_unknown_fields=True):
    """Says in secret which part of the pot the player goes for (SD-21..SD-23)."""

    side: Declaration


class Claim(Struct, frozen=True, tag_field="do", tag="claim", forbid_unknown_fields=True):
    """Says aloud what hand the player has, by its category, where a hand counts as declared (SD-10)."""

    hand: Annotated[str, Meta(max_length=32)]


class Run(Struct, frozen=True, tag_field="do", tag="run", forbid_unknown_fields=True):
    """Says how often the remaining cards shall be dealt; the pot is divided among the runs if all agree."""

    times: RunCount


Action = Fold | Check | Call | Bet | Raise | BringIn | Draw | Declare | Claim | Run


class WagerKind(StrEnum):
    """What a player calls putting in more than anybody yet has."""

    BET = "bet"
    RAISE = "raise"
    COMPLETE = "complete"


class Wager(Struct, frozen=True, omit_defaults=True, gc=False):
    """The bets or raises open to a player: any total for the round from `minimum` to `maximum`, in chips.

    `maximum` may be the player's last chip. Where bets are fixed, `totals` lists the few totals allowed, rising.
    """

    kind: WagerKind
    minimum: Chips
    maximum: Chips
    totals: tuple[Chips, ...] = ()

    def action(self, to: int) -> Bet | Raise:
        """The act that puts the player's total for the round at `to` chips."""
        return Bet(to) if self.kind is WagerKind.BET else Raise(to)


class LegalActions(Struct, frozen=True, omit_defaults=True, gc=False):
    """Everything the player in turn may do.

    `call` is what a call adds (None where there is nothing to call), `bring_in` what the forced opening bet adds,
    `max_discards` the most cards that may be thrown away, at least `min_discards` of them; if `fourth_discard_keeps`
    names cards, four may be thrown away only where one of those stays (VT-5D-11). `declare` asks for a part of the pot,
    `claims` for one of the categories that the hand can make, `max_runs` for how often to deal the rest at most.
    `stack` is what the player has left, `bet` what he has in front of him this round.
    """

    seat: SeatNumber
    stack: Chips
    bet: Chips = 0
    fold: bool = False
    check: bool = False
    call: Chips | None = None
    wager: Wager | None = None
    bring_in: Chips | None = None
    max_discards: CardCount | None = None
    min_discards: CardCount = 0
    fourth_discard_keeps: tuple[Card, ...] = ()
    declare: bool = False
    claims: tuple[str, ...] = ()
    max_runs: RunCount | None = None

    @property
    def all_in_to(self) -> int:
        """The total for the round that puts the player's last chip in."""
        return self.stack + self.bet


class Offers(Struct, frozen=True, omit_defaults=True):
    """What a player may ask for whether or not it is his turn.

    `show` his own cards after the hand (IR-10) and `see_hands` the hands that were mucked at these seats (SD-8). `post`
    is whether he has asked to post a blind rather than wait for it, None where he need not wait (DL-26, DL-27),
    `straddle` whether he has asked to straddle where he may, None where the house has no straddles (BT-43).
    `max_top_up` is the most chips that he may add now and `min_top_up` the fewest, both 0 where he may add none (AI-12,
    AI-14).
    """

    show: bool = False
    see_hands: tuple[SeatNumber, ...] = ()
    post: bool | None = None
    straddle: bool | None = None
    max_top_up: Chips = 0
    min_top_up: Chips = 0
