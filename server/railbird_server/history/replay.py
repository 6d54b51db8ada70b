"""Replays one recorded hand through the rules and finds the first difference, if there is one.

Unknown cards are replayed as assumed ones. The player to act in stud and the muck of a beaten hand may depend on them,
so other cards are assumed until the hand agrees with the file or all cards have been tried.

One difference is agreed and counts as none: an odd chip goes whole to one of the players who tie (SD-16, SD-17); other
programs split it or give it to another player.

The deck deals exactly the cards that were recorded, with assumed cards in place of unknown ones. The rules deal one
card at a time from the button's left, then the board, and serve each drawing player in turn (DL-16, VT-5D-6); a
recorded hand is replayed without burned cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from itertools import zip_longest
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.history.card_trace import BOARD_PLAYER, CardSlot, CardTrace
from railbird_server.history.game_setup import setup_of, variant_of
from railbird_server.history.notation import ActionCode, BadHistory, DealAction, PlayerAction
from railbird_server.history.parser import Fields, HistoryStep, RecordedHand, parse_hand
from railbird_server.refusal import IllegalAction
from railbird_server.rules.dealing import Dealer
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import Setup
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card
from railbird_shared.game.clauses import Clause, Clauses
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.variants import Variant
from railbird_shared.protocol.actions import Action, BringIn, Call, Check, Draw, Fold, LegalActions, Raise
from railbird_shared.protocol.events import PotAwarded, Side

AFTER_ALL_ACTIONS = 10**9


class ComparisonLevel(StrEnum):
    """The parts of a hand that could be compared."""

    STACKS = "stacks"
    """All acts and the finishing stacks, which the file states."""
    ACTIONS = "actions"
    """All acts, but no finishing stacks."""
    NOTHING = "nothing"


class Difference(Struct, frozen=True):
    """The first difference between a record and the rules: the number of the `action`, its text, both sides, a clause.

    The number is 0 for a hand that cannot be read or dealt, and None if only the result differs.
    """

    action: int | None
    text: str
    expected: str
    engine: str
    clause: Clause | Literal[""] = ""

    @property
    def position(self) -> int:
        """How far the record agrees with the rules, as a number that compares with that of other differences."""
        return AFTER_ALL_ACTIONS if self.action is None else self.action

    def __str__(self) -> str:
        clause = f" ({self.clause})" if self.clause else ""
        if self.action == 0:
            return f"{self.engine}{clause}"
        where = f"action {self.action}, {self.text!r}" if self.action else "at the end"
        return f"{where}: the file says that {self.expected}; the rules say: {self.engine}{clause}"


class Verdict(Struct, frozen=True):
    """The comparison of a hand, the first difference if there is one, and the agreed deviations."""

    compared: ComparisonLevel
    difference: Difference | None = None
    deviations: tuple[str, ...] = ()


def compare_mucks(mucked: Iterable[int], events: Iterable[RulesEvent]) -> Difference | None:
    """Returns the difference if a player mucks at the showdown a hand that wins by the rules (SD-7)."""
    winners = {event.seat: event.hand_name for event in events if isinstance(event, PotAwarded) and event.hand_name}
    for player in mucked:
        if player in winners:
            engine = f"Player {player} wins with {winners[player]}."
            return Difference(None, "", f"player {player} mucks and wins nothing", engine, "SD-6")
    return None


def compare_stacks(
    history: RecordedHand, hand: Hand, events: Iterable[RulesEvent]
) -> tuple[Difference | None, tuple[str, ...]]:
    """Compares the finishing stacks; returns the first difference, or the agreed deviations."""
    awards = [event for event in events if isinstance(event, PotAwarded)]
    off_by_seat = {
        seat: stated - hand.stacks[seat]
        for seat, stated in enumerate(history.finishing_stacks, start=1)
        if stated.is_finite() and stated != hand.stacks[seat]
    }
    if not off_by_seat:
        return None, ()
    if _only_odd_chips(off_by_seat, awards):
        seats = " and ".join(
            f"player {seat} has {_in_file_money(history, off):+} in the file" for seat, off in off_by_seat.items()
        )
        return None, (f"odd chips are given whole, not split: {seats} (SD-16)",)
    return _stack_difference(history, hand, awards, min(off_by_seat)), ()


def _only_odd_chips(off_by_seat: Mapping[int, Decimal], awards: Sequence[PotAwarded]) -> bool:
    """Returns whether stacks differ by the odd chips of shared pots only, and their sum is the same."""
    return sum(off_by_seat.values()) == 0 and all(
        -_odd_chips_of(seat, awards, received=True) <= off <= _odd_chips_of(seat, awards, received=False)
        for seat, off in off_by_seat.items()
    )


def _odd_chips_of(seat: int, awards: Sequence[PotAwarded], *, received: bool) -> int:
    """Returns how many odd chips a seat received, or how many others received that the seat could have."""
    count = 0
    for award in awards:
        if award.seat == seat:
            pot = [other for other in awards if (other.pot, other.run) == (award.pot, award.run)]
            odd = sum(other.odd for other in pot if other.side is award.side)
            count += award.odd if received else odd - award.odd
            uneven = sum(other.chips for other in pot) % 2 == 1 and len({other.side for other in pot}) > 1
            count += uneven and (award.side is Side.HIGH) is received
    return count


def _stack_difference(history: RecordedHand, hand: Hand, awards: Iterable[PotAwarded], seat: int) -> Difference:
    stated, ours = (
        _in_file_money(history, history.finishing_stacks[seat - 1]),
        _in_file_money(history, Decimal(hand.stacks[seat])),
    )
    reasons: Clauses = tuple(clause for award in awards if award.seat == seat for clause in award.because)
    because: Clause = reasons[0] if reasons else "BT-42"
    engine = f"Player {seat} has {ours}."
    if hand.to_act:
        engine, because = f"Player {seat} has {ours}, and player {hand.to_act} is still to act.", "BT-11"
    return Difference(None, "", f"player {seat} has {stated}", engine, because)


def _in_file_money(history: RecordedHand, chips: Decimal) -> Decimal:
    """Returns chips in the money of the file."""
    money = chips / history.chips_per_unit
    return money.quantize(Decimal(1)) if money == money.to_integral_value() else money.normalize()


class DifferenceFound(Exception):
    """The record and the rules differ here."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.engine)
        self.difference = difference


