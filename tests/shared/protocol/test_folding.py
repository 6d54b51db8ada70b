"""How each event changes a view."""

from __future__ import annotations

from typing import get_args

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import Declaration, LegalActions, Offers, WagerKind
from railbird_shared.protocol.events import Post, Pot, PrivateEvent, PublicEvent
from railbird_shared.protocol.folding import FOLDS, fold_all
from railbird_shared.protocol.view import LastAct, SeatView, TableView, Turn, You
from support.examples import examples
from support.type_strategies import strategy_for
from support.view_builders import SEVEN_CARD_STUD, seat_view, table_view

LEGAL = LegalActions(seat=1, stack=200, fold=True, call=2)


def fold(view: TableView, event: PublicEvent | PrivateEvent) -> TableView:
    return fold_all(view, (event,))


def at(view: TableView, number: int) -> SeatView:
    occupant = view.at(number)
    assert occupant is not None
    return occupant


def chips(view: TableView) -> int:
    return sum(each.stack for each in view.occupied) + view.total_pot


def test_every_event_has_its_fold() -> None:
    assert FOLDS.keys() == {*get_args(PublicEvent), *get_args(PrivateEvent)}


# --- the table between hands


def test_a_player_sits_and_leaves() -> None:
    view = fold(table_view(), ev.PlayerSat(2, "Heron", 100, bot=True))
    assert at(view, 2) == SeatView(2, "Heron", 100, bot=True, bought_in=100)
    assert fold(view, ev.PlayerLeft(2, "Heron", 100)).at(2) is None


def test_chips_are_added() -> None:
    assert at(fold(table_view(seat_view(1, stack=5)), ev.ChipsAdded(1, 95, 100)), 1).stack == 100


def test_a_result_counts_all_chips_brought_and_taken_away() -> None:
    view = fold(table_view(), ev.PlayerSat(2, "Heron", 100, earlier_result=300))
    assert at(view, 2).result == 300
    view = fold(view, ev.ChipsAdded(2, 50, 150))
    assert (at(view, 2).bought_in, at(view, 2).result) == (-150, 300)
    assert at(fold(view, ev.Called(2, 150, 150)), 2).result == 300


def test_a_player_sits_out_and_comes_back() -> None:
    away = fold(table_view(seat_view(1)), ev.SatOut(1))
    assert at(away, 1).sitting_out
    assert not at(fold(away, ev.CameBack(1)), 1).sitting_out


def test_a_connection_is_lost_and_found() -> None:
    lost = fold(table_view(seat_view(1)), ev.ConnectionChanged(1, connected=False))
    assert not at(lost, 1).connected
    assert at(fold(lost, ev.ConnectionChanged(1, connected=True)), 1).connected


def test_the_last_player_takes_a_carried_pot() -> None:
    view = fold(table_view(seat_view(1, stack=10), carried=6), ev.CarriedPotTaken(1, 6))
    assert (at(view, 1).stack, view.carried) == (16, 0)


def test_drawing_for_the_button_changes_nothing_in_the_view() -> None:
    view = table_view(seat_view(1), seat_view(2))
    assert fold(view, ev.DealerDrawn(1, tuple(zip((1, 2), parse_cards("As Kd"), strict=True)))) == view


# --- the start of a hand


def test_a_new_hand_clears_everything_of_the_last_one() -> None:
    old = table_view(
        replace(seat_view(1, up="As Ks", drew=3), last_act=LastAct.SHOWED, shown_hand="ace high", won=8),
        seat_view(2, bet=4, folded=True),
        seat_view(3),
        board=parse_cards("2c 3c 4c"),
        to_match=4,
        street=3,
        street_name="river",
        small_blind=1,
        big_blind=2,
        pots=(Pot(8, (1,)),),
        you=You(1, cards=parse_cards("As Ks"), hand_name="ace high", legal=LEGAL),
        turn=Turn(1, 9),
    )
    new = fold(old, ev.HandStarted(8, 2, (3, 1), carried=5))
    assert (new.hand, new.playing, new.button, new.carried) == (8, True, 2, 5)
    assert (new.board, new.to_match, new.street, new.pots, new.turn) == ((), 0, -1, (), None)
    assert (new.street_name, new.small_blind, new.big_blind) == ("", None, None)
    assert new.you == You(1)
    assert [each.in_hand for each in new.occupied] == [True, False, True]
    assert not any(each.cards or each.bet or each.folded or each.drew for each in new.occupied)
    assert not any(each.last_act or each.shown_hand or each.won for each in new.occupied)


