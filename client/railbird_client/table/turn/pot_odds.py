"""The price of a call: what it costs, the pot that the viewer can win by it, the odds, and how often one has to win.

`build_price` is the whole of it, None wherever a call is not what the viewer decides on: a free check, a draw, a
declaration, the bring-in. The rest writes it in words.
"""

from __future__ import annotations

from msgspec import Struct

from railbird_shared.protocol.view import TableView


class Price(Struct, frozen=True):
    """What a call of `cost` chips is for: the `pot` as it lies before the call, in chips that the viewer can win.

    `out_of_reach` are the chips on the table that they cannot win: side pots without them, and the bets beyond their
    last chip. `all_in` says that the call takes their whole stack, and `hi_lo` that the pot is divided between the
    high and the low hand.
    """

    cost: int
    pot: int
    out_of_reach: int = 0
    all_in: bool = False
    hi_lo: bool = False

    @property
    def odds(self) -> float:
        """What a won pot pays for one chip of the call."""
        return self.pot / self.cost

    @property
    def half_odds(self) -> float:
        """What one half of the pot, with the call in it, pays for one chip of the call; below 0 it loses chips."""
        return (self.pot - self.cost) / 2 / self.cost

    @property
    def percent_needed(self) -> int:
        """The percentage of times that one has to win for the call to cost nothing in the long run, rounded."""
        whole = self.pot + self.cost
        return (200 * self.cost + whole) // (2 * whole)


def build_price(view: TableView) -> Price | None:
    """Returns the price of a call in the viewer's turn, None if there is nothing to pay for."""
    legal, own = view.you.legal, view.own_seat
    if legal is None or own is None or not legal.call:
        return None
    total = legal.bet + legal.call
    collected = sum(pot.chips for pot in view.pots if own.seat in pot.seats)
    bets = sum(min(seat.bet, total) for seat in view.occupied)
    pot = view.carried + collected + bets
    return Price(
        legal.call,
        pot,
        out_of_reach=view.total_pot - pot,
        all_in=legal.call >= legal.stack,
        hi_lo=view.rules.high is not None and view.rules.low is not None,
    )


def odds_text(odds: float) -> str:
    """Returns odds as a player says them: "4.0 to 1", and without tenths from 20 up."""
    return f"{odds:.1f} to 1" if odds < 20 else f"{odds:,.0f} to 1"


def price_parts(view: TableView) -> tuple[str, ...]:
    """Returns the price in parts, the most important first; empty where a call costs nothing.

    As in "180 to call into 716", "4.0 to 1", "needs 20%". In hi-lo a half pays less, which is a part of its own, and
    so is what lies on the table out of the viewer's reach.
    """
    price = build_price(view)
    if price is None:
        return ()
    parts = [f"{price.cost:,} to call into {price.pot:,}", odds_text(price.odds), needs_text(price)]
    if price.hi_lo:
        parts.append(_half_text(price))
    if price.out_of_reach:
        parts.append(f"{price.out_of_reach:,} out of reach")
    return tuple(parts)


def needs_text(price: Price) -> str:
    """Returns the share that makes the call free: "needs 20%", or in hi-lo "needs 20% of the pot"."""
    return f"needs {_share_text(price)} of the pot" if price.hi_lo else f"needs {_share_text(price)}"


def _share_text(price: Price) -> str:
    return f"{price.percent_needed}%" if price.percent_needed else "less than 1%"


def _half_text(price: Price) -> str:
    """Returns what a half pays; one that is less than the call loses chips."""
    if price.half_odds > 0:
        return f"a half pays {odds_text(price.half_odds)}"
    return "a half wins nothing" if price.half_odds == 0 else "a half loses chips"


def price_sentence(view: TableView) -> str:
    """Returns the price for a beginner: "You pay 180 to win 716: you need to win 20% of the time."."""
    price = build_price(view)
    if price is None:
        return ""
    share = _share_text(price)
    need = f"you need {share} of the pot on average" if price.hi_lo else f"you need to win {share} of the time"
    last = ", your last chips," if price.all_in else ""
    return f"You pay {price.cost:,}{last} to win {price.pot:,}: {need}."
