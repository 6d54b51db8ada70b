"""A hand on the table: what it was made of, and faults of the server, which cost one hand and no chip."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import Hand
from railbird_server.rules.pots import Pots
from railbird_server.rules.variants import VARIANTS
from railbird_server.table.bank import Account
from railbird_server.table.inputs import Deal
from railbird_server.table.outcome import HandNamed
from railbird_shared.actions import Action, Fold, LegalActions, Raise
from railbird_shared.cards import PACK, Card, parse_cards
from railbird_shared.commands import ShowHand, Sit, Stand
from railbird_shared.events import (
    BetReturned,
    DealerDrawn,
    HandEnded,
    HandStarted,
    HandVoided,
    PlayerLeft,
    PotAwarded,
    Side,
)
from support.table_harness import TableHarness, from_player, start_table, table_settings


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


def test_a_finished_hand_can_be_played_again_from_what_it_was_made_of() -> None:
    night = start_table()
    night.deal_next_hand()
    assert night.table.current_hand
    with pytest.raises(AssertionError):
        _ = night.table.current_hand.record
    night.act_each("r 6", "c", "f")
    night.fold_to_end()
    played = night.table.current_hand.record
    again = Hand(played.setup, played.deck)
    again.start()
    for seat, act in played.actions:
        again.act(seat, act)
    assert again.over
    assert again.stacks == night.table.current_hand.hand.stacks


@pytest.mark.usefixtures("_raise_to_13")
def test_a_fault_in_an_act_voids_the_hand_and_returns_the_chips() -> None:
    night = start_table()
    night.deal_next_hand()
    night.act_each("r 6", "c")
    events = night.act("r 13")
    assert [event.returned for event in events if isinstance(event, HandVoided)] == [((1, 6), (2, 2), (3, 6))]
    assert night.outcome.fault == "KeyError: 2"
    assert set(night.stacks().values()) == {200}
    assert not night.view().playing
    assert night.expect_refusal(from_player("Wren", ShowHand())) == "nothing-to-show"


@pytest.mark.usefixtures("_raise_to_13")
def test_the_same_dealer_deals_again_after_a_misdeal() -> None:  # IR-3
    night = start_table()
    for _ in range(3):
        night.deal_next_hand()
        button = night.view().button
        night.act("r 13")
        assert not night.hand_running
        night.deal_next_hand()
        assert night.view().button == button
        night.fold_to_end()


@pytest.mark.usefixtures("_raise_to_13")
def test_after_two_players_have_acted_the_deal_passes_on() -> None:  # IR-5
    night = start_table()
    night.deal_next_hand()
    button = night.view().button
    night.act_each("r 6", "c", "r 13")
    assert not night.hand_running
    night.deal_next_hand()
    assert night.view().button != button


@pytest.mark.usefixtures("_raise_to_13")
def test_the_table_goes_on_after_a_fault() -> None:
    night = start_table()
    for _ in range(2):
        night.deal_next_hand()
        night.act("r 13")
    night.deal_next_hand()
    night.fold_to_end()
    assert HandEnded(3) in night.events
    for _ in range(2):
        night.deal_next_hand()
        night.act("r 13")
    assert not night.table.halted


@pytest.mark.usefixtures("_raise_to_13")
def test_three_faults_in_a_row_stop_the_table_and_everybody_leaves_with_his_chips() -> None:
    night = start_table()
    for _ in range(3):
        night.deal_next_hand()
        night.act("r 13")
    assert night.table.halted == night.outcome.fault
    assert night.outcome.wake_at is None
    assert night.expect_refusal(from_player("Robin", Sit())) == "halted"
    assert night.submit(from_player("Wren", Stand())) == [PlayerLeft(1, "Wren", 200)]


def test_a_fault_at_the_start_voids_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(self: Hand) -> list[RulesEvent]:
        self.players[1].pay(5)
        raise IndexError

    night = start_table()
    monkeypatch.setattr(Hand, "start", start)
    events = night.deal_next_hand()
    assert [type(event) for event in events] == [DealerDrawn, HandStarted, HandVoided]
    assert set(night.stacks().values()) == {200}


def test_a_hand_that_makes_chips_is_voided(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Pots.pay_out

    def pay_out(self: Pots, awards: Sequence[PotAwarded]) -> list[RulesEvent]:
        return [*sound(self, awards), *sound(self, awards)]

    monkeypatch.setattr(Pots, "pay_out", pay_out)
    night = start_table()
    night.deal_next_hand()
    events = night.act_each("r 6", "f", "f")
    assert any(isinstance(event, HandVoided) for event in events)
    assert not any(isinstance(event, PotAwarded | BetReturned) for event in events)
    assert night.outcome.fault.startswith("Unbalanced: Hand 1 began with 600 chips and ended with")
    assert set(night.stacks().values()) == {200}


def test_words_that_fail_void_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    night = start_table()
    night.deal_next_hand()
    before = night.view("Jay").you
    monkeypatch.setattr(Hand, "name_hand", lambda _self, seat: str(1 // (seat - 3)))
    events = night.act_each("c", "c", "x")
    assert any(isinstance(event, HandVoided) for event in events)
    after = night.view("Jay").you
    assert before is not None
    assert after is not None
    assert after.cards == before.cards


def test_a_hand_that_fails_is_none_that_was_passed_out(monkeypatch: pytest.MonkeyPatch) -> None:  # VT-5D-23
    """After one pass-out queens open; the hand that fails then leaves it at queens, and the pot where it was."""
    sound = Hand.act

    def act(self: Hand, seat: int, action: Action) -> list[RulesEvent]:
        if action == Fold():
            raise KeyError(seat)
        return sound(self, seat, action)

    night = start_table("progressive-jacks")
    night.deal_next_hand()
    night.act_each("x", "x", "x")
    night.deal_next_hand()
    monkeypatch.setattr(Hand, "act", act)
    night.act("f")
    assert night.table.current_hand
    assert night.table.current_hand.fault
    assert (night.table.passed_out, night.table.carried) == (1, 3)
    night.deal_next_hand()
    assert (night.table.current_hand.setup.pass_outs, night.table.current_hand.setup.carried) == (1, 3)


def test_a_hand_is_said_anew_only_where_the_words_have_changed() -> None:
    """Wren's aces stay aces until the river gives him a third; Heron's and Jay's nothing stays it."""
    night = start_table(decks=["Ah Kc Qd Ad 3d 4h 9s 2c 6d 7s 9d Th 9h Ac"])
    night.deal_next_hand()
    night.act_each("c", "c", "x")
    told = [night.act_each("x", "x", "x") for _ in range(2)]
    words = [[(event.seat, event.name) for event in step if isinstance(event, HandNamed)] for step in told]
    assert words == [[], [(1, "three aces"), (2, "ace high"), (3, "ace high")]]


