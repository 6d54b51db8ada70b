"""Follows every card of a recorded hand, known or unknown, from the deal to the showdown.

Each dealt card has a slot. The file may name the card when it is dealt, discarded or shown, and the slot then keeps it.
`CardTrace.assign_cards` assumes a card for the slots that stay unknown.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from railbird_server.history.parser import (
    ActionCode,
    BadHistory,
    Cards,
    DealAction,
    HistoryStep,
    PlayerAction,
    RecordedHand,
    format_history_cards,
)
from railbird_shared.game.cards import Card
from railbird_shared.game.variants import Variant

BOARD_PLAYER = 0
NO_STREET = 99
"""A street after all streets of any game."""

MAX_CARDS_LEFT_AT_RESHUFFLE = 5
"""The most cards of a pack that are left or burned when the discards are shuffled (VT-5D-15)."""


@dataclass(slots=True, eq=False)
class CardSlot:
    """One dealt card, None while it is unknown.

    `gone_in_street` is the street in which its owner discards or folds it. `action` is the number of the action that
    names the card, or that deals it if none does; 0 for a card that the record leaves out.
    """

    card: Card | None
    action: int
    gone_in_street: int = NO_STREET

    def reveal(self, card: Card | None, action: int) -> None:
        """Keeps the card that an action names, if it was unknown."""
        if self.card is None and card is not None:
            self.card, self.action = card, action


SlotCards = dict[CardSlot, Card]
"""The card of every slot, known or assumed."""


class CardTrace:
    """The cards of a record, street by street.

    `dealt[street]` lists the cards that each player was dealt in it, in the order of the players who were still in, and
    the board's under the number 0. `hands` are the cards that each player holds at the end, `discards` the cards
    discarded by each action, by its number, and `street_of` the street in which an action deals.
    """

    def __init__(self, history: RecordedHand, variant: Variant) -> None:
        """Follows the cards; raises BadHistory where the record contradicts itself."""
        self.variant = variant
        self._draws: dict[tuple[int, int], int] = {}
        self._shown = {step.action.player: step for step in history.steps if _shown_cards(step)}
        """The action in which each player shows cards, the last one if they show them more than once."""
        self._folded: set[int] = set()
        self._players = range(1, len(history.starting_stacks) + 1)
        self.dealt: list[dict[int, list[CardSlot]]] = []
        self.hands: dict[int, list[CardSlot]] = {player: [] for player in self._players}
        self.discards: dict[int, list[CardSlot]] = {}
        self.street_of: dict[int, int] = {}
        self.mucked: set[int] = set()
        self._open_street(0)
        for step in history.steps:
            self._apply_step(step)
        self._add_missing_slots(len(self.dealt) - 1)
        for step in self._shown.values():
            self._reveal_shown(step)
        self._check_cards()

    @property
    def board(self) -> list[CardSlot]:
        """The common cards."""
        return [slot for street in self.dealt for slot in street.get(BOARD_PLAYER, [])]

    @property
    def contenders(self) -> list[int]:
        """The players who neither folded nor mucked."""
        return [player for player in self._players if player not in self._folded | self.mucked]

    def slots_in_order(self) -> list[tuple[int, CardSlot]]:
        """Returns every slot with its street, in the order in which the rules deal."""
        order: list[tuple[int, CardSlot]] = []
        for number, dealt in enumerate(self.dealt):
            hands = [slots for player, slots in dealt.items() if player != BOARD_PLAYER]
            rows = hands if self.variant.streets[number].draw else zip_longest(*hands)
            order += [(number, slot) for row in rows for slot in row if slot]
            order += [(number, slot) for slot in dealt[BOARD_PLAYER]]
        return order

    def unmentioned_cards(self) -> list[Card]:
        """Returns the cards that the record does not mention, the highest first."""
        mentioned = {slot.card for _, slot in self.slots_in_order()}
        rest = (card for card in self.variant.pack if card not in mentioned)
        return sorted(rest, key=lambda card: card.rank, reverse=True)

    def assign_cards(self, rotation: int, step: int = 1) -> SlotCards:
        """Returns the card of every slot, with an assumed card in each unknown one.

        The assumed ones follow each other `step` places apart among those that are not mentioned, from place `rotation`
        on: close by they are mostly pairs, and further apart of different ranks.

        After the whole pack cards come again that nobody holds at that time; raises BadHistory if there are none.
        """
        cards_left = self.unmentioned_cards()
        spare = [card for begin in range(step) for card in cards_left[begin::step]]
        spare = spare[rotation:] + spare[:rotation]
        order = self.slots_in_order()
        times: dict[Card, list[range]] = {card: [] for card in dict.fromkeys((*spare, *self.variant.pack))}
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

    def _apply_step(self, step: HistoryStep) -> None:
        match step.action:
            case DealAction(player, cards):
                self.street_of[step.number] = self._deal(player, cards, step)
            case PlayerAction(player, ActionCode.FOLD):
                self._folded.add(player)
                for slot in self.hands[player]:
                    slot.gone_in_street = len(self.dealt)
            case PlayerAction(player, ActionCode.DRAW, cards=cards):
                self.discards[step.number] = self._discard(player, cards or (), step)
            case PlayerAction(player, ActionCode.SHOW, cards=None):
                self.mucked.add(player)

    def _deal(self, player: int, cards: Cards, step: HistoryStep) -> int:
        """Deals the cards of one action, over as many streets as they reach; returns the last of these."""
        if player in self._folded:
            raise BadHistory("The player who is dealt to has folded.", step.number)
        street = len(self.dealt) - 1
        if self.variant.streets[street].draw:
            self._add_slots(street, player, cards, step.number)
        else:
            for card in cards:
                street = self._street_with_room(player, step)
                self._add_slots(street, player, [card], step.number)
        return street

    def _street_with_room(self, player: int, step: HistoryStep) -> int:
        for number, street in enumerate(self.variant.streets):
            if number == len(self.dealt):
                self._open_street(number)
            room = street.board if player == BOARD_PLAYER else street.down + street.up
            if len(self.dealt[number].get(player, [])) < room:
                return number
        raise BadHistory("No card is to be dealt there.", step.number)

    def _open_street(self, number: int) -> None:
        if number:
            self._add_missing_slots(number - 1)
        self.dealt.append({player: [] for player in self._players if player not in self._folded})
        self.dealt[number][BOARD_PLAYER] = []

    def _add_slots(self, street: int, player: int, cards: Sequence[Card | None], action: int = 0) -> None:
        slots = [CardSlot(card, action) for card in cards]
        self.dealt[street][player] += slots
        if player != BOARD_PLAYER:
            self.hands[player] += slots

    def _add_missing_slots(self, number: int) -> None:
        """Deals unknown cards to the players whom the record leaves out of a street."""
        street = self.variant.streets[number]
        for player, slots in self.dealt[number].items():
            due = street.board if player == BOARD_PLAYER else street.down + street.up
            if street.draw:
                due = self._draws.get((number, player), 0)
            if len(slots) > due:
                raise BadHistory(f"The player threw {due} away and is dealt {len(slots)}.", slots[due].action)
            self._add_slots(number, player, [None] * (due - len(slots)))

    def _discard(self, player: int, cards: Cards, step: HistoryStep) -> list[CardSlot]:
        number = len(self.dealt) - 1
        if not self.variant.streets[number].draw or (number, player) in self._draws:
            number += 1  # they draw in the next street
            if number == len(self.variant.streets) or not self.variant.streets[number].draw:
                raise BadHistory("There is no draw then.", step.number)
            self._open_street(number)
        self._draws[number, player] = len(cards)
        discarded: list[CardSlot] = []
        for card in sorted(cards, key=lambda card: card is None):
            slot = self._find_slot(player, card)
            if slot is None:
                raise BadHistory("The player does not hold what they throw away.", step.number)
            slot.reveal(card, step.number)
            slot.gone_in_street = number
            self.hands[player].remove(slot)
            discarded.append(slot)
        return discarded

    def _find_slot(self, player: int, card: Card | None) -> CardSlot | None:
        """Returns the slot of a discarded card: the one with that card, or else an unknown one.

        A discarded unknown card is an unknown one of the hand, or else one that is not shown at the end.
        """
        hand = self.hands[player]
        unknown = [slot for slot in hand if slot.card is None]
        if card is not None:
            return next((slot for slot in hand if slot.card is card), None) or next(iter(unknown), None)
        shown = _shown_cards(self._shown[player]) if player in self._shown else ()
        unshown = [slot for slot in hand if slot.card not in shown]
        return next(iter([*unknown, *unshown, *hand]), None)

    def _reveal_shown(self, step: HistoryStep) -> None:
        """Names the cards that a player shows at the end: in the order dealt if that fits, else in any order."""
        hand, cards = self.hands[step.action.player], _shown_cards(step)
        pairs = list(zip(hand, cards, strict=False))
        if len(pairs) == len(cards) and all(slot.card in (None, card) for slot, card in pairs):
            for slot, card in pairs:
                slot.reveal(card, step.number)
        known = [slot.card for slot in hand if slot.card]
        left = [card for card in cards if card and card not in known]
        unknown = [slot for slot in hand if slot.card is None]
        if len(left) > len(unknown):
            raise BadHistory(f"The player holds {format_history_cards(known)}.", step.number)
        for slot, card in zip(unknown, left, strict=False):
            slot.reveal(card, step.number)

    def _check_cards(self) -> None:
        """Raises BadHistory for a card that is not in the pack, or in two places at once."""
        seen: dict[Card, CardSlot] = {}
        count = 0
        for number, street in enumerate(self.dealt):
            slots = [slot for slots in street.values() for slot in slots]
            count += len(slots)
            for slot in slots:
                if slot.card is None:
                    continue
                if slot.card not in self.variant.pack:
                    raise BadHistory(f"The card {slot.card} is not in the pack of this game.", slot.action)
                earlier = seen.get(slot.card)
                if earlier and (
                    earlier.gone_in_street > number or count < len(self.variant.pack) - MAX_CARDS_LEFT_AT_RESHUFFLE
                ):
                    raise BadHistory(f"The card {slot.card} is dealt twice.", max(slot.action, earlier.action))
                seen[slot.card] = slot


def _shown_cards(step: HistoryStep) -> Cards:
    action = step.action
    return (action.cards or ()) if isinstance(action, PlayerAction) and action.code is ActionCode.SHOW else ()


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
