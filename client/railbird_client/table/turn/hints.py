"""Hints for beginners in plain sentences: what they have, what beats it, which cards help, and what the price means.

They say what is so and never what to do. `build_hints` counts from the viewer's own view alone; it keeps what it has
counted, so that asking again for the same cards costs next to nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from railbird_client.drawing.text_width import wrap
from railbird_client.table.turn.pot_odds import price_sentence
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card, Rank
from railbird_shared.protocol.events import Side
from railbird_shared.protocol.view import TableView

if TYPE_CHECKING:
    from railbird_client.table.turn.hand_chances import Beaten, Known, OutGroup
    from railbird_shared.game.ranking.order import Category


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
    own = view.own_seat
    if own is None or not view.playing or not own.live or not view.you.cards:
        return NO_HINTS
    hand = f"You have {_with_article(view.you.hand_name)}." if view.you.hand_name else ""
    known = _known(view, discards)
    if known is None:
        return Hints(hand, price=price_sentence(view))
    return Hints(hand, _beaten_words(view, known), _outs_words(view, known, discards), price_sentence(view))


def hint_lines(hints: Hints, room: int, rows: int) -> tuple[str, ...]:
    """Returns the hints for `rows` rows of `room` cells: those that fit, the price first to stay and the hand to go."""
    kept: list[str] = []
    used = 0
    for line in (hints.price, hints.outs, hints.beaten, hints.hand):
        needed = len(wrap(line, room)) if line else 0
        if needed and used + needed <= rows:
            kept.append(line)
            used += needed
    ordered = [line for line in hints.lines if line in kept]
    return tuple(part for line in ordered for part in wrap(line, room))


def _with_article(hand: str) -> str:
    """A name of a hand in a sentence: "a pair of kings", "kings and fours", "an ace-high flush"."""
    first = hand.split(" ", 1)[0]
    takes_article = (
        first.endswith("-high") or first in {"pair", "wheel", "straight", "flush", "full"} or first == "royal"
    )
    if not takes_article:
        return hand
    return f"an {hand}" if hand[:1] in "aeiou" or hand.startswith("8") else f"a {hand}"


def _known(view: TableView, discards: Sequence[Card]) -> Known | None:
    """Returns what the viewer knows; in a game with a board without the cards that they have chosen to throw away."""
    from railbird_client.table.turn.hand_chances import known_cards  # noqa: PLC0415

    known = known_cards(view)
    if known is None or view.game.family is not Family.BOARD or not discards:
        return known
    kept = tuple(card for card in known.concealed if card not in discards)
    return replace(known, concealed=kept, seen=(*known.seen, *discards)) if kept else known


def _beaten_words(view: TableView, known: Known) -> str:
    from railbird_client.table.turn.hand_chances import find_beaten  # noqa: PLC0415  the first hint loads it

    if view.game.family is Family.STUD:
        return _showing_words(view)
    found = find_beaten(known)
    parts = [part for beaten in found if (part := _beaten_part(beaten, low=_is_low(view, beaten), one=len(found) == 1))]
    if parts == [_NOTHING]:
        return "Nothing beats you now."
    return f"Beats you now: {'; '.join(parts)}." if parts else ""


_NOTHING = "nothing"


def _is_low(view: TableView, beaten: Beaten) -> bool:
    return beaten.side is Side.LOW or (beaten.side is Side.WHOLE and view.rules.high is None)


def _beaten_part(beaten: Beaten, *, low: bool, one: bool) -> str:
    """What beats the viewer on one side, empty where nobody can have a hand for it yet."""
    side = "" if one else f"{beaten.side.value}: "
    share = percent_words(beaten.percent)
    if not beaten.percent:
        return f"{side}{_NOTHING}" if beaten.own is not None else ""
    if beaten.own is None:
        return f"{side}you have none yet, {share} of hands do"
    if low:
        return f"{side}{share} of hands"
    kinds = [kind_words(kind) for kind in beaten.kinds]
    if beaten.alike:
        kinds.insert(0, _better_words(beaten.own))
    return f"{side}{', '.join(kinds)} ({share} of hands)"


def _better_words(kind: Category) -> str:
    """A better hand of a kind: "a better pair", "a higher card"."""
    word = {"high card": "a higher card", "one pair": "a better pair"}.get(kind.word)
    return word or f"a better {kind.word}"


def _showing_words(view: TableView) -> str:
    """Who shows a better hand in their upcards alone than the viewer has with all cards."""
    from railbird_client.table.turn.hand_chances import find_showing  # noqa: PLC0415

    known = _known(view, ())
    better = find_showing(known) if known else ()
    return f"Already on the table, better than yours: {', '.join(better)}." if better else ""


_KINDS_WITH_ARTICLE = frozenset({"straight", "flush", "full house", "straight flush"})


def kind_words(kind: Category) -> str:
    """Returns a kind of hand as it stands in a list: "a pair", "a straight", "two pair"."""
    if kind.word in _KINDS_WITH_ARTICLE:
        return f"a {kind.word}"
    return {"high card": "a higher card", "one pair": "a pair"}.get(kind.word, kind.word)


def percent_words(percent: float) -> str:
    """Returns a percentage in whole numbers: "12%", "less than 1%", "over 99%"."""
    if 0 < percent < 1:
        return "less than 1%"
    return "over 99%" if 99 < percent < 100 else f"{percent:.0f}%"


def _outs_words(view: TableView, known: Known, discards: Sequence[Card]) -> str:
    from railbird_client.table.turn.hand_chances import find_draw_chance, find_outs  # noqa: PLC0415

    if discards and view.game.family is Family.DRAW:
        better = find_draw_chance(known, tuple(discards))
        cards = "1 card" if len(discards) == 1 else f"{len(discards)} cards"
        return "" if better is None else f"Drawing {cards} makes your hand better {percent_words(better)} of the time."
    outs = find_outs(known)
    if outs is None:
        return ""
    if not outs.count:
        return f"None of the {outs.unseen} unseen cards helps you."
    made = ", ".join(f"{group.count} {_made_words(group)}" for group in outs.groups)
    later = f", {percent_words(outs.percent_in_all)} with {outs.to_come}" if outs.to_come > 1 else ""
    help_you = "helps" if outs.count == 1 else "help"
    chance = f"{percent_words(outs.percent)} with the next card{later}"
    return f"{outs.count} of {outs.unseen} unseen cards {help_you} ({chance}): {made}."


def _made_words(group: OutGroup) -> str:
    """What a group of cards makes: "a flush", "an eight low"."""
    if not group.top:
        return kind_words(group.kind)
    top = "ace" if group.top == 1 else Rank(group.top).word
    return f"{'an' if top[0] in 'aeiou' else 'a'} {top} low"