def test_a_blind_is_a_bet_to_match_and_an_ante_is_not() -> None:
    view = table_view(seat_view(1), seat_view(2), seat_view(3))
    view = fold_all(
        view,
        [
            ev.Posted(1, Post.ANTE, 1),
            ev.Posted(1, Post.SMALL_BLIND, 1, to_match=1),
            ev.Posted(2, Post.BIG_BLIND, 2, to_match=2),
        ],
    )
    assert view.to_match == 2
    assert (at(view, 1).stack, at(view, 1).bet) == (198, 2)
    assert at(view, 2).last_act is LastAct.POSTED
    assert (view.small_blind, view.big_blind) == (1, 2)


def test_a_short_blind_does_not_lower_the_bet_to_match() -> None:
    view = fold(table_view(seat_view(1), to_match=2), ev.Posted(1, Post.BIG_BLIND, 1, to_match=1, all_in=True))
    assert view.to_match == 2


# --- cards


def test_an_unpaid_blind_is_to_be_matched_on_its_own_street_only() -> None:
    blind = ev.Posted(1, Post.BIG_BLIND, 0, to_match=2, all_in=True)
    view = fold_all(table_view(seat_view(1, stack=0), seat_view(2)), (blind, ev.StreetBegan(0, "preflop")))
    assert view.to_match == 2
    assert fold(view, ev.StreetBegan(1, "flop")).to_match == 0
    assert fold(view, ev.HandEnded(1)).to_match == 0


def test_cards_are_dealt_down_and_up() -> None:
    view = table_view(seat_view(1), game=SEVEN_CARD_STUD)
    view = fold(view, ev.CardsDealt(1, down=2, up=parse_cards("Kh")))
    view = fold(view, ev.CardsDealt(1, up=parse_cards("2c")))
    assert at(view, 1).cards == (None, None, *parse_cards("Kh 2c"))


def test_new_common_cards_are_added_to_the_board() -> None:
    view = fold(table_view(), ev.BoardDealt(parse_cards("As Kd 2c")))
    assert fold(view, ev.BoardDealt(parse_cards("7h"))).board == parse_cards("As Kd 2c 7h")


def test_a_new_street_clears_the_last_acts_of_all_who_have_not_folded() -> None:
    view = fold_all(table_view(seat_view(1), seat_view(2)), [ev.Checked(1), ev.Folded(2), ev.StreetBegan(1, "flop")])
    assert (view.street, view.street_name) == (1, "flop")
    assert (at(view, 1).last_act, at(view, 2).last_act) == (LastAct.NONE, LastAct.FOLDED)


def test_a_draw_removes_the_discards_before_new_cards_are_dealt() -> None:
    view = fold(table_view(seat_view(1, hidden=5)), ev.Drew(1, 3))
    assert (at(view, 1).cards, at(view, 1).drew, at(view, 1).last_act) == ((None, None), 3, LastAct.DREW)
    assert at(fold(view, ev.CardsDealt(1, down=3)), 1).cards == (None,) * 5


def test_standing_pat_keeps_all_cards() -> None:
    view = fold(table_view(seat_view(1, hidden=5)), ev.Drew(1, 0))
    assert (at(view, 1).cards, at(view, 1).drew, at(view, 1).last_act) == ((None,) * 5, 0, LastAct.PAT)


# --- turns and acts


