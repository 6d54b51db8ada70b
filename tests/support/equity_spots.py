"""Spots to find equities of, and the same equities counted deal by deal with the showdown of the rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, permutations

from railbird_server.rules.equity import find_equities, unseen_cards
from railbird_server.rules.player import Player
from railbird_server.rules.showdown import Showdown
from railbird_server.rules.spot import Equities, KnownHand, Spot, ToCome
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card, parse_cards
from railbird_shared.game.variants import Variant, get_variant
from railbird_shared.protocol.events import Pot


def make_spot(
    game: str | Variant,
    *hands: str,
    board: str = "",
    to_come: ToCome | None = None,
    gone: str = "",
    pots: Sequence[Pot] = (),
) -> Spot:
    """Returns a spot of hands written as text, from seat 1 on; in stud "7c 2d | Ks Qh" tells face down from face up."""
    variant = game if isinstance(game, Variant) else get_variant(game)
    seats = tuple(range(1, len(hands) + 1))
    known = tuple(
        KnownHand(seat, *[parse_cards(part) for part in hand.split("|")])
        for seat, hand in zip(seats, hands, strict=True)
    )
    return Spot(
        variant.rules,
        known,
        tuple(pots) or (Pot(5040, seats),),
        to_come or ToCome(),
        parse_cards(board),
        parse_cards(gone),
        board_is_held=variant.family is Family.STUD,
    )


def equities_of(spot: Spot, seed: int = 1) -> Equities:
    """Returns the equities of a spot with the chance of a seed."""
    return find_equities(spot, random.Random(seed))


def last_card_of(variant: Variant) -> ToCome:
    """Returns what the last street of a game deals."""
    last = variant.streets[-1]
    return ToCome(last.board, last.down, last.up)


def random_spot(variant: Variant, players: int, to_come: ToCome, seed: int, side_pot: int = 0) -> Spot:
    """Returns a random spot of a game with so many cards to come; the last player has no part in the side pot."""
    deck = list(variant.pack)
    random.Random(seed).shuffle(deck)
    streets = variant.streets
    board = sum(street.board for street in streets) - to_come.board
    down = sum(street.down - street.discard for street in streets) - to_come.down
    up = sum(street.up for street in streets) - to_come.up

    def take(count: int) -> tuple[Card, ...]:
        taken = tuple(deck[:count])
        del deck[:count]
        return taken

    hands = tuple(KnownHand(seat, take(down), take(up)) for seat in range(1, players + 1))
    seats = tuple(range(1, players + 1))
    pots = [Pot(5040, seats)] + [Pot(side_pot, seats[:-1])] * bool(side_pot)
    held = variant.family is Family.STUD
    return Spot(variant.rules, hands, tuple(pots), to_come, take(board), take(3), board_is_held=held)


def count_chips(variant: Variant, spot: Spot) -> dict[int, Fraction]:
    """Returns the chips that each seat wins on average, showing down every deal of the rest, without odd chips."""
    seen = [*spot.board, *spot.gone, *[card for hand in spot.hands for card in hand.cards]]
    won: Counter[int] = Counter()
    deals = 0
    for board, owns in _deals(unseen_cards(variant.pack, seen), spot):
        deals += 1
        players = [_player(hand, own, spot.to_come) for hand, own in zip(spot.hands, owns, strict=True)]
        for award in Showdown(variant, players, [*spot.board, *board]).award_pots(spot.pots):
            won[award.seat] += award.chips
    return {hand.seat: Fraction(won[hand.seat], deals) for hand in spot.hands}


def _deals(unseen: Sequence[Card], spot: Spot) -> Iterator[tuple[Sequence[Card], Sequence[Sequence[Card]]]]:
    """Every board, or every deal of one card to each hand."""
    if spot.to_come.own:
        assert spot.to_come.own == 1
        assert spot.to_come.board == 0
        for cards in permutations(unseen, len(spot.hands)):
            yield (), [(card,) for card in cards]
    else:
        for cards in combinations(unseen, spot.to_come.board):
            yield cards, [()] * len(spot.hands)


def _player(hand: KnownHand, own: Sequence[Card], to_come: ToCome) -> Player:
    player = Player(hand.seat, 0)
    player.add_cards([*hand.hole_cards, *own[: to_come.down]], face_down=True)
    player.add_cards([*hand.upcards, *own[to_come.down :]], face_down=False)
    return player
