"""Which card went where: the cards of a record followed from hand to hand, known ones and unknown ones.

Every card dealt is a slot. What a slot holds may be told when it is dealt, when it is thrown away or when it is shown;
all that is told about a slot is brought together here. What stays untold is filled by `deck`.
"""

from __future__ import annotations

from collections.abc import Sequence

from railbird_server.history.notation import BadHistory, Cards, Deal, Move, Verb, write_history_cards
from railbird_server.history.reading import Record, Step
from railbird_server.rules.variants import Variant
from railbird_shared.cards import Card

BOARD = 0
NEVER = 99

SPARE = 5
"""How many cards of a pack may be left or burned when it is shuffled again."""


class Slot:
    """One dealt card: None as long as nobody has told it, `gone` in the street that takes it from its owner."""

    __slots__ = ("card", "gone")

    def __init__(self, card: Card | None) -> None:
        self.card = card
        self.gone = NEVER


class Trace:
    """The cards of a record, street by street.

    `dealt[street]` lists what each player got in it, in the order of the players who were still in, and the board under
    the number 0. `hands` is what each player holds at the end, `discards` what is thrown away by the number of the
    action that does it, and `street_of` in which street an action deals. `again` says whether a card came twice, out of
    a pack that was used up and shuffled again.
    """

    def __init__(self, record: Record, variant: Variant) -> None:
        """Follows the cards; raises BadHistory where the record contradicts itself."""
        self._pack = variant.pack
        self._streets = variant.streets
        self._draws: dict[tuple[int, int], int] = {}
        self._shown = _shown_cards(record)
        self._folded: set[int] = set()
        self._players = range(1, len(record.stacks) + 1)
        self.dealt: list[dict[int, list[Slot]]] = []
        self.hands: dict[int, list[Slot]] = {player: [] for player in self._players}
        self.discards: dict[int, list[Slot]] = {}
        self.street_of: dict[int, int] = {}
        self.mucked: set[int] = set()
        self.again = False
        self._open_street(0)
        for step in record.steps:
            self._follow(step)
        self._top_up(len(self.dealt) - 1)
        for player, cards in self._shown.items():
            self._learn_shown(player, cards)
        self._check_cards()

    @property
    def board(self) -> list[Slot]:
        """The common cards."""
        return [slot for street in self.dealt for slot in street.get(BOARD, [])]

    @property
    def contenders(self) -> list[int]:
        """The players who neither folded nor mucked."""
        return [player for player in self._players if player not in self._folded | self.mucked]

    def _follow(self, step: Step) -> None:
        action = step.action
        match action:
            case Deal(player, cards):
                self.street_of[step.number] = self._deal(player, cards, step)
            case Move(player, Verb.FOLD):
                self._folded.add(player)
                for slot in self.hands[player]:
                    slot.gone = len(self.dealt)
            case Move(player, Verb.DRAW, cards=cards):
                self.discards[step.number] = self._throw_away(player, cards or (), step)
            case Move(player, Verb.SHOW, cards=None):
                self.mucked.add(player)
            case _:
                pass

    # --- dealing -------------------------------------------------------------------------------------------------

    def _deal(self, player: int, cards: Cards, step: Step) -> int:
        """Gives out the cards of one action, over as many streets as they reach; returns the last of these."""
        if player in self._folded:
            raise BadHistory(f"Action {step.number}, {step.text!r}, deals to a player who has folded.")
        street = len(self.dealt) - 1
        if self._streets[street].draw:
            self._give(street, player, cards)
            return street
        for card in cards:
            street = self._street_with_room(player, step)
            self._give(street, player, [card])
        return street

    def _street_with_room(self, player: int, step: Step) -> int:
        for number, street in enumerate(self._streets):
            if number == len(self.dealt):
                self._open_street(number)
            room = street.board if player == BOARD else street.down + street.up
            if len(self.dealt[number].get(player, [])) < room:
                return number
        raise BadHistory(f"Action {step.number}, {step.text!r}, deals a card too many.")

    def _open_street(self, number: int) -> None:
        if number:
            self._top_up(number - 1)
        self.dealt.append({player: [] for player in self._players if player not in self._folded})
        self.dealt[number][BOARD] = []

    def _give(self, street: int, player: int, cards: Sequence[Card | None]) -> None:
        slots = [Slot(card) for card in cards]
        self.dealt[street][player] += slots
        if player != BOARD:
            self.hands[player] += slots

    def _top_up(self, number: int) -> None:
        """Gives unknown cards to whom the record forgot when it dealt a street."""
        street = self._streets[number]
        for player, slots in self.dealt[number].items():
            due = street.board if player == BOARD else street.down + street.up
            if street.draw:
                due = self._drawn(number, player)
            if len(slots) > due:
                raise BadHistory(f"Player {player} is dealt {len(slots)} cards in the {street.name} instead of {due}.")
            self._give(number, player, [None] * (due - len(slots)))

    # --- drawing -------------------------------------------------------------------------------------------------

    def _drawn(self, number: int, player: int) -> int:
        return self._draws.get((number, player), 0)

    def _throw_away(self, player: int, cards: Cards, step: Step) -> list[Slot]:
        number = self._draw_street(player, step)
        self._draws[number, player] = len(cards)
        thrown: list[Slot] = []
        for card in sorted(cards, key=lambda card: card is None):
            slot = self._held(player, card)
            if slot is None:
                raise BadHistory(f"Action {step.number}, {step.text!r}, throws away a card that player does not hold.")
            slot.card = slot.card or card
            slot.gone = number
            self.hands[player].remove(slot)
            thrown.append(slot)
        return thrown

    def _draw_street(self, player: int, step: Step) -> int:
        """The street in which a player draws: the running one, or the next if he has drawn in it already."""
        number = len(self.dealt) - 1
        if not self._streets[number].draw or (number, player) in self._draws:
            number += 1
            if number == len(self._streets) or not self._streets[number].draw:
                raise BadHistory(f"Action {step.number}, {step.text!r}, draws where there is no draw.")
            self._open_street(number)
        return number

    def _held(self, player: int, card: Card | None) -> Slot | None:
        """The slot that is meant by a card thrown away: one that holds it, or an unknown one, which then held it.

        An unknown card thrown away is an unknown one of the hand, or one that is not shown at the end.
        """
        hand = self.hands[player]
        unknown = [slot for slot in hand if slot.card is None]
        if card is not None:
            return next((slot for slot in hand if slot.card is card), None) or next(iter(unknown), None)
        shown = self._shown.get(player, ())
        unshown = [slot for slot in hand if slot.card not in shown]
        return next(iter([*unknown, *unshown, *hand]), None)

    # --- telling -------------------------------------------------------------------------------------------------

    def _learn_shown(self, player: int, cards: Cards) -> None:
        """Brings in what a player shows at the end: in the order dealt where that fits, else in any order."""
        hand = self.hands[player]
        told = [card for card in cards if card is not None]
        pairs = list(zip(hand, cards, strict=False))
        if len(pairs) == len(cards) and all(slot.card in (None, card) for slot, card in pairs):
            for slot, card in pairs:
                slot.card = slot.card or card
        held = [slot.card for slot in hand if slot.card]
        left = [card for card in told if card not in held]
        unknown = [slot for slot in hand if slot.card is None]
        if len(left) > len(unknown):
            raise BadHistory(
                f"Player {player} shows {write_history_cards(told)} but holds {write_history_cards(held)}."
            )
        for slot, card in zip(unknown, left, strict=False):
            slot.card = card

    def _check_cards(self) -> None:
        """Refuses a card that is not of the pack, or in two places at once."""
        seen: dict[Card, Slot] = {}
        count = 0
        for number, street in enumerate(self.dealt):
            slots = [slot for slots in street.values() for slot in slots]
            count += len(slots)
            for slot in slots:
                if slot.card is None:
                    continue
                if slot.card not in self._pack:
                    raise BadHistory(f"The card {slot.card} is not in the pack of this game.")
                if earlier := seen.get(slot.card):
                    if earlier.gone > number or count < len(self._pack) - SPARE:
                        raise BadHistory(f"The card {slot.card} is dealt twice.")
                    self.again = True
                seen[slot.card] = slot


def _shown_cards(record: Record) -> dict[int, Cards]:
    """What each player shows at the end, where he shows cards."""
    moves = [step.action for step in record.steps if isinstance(step.action, Move)]
    return {move.player: move.cards for move in moves if move.verb is Verb.SHOW and move.cards}
