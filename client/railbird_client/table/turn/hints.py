"""Hints for beginners in plain sentences: what they have, what beats it, which cards help, and the price of a call.

They say what is so and never what to do. `build_hints` counts from the viewer's own view alone; it keeps what it has
counted, so that asking again for the same cards costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from railbird_client.drawing.text_width import wrap
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card, Rank
from railbird_shared.protocol.events import Side
from railbird_shared.protocol.view import TableView

if TYPE_CHECKING:
    from railbird_client.table.turn.outs import Beaten, OutGroup, Outs
    from railbird_shared.game.ranking.hand_order import Category

_NOTHING = "nothing"
_KINDS_WITH_ARTICLE = frozenset({"higher card", "pair", "straight", "flush", "full house", "straight flush"})


class Price(Struct, frozen=True):
    """The price of a call of `cost` chips: the `pot` as it lies before the call, in chips that the viewer can win.

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
        """The chips that a won pot pays for one chip of the call."""
        return self.pot / self.cost

    @property
    def half_odds(self) -> float:
        """The chips that half the pot, with the call in it, pays for one chip of the call; below 0 it loses."""
        return (self.pot - self.cost) / 2 / self.cost

    @property
    def percent_needed(self) -> int:
        """The percentage of times that one has to win for the call to cost nothing in the long run, rounded."""
        whole = self.pot + self.cost
        return (200 * self.cost + whole) // (2 * whole)


