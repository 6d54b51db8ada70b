"""The acts of a turn, the acts that are legal now, and what a player may request without a turn.

The rules compute `LegalActions` once. The server checks a player's act against it, the client draws its buttons from it
and bots choose from it; no other copy of any betting rule exists. `Offers` is the same for requests that need no turn.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from railbird_shared.game.cards import Card
from railbird_shared.protocol.quantities import CardCount, Chips, RunCount, SeatChoice, SeatNumber


class ActionBase(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """The base of all acts: `do` names the act, and unknown fields are refused."""


class Fold(ActionBase, frozen=True, tag="fold"):
    """Gives up the hand (BT-9)."""


class Check(ActionBase, frozen=True, tag="check"):
    """Stays in the hand when there is nothing to call (BT-3)."""


class Call(ActionBase, frozen=True, tag="call"):
    """Matches the bet, or goes all-in for less (BT-6, AI-1)."""


class Bet(ActionBase, frozen=True, tag="bet"):
    """Opens the betting of a round; `to` is the player's total for the round, in chips."""

    to: Chips


class Raise(ActionBase, frozen=True, tag="raise"):
    """Raises or completes; `to` is the player's new total for the round, in chips."""

    to: Chips


class BringIn(ActionBase, frozen=True, tag="bring-in"):
    """Makes the forced opening bet of stud (VT-S7-3)."""


class Draw(ActionBase, frozen=True, tag="draw"):
    """Exchanges the named cards for as many new ones; no cards means standing pat (VT-5D-7)."""

    discards: tuple[Card, ...] = ()


class Declaration(StrEnum):
    """The part of the pot that a player declares for in a hi-lo game with declaration (SD-21)."""

    HIGH = "high"
    LOW = "low"
    BOTH = "both"


class Declare(ActionBase, frozen=True, tag="declare"):
    """Declares in secret for a part of the pot (SD-21..SD-23)."""

    side: Declaration


class Claim(ActionBase, frozen=True, tag="claim"):
    """Names the category of the player's hand aloud, in a house where declared hands count (SD-10)."""

    hand: Annotated[str, Meta(max_length=32)]


class Run(ActionBase, frozen=True, tag="run"):
    """Says how often the player would deal the remaining cards; the runs share the pot if all agree (SD-26)."""

    times: RunCount


Action = Fold | Check | Call | Bet | Raise | BringIn | Draw | Declare | Claim | Run


class WagerKind(StrEnum):
    """The name of an act that puts in more than anybody has yet."""

    BET = "bet"
    RAISE = "raise"
    COMPLETE = "complete"


class Wager(Struct, frozen=True, omit_defaults=True, gc=False):
    """The bets or raises open to a player: any total for the round from `minimum` to `maximum`, in chips.

    `maximum` may be the player's last chip. With fixed bets, `totals` lists the few totals allowed, in rising order.
    """

    kind: WagerKind
    minimum: Chips
    maximum: Chips
    totals: tuple[Chips, ...] = ()

    def action(self, to: int) -> Bet | Raise:
        """Returns the act that makes the player's total for the round `to` chips."""
        return Bet(to) if self.kind is WagerKind.BET else Raise(to)


class LegalActions(Struct, frozen=True, omit_defaults=True, gc=False):
    """Everything the player in turn may do.

    `call` is what a call adds (None if there is nothing to call) and `bring_in` what the forced opening bet adds. The
    player may discard from `min_discards` to `max_discards` cards; if `fourth_discard_keeps` names cards, a player who
    discards four must keep one of these (VT-5D-11). `declare` asks for a part of the pot, `claims` lists the categories
    that the player may claim, and `max_runs` is how often the rest may be dealt at most. `stack` is what the player has
    left and `bet` what lies in front of them this round. `opens_with` says in words which hand the first bet of the
    round needs, as in "a pair of jacks or better", whether the player has it or not (VT-5D-20). `brings_in_with` says
    in words which card made the bring-in the player's, as in "lowest card"; it is empty where it was passed on (CX-44).
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
    opens_with: str = ""
    brings_in_with: str = ""

    @property
    def is_betting(self) -> bool:
        """Whether the player is to bet, call, check or fold, and not to draw, declare or choose anything."""
        return self.max_discards is None and not self.declare and not self.claims and self.max_runs is None

    @property
    def all_in_to(self) -> int:
        """The total for the round that puts the player's last chip in."""
        return self.stack + self.bet


class TopUpTo(StrEnum):
    """To how many chips a player is topped up between hands by itself: not at all, the usual buy-in, or the most."""

    OFF = "off"
    USUAL = "usual"
    MOST = "most"


class Offers(Struct, frozen=True, omit_defaults=True):
    """The requests that a player may make at any time, in turn or not.

    With `show` they may show their own cards after the hand (IR-10), and with `show_one` some of them only (HS-42).
    With `rabbit` they may see the board that would have come (HS-43), and `see_hands` lists the seats whose mucked
    hands they may see (SD-8). With `deal_on` the next hand waits for a while until they have shown their cards or
    asked for the rest of the board, or say that they want neither. `post` is whether they have asked to post a
    blind rather than wait for it, None if they need not (DL-26, DL-27). `straddle` is whether they have asked to
    straddle, None if the house has no straddles (BT-43), `chop` the same for chopped blinds (HS-44) and `bomb_pot`
    for a bomb pot (HS-46). They may add from `min_top_up` to `max_top_up` chips now; both are 0 if they may add
    none (AI-12, AI-14). `auto_top_up` is to how many they are topped up between hands, as they have asked.
    `moves_to` is the seat that they have asked to move to after the hand, 0 for none.
    """

    show: bool = False
    show_one: bool = False
    rabbit: bool = False
    see_hands: tuple[SeatNumber, ...] = ()
    deal_on: bool = False
    post: bool | None = None
    straddle: bool | None = None
    chop: bool | None = None
    bomb_pot: bool | None = None
    max_top_up: Chips = 0
    min_top_up: Chips = 0
    auto_top_up: TopUpTo = TopUpTo.OFF
    moves_to: SeatChoice = 0
