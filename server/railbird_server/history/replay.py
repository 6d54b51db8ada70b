"""Replays recorded hands through the rules and finds the first difference of each, if there is one.

Unknown cards are replayed as assumed ones. The player to act in stud and the muck of a beaten hand may depend on them,
so other cards are assumed until the hand agrees with the file or all cards have been tried.

One difference is agreed and counts as none: an odd chip goes whole to one of the players who tie (SD-16, SD-17); other
programs split it or give it to another player.

The deck deals exactly the cards that were recorded, with assumed cards in place of unknown ones. The rules deal one
card at a time from the button's left, then the board, and serve each drawing player in turn (DL-16, VT-5D-6); a
recorded hand is replayed without burned cards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Literal

from msgspec import Struct, to_builtins
from msgspec.structs import replace

from railbird_server.history.card_trace import BOARD_PLAYER, CardTrace, SlotCards
from railbird_server.history.game_setup import setup_of, variant_of
from railbird_server.history.parser import (
    ActionCode,
    BadHistory,
    DealAction,
    Fields,
    HistoryStep,
    PlayerAction,
    RecordedHand,
    parse_hand,
    parse_histories,
)
from railbird_server.refusal import IllegalAction
from railbird_server.rules.dealing import Dealer
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import Setup
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card
from railbird_shared.game.clauses import Clause
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


def _compare_stacks(
    history: RecordedHand, hand: Hand, awards: Sequence[PotAwarded]
) -> tuple[Difference | None, tuple[str, ...]]:
    """Compares the finishing stacks; returns the first difference, or the agreed deviations."""
    off_by_seat = {
        seat: stated - hand.stacks[seat]
        for seat, stated in enumerate(history.finishing_stacks, start=1)
        if stated.is_finite() and stated != hand.stacks[seat]
    }
    if not off_by_seat:
        return None, ()
    # Stacks that differ by the odd chips of shared pots alone have the same sum.
    if sum(off_by_seat.values()) == 0 and all(
        -_odd_chips_of(seat, awards, received=True) <= off <= _odd_chips_of(seat, awards, received=False)
        for seat, off in off_by_seat.items()
    ):
        seats = " and ".join(
            f"player {seat} has {_in_file_money(history, off):+} in the file" for seat, off in off_by_seat.items()
        )
        return None, (f"odd chips are given whole, not split: {seats} (SD-16)",)
    seat = min(off_by_seat)
    stated = _in_file_money(history, history.finishing_stacks[seat - 1])
    ours = _in_file_money(history, Decimal(hand.stacks[seat]))
    engine = f"Player {seat} has {ours}."
    clauses: list[Clause] = [clause for award in awards if award.seat == seat for clause in award.because]
    because = clauses[0] if clauses else "BT-42"
    if hand.to_act:
        engine, because = f"Player {seat} has {ours}, and player {hand.to_act} is still to act.", "BT-11"
    return Difference(None, "", f"player {seat} has {stated}", engine, because), ()


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


def _in_file_money(history: RecordedHand, chips: Decimal) -> Decimal:
    money = chips / history.chips_per_unit
    return money.quantize(Decimal(1)) if money == money.to_integral_value() else money.normalize()


class ReplayResult(Struct, frozen=True):
    """A record played as far as it agrees with the rules: the hand, and all events.

    `named` are the cards that the record names; all others are assumed. With `decided` it names those that decide who
    wins.
    """

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
        variant = variant_of(history)
        dealt_to = {step.action.player for step in history.steps if isinstance(step.action, DealAction)}
        if variant.family is Family.STUD and BOARD_PLAYER in dealt_to:
            variant = variant_of(history, common_last=True)  # in stud, a card on the board is the common last one
        return _replay_with_assumed_cards(history, CardTrace(history, variant))
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


def _replay_with_assumed_cards(history: RecordedHand, trace: CardTrace) -> tuple[Verdict, ReplayResult]:
    """Replays a record with other assumptions about unknown cards until it agrees with the rules, or none is left."""
    unknown = any(slot.card is None for _, slot in trace.slots_in_order())
    rotations = len(trace.unmentioned_cards()) if unknown else 1
    furthest: tuple[Verdict, ReplayResult] | None = None
    position = -1
    for step in (1, 5, 7, 11, 3):  # the later ones look for a hand that loses; only the winner depends on them
        for rotation in range(max(1, rotations)):
            run = _ReplayRun(history, trace, trace.assign_cards(rotation, step))
            verdict = run.compare()
            if verdict.difference is None:
                return verdict, run.result
            if verdict.difference.position > position:
                furthest, position = (verdict, run.result), verdict.difference.position
        if not unknown or position < AFTER_ALL_ACTIONS:
            break
    assert furthest is not None
    return furthest


class _ReplayRun:
    """One replay of a record, with one assumption about its unknown cards."""

    def __init__(self, history: RecordedHand, trace: CardTrace, slot_cards: SlotCards) -> None:
        self._history = history
        self._trace = trace
        self._slot_cards = slot_cards
        cards = [slot_cards[slot] for _, slot in trace.slots_in_order()]
        self._hand = build_recorded_hand(setup_of(history, trace.variant), cards, trace.variant)
        self._events: list[RulesEvent] = []
        self._deviations: list[str] = []

    @property
    def result(self) -> ReplayResult:
        """The record of the replay."""
        assumed = {card for slot, card in self._slot_cards.items() if not slot.card}
        named = frozenset(self._slot_cards.values()) - assumed
        return ReplayResult(self._hand, tuple(self._events), named, self._is_decided)

    @property
    def _is_decided(self) -> bool:
        """Whether the record names the cards that decide: the board, and the hands of all who contest the pots."""
        trace = self._trace
        if not self._hand.over or len(trace.contenders) < 2:
            return True
        slots = [*trace.board, *(slot for player in trace.contenders for slot in trace.hands[player])]
        return len(trace.dealt) == len(trace.variant.streets) and all(slot.card for slot in slots)

    def compare(self) -> Verdict:
        """Plays the record and compares how it ends."""
        difference = self._play()
        if difference is None and self._is_decided:
            awards = [event for event in self._events if isinstance(event, PotAwarded)]
            difference = self._compare_mucks({award.seat: award.hand_name for award in awards if award.hand_name})
            if difference is None and self._history.finishing_stacks:
                difference, odd_chips = _compare_stacks(self._history, self._hand, awards)
                if difference is None:
                    return Verdict(ComparisonLevel.STACKS, deviations=(*self._deviations, *odd_chips))
        return Verdict(ComparisonLevel.ACTIONS, difference, () if difference else tuple(self._deviations))

    def _compare_mucks(self, winners: Mapping[int, str]) -> Difference | None:
        """Returns the difference if a player mucks at the showdown a hand that wins by the rules (SD-7)."""
        for player in self._trace.mucked & winners.keys():
            engine = f"Player {player} wins with {winners[player]}."
            return Difference(None, "", f"player {player} mucks and wins nothing", engine, "SD-6")
        return None

    def _play(self) -> Difference | None:
        """Carries out every action up to the first that the rules refuse, and returns the difference there."""
        self._events += self._hand.start()
        for step in self._history.steps:
            match step.action:
                case DealAction():
                    if self._hand.street < self._trace.street_of[step.number]:
                        return _difference_at(step, "these cards are dealt", self._turn_sentence(), "BT-11")
                case PlayerAction(_, ActionCode.SHOW):
                    if not self._hand.over:
                        return _difference_at(step, "the hands are shown", self._turn_sentence(), "SD-1")
                case PlayerAction() as move:
                    if difference := self._act(step, move):
                        return difference
        return None

    def _turn_sentence(self) -> str:
        return "The hand is over." if self._hand.over else f"Player {self._hand.to_act} is still to act."

    def _act(self, step: HistoryStep, move: PlayerAction) -> Difference | None:
        legal = self._hand.legal_actions()
        if legal is None or legal.seat != move.player:
            clause: Clause = "BT-23" if legal else "BT-13"
            return _difference_at(step, f"player {move.player} acts", self._turn_sentence(), clause)
        try:
            self._events += self._hand.act(move.player, self._action(step, move, legal))
        except IllegalAction as error:
            return _difference_at(step, "this act is legal", error.sentence, error.clause)
        return None

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


def _difference_at(step: HistoryStep, expected: str, engine: str, clause: Clause | Literal[""]) -> Difference:
    return Difference(step.number, step.text, expected, engine, clause)


class RecordedCardsDealer(Dealer):
    """Deals recorded cards of which some come twice, because the discards were shuffled during the hand.

    The record has the cards of the reshuffle, so that none is made and no salt is needed.
    """

    def __init__(self, cards: Sequence[Card], pack: Sequence[Card]) -> None:
        super().__init__(pack, pack)
        self._stub = tuple(cards)


def build_recorded_hand(setup: Setup, cards: Sequence[Card], variant: Variant) -> Hand:
    """Returns a hand that deals the recorded cards; raises BadSetup."""
    rest = [card for card in variant.pack if card not in set(cards)]
    deck = (*cards, *rest)
    dealer = RecordedCardsDealer(deck, variant.pack) if len(set(cards)) < len(cards) else deck
    return Hand(setup, dealer, name_playing_cards=True)


FILE_SUFFIXES = (".phh", ".phhs")
"""The suffixes of the format: of a file of one hand, and of several."""


class NothingToReplay(Exception):
    """There is no file to read, or none with a hand in it; the message is one sentence."""


class HandReport(Struct, frozen=True):
    """One hand: its file, its name if the file has several, and the verdict."""

    file: str
    hand: str
    verdict: Verdict

    def __str__(self) -> str:
        name = f"{self.file} [{self.hand}]" if self.hand else self.file
        if self.verdict.difference:
            return f"{name}: {self.verdict.difference}"
        return "\n".join(f"{name}: agreed deviation: {deviation}" for deviation in self.verdict.deviations)


class Summary(Struct, frozen=True):
    """All hands that were replayed."""

    reports: tuple[HandReport, ...]

    @property
    def failed(self) -> int:
        """How many hands differ from the rules."""
        return sum(1 for report in self.reports if report.verdict.difference)

    def as_json(self) -> object:
        """Returns the summary as plain values."""
        hands = [
            {
                "file": report.file,
                "hand": report.hand,
                "failed": report.verdict.difference is not None,
                "compared": report.verdict.compared.value,
                "first_difference": to_builtins(report.verdict.difference),
                "agreed_deviations": list(report.verdict.deviations),
            }
            for report in self.reports
        ]
        return {"replayed": len(hands), "failed": self.failed, "hands": hands}

    def __str__(self) -> str:
        lines = [str(report) for report in self.reports]
        return "\n".join([*filter(None, lines), f"{len(self.reports):,} replayed, {self.failed:,} failed"])


def verify(paths: Sequence[Path]) -> Summary:
    """Replays every hand of the files, and of the files in the folders; raises NothingToReplay."""
    reports = tuple(report for file in _files(paths) for report in _replay_file(file))
    if not reports:
        raise NothingToReplay("There is no hand to replay: name files, or folders with .phh or .phhs files in them.")
    return Summary(reports)


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in FILE_SUFFIXES and file.is_file())
        elif path.exists():
            yield path
        else:
            raise NothingToReplay(f"There is no file {str(path)!r}.")


def _replay_file(file: Path) -> Iterator[HandReport]:
    try:
        hands = parse_histories(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise NothingToReplay(f"The file {str(file)!r} cannot be read: {error.strerror}.") from None
    except (UnicodeDecodeError, BadHistory) as error:
        sentence = str(error) if isinstance(error, BadHistory) else "This is no hand history, for it is no text."
        difference = Difference(0, "", "a hand history", sentence)
        yield HandReport(str(file), "", Verdict(ComparisonLevel.NOTHING, difference))
    else:
        for name, fields in hands.items():
            yield HandReport(str(file), name, replay(fields))
