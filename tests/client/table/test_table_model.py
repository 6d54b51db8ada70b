"""A table session: messages in, the shown view out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.action_bar import build_action_bar
from railbird_client.table.reveal import HURRY_SECONDS
from railbird_client.table.table_model import FRESH_CARD_SECONDS, TableModel
from railbird_client.table.table_options import TableOptions
from railbird_client.table.turn.table_keys import TableKey
from railbird_shared.game.cards import parse_cards
from railbird_shared.history.narration import Event
from railbird_shared.protocol import events as ev
from railbird_shared.protocol import folding
from railbird_shared.protocol.actions import Call, LegalActions, Offers, WagerKind
from railbird_shared.protocol.commands import Act, Leave
from railbird_shared.protocol.messages import Accepted, Chat, Refused
from railbird_shared.protocol.view import TableView, Turn, You
from railbird_shared.tournament.messages import TournamentLine, YouFinished
from support.key_presses import parse_presses
from support.view_builders import (
    SNAPSHOT_TIME_MS,
    after_showdown_view,
    draw_view,
    holdem_view,
    snapshot_message,
    step_message,
    stud_view,
)

RUN_OUT = (
    ev.Called(1, 95, 95),
    ev.StreetBegan(3, "river"),
    ev.BoardDealt(parse_cards("Kc")),
    ev.StreetBegan(4, "another"),
    ev.PotAwarded(1, 0, 101),
    ev.HandEnded(148),
)


def session_at(view: TableView, **options: object) -> TableModel:
    session = TableModel(TableOptions(**options))  # type: ignore[arg-type]
    session.receive(snapshot_message(view), 100.0)
    return session


def shown_view(session: TableModel) -> TableView:
    assert session.shown_view is not None
    return session.shown_view


def test_steps_before_the_first_snapshot_are_ignored() -> None:
    session = TableModel(TableOptions())
    assert session.receive(step_message(ev.Folded(1)), 100.0) is None
    session.tick(101.0)
    assert session.shown_view is None


def test_joining_writes_the_state_of_the_table_into_the_log() -> None:
    house = ("Deuces are wild (WC-2).",)
    log = session_at(holdem_view(house=house)).log
    assert log.tail(5) == (
        "House: Deuces are wild (WC-2).",
        "— hand 148 · turn K♦ 9♠ 4♥ 2♣ — pot 411",
        "Wren is to act, 95 to call",
    )
    assert session_at(holdem_view(), ascii=True).log.tail(2)[0] == "— hand 148 · turn Kd 9s 4h 2c — pot 411"
    assert session_at(stud_view()).log.tail(5) == ("— hand 31 · fifth street — pot 96", "Finch is to act, 10 to call")


def test_joining_between_hands_writes_the_last_result_into_the_log() -> None:
    assert session_at(after_showdown_view()).log.tail(5) == ("— hand 9 is over —", "Heron won 24 with pair of aces")
    assert session_at(replace(after_showdown_view(), hand=0)).log.tail(5) == ()


def test_reconnecting_logs_the_hand_again_but_not_the_house_rules() -> None:
    session = session_at(stud_view(house=("Deuces are wild (WC-2).",)))
    joined = session.log.tail(9)
    session.receive(snapshot_message(stud_view(house=("Deuces are wild (WC-2).",))), 101.0)
    assert session.log.tail(9) == joined
    session.receive(snapshot_message(stud_view(hand=33, house=("Deuces are wild (WC-2).",))), 102.0)
    assert session.log.tail(9) == (*joined, "— hand 33 · fifth street — pot 96", "Finch is to act, 10 to call")


def test_results_before_a_reconnect_are_not_shown_again() -> None:
    session = session_at(holdem_view())
    session.receive(step_message(ev.PotAwarded(1, 0, 411), ev.HandEnded(148)), 101.0)
    assert session.log.showdown.result
    session.receive(snapshot_message(holdem_view(hand=160, playing=False, turn=None)), 102.0)
    assert session.log.showdown.result == ()


def test_a_step_updates_the_view_and_the_log() -> None:
    session = session_at(stud_view())
    session.receive(step_message(ev.Folded(6), ev.TurnBegan(7, 23)), 101.0)
    assert shown_view(session).turn == Turn(7, 23)
    assert session.log.tail(1) == ("Finch folds",)


def test_the_clock_of_a_turn_runs_on_the_time_of_the_step() -> None:
    session = session_at(stud_view())
    session.receive(step_message(ev.TurnBegan(7, 23, SNAPSHOT_TIME_MS + 40_000), now=SNAPSHOT_TIME_MS + 10_000), 110.0)
    left = session.clock.time_left(SNAPSHOT_TIME_MS + 40_000, 112.0)
    assert left is not None
    assert left.seconds == 28


def test_a_planned_action_is_sent_when_the_turn_begins() -> None:
    session = session_at(stud_view())
    assert session.press(TableKey.CALL, 101.0) is None
    legal = LegalActions(1, 1415, fold=True, call=10)
    command = session.receive(step_message(ev.Folded(6), ev.TurnBegan(1, 23), private=(ev.YourTurn(legal),)), 102.0)
    assert command == Act(hand=31, turn=23, action=Call())


def test_an_all_in_runout_is_revealed_street_by_street() -> None:
    session = session_at(holdem_view(), street_pause=1.0)
    session.receive(step_message(*RUN_OUT), 101.0)
    assert len(shown_view(session).board) == 4
    assert session.input_state.turn is None
    session.tick(102.1)
    assert len(shown_view(session).board) == 5
    assert shown_view(session).playing
    session.tick(105.0)
    assert not shown_view(session).playing
    assert session.log.showdown.result == ("Wren wins 101",)


def test_space_shows_the_next_street_and_brings_the_others_forward() -> None:
    session = session_at(holdem_view(), street_pause=1.5)
    session.receive(step_message(*RUN_OUT), 101.0)
    assert session.press(TableKey.SKIP_STREET, 101.2) is None
    assert (len(shown_view(session).board), shown_view(session).playing) == (5, True)
    session.tick(104.1)
    assert shown_view(session).playing
    session.tick(104.25)
    assert not shown_view(session).playing


def test_a_street_of_a_runout_can_be_watched() -> None:
    assert TableOptions().street_pause == 1.5


def test_the_next_hand_waits_for_the_end_of_the_last_which_then_goes_faster() -> None:
    session = session_at(holdem_view(), street_pause=4.0)
    session.receive(step_message(*RUN_OUT), 101.0)
    session.receive(step_message(ev.HandStarted(149, 8, (1, 2))), 101.1)
    assert shown_view(session).hand == 148
    session.tick(102.4)
    assert len(shown_view(session).board) == 5
    assert shown_view(session).hand == 148
    session.tick(101.1 + HURRY_SECONDS + 0.01)
    assert (shown_view(session).hand, shown_view(session).playing) == (149, True)
    assert session.log.tail(2)[0] == "Wren wins 101"


def test_the_viewers_turn_waits_for_nothing() -> None:
    session = session_at(holdem_view(), street_pause=4.0)
    session.receive(step_message(*RUN_OUT), 101.0)
    turn = (ev.HandStarted(149, 8, (1, 2)), ev.TurnBegan(1, 1))
    legal = LegalActions(1, 1415, fold=True, call=2)
    session.receive(step_message(*turn, private=(ev.YourTurn(legal),)), 101.1)
    assert shown_view(session).turn is not None
    assert session.input_state.turn is not None
    assert not session.is_revealing


def test_steps_of_the_next_hand_are_shown_in_their_order() -> None:
    session = session_at(holdem_view(), street_pause=1.0)
    session.receive(step_message(*RUN_OUT), 101.0)
    session.receive(step_message(ev.HandStarted(149, 8, (1, 2)), ev.TurnBegan(2, 1)), 101.1)
    session.receive(step_message(ev.Folded(2), ev.TurnBegan(4, 2)), 101.2)
    assert shown_view(session).hand == 148
    for _ in range(3):
        session.press(TableKey.SKIP_STREET, 101.3)
    assert (shown_view(session).hand, shown_view(session).turn) == (149, Turn(4, 2))
    assert session.log.tail(1) == ("Heron folds",)


@pytest.mark.parametrize("street_pause", [0.0, 1.0])
def test_every_event_is_folded_once(monkeypatch: pytest.MonkeyPatch, street_pause: float) -> None:
    folded: list[object] = []

    def counting(fold: folding.Fold) -> folding.Fold:
        def counting_fold(view: TableView, event: Event) -> TableView:
            folded.append(event)
            return fold(view, event)

        return counting_fold

    monkeypatch.setattr(folding, "FOLDS", {kind: counting(fold) for kind, fold in folding.FOLDS.items()})
    session = session_at(holdem_view(), street_pause=street_pause)
    steps = (
        step_message(ev.Wagered(2, WagerKind.RAISE, 2, 155), ev.TurnBegan(4, 32)),
        step_message(*RUN_OUT, private=(ev.YourHand("two pair"),)),
        step_message(ev.SatOut(3)),
        step_message(ev.HandStarted(149, 8, (1, 2))),
    )
    for second, step in enumerate(steps):
        session.receive(step, 101.0 + second / 10)
        session.tick(101.05 + second / 10)
    assert folded == [event for step in steps for event in step.public + step.private]


def test_a_delayed_reveal_shows_the_stored_view() -> None:
    session = session_at(holdem_view(), street_pause=1.0)
    session.receive(step_message(*RUN_OUT), 101.0)
    assert session.shown_view is not session.input_state.view
    session.tick(105.0)
    assert session.shown_view is session.input_state.view


def test_table_events_during_a_runout_wait_for_its_end() -> None:
    session = session_at(holdem_view(), street_pause=1.0)
    session.receive(step_message(*RUN_OUT), 101.0)
    session.receive(step_message(ev.SatOut(3)), 101.1)
    session.tick(101.5)
    assert len(shown_view(session).board) == 4
    assert session.is_revealing
    session.tick(105.0)
    assert not session.is_revealing
    assert session.log.tail(1) == ("Wren wins 101",)
    assert session.log.sentences[-2:] == ("Wren wins 101", "Jay sits out")
    third = shown_view(session).at(3)
    assert third is not None
    assert third.sitting_out


def test_a_runout_keeps_its_pace_for_the_player_whom_it_knocks_out() -> None:
    session = session_at(holdem_view(), street_pause=10.0)
    session.receive(step_message(*RUN_OUT), 101.0)
    knocked_out = ev.PlayerLeft(1, "Wren", 0, ev.LeaveReason.KNOCKED_OUT)
    session.receive(step_message(knocked_out, private=(ev.YourSeat(None),)), 101.1)
    session.tick(101.1 + HURRY_SECONDS)
    assert len(shown_view(session).board) == 4
    assert shown_view(session).you.seat is not None
    session.tick(141.0)
    assert shown_view(session).you.seat is None


def test_what_a_runout_decides_in_a_tournament_is_told_after_it() -> None:
    session = session_at(holdem_view(), street_pause=1.0)
    session.receive(step_message(*RUN_OUT), 101.0)
    session.receive(TournamentLine(tournament="5d0e", sentence="Jay is out in place 7."), 101.1)
    session.receive(YouFinished(tournament="5d0e", name="Sunday", place=7, entrants=9), 101.1)
    session.tick(101.5)
    assert session.is_revealing
    assert "Jay is out in place 7." not in session.log.sentences
    assert "7th" not in session.notices.current(101.5)
    session.tick(105.0)
    assert session.log.sentences[-2] == "Jay is out in place 7."
    assert "7th" in session.notices.current(105.0)


def test_a_player_who_enters_again_is_no_longer_told_that_they_are_out() -> None:
    view = holdem_view()
    session = session_at(replace(view, you=You()))
    session.receive(YouFinished(tournament="5d0e", name="Sunday", place=7, entrants=9, may_re_enter=True), 101.0)
    assert "enter again" in session.notices.current(101.0)
    assert session.tournament.result
    session.receive(snapshot_message(view), 102.0)
    assert not session.notices.current(102.0)
    assert not session.tournament.result


def test_a_player_who_is_out_for_good_is_told_so_until_they_press_a_key() -> None:
    session = session_at(holdem_view())
    session.receive(YouFinished(tournament="5d0e", name="Sunday", place=1, entrants=9), 101.0)
    session.receive(step_message(ev.SatOut(3)), 101.1)
    assert "You have won" in session.notices.current(101.1)
    assert session.tournament.result


def test_a_straddle_request_does_not_cut_a_runout_short() -> None:
    session = session_at(holdem_view(), street_pause=1.0)
    session.receive(step_message(*RUN_OUT), 101.0)
    session.receive(step_message(private=(ev.YourOffers(Offers(straddle=True)),)), 101.1)
    assert session.is_revealing
    assert session.input_state.view is not None
    assert session.input_state.view.you.offers.straddle
    session.tick(105.0)
    assert shown_view(session) == session.input_state.view


def test_the_action_bar_does_not_reveal_the_end_of_a_runout() -> None:
    session = session_at(holdem_view(), street_pause=1.0)
    session.receive(step_message(*RUN_OUT), 101.0)
    view_model = build_action_bar(session.input_state, 101.5, revealing=session.is_revealing)
    assert (view_model.caption, view_model.buttons) == ("All bets are in; the last cards are dealt", ())


def test_without_a_street_pause_everything_is_shown_at_once() -> None:
    session = session_at(holdem_view(), street_pause=0)
    session.receive(step_message(*RUN_OUT), 101.0)
    assert not shown_view(session).playing


def test_blinds_are_marked_until_the_next_hand() -> None:
    session = session_at(holdem_view())
    posts = (ev.Posted(9, ev.Post.SMALL_BLIND, 1, 2), ev.Posted(1, ev.Post.BIG_BLIND, 2, 2))
    session.receive(step_message(ev.HandStarted(149, 8, (9, 1, 2)), *posts), 101.0)
    assert (shown_view(session).small_blind, shown_view(session).big_blind) == (9, 1)
    session.receive(step_message(ev.HandStarted(150, 9, (9, 1, 2))), 102.0)
    assert (shown_view(session).small_blind, shown_view(session).big_blind) == (None, None)


def test_drawn_cards_are_marked_as_new_for_a_moment() -> None:
    session = session_at(draw_view())
    cards = parse_cards("As Ad 9c 9h 2c")
    dealt = (ev.Drew(1, 2), ev.CardsDealt(1, down=2))
    session.receive(step_message(*dealt, private=(ev.YourCards(cards, new=cards[3:]),)), 101.0)
    assert session.fresh_card_count(101.5) == 2
    assert session.fresh_card_count(101.0 + FRESH_CARD_SECONDS) == 0


def test_refusals_become_notices_and_chat_is_kept() -> None:
    session = session_at(holdem_view())
    session.receive(Refused(code="stale", sentence="That turn is over."), 101.0)
    assert session.notices.current(102.0) == "That turn is over."
    session.receive(Chat(name="Heron", text="gl", rail=True), 102.0)
    assert len(session.chat.lines) == 1
    assert session.receive(Accepted(id=3), 103.0) is None


def test_the_clock_is_synced_again_after_a_server_restart() -> None:
    session = session_at(stud_view())
    session.receive(snapshot_message(stud_view(turn=Turn(6, 22, 25_000)), now=5_000), 130.0)
    left = session.clock.time_left(25_000, 130.0)
    assert left is not None
    assert left.seconds == 20


def test_the_table_tells_how_long_a_turn_is() -> None:
    session = session_at(stud_view(clock=30_000, turn=Turn(6, 22, SNAPSHOT_TIME_MS + 10_000)))
    left = session.clock.time_left(SNAPSHOT_TIME_MS + 10_000, 100.0)
    assert left is not None
    assert left.filled_cells(48) == 16


def test_a_timeout_notice_stays_until_a_key_is_pressed() -> None:  # BT-40
    session = session_at(holdem_view())
    session.receive(step_message(ev.Folded(2, timed_out=True)), 101.0)
    assert session.notices.current(101.0) == ""
    session.receive(step_message(ev.Folded(1, timed_out=True), ev.TurnBegan(4, 32)), 102.0)
    assert session.notices.current(900.0) == "Your time ran out, and your hand was folded."
    session.receive(step_message(ev.SatOut(1)), 903.0)
    assert session.notices.current(999.0).startswith("Your time ran out in several turns, so you sit out")
    session.press(TableKey.ZOOM, 1000.0)
    assert session.notices.current(1000.1) == ""


def test_who_is_away_in_a_tournament_is_not_told_in_each_hand_that_their_time_ran_out() -> None:
    session = session_at(holdem_view(tournament="5d0e"))
    session.receive(step_message(ev.SatOut(1)), 101.0)
    session.press(TableKey.ZOOM, 101.1)
    session.receive(step_message(ev.Folded(1, timed_out=True), ev.TurnBegan(4, 32)), 102.0)
    assert session.notices.current(102.0) == ""


@pytest.mark.parametrize(("stack", "way_back"), [(200, "press [S] to come back"), (0, "press [+] to buy chips")])
def test_a_player_whose_seat_soon_goes_is_told_the_key_that_keeps_it(stack: int, way_back: str) -> None:
    seats = (replace(holdem_view().seats[0], stack=stack, sitting_out=True), *holdem_view().seats[1:])  # type: ignore[type-var]
    session = session_at(holdem_view(seats=seats, playing=False))
    session.receive(step_message(ev.SeatExpiring(2, 60_000)), 101.0)
    assert session.notices.current(102.0) == ""
    session.receive(step_message(ev.SeatExpiring(1, 60_000)), 103.0)
    expected = f"You give up your seat within 60 seconds unless you come back: {way_back}."
    assert session.notices.current(150.0) == expected


SEAT_NOTICE = "You give up your seat within 60 seconds unless you come back: press [S] to come back."


def test_a_notice_about_the_seat_stays_as_it_is_while_others_play_on() -> None:
    seats = (replace(holdem_view().seats[0], sitting_out=True), *holdem_view().seats[1:])  # type: ignore[type-var]
    session = session_at(holdem_view(seats=seats, playing=False))
    session.receive(step_message(ev.SeatExpiring(1, 60_000)), 101.0)
    session.receive(step_message(ev.HandStarted(149, 8, (2, 4))), 102.0)
    assert session.notices.current(103.0) == SEAT_NOTICE
    assert session.notices.current(150.0) == SEAT_NOTICE


def test_the_notice_of_a_sit_out_stays_as_it_is_when_the_next_hand_begins() -> None:  # BT-40
    session = session_at(holdem_view())
    session.receive(step_message(ev.Folded(1, timed_out=True), ev.HandEnded(148), ev.SatOut(1)), 101.0)
    session.receive(step_message(ev.HandStarted(149, 8, (2, 4))), 102.0)
    expected = "Your time ran out in several turns, so you sit out: press [S] to come back."
    assert session.notices.current(150.0) == expected


def test_a_player_who_comes_back_is_no_longer_told_how_to() -> None:
    seats = (replace(holdem_view().seats[0], sitting_out=True), *holdem_view().seats[1:])  # type: ignore[type-var]
    session = session_at(holdem_view(seats=seats, playing=False))
    session.receive(step_message(ev.SeatExpiring(1, 60_000)), 101.0)
    session.receive(step_message(ev.CameBack(2)), 102.0)
    assert session.notices.current(103.0) == SEAT_NOTICE
    session.receive(step_message(ev.CameBack(1)), 104.0)
    assert session.notices.current(105.0) == ""


def test_coming_back_leaves_a_notice_about_the_hand() -> None:
    session = session_at(holdem_view())
    session.receive(step_message(ev.Folded(1, timed_out=True)), 101.0)
    session.receive(step_message(ev.CameBack(1)), 102.0)
    assert session.notices.current(103.0) == "Your time ran out, and your hand was folded."


def test_a_broke_player_gets_no_sit_out_notice() -> None:
    seats = (replace(holdem_view().seats[0], stack=0, bet=95), *holdem_view().seats[1:])  # type: ignore[type-var]
    session = session_at(holdem_view(seats=seats))
    session.receive(step_message(ev.Checked(1, timed_out=True)), 101.0)
    session.receive(step_message(ev.PotAwarded(2, 0, 411), ev.HandEnded(148), ev.SatOut(1)), 102.0)
    assert "you sit out" not in session.notices.current(103.0)


def test_a_sit_out_by_timeout_is_announced_during_a_runout() -> None:  # BT-40
    session = session_at(holdem_view(), street_pause=1.0)
    session.receive(step_message(ev.Folded(1, timed_out=True), *RUN_OUT[1:]), 101.0)
    assert session.is_revealing
    session.receive(step_message(ev.SatOut(1)), 101.1)
    assert "you sit out" in session.notices.current(103.0)


@pytest.mark.parametrize(
    ("late", "words"),
    [
        (ev.Checked(1, timed_out=True), "Your time ran out, and you checked."),
        (ev.Drew(1, 0, timed_out=True), "Your time ran out, and the draw was made for you."),
        (ev.Folded(1), ""),
        (ev.SatOut(1), ""),
    ],
)
def test_the_timeout_notice_names_the_act(late: ev.PublicEvent, words: str) -> None:
    session = session_at(draw_view())
    session.receive(step_message(late), 101.0)
    assert session.notices.current(102.0) == words


def test_an_ended_game_does_not_promise_a_kept_seat() -> None:
    seats = (replace(holdem_view().seats[0], stack=198, bought_in=200), *holdem_view().seats[1:])  # type: ignore[type-var]
    session = session_at(holdem_view(seats=seats, playing=False))
    assert session.end_game() == "The game was ended. You have 198, bought 200, −2."
    session.press(TableKey.CALL, 150.0)
    session.notices.show("Something in passing.", 150.0)
    assert session.notices.current(150.1) == "Something in passing."
    assert session.notices.current(900.0) == "The game was ended. You have 198, bought 200, −2."
    assert session.input_state.turn is None
    assert shown_view(session).turn is None
    session.receive(snapshot_message(holdem_view()), 901.0)
    assert session.notices.current(902.0) == ""


@pytest.mark.parametrize("asked", [TableKey.ADD_CHIPS, TableKey.EXACT])
def test_after_the_game_ends_only_leaving_is_possible(asked: TableKey) -> None:
    view = holdem_view()
    session = session_at(replace(view, you=replace(view.you, offers=Offers(max_top_up=200, min_top_up=1))))
    session.press(asked, 101.0)
    session.end_game()
    for press in parse_presses("confirm 1 sit add-bot add-chips call"):
        assert session.press(press, 150.0) is None
    assert session.input_state.prompt is None
    assert session.press(TableKey.LEAVE, 151.0) == Leave()


def test_planned_actions_end_with_the_game() -> None:
    session = session_at(stud_view())
    session.press(TableKey.CALL, 101.0)
    assert session.input_state.planned_action is not None
    session.end_game()
    assert session.input_state.planned_action is None


def test_a_spectator_sees_that_the_game_has_ended() -> None:
    session = session_at(holdem_view(you=You()))
    assert session.end_game() == "The game was ended."
    assert TableModel(TableOptions()).end_game() == ""
