"""How hands of other games end on the screen: runs in beats, shared pots in few words."""

from __future__ import annotations

from pictures import text_of
from railbird_client.model.beats import beats
from railbird_client.model.faces import Size
from railbird_client.model.log import Log
from railbird_client.model.pages import why_page
from railbird_client.model.paint.middle import MiddleFace, draw_middle
from railbird_client.model.paint.seat import SeatFace, draw_seat
from railbird_shared import events as ev
from railbird_shared.cards import parse_cards
from railbird_shared.games import Family
from tables import at
from variety import hi_lo_showdown
from viewing import HOLDEM, seat, view_of


def test_every_run_is_shown_for_a_moment() -> None:
    first, second = (ev.RunBegan(run, 2, parse_cards("Kd 9s 4h")) for run in (1, 2))
    turn, river = ev.BoardDealt(parse_cards("2c")), ev.BoardDealt(parse_cards("3c"))
    award = ev.PotAwarded(1, 0, 20, run=1)
    assert beats((first, turn, second, river, award)) == [(first, turn), (second, river), (award,)]


def test_runs_openers_and_rakes_are_told_with_their_reasons() -> None:
    view = view_of(seat(1), seat(2), game=HOLDEM, playing=True, hand=4)
    log = Log()
    log.heard(
        (
            ev.RakeTaken(2, (ev.Pot(38, (1, 2)),), ("AI-16",)),
            ev.RunBegan(1, 2, parse_cards("Kd 9s 4h"), because=("SD-24",)),
            ev.OpenersShown(1, parse_cards("Jd Jh"), "pair of jacks", ("VT-5D-24",)),
        ),
        view,
    )
    assert [reason.sentence for reason in log.reasons] == [
        "the house takes 2",
        "— run 1 of 2 —",
        "Wren shows openers J♦ J♥: pair of jacks",
    ]


def test_the_reasons_end_with_the_ways_of_the_house() -> None:
    rows = text_of(why_page(Log(), ("Deuces are wild (WC-2).",))(60))
    assert rows[0] == "No ruling was needed in this hand yet."
    assert rows[2:4] == ["How this house plays", "Deuces are wild (WC-2)."]
    assert text_of(why_page(Log())(60)) == rows[:1]


def test_what_each_has_won_is_added_up() -> None:
    view, [step] = hi_lo_showdown()
    log = Log()
    log.heard(step.news, view)  # type: ignore[union-attr]
    assert len(log.result) == 5
    assert log.brief == ("Magpie wins 85", "Rook wins 84", "Wren wins 56")


def test_where_sentences_have_no_room_the_sums_stand() -> None:
    sentences = tuple(f"Wren wins {chips} for the high hand with a full house" for chips in (9, 8, 7, 6))
    face = MiddleFace(Family.BOARD, result=sentences, brief=("Wren wins 30",))
    assert [line.strip() for line in text_of(draw_middle(face, 60, 4))] == [*sentences]
    assert "Wren wins 30" in text_of(draw_middle(face, 60, 3))[1]
    many = MiddleFace(Family.BOARD, result=sentences, brief=tuple(f"Wren wins {chips}" for chips in range(4)))
    assert "Wren wins 0 · Wren wins 1" in "\n".join(text_of(draw_middle(many, 60, 3)))


def test_many_cards_stand_below_the_words_of_a_narrow_seat() -> None:
    shown = at(2, stack=1089, up="Kh 4d As 2c 9h Td")
    lines = text_of(draw_seat(SeatFace(2, shown, Family.BOARD, boxed=True, cards=Size.MEDIUM, dealt=6), 18, 5))
    assert [line[2:-1].strip() for line in lines[1:4]] == ["1,089", "", "K♥4♦A♠2♣9♥T♦"]
