"""An evening at a table: messages in, what is shown out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.model.bar import face_of
from railbird_client.model.options import Options
from railbird_client.model.sitting import FRESH, Sitting
from railbird_shared import events as ev
from railbird_shared.actions import Call, LegalActions, Offers
from railbird_shared.cards import parse_cards
from railbird_shared.commands import Act, Leave
from railbird_shared.messages import Accepted, Chat, Refused
from railbird_shared.view import TableView, Turn
from tables import START, draw, holdem, shown_down, snapshot, step, stud

RUN_OUT = (
    ev.Called(1, 95, 95),
    ev.StreetBegan(3, "river"),
    ev.BoardDealt(parse_cards("Kc")),
    ev.StreetBegan(4, "another"),
    ev.PotAwarded(1, 0, 101),
    ev.HandEnded(148),
)


def sitting_at(view: TableView, **options: object) -> Sitting:
    sitting = Sitting(Options(**options))  # type: ignore[arg-type]
    sitting.hear(snapshot(view), 100.0)
    return sitting


def shown(sitting: Sitting) -> TableView:
    assert sitting.shown is not None
    return sitting.shown


def test_steps_before_the_first_snapshot_are_no_news() -> None:
    sitting = Sitting(Options())
    assert sitting.hear(step(ev.Folded(1)), 100.0) is None
    sitting.tick(101.0)
    assert sitting.shown is None


def test_who_comes_to_a_table_is_told_how_it_stands() -> None:
    house = ("Deuces are wild (WC-2).",)
    log = sitting_at(holdem(house=house)).log
    assert log.tail(5) == (
        "House: Deuces are wild (WC-2).",
        "— hand 148 · turn K♦ 9♠ 4♥ 2♣ — pot 411",
        "Wren is to act, 95 to call",
    )
    assert sitting_at(holdem(), ascii=True).log.tail(2)[0] == "— hand 148 · turn Kd 9s 4h 2c — pot 411"
    assert sitting_at(stud()).log.tail(5) == ("— hand 31 · fifth street — pot 96", "Finch is to act, 10 to call")


def test_who_comes_between_two_hands_is_told_what_the_last_one_brought() -> None:
    assert sitting_at(shown_down()).log.tail(5) == ("— hand 9 is over —", "Heron won 24 with pair of aces")
    assert sitting_at(replace(shown_down(), hand=0)).log.tail(5) == ()


def test_who_comes_back_is_told_what_he_cannot_have_seen_and_the_house_but_once() -> None:
    sitting = sitting_at(stud(house=("Deuces are wild (WC-2).",)))
    told = sitting.log.tail(9)
    sitting.hear(snapshot(stud(house=("Deuces are wild (WC-2).",))), 101.0)
    assert sitting.log.tail(9) == told
    sitting.hear(snapshot(stud(hand=33, house=("Deuces are wild (WC-2).",))), 102.0)
    assert sitting.log.tail(9) == (*told, "— hand 33 · fifth street — pot 96", "Finch is to act, 10 to call")


def test_what_was_won_before_the_connection_broke_is_no_news_when_it_is_back() -> None:
    sitting = sitting_at(holdem())
    sitting.hear(step(ev.PotAwarded(1, 0, 411), ev.HandEnded(148)), 101.0)
    assert sitting.log.result
    sitting.hear(snapshot(holdem(hand=160, playing=False, turn=None)), 102.0)
    assert sitting.log.result == ()


def test_a_step_changes_what_is_shown_and_what_is_told() -> None:
    sitting = sitting_at(stud())
    sitting.hear(step(ev.Folded(6), ev.TurnBegan(7, 23)), 101.0)
    assert shown(sitting).turn == Turn(7, 23)
    assert sitting.log.tail(1) == ("Finch folds",)


def test_the_clock_of_a_turn_runs_on_the_time_of_the_step() -> None:
    sitting = sitting_at(stud())
    sitting.hear(step(ev.TurnBegan(7, 23, START + 40_000), now=START + 10_000), 110.0)
    left = sitting.clock.left(START + 40_000, 112.0)
    assert left is not None
    assert left.seconds == 28


def test_a_plan_acts_when_the_step_says_whose_turn_it_is() -> None:
    sitting = sitting_at(stud())
    assert sitting.desk.press("call", 101.0) is None
    legal = LegalActions(1, 1415, fold=True, call=10)
    command = sitting.hear(step(ev.Folded(6), ev.TurnBegan(1, 23), yours=(ev.YourTurn(legal),)), 102.0)
    assert command == Act(hand=31, turn=23, action=Call())


def test_a_hand_that_deals_itself_out_is_shown_in_beats() -> None:
    sitting = sitting_at(holdem(), pace=1.0)
    sitting.hear(step(*RUN_OUT), 101.0)
    assert len(shown(sitting).board) == 4
    assert sitting.desk.turn is None
    sitting.tick(102.1)
    assert len(shown(sitting).board) == 5
    assert shown(sitting).playing
    sitting.tick(105.0)
    assert not shown(sitting).playing
    assert sitting.log.result == ("Wren wins 101",)


def test_the_next_step_catches_up_with_what_was_still_to_be_shown() -> None:
    sitting = sitting_at(holdem(), pace=1.0)
    sitting.hear(step(*RUN_OUT), 101.0)
    sitting.hear(step(ev.HandStarted(149, 8, (1, 2))), 101.1)
    assert (shown(sitting).hand, shown(sitting).playing) == (149, True)
    assert sitting.log.tail(2)[0] == "Wren wins 101"


def test_news_of_the_table_wait_for_the_end_of_a_hand_that_deals_itself_out() -> None:
    sitting = sitting_at(holdem(), pace=1.0)
    sitting.hear(step(*RUN_OUT), 101.0)
    sitting.hear(step(ev.SatOut(3)), 101.1)
    sitting.tick(101.5)
    assert len(shown(sitting).board) == 4
    assert sitting.runs_out
    sitting.tick(105.0)
    assert not sitting.runs_out
    assert sitting.log.tail(1) == ("Wren wins 101",)
    assert sitting.log.sentences[-2:] == ("Wren wins 101", "Jay sits out")
    third = shown(sitting).at(3)
    assert third is not None
    assert third.sitting_out


def test_a_wish_to_straddle_does_not_cut_the_end_of_a_hand_short() -> None:
    sitting = sitting_at(holdem(), pace=1.0)
    sitting.hear(step(*RUN_OUT), 101.0)
    sitting.hear(step(yours=(ev.YourOffers(Offers(straddle=True)),)), 101.1)
    assert sitting.runs_out
    assert sitting.desk.view is not None
    assert sitting.desk.view.you is not None
    assert sitting.desk.view.you.offers.straddle
    sitting.tick(105.0)
    assert shown(sitting) == sitting.desk.view


def test_the_bar_gives_nothing_away_of_a_hand_that_deals_itself_out() -> None:
    sitting = sitting_at(holdem(), pace=1.0)
    sitting.hear(step(*RUN_OUT), 101.0)
    face = face_of(sitting.desk, 101.5, runs_out=sitting.runs_out)
    assert (face.caption, face.buttons) == ("All bets are in; the last cards are dealt", ())


def test_without_a_pace_all_is_shown_at_once() -> None:
    sitting = sitting_at(holdem(), pace=0)
    sitting.hear(step(*RUN_OUT), 101.0)
    assert not shown(sitting).playing


def test_blinds_are_marked_until_the_next_hand() -> None:
    sitting = sitting_at(holdem())
    posts = (ev.Posted(9, ev.Post.SMALL_BLIND, 1, 2), ev.Posted(1, ev.Post.BIG_BLIND, 2, 2))
    sitting.hear(step(ev.HandStarted(149, 8, (9, 1, 2)), *posts), 101.0)
    assert (shown(sitting).small_blind, shown(sitting).big_blind) == (9, 1)
    sitting.hear(step(ev.HandStarted(150, 9, (9, 1, 2))), 102.0)
    assert (shown(sitting).small_blind, shown(sitting).big_blind) == (None, None)


def test_drawn_cards_are_fresh_for_a_moment() -> None:
    sitting = sitting_at(draw())
    cards = parse_cards("As Ad 9c 9h 2c")
    dealt = (ev.Drew(1, 2), ev.CardsDealt(1, down=2))
    sitting.hear(step(*dealt, yours=(ev.YourCards(cards, new=cards[3:]),)), 101.0)
    assert sitting.fresh(101.5) == 2
    assert sitting.fresh(101.0 + FRESH) == 0


def test_refusals_become_notices_and_chat_is_kept() -> None:
    sitting = sitting_at(holdem())
    sitting.hear(Refused(code="stale", sentence="That turn is over."), 101.0)
    assert sitting.desk.notice(102.0) == "That turn is over."
    sitting.hear(Chat(name="Heron", text="gl", rail=True), 102.0)
    assert len(sitting.chatter.lines) == 1
    assert sitting.hear(Accepted(id=3), 103.0) is None


def test_after_a_restart_of_the_server_its_new_clock_is_read() -> None:
    sitting = sitting_at(stud())
    sitting.hear(snapshot(stud(turn=Turn(6, 22, 25_000)), now=5_000), 130.0)
    left = sitting.clock.left(25_000, 130.0)
    assert left is not None
    assert left.seconds == 20


def test_the_table_tells_how_long_a_turn_is() -> None:
    sitting = sitting_at(stud(clock=30_000, turn=Turn(6, 22, START + 10_000)))
    left = sitting.clock.left(START + 10_000, 100.0)
    assert left is not None
    assert left.cells(48) == 16


def test_that_ones_time_ran_out_is_said_until_a_key_is_pressed() -> None:  # BT-40
    sitting = sitting_at(holdem())
    sitting.hear(step(ev.Folded(2, timed_out=True)), 101.0)
    assert sitting.desk.notice(101.0) == ""
    sitting.hear(step(ev.Folded(1, timed_out=True), ev.TurnBegan(4, 32)), 102.0)
    assert sitting.desk.notice(900.0) == "Your time ran out, and your hand was folded."
    sitting.hear(step(ev.SatOut(1)), 903.0)
    assert sitting.desk.notice(999.0).startswith("Your time ran out in several turns, so you sit out")
    sitting.desk.press("zoom", 1000.0)
    assert sitting.desk.notice(1000.1) == ""


def test_who_is_broke_is_not_told_that_he_sits_out_because_of_the_clock() -> None:
    seats = (replace(holdem().seats[0], stack=0, bet=95), *holdem().seats[1:])  # type: ignore[type-var]
    sitting = sitting_at(holdem(seats=seats))
    sitting.hear(step(ev.Checked(1, timed_out=True)), 101.0)
    sitting.hear(step(ev.PotAwarded(2, 0, 411), ev.HandEnded(148), ev.SatOut(1)), 102.0)
    assert "you sit out" not in sitting.desk.notice(103.0)


def test_sitting_out_by_the_clock_is_said_while_a_hand_deals_itself_out() -> None:  # BT-40
    sitting = sitting_at(holdem(), pace=1.0)
    sitting.hear(step(ev.Folded(1, timed_out=True), *RUN_OUT[1:]), 101.0)
    assert sitting.runs_out
    sitting.hear(step(ev.SatOut(1)), 101.1)
    assert "you sit out" in sitting.desk.notice(103.0)


@pytest.mark.parametrize(
    ("late", "words"),
    [
        (ev.Checked(1, timed_out=True), "Your time ran out, and you checked."),
        (ev.Drew(1, 0, timed_out=True), "Your time ran out, and the draw was made for you."),
        (ev.Folded(1), ""),
        (ev.SatOut(1), ""),
    ],
)
def test_what_the_clock_did_is_called_by_its_name(late: ev.PublicEvent, words: str) -> None:
    sitting = sitting_at(draw())
    sitting.hear(step(late), 101.0)
    assert sitting.desk.notice(102.0) == words


def test_a_game_that_was_ended_is_no_kept_seat() -> None:
    seats = (replace(holdem().seats[0], stack=198, brought=200), *holdem().seats[1:])  # type: ignore[type-var]
    sitting = sitting_at(holdem(seats=seats, playing=False))
    assert sitting.stop() == "The game was ended. You had 198, 2 less than you brought."
    sitting.desk.press("call", 150.0)
    sitting.desk.say("Something in passing.", 150.0)
    assert sitting.desk.notice(150.1) == "Something in passing."
    assert sitting.desk.notice(900.0) == "The game was ended. You had 198, 2 less than you brought."
    assert sitting.desk.turn is None
    assert shown(sitting).turn is None
    sitting.hear(snapshot(holdem()), 901.0)
    assert sitting.desk.notice(902.0) == ""


@pytest.mark.parametrize("asked", ["chips", "exact"])
def test_after_the_end_of_the_game_one_can_only_leave(asked: str) -> None:
    view = holdem()
    assert view.you is not None
    sitting = sitting_at(replace(view, you=replace(view.you, offers=Offers(add=200, add_least=1))))
    sitting.desk.press(asked, 101.0)
    sitting.stop()
    for key in ("confirm", "1", "sit", "bot", "chips", "call"):
        assert sitting.desk.press(key, 150.0) is None
    assert sitting.desk.prompt is None
    assert sitting.desk.press("leave", 151.0) == Leave()


def test_the_plans_made_end_with_the_game() -> None:
    sitting = sitting_at(stud())
    sitting.desk.press("call", 101.0)
    assert sitting.desk.pre is not None
    sitting.stop()
    assert sitting.desk.pre is None


def test_the_rail_is_told_that_the_game_was_ended() -> None:
    sitting = sitting_at(holdem(you=None))
    assert sitting.stop() == "The game was ended."
    assert Sitting(Options()).stop() == ""