def test_words_of_what_may_be_done_that_fail_void_the_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The act itself went well, and only then nobody can say what the next player may do."""
    sound = Hand.legal_actions

    def legal(self: Hand) -> LegalActions | None:
        if self.street_name == "flop":
            raise KeyError(self.to_act)
        return sound(self)

    monkeypatch.setattr(Hand, "legal_actions", legal)
    night = start_table()
    night.deal_next_hand()
    events = night.act_each("c", "c", "x")
    assert any(isinstance(event, HandVoided) for event in events)
    assert night.stacks() == {"Wren": 200, "Heron": 200, "Jay": 200}


SHARED = "2c 2d 3c 3d 4c As Ks Qs 4d Js 4h Ts"
"""Two players and a royal flush on the board."""


def test_a_hand_that_cannot_be_read_is_voided_and_nothing_of_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Hand.winning_cards

    def read(self: Hand, seat: int, side: Side) -> tuple[Card, ...]:
        if seat == 2:
            raise LookupError
        return sound(self, seat, side)

    monkeypatch.setattr(Hand, "winning_cards", read)
    night = start_table(stacks=(100, 100), decks=[SHARED])
    night.deal_next_hand()
    events = night.act_each("c", *["x"] * 7)
    assert any(isinstance(event, HandVoided) for event in events)
    assert not [seat.winning_cards for seat in night.view().occupied if seat.winning_cards]


def test_who_wins_both_halves_is_read_for_both() -> None:  # SD-18, LO-26
    """Wren has a flush for the high and an eight for the low: six cards are in one or the other."""
    deck = "As Kc 2s Kd 3d 9d 4c 9c 7h 8s 5s Qs Tc 7d 7c Jh"
    night = start_table("omaha8", stacks=(100, 100), decks=[deck])
    night.deal_next_hand()
    night.act_each("c", *["x"] * 7)
    (winner,) = [seat for seat in night.view().occupied if seat.won]
    assert winner.name == "Wren"
    assert set(winner.winning_cards) == set(parse_cards("As 2s 5s 8s Qs 7d"))


@pytest.mark.parametrize(
    ("changes", "acts"), [({"runs": 2}, ["run 2", "run 2"]), ({"declared_hands": True}, ["claim high card"] * 2)]
)
def test_neither_several_boards_nor_claims_are_read(changes: dict[str, Any], acts: list[str]) -> None:  # SD-10, SD-26
    spec = replace(table_settings(), variant=replace(VARIANTS["holdem"], **changes))
    night = start_table(stacks=(100, 100), spec=spec)
    night.deal_next_hand()
    night.act_each("r 100", "c", *acts)
    assert not night.hand_running
    assert any(seat.won for seat in night.view().occupied)
    assert not [seat.winning_cards for seat in night.view().occupied if seat.winning_cards]


def test_books_that_fail_stop_the_table() -> None:
    night = start_table()
    night.deal_next_hand()
    night.act_each("r 6", "f")
    night.table.bank.accounts["somebody else"] = Account(cashed_out=1)
    night.act("f")
    assert "books" in night.table.halted
    assert night.outcome.wake_at is None


def test_a_deck_that_is_no_pack_is_not_dealt() -> None:
    night = start_table()
    night.submit(Deal(PACK))
    for _ in range(2):
        assert night.submit(Deal(PACK[1:])) == []
        assert night.outcome.fault == "The deck lacks 2c."
        assert night.outcome.wants_deck
    assert night.submit(Deal(PACK[1:])) == []
    assert night.table.halted
    assert not night.outcome.wants_deck


def test_one_bad_deck_does_no_harm() -> None:
    night = start_table()
    night.submit(Deal(PACK))
    night.submit(Deal(PACK[1:]))
    assert_hand(night, 1)


def assert_hand(night: TableHarness, number: int) -> None:
    """The hand of that number can be played."""
    night.deal_next_hand()
    assert night.table.hand_number == number
    night.fold_to_end()
    assert night.outcome.fault == ""