def test_a_turn_names_the_seat_and_ends_with_its_act() -> None:
    view = fold(table_view(seat_view(1), you=You(1)), ev.TurnBegan(1, 4, 9000))
    assert view.turn == Turn(1, 4, 9000)
    view = fold(view, ev.YourTurn(LEGAL))
    assert view.you == You(1, legal=LEGAL)
    view = fold(view, ev.Checked(1))
    assert view.turn is None
    assert view.you == You(1)


def test_an_extended_clock_moves_the_deadline_of_the_turn() -> None:
    view = fold(table_view(seat_view(1), turn=Turn(1, 4, 9000)), ev.ClockExtended(1, 24_000, 15_000))
    assert view.turn == Turn(1, 4, 24_000)
    assert fold(table_view(seat_view(1)), ev.ClockExtended(1, 24_000, 15_000)).turn is None


@pytest.mark.parametrize("event", [ev.TurnBegan(2, 5), ev.Posted(1, Post.BRING_IN, 2, to_match=2), ev.HandEnded(1)])
def test_legal_actions_end_with_the_next_turn_post_or_hand(event: PublicEvent) -> None:
    view = fold(table_view(seat_view(1), seat_view(2), you=You(1, legal=LEGAL), turn=Turn(1, 4)), event)
    assert view.you == You(1)
    assert view.turn == (Turn(2, 5) if isinstance(event, ev.TurnBegan) else None)


def test_a_fold_removes_the_cards_and_leaves_the_bet() -> None:
    view = fold(table_view(seat_view(1, hidden=2, bet=2)), ev.Folded(1))
    assert (at(view, 1).folded, at(view, 1).cards, at(view, 1).bet) == (True, (), 2)


def test_a_fold_keeps_the_upcards() -> None:
    view = fold(table_view(seat_view(1, hidden=2, up="Ks 4d"), game=SEVEN_CARD_STUD), ev.Folded(1))
    assert at(view, 1).cards == parse_cards("Ks 4d")


def test_a_call_moves_chips_from_the_stack_to_the_bet() -> None:
    view = fold(table_view(seat_view(1, bet=2), to_match=6), ev.Called(1, 4, 6))
    assert (at(view, 1).stack, at(view, 1).bet, at(view, 1).last_act) == (196, 6, LastAct.CALLED)
    assert view.to_match == 6


@pytest.mark.parametrize("kind", WagerKind)
def test_a_wager_raises_the_bet_to_match(kind: WagerKind) -> None:
    view = fold(table_view(seat_view(1, bet=2), to_match=4), ev.Wagered(1, kind, 8, 10))
    assert (at(view, 1).stack, at(view, 1).bet, view.to_match) == (192, 10, 10)
    assert at(view, 1).last_act is LastAct(kind)


def test_a_short_all_in_does_not_lower_the_bet_to_match() -> None:
    view = fold(
        table_view(seat_view(1, stack=3), to_match=10), ev.Wagered(1, WagerKind.RAISE, 3, 3, all_in=True, full=False)
    )
    assert (at(view, 1).stack, view.to_match) == (0, 10)


# --- pots and endings


def test_making_pots_collects_the_bets() -> None:
    view = fold(
        table_view(seat_view(1, bet=4), seat_view(2, bet=4), to_match=4, carried=2), ev.PotsMade((Pot(10, (1, 2)),))
    )
    assert (view.pots, view.total_pot, view.to_match, view.carried) == ((Pot(10, (1, 2)),), 10, 0, 0)


def test_rake_is_taken_from_the_pots() -> None:
    view = fold(table_view(seat_view(1), pots=(Pot(40, (1, 2)),)), ev.RakeTaken(4, (Pot(36, (1, 2)),)))
    assert view.pots == (Pot(36, (1, 2)),)


@pytest.mark.parametrize("bet", [50, 0])
def test_an_uncalled_bet_is_returned_before_or_after_it_was_collected(bet: int) -> None:
    view = fold(table_view(seat_view(1, stack=0, bet=bet)), ev.BetReturned(1, 30))
    assert (at(view, 1).stack, at(view, 1).bet) == (30, max(0, bet - 30))


