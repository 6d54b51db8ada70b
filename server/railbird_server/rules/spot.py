"""A spot whose chances are asked for, and the answer: the share of each pot that every hand wins on average."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import compress

from msgspec import Struct

from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card
from railbird_shared.game.game_rules import GameRules
from railbird_shared.game.variants import Street, Variant
from railbird_shared.protocol.events import Pot
from railbird_shared.protocol.view import LastAct, SeatView, TableView


class KnownHand(Struct, frozen=True):
    """All the cards of a live hand: `hole_cards` were dealt face down and `upcards` face up."""

    seat: int
    hole_cards: tuple[Card, ...]
    upcards: tuple[Card, ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards of the hand."""
        return (*self.hole_cards, *self.upcards)


class ToCome(Struct, frozen=True):
    """How many cards are still to come: to the board, and to each hand face down and face up."""

    board: int = 0
    down: int = 0
    up: int = 0

    @property
    def own(self) -> int:
        """How many cards each hand still gets."""
        return self.down + self.up


class Spot(Struct, frozen=True):
    """A moment of a hand in which every live hand is known and nobody has a decision about cards any more.

    `gone` are cards that are known and cannot come: of folded hands, or of earlier runs. `pots` are what is played for,
    each by its seats. With `board_is_held` the common cards are the last card of stud, which each player holds (CX-41).
    """

    rules: GameRules
    hands: tuple[KnownHand, ...]
    pots: tuple[Pot, ...]
    to_come: ToCome
    board: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()
    board_is_held: bool = False


class PotEquity(Struct, frozen=True):
    """The part of one pot that each seat wins on average, of the seats that contest it.

    `ways` is the number of ways in which the rest was dealt. Odd chips are not divided: a tie for a pot of three chips
    counts as one and a half for each.
    """

    chips: int
    ways: int
    shares: dict[int, Fraction]

    def share(self, seat: int) -> Fraction:
        """Returns the part of the pot that a seat wins on average, 0 for a seat that does not contest it."""
        return self.shares.get(seat, Fraction(0))


class Equities(Struct, frozen=True):
    """The equities of all hands of a spot, pot by pot.

    `exact` says that every way to deal the rest was counted. Otherwise the rest was dealt at random `ways` times.
    """

    pots: tuple[PotEquity, ...]
    exact: bool

    def expected_chips(self, seat: int) -> Fraction:
        """Returns how many chips a seat wins on average."""
        return sum((pot.share(seat) * pot.chips for pot in self.pots), Fraction(0))

    def share(self, seat: int) -> Fraction:
        """Returns the part of all pots together that a seat wins on average."""
        chips = sum(pot.chips for pot in self.pots)
        return self.expected_chips(seat) / chips if chips else Fraction(0)


def spot_of(view: TableView, variant: Variant, gone: Iterable[Card] = ()) -> Spot | None:
    """Returns the spot that an audience sees, None where it has no equity.

    `variant` is the game as the house plays it, and `gone` are cards of earlier runs. An equity needs two hands or more
    that are known in full and that no decision can change any more: it has no meaning while cards are still exchanged,
    or where a hand counts as its owner declares it, or while a street is being dealt.
    """
    live = [seat for seat in view.occupied if seat.live and seat.last_act is not LastAct.MUCKED]
    if not view.playing or view.street < 0 or len(live) < 2:
        return None
    if variant.hilo_declare or variant.declared_hands or _exchange_left(view, variant, live):
        return None
    known = [hand for seat in live if (hand := _known_hand(seat, variant)) is not None]
    if len(known) < len(live) or not _dealt_in_full(view, variant, live):
        return None
    dead = [card for seat in view.occupied if not seat.live for card in seat.cards if card is not None]
    return Spot(
        view.rules,
        tuple(known),
        _contested_pots(view, live),
        _to_come(view, variant, len(live)),
        view.board,
        (*dead, *gone),
        board_is_held=variant.family is Family.STUD,
    )


def _exchange_left(view: TableView, variant: Variant, live: Sequence[SeatView]) -> bool:
    """Whether players may still exchange or have to throw away cards; the first act on a street with a draw is it."""
    if any(street.draw or street.discard for street in variant.streets[view.street + 1 :]):
        return True
    street = variant.streets[view.street]
    return bool(street.draw or street.discard) and any(seat.last_act is LastAct.NONE for seat in live)


def _known_hand(seat: SeatView, variant: Variant) -> KnownHand | None:
    """A hand that the audience knows in full, its cards by how they were dealt."""
    cards = [card for card in seat.cards if card is not None]
    if not cards or len(cards) < len(seat.cards):
        return None
    dealt_down = [down for street in variant.streets for down in (True,) * street.down + (False,) * street.up]
    hole_cards = tuple(compress(cards, dealt_down))
    return KnownHand(seat.seat, hole_cards, tuple(compress(cards, [not down for down in dealt_down])))


def _dealt_in_full(view: TableView, variant: Variant, live: Sequence[SeatView]) -> bool:
    """Whether the street has given its cards to the board and to every hand; a common last card counts for all."""
    streets = variant.streets[: view.street + 1]
    own, common = _own(streets), sum(street.board for street in streets)
    if streets[-1].community_card_if_short and len(view.board) > common:
        own, common = own - streets[-1].down - streets[-1].up, common + 1
    return len(view.board) == common and all(len(seat.cards) == own for seat in live)


def _own(streets: Iterable[Street]) -> int:
    return sum(street.down + street.up - street.discard for street in streets)


def _to_come(view: TableView, variant: Variant, live: int) -> ToCome:
    """The cards still to be dealt; where the pack is too short for the last street, one card is common (VT-S7-12)."""
    later = variant.streets[view.street + 1 :]
    board, down, up = (sum(getattr(street, kind) for street in later) for kind in ("board", "down", "up"))
    if later and later[-1].community_card_if_short:
        *before, last = later
        needed = sum((street.down + street.up) * live + street.burn for street in before)
        if _cards_left(view, variant) - needed < live:
            return ToCome(board + 1, down - last.down, up - last.up)
    return ToCome(board, down, up)


def _cards_left(view: TableView, variant: Variant) -> int:
    """How many cards of the pack are not dealt yet: those of folded hands follow from their upcards."""
    streets = variant.streets[: view.street + 1]
    dealt = len(view.board) + sum(street.burn for street in streets)
    for seat in view.occupied:
        if seat.live:
            dealt += len(seat.cards)
        elif seat.in_hand:
            dealt += _cards_when_folded(streets, sum(card is not None for card in seat.cards))
    return len(variant.pack) - dealt


def _cards_when_folded(streets: Sequence[Street], upcards: int) -> int:
    """How many cards a hand had that was folded with so many upcards."""
    up_to = [streets[:count] for count in range(1, len(streets) + 1)]
    return next((_own(some) for some in up_to if sum(street.up for street in some) >= upcards), _own(streets))


def _contested_pots(view: TableView, live: Sequence[SeatView]) -> tuple[Pot, ...]:
    """The pots with the live seats in them; bets that are not collected yet are one more, which all contest."""
    seats = tuple(seat.seat for seat in live)
    pots = [Pot(pot.chips, tuple(seat for seat in pot.seats if seat in seats)) for pot in view.pots if pot.chips]
    bets = view.carried + sum(seat.bet for seat in view.occupied)
    if bets or not pots:
        pots.append(Pot(bets, seats))
    return tuple(pot for pot in pots if pot.seats)
