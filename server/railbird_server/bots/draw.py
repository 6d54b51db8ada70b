"""Draw: the chance of winning before the draw, and after it against opponents known by how many they drew."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable

from railbird_server.bots.chances import best_of, chance_of, share, shuffled, take
from railbird_server.bots.drawing import discards, kept
from railbird_server.bots.reading import Rival, rivals, unseen
from railbird_server.bots.style import Style
from railbird_server.bots.wagering import act_on
from railbird_server.rules.ranking import HIGH
from railbird_shared.actions import Action, Draw, LegalActions
from railbird_shared.cards import Card, Rank, Suit
from railbird_shared.view import TableView

_HAND = 5
_FOUR_FLUSHES = 0.3
_PAT_FLUSHES = 0.35
_PAT_STRAIGHTS = 0.4


def decide(view: TableView, legal: LegalActions, style: Style, rng: random.Random) -> Action:
    """Returns what a player of the style bets, or throws away."""
    assert view.you is not None
    if legal.draw is not None:
        return Draw(discards(view.you.cards, legal.draw, rng))
    return act_on(view, legal, chance(view, rng), style, rng)


def chance(view: TableView, rng: random.Random) -> float:
    """Returns the viewer's chance of winning, with the draw still to come if it is."""
    assert view.you is not None
    own = list(view.you.cards)
    against = rivals(view)
    deck = unseen(view)
    drawn = view.street > 0
    keep = own if drawn else kept(own)

    def trial(rng: random.Random) -> float:
        rest = shuffled(deck, rng)
        strengths = []
        for rival in against:
            if rival.plays(rng):
                hand = _after_draw(rival, rest, rng) if drawn else _before_draw(rival, rest, rng)
                strengths.append(HIGH.strength(hand))
        return share(HIGH.strength([*keep, *take(rest, _HAND - len(keep))]), strengths)

    return chance_of(trial, rng)


def _before_draw(rival: Rival, rest: list[Card], rng: random.Random) -> list[Card]:
    """What a rival ends up with who picks his hand from several and then draws as we would."""
    keep = kept(best_of(rest, _HAND, rival.picks(rng)))
    return [*keep, *take(rest, _HAND - len(keep))]


def _after_draw(rival: Rival, rest: list[Card], rng: random.Random) -> list[Card]:
    best = _drawn(rival.drew, rest, rng)
    for _ in range(rival.picks(rng) - 1):
        hand = _drawn(rival.drew, rest, rng)
        best, other = (hand, best) if HIGH.strength(hand) > HIGH.strength(best) else (best, hand)
        rest += other
    return best


def _drawn(drew: int | None, rest: list[Card], rng: random.Random) -> list[Card]:
    """Takes from the deck a hand that fits the number of cards drawn: three to a pair, two to trips, and so on."""
    match drew:
        case 0:
            keep = _pat(rest, rng)
        case 1:
            four_flush = rng.random() < _FOUR_FLUSHES
            keep = _alike(rest, 4, _suit) if four_flush else [*_alike(rest, 2, _rank), *_alike(rest, 2, _rank)]
        case 2:
            keep = _alike(rest, 3, _rank)
        case 3:
            keep = _alike(rest, 2, _rank)
        case _:
            keep = []
    return [*keep, *take(rest, _HAND - len(keep))]


def _pat(rest: list[Card], rng: random.Random) -> list[Card]:
    """A hand that stands pat: a flush, a straight, or two pairs played as if they were more."""
    kind = rng.random()
    if kind < _PAT_FLUSHES:
        return _alike(rest, _HAND, _suit)
    if kind < _PAT_FLUSHES + _PAT_STRAIGHTS:
        return _row(rest, rng.randint(Rank.TWO, Rank.TEN))
    return [*_alike(rest, 2, _rank), *_alike(rest, 2, _rank)]


def _rank(card: Card) -> Rank:
    return card.rank


def _suit(card: Card) -> Suit:
    return card.suit


def _alike(rest: list[Card], count: int, feature: Callable[[Card], Rank | Suit]) -> list[Card]:
    """Takes the first cards of the deck that share a feature, so many of them; none if there are not so many."""
    groups: dict[int, list[Card]] = defaultdict(list)
    for card in rest:
        group = groups[feature(card)]
        group.append(card)
        if len(group) == count:
            return _without(rest, group)
    return []


def _row(rest: list[Card], low: int) -> list[Card]:
    """Takes the first card of each of five ranks in a row."""
    first = {card.rank: card for card in reversed(rest)}
    return _without(rest, [first[Rank(rank)] for rank in range(low, low + _HAND) if Rank(rank) in first])


def _without(rest: list[Card], cards: list[Card]) -> list[Card]:
    for card in cards:
        rest.remove(card)
    return cards