def test_a_shown_hand_has_all_its_cards_and_its_name() -> None:
    view = fold(table_view(seat_view(1, hidden=2)), ev.HandShown(1, parse_cards("As Ad"), "a pair of aces"))
    assert (at(view, 1).cards, at(view, 1).shown_hand) == (parse_cards("As Ad"), "a pair of aces")
    assert at(view, 1).last_act is LastAct.SHOWED


def test_an_open_hand_is_renamed_when_more_cards_are_dealt() -> None:  # SD-24
    view = fold_all(
        table_view(seat_view(1, hidden=2)),
        [ev.HandShown(1, parse_cards("4s Kd"), "king high"), ev.HandRenamed(1, "pair of kings")],
    )
    assert at(view, 1).shown_hand == "pair of kings"


def test_a_mucked_stud_hand_keeps_its_open_cards() -> None:
    view = fold(table_view(seat_view(1, hidden=2, up="Kc 7c")), ev.HandMucked(1))
    assert (at(view, 1).cards, at(view, 1).last_act) == (parse_cards("Kc 7c"), LastAct.MUCKED)


def test_the_player_who_brings_it_in_is_marked_so() -> None:
    view = fold(table_view(seat_view(1)), ev.Posted(1, ev.Post.BRING_IN, 1, 1))
    assert at(view, 1).last_act is LastAct.BROUGHT_IN


def test_a_mucked_hand_has_no_cards() -> None:
    view = fold(table_view(seat_view(1, hidden=2)), ev.HandMucked(1))
    assert (at(view, 1).cards, at(view, 1).last_act) == ((), LastAct.MUCKED)


def test_awards_are_taken_out_of_their_pot() -> None:
    view = table_view(seat_view(1, stack=0), seat_view(2, stack=0), pots=(Pot(11, (1, 2)), Pot(6, (2,))))
    view = fold_all(view, [ev.PotAwarded(2, 1, 6), ev.PotAwarded(1, 0, 6, odd=1), ev.PotAwarded(2, 0, 5)])
    assert [pot.chips for pot in view.pots] == [0, 0]
    assert [(each.stack, each.won) for each in view.occupied] == [(6, 6), (11, 11)]


def test_a_hand_passed_out_carries_its_pot() -> None:
    view = fold(table_view(seat_view(1, hidden=5), pots=(Pot(6, (1, 2)),)), ev.PassedOut(6))
    assert (view.pots, view.carried, view.total_pot, at(view, 1).cards) == ((), 6, 6, ())


def test_the_end_of_a_hand_keeps_the_shown_cards() -> None:
    shown, empty = seat_view(1, up="As Ad"), (Pot(0, (1, 2)),)
    view = table_view(shown, playing=True, turn=Turn(1, 3), pots=empty, you=You(1, parse_cards("As Ad"), legal=LEGAL))
    view = fold(view, ev.HandEnded(1))
    assert (view.playing, view.turn, view.pots, at(view, 1)) == (False, None, (), shown)
    assert view.you == You(1, parse_cards("As Ad"))


def test_a_voided_hand_gives_every_chip_back() -> None:
    view = table_view(
        seat_view(1, stack=90, bet=10, hidden=2), seat_view(2, stack=95, bet=5), playing=True, to_match=10, carried=3
    )
    before = chips(view)
    view = fold(view, ev.HandVoided(1, "The house stopped the hand.", ((1, 10), (2, 5)), carried=3))
    assert chips(view) == before
    assert (view.carried, view.to_match, view.playing) == (3, 0, False)
    assert [(each.stack, each.bet, each.cards) for each in view.occupied] == [(100, 0, ()), (100, 0, ())]


# --- choices before the showdown


def test_declarations_are_shown_once_all_have_declared() -> None:
    view = table_view(
        seat_view(1), seat_view(2), seat_view(3), you=You(1, legal=LegalActions(1, 200, declare=True)), turn=Turn(1, 8)
    )
    view = fold(view, ev.Declared(1))
    assert (view.turn, view.you, at(view, 1).last_act) == (None, You(1), LastAct.DECLARED)
    sides = ((1, Declaration.HIGH), (2, Declaration.LOW), (3, Declaration.BOTH))
    view = fold(view, ev.DeclarationsShown(sides))
    assert [each.last_act for each in view.occupied] == [LastAct.HIGH, LastAct.LOW, LastAct.BOTH]


