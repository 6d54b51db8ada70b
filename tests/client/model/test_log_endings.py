"""Endings with several runs, openers, rake and split pots, in the log and on the board."""

from __future__ import annotations

from railbird_client.model.card_art import CardSize
from railbird_client.model.log import Log
from railbird_client.model.pages import why_page
from railbird_client.model.paint.board import BoardViewModel, draw_board
from railbird_client.model.paint.seat import SeatViewModel, draw_seat
from railbird_client.model.reveal_schedule import split_reveals
from railbird_shared import events as ev
from railbird_shared.cards import parse_cards
from railbird_shared.folding import fold_each
from railbird_shared.games import Family
from support.plain_text import plain_lines
from support.view_builders import HOLDEM, holdem_view, omaha_hi_lo_showdown, seat_view, table_view


def test_every_run_is_a_separate_reveal() -> None:
    first, second = (ev.RunBegan(run, 2, parse_cards("Kd 9s 4h")) for run in (1, 2))
    turn, river = ev.BoardDealt(parse_cards("2c")), ev.BoardDealt(parse_cards("3c"))
    award = ev.PotAwarded(1, 0, 20, run=1)
    transitions = fold_each(holdem_view(), (first, turn, second, river, award))
    first_run, second_run, awards = (reveal.transitions for reveal in split_reveals(transitions))
    assert (first_run, second_run, awards) == (transitions[:2], transitions[2:4], transitions[4:])


def test_runs_openers_and_rake_are_logged_with_their_clauses() -> None:
    view = table_view(seat_view(1), seat_view(2), game=HOLDEM, playing=True, hand=4)
    log = Log()
    events = (
        ev.RakeTaken(2, (ev.Pot(38, (1, 2)),), ("AI-16",)),
        ev.RunBegan(1, 2, parse_cards("Kd 9s 4h"), because=("SD-24",)),
        ev.OpenersShown(1, parse_cards("Jd Jh"), "pair of jacks", ("VT-5D-24",)),
    )
    log.add_transitions(fold_each(view, events))
    assert [reason.sentence for reason in log.reasons] == [
        "the house takes 2",
        "— run 1 of 2 —",
        "Wren shows openers J♦ J♥: pair of jacks",
    ]


def test_the_why_page_ends_with_the_house_rules() -> None:
    rows = plain_lines(why_page(Log(), ("Deuces are wild (WC-2).",))(60))
    assert rows[0] == "No ruling was needed in this hand yet."
    assert rows[2:4] == ["How this house plays", "Deuces are wild (WC-2)."]
    assert plain_lines(why_page(Log())(60)) == rows[:1]


def test_the_short_result_adds_up_winnings() -> None:
    view, [step] = omaha_hi_lo_showdown()
    log = Log()
    log.add_transitions(fold_each(view, step.public))  # type: ignore[union-attr]
    assert len(log.result) == 5
    assert log.short_result == ("Magpie wins 85 high and low", "Rook wins 84 high and low", "Wren wins 56 low")


def test_the_short_result_names_no_half_of_what_was_also_won_whole() -> None:
    view = table_view(seat_view(1), seat_view(2), game=HOLDEM, playing=True, hand=4)
    log = Log()
    awards = (
        ev.PotAwarded(1, 1, 40),
        ev.PotAwarded(1, 0, 30, side=ev.Side.HIGH),
        ev.PotAwarded(2, 0, 30, side=ev.Side.LOW),
    )
    log.add_transitions(fold_each(view, awards))
    assert log.short_result == ("Wren wins 70", "Heron wins 30 low")


def test_the_short_result_replaces_sentences_that_do_not_fit() -> None:
    sentences = tuple(f"Wren wins {chips} for the high hand with a full house" for chips in (9, 8, 7, 6))
    view_model = BoardViewModel(Family.BOARD, result=sentences, short_result=("Wren wins 30",))
    assert [line.strip() for line in plain_lines(draw_board(view_model, 60, 4))] == [*sentences]
    assert "Wren wins 30" in plain_lines(draw_board(view_model, 60, 3))[1]
    many = BoardViewModel(
        Family.BOARD, result=sentences, short_result=tuple(f"Wren wins {chips}" for chips in range(4))
    )
    assert "Wren wins 0 · Wren wins 1" in "\n".join(plain_lines(draw_board(many, 60, 3)))


def test_many_cards_are_shown_below_the_text_of_a_narrow_seat() -> None:
    shown = seat_view(2, stack=1089, up="Kh 4d As 2c 9h Td")
    lines = plain_lines(
        draw_seat(SeatViewModel(2, shown, Family.BOARD, boxed=True, card_size=CardSize.MEDIUM, dealt_count=6), 18, 5)
    )
    assert [line[2:-1].strip() for line in lines[1:4]] == ["1,089", "", "K♥4♦A♠2♣9♥T♦"]