def build_price(view: TableView) -> Price | None:
    """Returns the price of a call, None where there is none: in a free check, a draw, a declaration, the bring-in."""
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

    As in "180 to call into 716", "4.0 to 1", "needs 20%". In hi-lo it needs 20% "of the pot", and a half pays less,
    which is a part of its own, and so is what lies on the table out of the viewer's reach.
    """
    price = build_price(view)
    if price is None:
        return ()
    parts = [f"{price.cost:,} to call into {price.pot:,}", odds_text(price.odds), f"needs {_share_text(price)}"]
    if price.hi_lo:
        parts[-1] += " of the pot"
        parts.append(_half_text(price))
    if price.out_of_reach:
        parts.append(f"{price.out_of_reach:,} out of reach")
    return tuple(parts)


def _share_text(price: Price) -> str:
    return f"{price.percent_needed}%" if price.percent_needed else "less than 1%"


def _half_text(price: Price) -> str:
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


class Hints(Struct, frozen=True):
    """The hints of a moment, each a sentence, empty where there is nothing to say."""

    hand: str = ""
    beaten: str = ""
    outs: str = ""
    price: str = ""

    @property
    def lines(self) -> tuple[str, ...]:
        """The sentences that there are."""
        return tuple(line for line in (self.hand, self.beaten, self.outs, self.price) if line)

    def __bool__(self) -> bool:
        return bool(self.lines)


NO_HINTS = Hints()


def build_hints(view: TableView, discards: Sequence[Card] = ()) -> Hints:
    """Returns the hints of the viewer's hand; `discards` are the cards that they have chosen to throw away.

    There are none for a spectator, between hands and once the viewer has folded.
    """
    if not view.you.cards:
        return NO_HINTS
    from railbird_client.table.turn import outs as counts  # noqa: PLC0415  the first hint loads it

    known = counts.known_cards(view, discards)
    if known is None:
        return NO_HINTS
    hand = f"You have {_with_article(view.you.hand_name)}." if view.you.hand_name else ""
    if view.game.family is Family.STUD:
        showing = ", ".join(counts.find_showing(known))
        beaten = f"Already on the table, better than yours: {showing}." if showing else ""
    else:
        beaten = _beaten_words(view, counts.find_beaten(known))
    if discards and view.game.family is Family.DRAW:
        outs = _draw_words(len(discards), counts.find_draw_chance(known, tuple(discards)))
    else:
        outs = _outs_words(counts.find_outs(known))
    return Hints(hand, beaten, outs, price_sentence(view))


def hint_lines(hints: Hints, room: int, rows: int) -> tuple[str, ...]:
    """Returns the hints for `rows` rows of `room` cells: those that fit, the price first to stay and the hand to go."""
    kept: list[str] = []
    used = 0
    for line in (hints.price, hints.outs, hints.beaten, hints.hand):
        needed = len(wrap(line, room)) if line else 0
        if needed and used + needed <= rows:
            kept.append(line)
            used += needed
    return tuple(part for line in hints.lines if line in kept for part in wrap(line, room))


def _with_article(hand: str) -> str:
    """A name of a hand in a sentence: "a pair of kings", "kings and fours", "an ace-high flush"."""
    first = hand.split(" ", 1)[0]
    if not first.endswith("-high") and first not in {"pair", "wheel", "straight", "flush", "full", "royal"}:
        return hand
    return f"an {hand}" if hand[:1] in "aeiou" or hand.startswith("8") else f"a {hand}"


def _beaten_words(view: TableView, found: Sequence[Beaten]) -> str:
    parts = [part for beaten in found if (part := _beaten_part(view, beaten, one=len(found) == 1))]
    if parts == [_NOTHING]:
        return "Nothing beats you now."
    return f"Beats you now: {'; '.join(parts)}." if parts else ""


def _beaten_part(view: TableView, beaten: Beaten, *, one: bool) -> str:
    """The hands that beat the viewer on one side, empty where nobody can have a hand for it yet."""
    side = "" if one else f"{beaten.side.value}: "
    share = _percent_text(beaten.percent)
    if not beaten.percent:
        return f"{side}{_NOTHING}" if beaten.own is not None else ""
    if beaten.own is None:
        return f"{side}you have none yet, {share} of hands do"
    if beaten.side is Side.LOW or view.rules.high is None:
        return f"{side}{share} of hands"
    kinds = [kind_words(beaten.own, better=True)] if beaten.alike else []
    kinds += map(kind_words, beaten.kinds)
    return f"{side}{', '.join(kinds)} ({share} of hands)"


def kind_words(kind: Category, *, better: bool = False) -> str:
    """Returns a kind of hand as it stands in a list: "a pair", "a straight", "two pair", or "a better pair"."""
    word = {"high card": "higher card", "one pair": "pair"}.get(kind.word, kind.word)
    if better and word != "higher card":
        return f"a better {word}"
    return f"a {word}" if word in _KINDS_WITH_ARTICLE else word


def _percent_text(percent: float) -> str:
    """Returns a percentage in whole numbers: "12%", "less than 1%", "over 99%"."""
    if 0 < percent < 1:
        return "less than 1%"
    return "over 99%" if 99 < percent < 100 else f"{percent:.0f}%"


def _draw_words(count: int, better: float | None) -> str:
    cards = "1 card" if count == 1 else f"{count} cards"
    return "" if better is None else f"Drawing {cards} makes your hand better {_percent_text(better)} of the time."


def _outs_words(outs: Outs | None) -> str:
    if outs is None:
        return ""
    if not outs.count:
        return f"None of the {outs.unseen} unseen cards helps you."
    made = ", ".join(f"{group.count} {_made_words(group)}" for group in outs.groups)
    later = f", {_percent_text(outs.percent_in_all)} with {outs.to_come}" if outs.to_come > 1 else ""
    help_you = "helps" if outs.count == 1 else "help"
    chance = f"{_percent_text(outs.percent)} with the next card{later}"
    return f"{outs.count} of {outs.unseen} unseen cards {help_you} ({chance}): {made}."


def _made_words(group: OutGroup) -> str:
    """The hand that a group of cards makes: "a flush", "an eight low"."""
    if not group.top:
        return kind_words(group.kind)
    top = "ace" if group.top == 1 else Rank(group.top).word
    return f"{'an' if top[0] in 'aeiou' else 'a'} {top} low"
