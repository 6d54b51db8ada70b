"""Endings with several runs, openers, rake and split pots, in the log and on the board."""

from __future__ import annotations

from railbird_client.table.reveal import split_reveals
from railbird_client.table.table_log import Log
from railbird_client.table.table_pages import why_page
from railbird_shared.game.cards import parse_cards
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.folding import fold_each
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
    assert len(log.showdown.result) == 5
    assert log.showdown.short_result == ("Magpie wins 85 high and low", "Rook wins 84 high and low", "Wren wins 56 low")


def test_the_short_result_names_no_half_of_what_was_also_won_whole() -> None:
    view = table_view(seat_view(1), seat_view(2), game=HOLDEM, playing=True, hand=4)
    log = Log()
    awards = (
        ev.PotAwarded(1, 1, 40),
        ev.PotAwarded(1, 0, 30, side=ev.Side.HIGH),
        ev.PotAwarded(2, 0, 30, side=ev.Side.LOW),
    )
    log.add_transitions(fold_each(view, awards))
    assert log.showdown.short_result == ("Wren wins 70", "Heron wins 30 low")
