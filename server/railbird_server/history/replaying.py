"""One record replayed through the rules: which recorded action the rules would not have let happen, if any.

A record with unknown cards is replayed with supposed ones. Whose turn it is in stud, and whether somebody mucks a
beaten hand, may depend on them; so other cards are supposed until the record holds, or until all have been tried.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.history.comparing import compare_mucks, compare_stacks
from railbird_server.history.deck import Filling, fill, recorded_hand, slots_in_order, unseen
from railbird_server.history.notation import BadHistory, Deal, Move, Verb
from railbird_server.history.reading import Fields, Record, Step, read_record
from railbird_server.history.stakes import setup_of, variant_of
from railbird_server.history.tracing import BOARD, Trace
from railbird_server.history.verdict import Compared, Difference, Verdict
from railbird_server.rules.errors import BadSetup, IllegalAction
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.variants import Variant
from railbird_shared.actions import Action, BringIn, Call, Check, Draw, Fold, LegalActions, Raise
from railbird_shared.games import Family


class Differs(Exception):
    """The record and the rules part here."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.engine)
        self.difference = difference


class Replayed(Struct, frozen=True):
    """A record played to its last action: the hand as it then stands, all that happened, and what was made to fit."""

    hand: Hand
    events: tuple[RulesEvent, ...]
    deviations: tuple[str, ...]


def replay(fields: Fields) -> Verdict:
    """Replays one hand and compares what it can; a hand that cannot be read or dealt has failed at action 0."""
    try:
        return _replay_record(read_record(fields))
    except (BadHistory, BadSetup) as error:
        return Verdict(Compared.NOTHING, Difference(0, "", "this is a hand that can be dealt", str(error)))


def _replay_record(record: Record) -> Verdict:
    """Replays a record; where its cards contradict each other, what came before may already have differed."""
    try:
        return _replay_with_supposed_cards(record, *_traced(record, variant_of(record)))
    except BadHistory as error:
        if not error.action:
            raise
        before = tuple(step for step in record.steps if step.number < error.action)
        text = next(step.text for step in record.steps if step.number == error.action)
        earlier = _replay_record(replace(record, steps=before, finishing=()))
        if earlier.difference:
            return earlier
        difference = Difference(error.action, text, "these cards are where it has them", str(error), "IR-6")
        return Verdict(Compared.ACTIONS, difference)


def _traced(record: Record, variant: Variant) -> tuple[Variant, Trace]:
    """Follows the cards; where the last card of stud lies on the board, it was a common one (VT-S7-12)."""
    common = any(isinstance(step.action, Deal) and step.action.player == BOARD for step in record.steps)
    if variant.family is Family.STUD and common:
        variant = variant_of(record, common_last=True)
    return variant, Trace(record, variant)


def _replay_with_supposed_cards(record: Record, variant: Variant, trace: Trace) -> Verdict:
    unknown = any(slot.card is None for _, slot in slots_in_order(trace, variant))
    turns = len(unseen(trace, variant)) if unknown else 1
    furthest: Difference | None = None
    for turn in range(max(1, turns)):
        try:
            return _judge(record, variant, trace, fill(trace, variant, turn))
        except Differs as differs:
            furthest = max(differs.difference, furthest or differs.difference, key=lambda found: found.place)
    assert furthest is not None
    return Verdict(Compared.ACTIONS, furthest)


def _judge(record: Record, variant: Variant, trace: Trace, filling: Filling) -> Verdict:
    """Replays a record with one supposition about its unknown cards; raises Differs."""
    replayed = _Replay(record, variant, trace, filling).play()
    hand, deviations = replayed.hand, replayed.deviations
    if not _end_known(variant, trace, hand):
        return Verdict(Compared.ACTIONS, deviations=deviations)
    if difference := compare_mucks(trace.mucked, replayed.events):
        raise Differs(difference)
    if not record.finishing:
        return Verdict(Compared.ACTIONS, deviations=deviations)
    difference, agreed = compare_stacks(record, hand, replayed.events)
    if difference:
        raise Differs(difference)
    return Verdict(Compared.STACKS, deviations=(*deviations, *agreed))


def _end_known(variant: Variant, trace: Trace, hand: Hand) -> bool:
    """Whether the cards that decide, if any do, are told: the board's, and those of all who contest the pots."""
    if not hand.over or len(trace.contenders) < 2:
        return True
    slots = [*trace.board, *(slot for player in trace.contenders for slot in trace.hands[player])]
    return len(trace.dealt) == len(variant.streets) and all(slot.card for slot in slots)


class _Replay:
    """One run through a record."""

    def __init__(self, record: Record, variant: Variant, trace: Trace, filling: Filling) -> None:
        self._record = record
        self._trace = trace
        self._filling = filling
        cards = [filling[slot] for _, slot in slots_in_order(trace, variant)]
        self._hand = recorded_hand(setup_of(record, variant), cards, variant)
        self._events: list[RulesEvent] = []
        self._deviations: list[str] = []

    def play(self) -> Replayed:
        """Carries out every action; raises Differs at the first that the rules refuse."""
        self._events += self._hand.start()
        for step in self._record.steps:
            match step.action:
                case Deal():
                    self._check_dealt(step)
                case Move(_, Verb.SHOW):
                    self._check_over(step)
                case Move() as move:
                    self._act(step, move)
        return Replayed(self._hand, tuple(self._events), tuple(self._deviations))

    def _check_dealt(self, step: Step) -> None:
        if self._hand.street < self._trace.street_of[step.number]:
            self._part(step, "these cards are dealt", self._whose_turn(), "BT-11")

    def _check_over(self, step: Step) -> None:
        if not self._hand.over:
            self._part(step, "the hands are shown", self._whose_turn(), "SD-1")

    def _whose_turn(self) -> str:
        if self._hand.over:
            return "The hand is over."
        return f"Player {self._hand.to_act} is still to act."

    def _act(self, step: Step, move: Move) -> None:
        legal = self._hand.legal()
        if legal is None or legal.seat != move.player:
            self._part(step, f"player {move.player} acts", self._whose_turn(), "BT-23" if legal else "BT-13")
            return
        try:
            self._events += self._hand.act(move.player, self._action(step, move, legal))
        except IllegalAction as error:
            self._part(step, "this act is legal", error.sentence, error.clause)

    def _action(self, step: Step, move: Move, legal: LegalActions) -> Action:
        match move.verb:
            case Verb.FOLD:
                return Fold()
            case Verb.BRING_IN:
                return BringIn()
            case Verb.DRAW:
                return Draw(tuple(self._filling[slot] for slot in self._trace.discards[step.number]))
            case Verb.WAGER:
                return self._wager(step, int(move.amount * self._record.unit), legal)
            case _:
                return Check() if legal.check else Call()

    def _wager(self, step: Step, to: int, legal: LegalActions) -> Action:
        """A raise by a player whom nobody has chips left to call is a call, whatever it is written for (AI-10)."""
        others = [player for player in self._hand.players.values() if player.seat != legal.seat and not player.folded]
        if legal.wager is None and legal.call and to <= legal.all_in_to and not any(other.stack for other in others):
            self._deviations.append(f"action {step.number}, {step.text!r}, is a call: nobody can call more (AI-10)")
            return Call()
        return legal.wager.action(to) if legal.wager else Raise(to)

    def _part(self, step: Step, expected: str, engine: str, clause: str) -> None:
        raise Differs(Difference(step.number, step.text, expected, engine, clause))
