"""A hand on the table: what it was made of, and faults of the server, which cost one hand and no chip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from railbird_server.refusal import IllegalAction
from railbird_server.rules.dealing import SALT_BYTES
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.pots import Pots
from railbird_server.table.audience import split
from railbird_server.table.bank import Account
from railbird_server.table.hand_in_progress import HandInProgress
from railbird_server.table.inputs import Deal, ForSeat
from railbird_shared.game.cards import PACK, Card, parse_cards
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.actions import Action, Fold, LegalActions, Raise
from railbird_shared.protocol.commands import ShowHand, Sit, Stand
from railbird_shared.protocol.events import (
    BetReturned,
    DealerDrawn,
    HandEnded,
    HandStarted,
    HandVoided,
    PlayerLeft,
    PotAwarded,
    Side,
    YourHand,
)
from support.hand_builders import salted
from support.table_harness import RAIL, TableHarness, from_player, start_table, table_settings


@pytest.fixture
def _raise_to_13(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes the engine lose its head over a raise to 13, after it has taken chips for it."""
    sound = Hand.act

    def act(self: Hand, seat: int, action: Action) -> list[RulesEvent]:
        if action == Raise(13):
            self.players[seat].pay(7)
            raise KeyError(seat)
        return sound(self, seat, action)

    monkeypatch.setattr(Hand, "act", act)


def test_a_hand_record_replays_the_hand() -> None:
    harness = start_table()
    harness.deal_next_hand()
    assert harness.table.current_hand
    with pytest.raises(AssertionError):
        _ = harness.table.current_hand.record
    harness.act_each("r 6", "c", "f")
    harness.fold_to_end()
    played = harness.table.current_hand.record
    again = Hand(played.setup, played.deck)
    again.start()
    for seat, act in played.actions:
        again.act(seat, act)
    assert again.over
    assert again.stacks == harness.table.current_hand.hand.stacks


def hand_with_a_reshuffle() -> TableHarness:
    """Triple draw of six players who throw five cards away three times."""
    harness = start_table("triple-draw", (200,) * 6)
    harness.deal_next_hand()
    harness.act_each(*["c"] * 5, "x")
    while harness.hand_running:
        cards = harness.table.current_hand.cards(harness.turn.seat) if harness.table.current_hand else ()
        drawing = harness.turn.legal.max_discards is not None
        harness.act("d " + " ".join(map(str, cards)) if drawing else "x")
    return harness


def test_a_hand_record_replays_a_reshuffle_by_its_salt() -> None:
    harness = hand_with_a_reshuffle()
    assert harness.table.current_hand
    played = harness.table.current_hand.record
    for deck, same in ((played.deck, True), (salted(played.deck.cards, "another"), False)):
        again = HandInProgress(played.setup, deck)
        again.start()
        fault = ""
        try:
            for seat, act in played.actions:
                again.act(seat, act)
        except IllegalAction as refused:
            fault = refused.code
        assert (fault == "") is same
        assert (again.known_cards == harness.table.current_hand.known_cards) is same


def test_nobody_learns_the_salt_of_a_deck() -> None:
    harness = hand_with_a_reshuffle()
    assert harness.table.current_hand
    salt = harness.table.current_hand.record.deck.salt
    parts = split(harness.events)
    told = [parts, *(harness.view(name) for name in (RAIL, *harness.player_by_seat.values()))]
    encoded = msgspec.msgpack.encode([repr(told), msgspec.to_builtins([parts.public, *parts.private.values()])])
    assert len(salt) == SALT_BYTES
    assert salt not in encoded
    assert repr(salt) not in repr(told)


@pytest.mark.usefixtures("_raise_to_13")
def test_a_fault_in_an_act_voids_the_hand_and_returns_the_chips() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.act_each("r 6", "c")
    events = harness.act("r 13")
    assert [event.returned for event in events if isinstance(event, HandVoided)] == [((1, 6), (2, 2), (3, 6))]
    assert harness.outcome.fault == "KeyError: 2"
    assert set(harness.stacks().values()) == {200}
    assert not harness.view().playing
    assert harness.expect_refusal(from_player("Wren", ShowHand())) == "nothing-to-show"


@pytest.mark.usefixtures("_raise_to_13")
def test_the_same_dealer_deals_again_after_a_misdeal() -> None:  # IR-3
    harness = start_table()
    for _ in range(3):
        harness.deal_next_hand()
        button = harness.view().button
        harness.act("r 13")
        assert not harness.hand_running
        harness.deal_next_hand()
        assert harness.view().button == button
        harness.fold_to_end()


@pytest.mark.usefixtures("_raise_to_13")
def test_after_two_acts_a_voided_hand_passes_the_deal_on() -> None:  # IR-5
    harness = start_table()
    harness.deal_next_hand()
    button = harness.view().button
    harness.act_each("r 6", "c", "r 13")
    assert not harness.hand_running
    harness.deal_next_hand()
    assert harness.view().button != button