class ReplayResult(Struct, frozen=True):
    """A record played as far as it agrees with the rules: its game, the hand, and all events.

    `named` are the cards that the record names; all others are assumed. With `decided` it names those that decide who
    wins.
    """

    variant: Variant
    hand: Hand
    events: tuple[RulesEvent, ...]
    named: frozenset[Card]
    decided: bool


class PlayedRecord(Struct, frozen=True):
    """A record with its verdict, and what was played of it; None where it cannot be read or dealt.

    `field` and `action` say then what of the file is wrong, as far as that is known.
    """

    verdict: Verdict
    record: RecordedHand | None = None
    result: ReplayResult | None = None
    field: str = ""
    action: int = 0


def replay(fields: Fields) -> Verdict:
    """Replays one hand and compares it; a hand that cannot be read or dealt differs at action 0."""
    return play_record(fields).verdict


def play_record(fields: Fields) -> PlayedRecord:
    """Replays one hand as far as it agrees with the rules, and compares it."""
    try:
        record = parse_hand(fields)
        verdict, result = _replay_record(record)
    except (BadHistory, BadSetup) as error:
        difference = Difference(0, "", "this is a hand that can be dealt", str(error))
        field, action = (error.field, error.action) if isinstance(error, BadHistory) else ("", 0)
        return PlayedRecord(Verdict(ComparisonLevel.NOTHING, difference), field=field, action=action)
    return PlayedRecord(verdict, record, result)


def _replay_record(history: RecordedHand) -> tuple[Verdict, ReplayResult]:
    """Replays a record. If its cards contradict each other, a difference before that action comes first."""
    try:
        return _replay_with_assumed_cards(history, *_trace_cards(history, variant_of(history)))
    except BadHistory as error:
        if not error.action:
            raise
        before = tuple(step for step in history.steps if step.number < error.action)
        text = next(step.text for step in history.steps if step.number == error.action)
        earlier, result = _replay_record(replace(history, steps=before, finishing_stacks=()))
        if earlier.difference:
            return earlier, result
        difference = Difference(error.action, text, "these cards are where it has them", str(error), "IR-6")
        return Verdict(ComparisonLevel.ACTIONS, difference), result


def _trace_cards(history: RecordedHand, variant: Variant) -> tuple[Variant, CardTrace]:
    """Follows the cards; in stud, a card on the board is the common last card (VT-S7-12)."""
    common = any(isinstance(step.action, DealAction) and step.action.player == BOARD_PLAYER for step in history.steps)
    if variant.family is Family.STUD and common:
        variant = variant_of(history, common_last=True)
    return variant, CardTrace(history, variant)


def _replay_with_assumed_cards(
    history: RecordedHand, variant: Variant, trace: CardTrace
) -> tuple[Verdict, ReplayResult]:
    """Replays a record with other assumptions about unknown cards until it agrees with the rules, or none is left."""
    unknown = any(slot.card is None for _, slot in slots_in_order(trace, variant))
    rotations = len(unmentioned_cards(trace, variant)) if unknown else 1
    furthest: tuple[Difference, ReplayResult] | None = None
    for step in _STEPS_BETWEEN_ASSUMED_CARDS:
        for rotation in range(max(1, rotations)):
            run = _ReplayRun(history, variant, trace, assign_cards(trace, variant, rotation, step))
            try:
                return _compare(run, history, variant, trace)
            except DifferenceFound as differs:
                if furthest is None or differs.difference.position > furthest[0].position:
                    furthest = differs.difference, run.result
        if not unknown or furthest is None or furthest[0].action is not None:
            break
    assert furthest is not None
    return Verdict(ComparisonLevel.ACTIONS, furthest[0]), furthest[1]


_STEPS_BETWEEN_ASSUMED_CARDS = (1, 5, 7, 11, 3)
"""The later ones look for a hand that loses; only the winner depends on them."""


