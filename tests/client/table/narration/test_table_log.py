"""The log, the chat history, and how a step is split into reveals."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.table.paint.seat_words import status_text
from railbird_client.table.table_log import (
    MAX_CHAT_LINES,
    MAX_SENTENCES,
    ChatHistory,
    Log,
    Reason,
    last_event_words,
)
from railbird_client.table.view_models import ChatLine
from railbird_shared.game.cards import parse_cards
from railbird_shared.history.narration import Event
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import WagerKind
from railbird_shared.protocol.folding import fold_all, fold_each
from railbird_shared.protocol.messages import Step
from railbird_shared.protocol.view import TableView, You
from support.view_builders import (
    PLAYER_NAMES,
    crazy_pineapple_view,
    draw_view,
    holdem_view,
    omaha_hi_lo_showdown,
    seat_view,
    stud_showdown,
    stud_view,
    table_view,
)


def test_a_divided_pot_says_in_few_words_who_won_which_half() -> None:  # SD-18
    log, view = Log(), holdem_view()
    awards = (
        ev.PotAwarded(1, 0, 30, ev.Side.HIGH),
        ev.PotAwarded(1, 0, 10, ev.Side.LOW),
        ev.PotAwarded(2, 0, 20, ev.Side.LOW),
    )
    log.add_transitions(fold_each(view, awards))
    assert log.showdown.short_result == ("Wren wins 40 high and low", "Heron wins 20 low")


def test_a_shown_hand_gives_the_cards_that_play_as_a_reason() -> None:  # HR-3
    log = Log()
    shown = ev.HandShown(1, parse_cards("As Ks"), "ace high", ("SD-5",), parse_cards("As Kd"), parse_cards("2c"))
    log.add_transitions(fold_each(holdem_view(), (shown,)))
    assert log.reasons[-1].cards == "plays A♠ K♦; low 2♣"


def test_the_log_keeps_sentences_and_the_result() -> None:
    log = Log()
    log.add_transitions(fold_each(holdem_view(), (ev.Folded(2), ev.PotAwarded(1, 0, 411, hand_name="pair of kings"))))
    assert log.tail(5) == ("Heron folds", "Wren wins 411 with pair of kings")
    assert log.tail(1) == ("Wren wins 411 with pair of kings",)
    assert log.tail(0) == ()
    assert log.showdown.result == ("Wren wins 411 with pair of kings",)


def test_a_new_hand_clears_the_result_and_the_reasons() -> None:
    log = Log()
    won = (ev.BetReturned(1, 60, because=("AI-10",)), ev.PotAwarded(1, 0, 411, because=("SD-25",)))
    log.add_transitions(fold_each(holdem_view(), won))
    assert log.reasons == [
        Reason("Wren gets 60 back, uncalled", ("AI-10",)),
        Reason("Wren wins 411", ("SD-25",), is_result=True),
    ]
    log.add_transitions(fold_each(holdem_view(), (ev.HandStarted(149, 1, (1, 2)),)))
    assert log.reasons == []
    assert log.showdown.result == ()


def test_the_log_supports_ascii_and_is_bounded() -> None:
    log = Log(symbols=False)
    log.add_transitions(fold_each(holdem_view(), (ev.BoardDealt(parse_cards("Kd")),)))
    assert "Kd" in log.tail(1)[0]
    log.add_transitions(fold_each(holdem_view(), (ev.Folded(2),) * (MAX_SENTENCES + 10)))
    assert len(log.sentences) == MAX_SENTENCES


def test_chat_is_sanitized_and_bounded() -> None:
    chat = ChatHistory()
    chat.add("He\x1b[31mron", "[b]hi[/b]\x07\nall", rail=False)
    chat.add("\u200b", "who am I", rail=True)
    chat.add("Wren", "\x00", rail=False)
    assert chat.tail(9) == (ChatLine("Heron", "[b]hi[/b] all"), ChatLine("?", "who am I", rail=True))
    for number in range(MAX_CHAT_LINES + 5):
        chat.add("Wren", str(number), rail=False)
    assert len(chat.lines) == MAX_CHAT_LINES
    assert chat.tail(0) == ()


WON = (ev.PotAwarded(2, 0, 38, hand_name="pair of tens"), ev.HandEnded(148))
NEXT = (ev.HandStarted(149, 9, (1, 2)), ev.Posted(1, ev.Post.SMALL_BLIND, 1, 1))
FLOP = (ev.StreetBegan(1, "flop"), ev.BoardDealt(parse_cards("Kd 9s 4h")))


def log_of(*steps: tuple[Event, ...]) -> Log:
    """A log with some steps of a table of nine."""
    log, view = Log(), holdem_view()
    for events in steps:
        transitions = fold_each(view, events)
        log.add_transitions(transitions)
        view = transitions[-1].after
    return log


def test_seating_events_are_deferred_while_a_result_is_shown() -> None:
    aside = (ev.SatOut(3), ev.ChipsAdded(4, 20, 2030), ev.ConnectionChanged(5, connected=False))
    log = log_of(WON, aside)
    assert log.tail(1) == ("Heron wins 38 with pair of tens",)
    assert log.sentences[-1] == "Rook lost the connection"
    assert log_of(WON, aside, NEXT).tail(2) == (
        "— hand 149 · Dunlin has the button —",
        "Wren posts the small blind of 1",
    )
    assert "Jay sits out" in log_of(WON, aside, NEXT, FLOP).tail(9)


def test_own_and_hand_events_are_logged_at_once() -> None:
    assert log_of(WON, (ev.ChipsAdded(1, 50, 1465),)).tail(1) == ("Wren buys 50 more and has 1,465",)
    assert log_of(WON, NEXT, FLOP, (ev.SatOut(3),)).tail(1) == ("Jay sits out",)


def test_the_viewers_own_sitting_down_is_logged_at_once() -> None:
    seats = tuple(None if seat and seat.seat in {1, 3} else seat for seat in holdem_view().seats)
    view = holdem_view(seats=seats, you=You())
    log = Log()
    log.add_transitions(fold_each(view, WON))
    arrivals = (ev.PlayerSat(3, "Jay", 200), ev.PlayerSat(1, "Wren", 200), ev.YourSeat(1))
    log.add_transitions(fold_each(fold_all(view, WON), arrivals))
    assert "Wren" in log.tail(1)[0]
    log = Log()
    log.add_transitions(fold_each(view, WON))
    log.add_transitions(fold_each(fold_all(view, WON), arrivals[:1]))
    assert log.tail(1) == ("Heron wins 38 with pair of tens",)


def test_nothing_is_deferred_when_no_hand_can_follow() -> None:
    leaving = tuple(ev.PlayerLeft(seat, PLAYER_NAMES[seat - 1], 100) for seat in range(2, 10))
    assert log_of(WON, leaving).tail(1) == ("Dunlin leaves with 100",)


def test_the_last_result_stays_in_the_heading_until_the_flop() -> None:
    assert Log().heading == "log"
    assert log_of(WON).heading == "hand 148"
    assert log_of(WON, NEXT).heading == "hand 149 · last: Heron wins 38 with pair of tens"
    assert log_of(WON, NEXT, FLOP).heading == "hand 149"
    both = (ev.PotAwarded(2, 0, 38), ev.PotAwarded(1, 1, 12), ev.PotAwarded(2, 1, 2), ev.HandEnded(148))
    assert log_of(both, NEXT).heading == "hand 149 · last: Heron wins 40 · Wren wins 12"


def words(view: TableView, *events: ev.PublicEvent | ev.PrivateEvent, before: str = "") -> str:
    return last_event_words(fold_each(view, events), before)


def verbs(view: TableView) -> dict[str, str]:
    return {seat.name: status_text(seat, view.game.family)[0] for seat in view.occupied}


def test_each_seat_says_what_it_did_last() -> None:
    assert verbs(holdem_view()) == {
        "Wren": "check",
        "Heron": "bet",
        "Jay": "fold",
        "Magpie": "call",
        "Rook": "fold",
        "Finch": "ALL-IN",
        "Plover": "fold",
        "Kestrel": "call",
        "Dunlin": "fold",
    }
    assert verbs(draw_view()) == {
        "Wren": "",
        "Heron": "drew 1",
        "Jay": "fold",
        "Magpie": "pat",
        "Rook": "fold",
        "Finch": "drew 2",
    }
    assert verbs(crazy_pineapple_view())["Magpie"] == "threw 1"


def test_the_last_event_is_told_in_few_words() -> None:
    view = replace(holdem_view(), street_name="flop", board=())
    assert words(view, ev.Called(2, 35, 95), ev.TurnBegan(4, 32)) == "Heron calls 35"
    assert words(view, ev.Wagered(4, WagerKind.RAISE, 120, 180)) == "Magpie raises to 180"
    assert words(view, ev.BoardDealt(parse_cards("Kd 9s 4h"))) == "flop K♦ 9♠ 4♥"
    assert words(view, ev.HandShown(2, parse_cards("Kc Kh"), "three kings")) == "Heron shows three kings"
    assert words(view, ev.TurnBegan(4, 32), before="Heron bets 60") == "Heron bets 60"
    assert words(view, ev.PlayerLeft(3, "Jay", 884)) == "Jay leaves with 884"
    assert words(stud_view(), ev.StreetBegan(3, "sixth street")) == "sixth street"
    assert words(table_view(seat_view(3)), ev.Posted(3, ev.Post.STRADDLE, 4, 4)) == "Jay straddles to 4"
    assert words(table_view(seat_view(3)), ev.Posted(3, ev.Post.SMALL_BLIND, 1, 1)) == "Jay posts 1"


def test_the_winners_of_a_divided_pot_are_told_with_all_that_they_won() -> None:
    view, (step,) = omaha_hi_lo_showdown()
    assert isinstance(step, Step)
    told = last_event_words(fold_each(view, step.public))
    assert told == "Magpie wins 85 · Rook wins 84 · Wren wins 56"


def test_a_stud_hand_ends_with_its_winner() -> None:
    view, (step,) = stud_showdown()
    assert isinstance(step, Step)
    assert last_event_words(fold_each(view, step.public + step.private)) == "Plover wins 116"