@pytest.mark.usefixtures("_raise_to_13")
def test_the_table_goes_on_after_a_fault() -> None:
    harness = start_table()
    for _ in range(2):
        harness.deal_next_hand()
        harness.act("r 13")
    harness.deal_next_hand()
    harness.fold_to_end()
    assert HandEnded(3) in harness.events
    for _ in range(2):
        harness.deal_next_hand()
        harness.act("r 13")
    assert not harness.table.faults.halted


@pytest.mark.usefixtures("_raise_to_13")
def test_three_faults_in_a_row_stop_the_table_and_players_leave_with_their_chips() -> None:
    harness = start_table()
    for _ in range(3):
        harness.deal_next_hand()
        harness.act("r 13")
    assert harness.table.faults.halted == harness.outcome.fault
    assert harness.outcome.wake_at is None
    assert harness.expect_refusal(from_player("Robin", Sit())) == "halted"
    assert harness.submit(from_player("Wren", Stand())) == [PlayerLeft(1, "Wren", 200)]


def test_a_fault_at_the_start_voids_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(self: Hand) -> list[RulesEvent]:
        self.players[1].pay(5)
        raise IndexError

    harness = start_table()
    monkeypatch.setattr(Hand, "start", start)
    events = harness.deal_next_hand()
    assert [type(event) for event in events] == [DealerDrawn, HandStarted, HandVoided]
    assert set(harness.stacks().values()) == {200}


