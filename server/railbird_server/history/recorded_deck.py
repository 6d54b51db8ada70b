"""The deck that deals exactly the cards of a recorded hand, with assumed cards in place of unknown ones.

The rules deal one card at a time from the button's left, then the board, and serve each drawing player in turn (DL-16,
VT-5D-6); a recorded hand is replayed without burned cards.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from railbird_server.history.card_trace import BOARD_PLAYER, CardSlot, CardTrace
from railbird_server.history.notation import BadHistory
from railbird_server.rules.dealing import Dealer
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import Setup
from railbird_shared.game.cards import Card
from railbird_shared.game.variants import Variant

SlotCards = dict[CardSlot, Card]
"""The card of every slot, known or assumed."""


class RecordedCardsDealer(Dealer):
    """Deals recorded cards of which some come twice, because the discards were shuffled during the hand.

    The record has the cards of the reshuffle, so that none is made and no salt is needed.
    """

    __slots__ = ()

    def __init__(self, cards: Sequence[Card], pack: Sequence[Card]) -> None:
        super().__init__(pack, pack)
        self._stub = tuple(cards)


def build_recorded_hand(setup: Setup, cards: Sequence[Card], variant: Variant) -> Hand:
    """Returns a hand that deals the recorded cards; raises BadSetup."""
    rest = [card for card in variant.pack if card not in set(cards)]
    deck = (*cards, *rest)
    dealer = RecordedCardsDealer(deck, variant.pack) if len(set(cards)) < len(cards) else deck
    return Hand(setup, dealer, name_playing_cards=True)


def slots_in_order(trace: CardTrace, variant: Variant) -> list[tuple[int, CardSlot]]:
    """Returns every slot with its street, in the order in which the rules deal."""
    order: list[tuple[int, CardSlot]] = []
    for number, dealt in enumerate(trace.dealt):
        hands = [slots for player, slots in dealt.items() if player != BOARD_PLAYER]
        rows = hands if variant.streets[number].draw else zip_longest(*hands)
        order += [(number, slot) for row in rows for slot in row if slot]
        order += [(number, slot) for slot in dealt[BOARD_PLAYER]]
    return order


def unmentioned_cards(trace: CardTrace, variant: Variant) -> list[Card]:
    """Returns the cards that the record does not mention, the highest first."""
    mentioned = {slot.card for street in trace.dealt for slots in street.values() for slot in slots}
    return sorted((card for card in variant.pack if card not in mentioned), key=lambda card: card.rank, reverse=True)


def assign_cards(trace: CardTrace, variant: Variant, rotation: int, step: int = 1) -> SlotCards:
    """Returns the card of every slot, with an assumed card in each unknown one.

    The assumed ones follow each other `step` places apart among those that are not mentioned, from place `rotation` on:
    close by they are mostly pairs, and further apart of different ranks.

    After the whole pack cards come again that nobody holds at that time; raises BadHistory if there are none.
    """
    cards_left = unmentioned_cards(trace, variant)
    spare = [card for begin in range(step) for card in cards_left[begin::step]]
    spare = spare[rotation:] + spare[:rotation]
    order = slots_in_order(trace, variant)
    times: dict[Card, list[range]] = {card: [] for card in dict.fromkeys((*spare, *variant.pack))}
    for street, slot in order:
        if slot.card:
            times[slot.card].append(range(street, slot.gone_in_street))
    cards: SlotCards = {}
    for street, slot in order:
        held = range(street, slot.gone_in_street)
        cards[slot] = slot.card or _find_free_card(times, held)
        if not slot.card:
            times[cards[slot]].append(held)
    return cards


def _find_free_card(times: Mapping[Card, Sequence[range]], streets: range) -> Card:
    """Returns a card that nobody holds in some streets: of those that are held least often, the first."""
    free = (
        card
        for card, held in times.items()
        if all(other.stop <= streets.start or streets.stop <= other.start for other in held)
    )
    card = min(free, key=lambda card: len(times[card]), default=None)
    if card is None:
        raise BadHistory("More cards are dealt than the pack has.")
    return card