def test_a_claim_names_a_hand_that_is_not_shown() -> None:
    view = table_view(
        seat_view(1, hidden=5), you=You(1, legal=LegalActions(1, 200, claims=("flush",))), turn=Turn(1, 8)
    )
    view = fold(view, ev.Claimed(1, "flush"))
    assert (at(view, 1).shown_hand, at(view, 1).cards) == ("flush", (None,) * 5)
    assert (view.turn, view.you) == (None, You(1))


def test_a_run_begins_with_the_board_and_hands_before_the_first_run() -> None:
    view = table_view(
        seat_view(1, up="As Ad"), seat_view(2, up="Kc Kd"), board=parse_cards("2c 3c 4c"), turn=Turn(1, 8)
    )
    view = fold(view, ev.RunChosen(1, 2))
    assert view.turn is None
    view = fold_all(view, [ev.CardsDealt(1, up=parse_cards("5h")), ev.BoardDealt(parse_cards("9s"))])
    hands = ((1, parse_cards("As Ad")), (2, parse_cards("Kc Kd")))
    view = fold(view, ev.RunBegan(2, 2, parse_cards("2c 3c 4c"), hands))
    assert view.board == parse_cards("2c 3c 4c")
    assert [each.cards for each in view.occupied] == [parse_cards("As Ad"), parse_cards("Kc Kd")]


def test_showing_openers_changes_nothing_in_the_view() -> None:
    view = table_view(seat_view(1, hidden=5), seat_view(2))
    assert fold(view, ev.OpenersShown(1, parse_cards("Jh Jc"), "pair of jacks")) == view


# --- private events


def test_the_viewer_takes_a_seat_and_stands_up() -> None:
    view = fold(table_view(seat_view(1)), ev.YourSeat(1))
    assert view.you == You(1)
    assert fold(view, ev.YourSeat()).you.seat is None


def test_the_viewer_gets_cards_and_the_name_of_the_hand() -> None:
    view = fold_all(
        table_view(seat_view(1), you=You(1)),
        [ev.YourCards(parse_cards("As Ad"), parse_cards("As Ad")), ev.YourHand("a pair of aces")],
    )
    assert view.you == You(1, parse_cards("As Ad"), "a pair of aces")
    assert at(view, 1).cards == (), "the seat's public record holds no hidden card"


def test_offers_outlast_the_hand() -> None:
    view = fold(table_view(seat_view(1), you=You(1)), ev.YourOffers(Offers(straddle=True)))
    assert view.you == You(1, offers=Offers(straddle=True))
    assert fold(view, ev.HandStarted(4, 1, (1, 2))).you == You(1, offers=Offers(straddle=True))
    assert fold(view, ev.YourOffers(Offers())).you == You(1)


@pytest.mark.parametrize(
    "event",
    [ev.YourCards(parse_cards("As")), ev.YourHand("ace high"), ev.YourTurn(LEGAL), ev.YourOffers(Offers(show=True))],
)
def test_private_events_change_nothing_on_the_rail(event: PrivateEvent) -> None:
    assert fold(table_view(seat_view(1)), event) == table_view(seat_view(1))


@settings(max_examples=examples(300))
@given(strategy_for(PublicEvent | PrivateEvent))
def test_every_event_can_be_folded(event: PublicEvent | PrivateEvent) -> None:
    everywhere = table_view(*[seat_view(number) for number in range(1, 11)], seat_count=10)
    assert isinstance(fold(everywhere, event), TableView)


def test_an_event_of_an_empty_seat_changes_no_seat() -> None:
    empty = table_view(seat_count=10)
    assert fold(empty, ev.Called(3, 2, 2)).seats == empty.seats
    assert fold(empty, ev.CardsDealt(3, 2)).seats == empty.seats