def _compare(
    run: _ReplayRun, history: RecordedHand, variant: Variant, trace: CardTrace
) -> tuple[Verdict, ReplayResult]:
    """Replays a record with one assumption about its unknown cards; raises DifferenceFound."""
    run.play()
    result, deviations = run.result, run.deviations
    if not _result_known(variant, trace, result.hand):
        return Verdict(ComparisonLevel.ACTIONS, deviations=deviations), result
    if difference := compare_mucks(trace.mucked, result.events):
        raise DifferenceFound(difference)
    if not history.finishing_stacks:
        return Verdict(ComparisonLevel.ACTIONS, deviations=deviations), result
    difference, agreed_deviations = compare_stacks(history, result.hand, result.events)
    if difference:
        raise DifferenceFound(difference)
    return Verdict(ComparisonLevel.STACKS, deviations=(*deviations, *agreed_deviations)), result


def _result_known(variant: Variant, trace: CardTrace, hand: Hand) -> bool:
    """Returns whether the record names the cards that decide: the board, and the hands of all who contest the pots."""
    if not hand.over or len(trace.contenders) < 2:
        return True
    slots = [*trace.board, *(slot for player in trace.contenders for slot in trace.hands[player])]
    return len(trace.dealt) == len(variant.streets) and all(slot.card for slot in slots)


class _ReplayRun:
    """One replay of a record."""

    def __init__(self, history: RecordedHand, variant: Variant, trace: CardTrace, slot_cards: SlotCards) -> None:
        self._history = history
        self._variant = variant
        self._trace = trace
        self._slot_cards = slot_cards
        cards = [slot_cards[slot] for _, slot in slots_in_order(trace, variant)]
        self._hand = build_recorded_hand(setup_of(history, variant), cards, variant)
        self._events: list[RulesEvent] = []
        self._deviations: list[str] = []

    @property
    def result(self) -> ReplayResult:
        """The record of the replay."""
        return ReplayResult(
            self._variant,
            self._hand,
            tuple(self._events),
            frozenset(self._slot_cards.values()) - {card for slot, card in self._slot_cards.items() if not slot.card},
            _result_known(self._variant, self._trace, self._hand),
        )

    @property
    def deviations(self) -> tuple[str, ...]:
        """The agreed deviations of what has been played."""
        return tuple(self._deviations)

    def play(self) -> None:
        """Carries out every action; raises DifferenceFound at the first that the rules refuse."""
        self._events += self._hand.start()
        for step in self._history.steps:
            match step.action:
                case DealAction():
                    self._check_dealt(step)
                case PlayerAction(_, ActionCode.SHOW):
                    self._check_shown(step)
                case PlayerAction() as move:
                    self._act(step, move)

    def _check_dealt(self, step: HistoryStep) -> None:
        if self._hand.street < self._trace.street_of[step.number]:
            self._report_difference(step, "these cards are dealt", self._turn_sentence(), "BT-11")

    def _check_shown(self, step: HistoryStep) -> None:
        if not self._hand.over:
            self._report_difference(step, "the hands are shown", self._turn_sentence(), "SD-1")

    def _turn_sentence(self) -> str:
        if self._hand.over:
            return "The hand is over."
        return f"Player {self._hand.to_act} is still to act."

    def _act(self, step: HistoryStep, move: PlayerAction) -> None:
        legal = self._hand.legal_actions()
        if legal is None or legal.seat != move.player:
            self._report_difference(
                step, f"player {move.player} acts", self._turn_sentence(), "BT-23" if legal else "BT-13"
            )
            return
        try:
            self._events += self._hand.act(move.player, self._action(step, move, legal))
        except IllegalAction as error:
            self._report_difference(step, "this act is legal", error.sentence, error.clause)

    def _action(self, step: HistoryStep, move: PlayerAction, legal: LegalActions) -> Action:
        match move.code:
            case ActionCode.FOLD:
                return Fold()
            case ActionCode.BRING_IN:
                return BringIn()
            case ActionCode.DRAW:
                return Draw(tuple(self._slot_cards[slot] for slot in self._trace.discards[step.number]))
            case ActionCode.WAGER:
                return self._wager(step, int(move.amount * self._history.chips_per_unit), legal)
            case _:
                return Check() if legal.check else Call()

    def _wager(self, step: HistoryStep, to: int, legal: LegalActions) -> Action:
        """Returns a call for a raise that nobody has chips left to call, whatever its amount (AI-10)."""
        others = [player for player in self._hand.players.values() if player.seat != legal.seat and not player.folded]
        if legal.wager is None and legal.call and to <= legal.all_in_to and not any(other.stack for other in others):
            self._deviations.append(f"action {step.number}, {step.text!r}, is a call: nobody can call more (AI-10)")
            return Call()
        return legal.wager.action(to) if legal.wager else Raise(to)

    def _report_difference(self, step: HistoryStep, expected: str, engine: str, clause: Clause | Literal[""]) -> None:
        raise DifferenceFound(Difference(step.number, step.text, expected, engine, clause))


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