def test_a_hand_that_creates_chips_is_voided(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Pots.pay_out

    def pay_out(self: Pots, awards: Sequence[PotAwarded]) -> list[RulesEvent]:
        return [*sound(self, awards), *sound(self, awards)]

    monkeypatch.setattr(Pots, "pay_out", pay_out)
    harness = start_table()
    harness.deal_next_hand()
    events = harness.act_each("r 6", "f", "f")
    assert any(isinstance(event, HandVoided) for event in events)
    assert not any(isinstance(event, PotAwarded | BetReturned) for event in events)
    assert harness.outcome.fault.startswith("Unbalanced: Hand 1 began with 600 chips and ended with")
    assert set(harness.stacks().values()) == {200}


def test_a_fault_in_naming_a_hand_voids_it(monkeypatch: pytest.MonkeyPatch) -> None:
    harness = start_table()
    harness.deal_next_hand()
    before = harness.view("Jay").you
    monkeypatch.setattr(Hand, "name_hand", lambda _self, seat: str(1 // (seat - 3)))
    events = harness.act_each("c", "c", "x")
    assert any(isinstance(event, HandVoided) for event in events)
    after = harness.view("Jay").you
    assert before is not None
    assert after is not None
    assert after.cards == before.cards


def test_a_voided_hand_does_not_count_as_passed_out(monkeypatch: pytest.MonkeyPatch) -> None:  # VT-5D-23
    """After one pass-out queens open; the hand that fails then leaves it at queens, and the pot where it was."""
    sound = Hand.act

    def act(self: Hand, seat: int, action: Action) -> list[RulesEvent]:
        if action == Fold():
            raise KeyError(seat)
        return sound(self, seat, action)

    harness = start_table("progressive-jacks")
    harness.deal_next_hand()
    harness.act_each("x", "x", "x")
    harness.deal_next_hand()
    monkeypatch.setattr(Hand, "act", act)
    harness.act("f")
    assert harness.table.current_hand
    assert harness.table.current_hand.fault
    assert (harness.table.carried_pot.passed_out, harness.table.carried_pot.chips) == (1, 3)
    harness.deal_next_hand()
    assert (harness.table.current_hand.setup.pass_outs, harness.table.current_hand.setup.carried) == (1, 3)


def test_the_name_of_a_hand_is_sent_only_when_it_changes() -> None:
    """Wren's aces stay aces until the river brings a third; Heron and Jay keep nothing."""
    harness = start_table(decks=["Ah Kc Qd Ad 3d 4h 9s 2c 6d 7s 9d Th 9h Ac"])
    harness.deal_next_hand()
    harness.act_each("c", "c", "x")
    steps = [harness.act_each("x", "x", "x") for _ in range(2)]
    told = [[event for event in step if isinstance(event, ForSeat)] for step in steps]
    names = [[event for event in step if isinstance(event.event, YourHand)] for step in told]
    changed = [(1, "three aces"), (2, "ace high"), (3, "ace high")]
    assert names == [[], [ForSeat(seat, YourHand(name)) for seat, name in changed]]


def test_a_fault_in_the_legal_actions_voids_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The act itself went well, and only then nobody can say what the next player may do."""
    sound = Hand.legal_actions

    def legal(self: Hand) -> LegalActions | None:
        if self.street_name == "flop":
            raise KeyError(self.to_act)
        return sound(self)

    monkeypatch.setattr(Hand, "legal_actions", legal)
    harness = start_table()
    harness.deal_next_hand()
    events = harness.act_each("c", "c", "x")
    assert any(isinstance(event, HandVoided) for event in events)
    assert harness.stacks() == {"Wren": 200, "Heron": 200, "Jay": 200}


SHARED = "2c 2d 3c 3d 4c As Ks Qs 4d Js 4h Ts"
"""Two players and a royal flush on the board."""


def test_a_fault_in_finding_the_winning_cards_voids_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Hand.winning_cards

    def read(self: Hand, seat: int, side: Side) -> tuple[Card, ...]:
        if seat == 2:
            raise LookupError
        return sound(self, seat, side)

    monkeypatch.setattr(Hand, "winning_cards", read)
    harness = start_table(stacks=(100, 100), decks=[SHARED])
    harness.deal_next_hand()
    events = harness.act_each("c", *["x"] * 7)
    assert any(isinstance(event, HandVoided) for event in events)
    assert not [seat.winning_cards for seat in harness.view().occupied if seat.winning_cards]


def test_a_winner_of_both_halves_has_the_winning_cards_of_both() -> None:  # SD-18, LO-26
    """Wren has a flush for the high and an eight for the low: six cards are in one or the other."""
    deck = "As Kc 2s Kd 3d 9d 4c 9c 7h 8s 5s Qs Tc 7d 7c Jh"
    harness = start_table("omaha8", stacks=(100, 100), decks=[deck])
    harness.deal_next_hand()
    harness.act_each("c", *["x"] * 7)
    (winner,) = [seat for seat in harness.view().occupied if seat.won]
    assert winner.name == "Wren"
    assert set(winner.winning_cards) == set(parse_cards("As 2s 5s 8s Qs"))
    assert set(winner.winning_low_cards) == set(parse_cards("As 2s 5s 8s 7d"))


@pytest.mark.parametrize(("declared", "side"), [("high", "winning_cards"), ("low", "winning_low_cards")])
def test_a_whole_pot_won_by_declarations_has_the_cards_of_the_side_declared(declared: str, side: str) -> None:  # SD-21
    """Both players declare the same side, so that the pot is not divided."""
    settings = replace(table_settings(), variant=replace(VARIANTS["omaha8"], hilo_declare=True))
    deck = "As Kc 2s Kd 3d 9d 4c 9c 7h 8s 5s Qs Tc 7d 7c Jh"
    harness = start_table("omaha8", stacks=(100, 100), settings=settings, decks=[deck])
    harness.deal_next_hand()
    harness.act_each("c", *["x"] * 7, declared, declared)
    (winner,) = [seat for seat in harness.view().occupied if seat.won]
    cards = {"winning_cards": winner.winning_cards, "winning_low_cards": winner.winning_low_cards}
    assert {name: len(lit) for name, lit in cards.items() if lit} == {side: 5}


@pytest.mark.parametrize(
    ("changes", "acts"), [({"runs": 2}, ["run 2", "run 2"]), ({"declared_hands": True}, ["claim high card"] * 2)]
)
def test_several_boards_and_declared_hands_have_no_winning_cards(
    changes: dict[str, Any], acts: list[str]
) -> None:  # SD-10, SD-26
    settings = replace(table_settings(), variant=replace(VARIANTS["holdem"], **changes))
    harness = start_table(stacks=(100, 100), settings=settings)
    harness.deal_next_hand()
    harness.act_each("r 100", "c", *acts)
    assert not harness.hand_running
    assert any(seat.won for seat in harness.view().occupied)
    assert not [seat.winning_cards for seat in harness.view().occupied if seat.winning_cards]


def test_an_unbalanced_ledger_stops_the_table() -> None:
    harness = start_table()
    harness.deal_next_hand()
    harness.act_each("r 6", "f")
    harness.table.bank.accounts["somebody else"] = Account(cashed_out=1)
    harness.act("f")
    assert "books" in harness.table.faults.halted
    assert harness.outcome.wake_at is None


def test_an_incomplete_deck_is_not_dealt() -> None:
    harness = start_table()
    harness.submit(Deal(salted(PACK)))
    for _ in range(2):
        assert harness.submit(Deal(salted(PACK[1:]))) == []
        assert harness.outcome.fault == "The deck lacks 2c."
        assert harness.outcome.wants_deck
    assert harness.submit(Deal(salted(PACK[1:]))) == []
    assert harness.table.faults.halted
    assert not harness.outcome.wants_deck


def test_after_one_bad_deck_the_table_goes_on() -> None:
    harness = start_table()
    harness.submit(Deal(salted(PACK)))
    harness.submit(Deal(salted(PACK[1:])))
    assert_hand(harness, 1)


def assert_hand(harness: TableHarness, number: int) -> None:
    """The hand of that number can be played."""
    harness.deal_next_hand()
    assert harness.table.hand_number == number
    harness.fold_to_end()
    assert harness.outcome.fault == ""
