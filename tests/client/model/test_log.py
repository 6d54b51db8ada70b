"""What the table tells, what people say, and where the eye rests."""

from __future__ import annotations

from railbird_client.model.beats import beats
from railbird_client.model.chatter import MOST_LINES, Chatter, Said
from railbird_client.model.log import MOST_SENTENCES, Log, Reason
from railbird_shared import events as ev
from railbird_shared.cards import parse_cards
from railbird_shared.folding import fold_all
from railbird_shared.story import AnyEvent
from tables import holdem
from viewing import NAMES


def test_the_log_keeps_sentences_and_the_result() -> None:
    log = Log()
    log.heard((ev.Folded(2), ev.PotAwarded(1, 0, 411, words="pair of kings")), holdem())
    assert log.tail(5) == ("Heron folds", "Wren wins 411 with pair of kings")
    assert log.tail(1) == ("Wren wins 411 with pair of kings",)
    assert log.tail(0) == ()
    assert log.result == ("Wren wins 411 with pair of kings",)


def test_a_new_hand_clears_the_result_and_the_reasons() -> None:
    log = Log()
    log.heard((ev.BetReturned(1, 60, because=("AI-10",)), ev.PotAwarded(1, 0, 411, because=("SD-25",))), holdem())
    assert log.reasons == [
        Reason("Wren gets 60 back, uncalled", ("AI-10",)),
        Reason("Wren wins 411", ("SD-25",)),
    ]
    log.heard((ev.HandStarted(149, 1, (1, 2)),), holdem())
    assert log.reasons == []
    assert log.result == ()


def test_the_log_can_be_plain_and_has_an_end() -> None:
    log = Log(symbols=False)
    log.heard((ev.BoardDealt(parse_cards("Kd")),), holdem())
    assert "Kd" in log.tail(1)[0]
    log.heard((ev.Folded(2),) * (MOST_SENTENCES + 10), holdem())
    assert len(log.sentences) == MOST_SENTENCES


def test_chat_is_kept_as_it_can_be_shown() -> None:
    chatter = Chatter()
    chatter.heard("He\x1b[31mron", "[b]hi[/b]\x07\nall", rail=False)
    chatter.heard("\u200b", "who am I", rail=True)
    chatter.heard("Wren", "\x00", rail=False)
    assert chatter.tail(9) == (Said("Heron", "[b]hi[/b] all"), Said("?", "who am I", rail=True))
    for number in range(MOST_LINES + 5):
        chatter.heard("Wren", str(number), rail=False)
    assert len(chatter.lines) == MOST_LINES
    assert chatter.tail(0) == ()


def test_most_steps_are_one_beat() -> None:
    step = (ev.Called(1, 95, 95), ev.StreetBegan(1, "flop"), ev.BoardDealt(parse_cards("Kd 9s 4h")))
    assert beats(step) == [step]
    assert beats(()) == [()]


def test_a_hand_that_deals_itself_out_rests_at_every_street() -> None:
    call, shown = ev.Called(1, 95, 95), ev.HandShown(1, parse_cards("As Ks"), "pair of kings")
    flop, turn, river = ev.StreetBegan(1, "flop"), ev.StreetBegan(2, "turn"), ev.StreetBegan(3, "river")
    won, also, over = ev.PotAwarded(1, 0, 20), ev.PotAwarded(2, 1, 20), ev.HandEnded(3)
    assert beats((call, shown, flop, turn, river, won, also, over)) == [
        (call, shown),
        (flop,),
        (turn,),
        (river,),
        (won, also, over),
    ]


WON = (ev.PotAwarded(2, 0, 38, words="pair of tens"), ev.HandEnded(148))
NEXT = (ev.HandStarted(149, 9, (1, 2)), ev.Posted(1, ev.Post.SMALL_BLIND, 1, 1))
FLOP = (ev.StreetBegan(1, "flop"), ev.BoardDealt(parse_cards("Kd 9s 4h")))


def told(*steps: tuple[AnyEvent, ...]) -> Log:
    """A log that has heard some steps of an evening in which all stay seated."""
    log, view = Log(), holdem()
    for events in steps:
        log.heard(events, view)
        view = fold_all(view, events)
    return log


def test_who_comes_and_goes_does_not_push_the_result_aside() -> None:
    aside = (ev.SatOut(3), ev.ChipsAdded(4, 20, 2030), ev.LinkChanged(5, connected=False))
    log = told(WON, aside)
    assert log.tail(1) == ("Heron wins 38 with pair of tens",)
    assert log.sentences[-1] == "Rook lost the connection"
    assert told(WON, aside, NEXT).tail(2) == (
        "— hand 149 · Dunlin has the button —",
        "Wren posts the small blind of 1",
    )
    assert "Jay sits out" in told(WON, aside, NEXT, FLOP).tail(9)


def test_what_concerns_the_viewer_and_what_happens_in_a_hand_is_told_at_once() -> None:
    assert told(WON, (ev.ChipsAdded(1, 50, 1465),)).tail(1) == ("Wren buys 50 more and has 1,465",)
    assert told(WON, NEXT, FLOP, (ev.SatOut(3),)).tail(1) == ("Jay sits out",)


def test_who_sits_down_himself_reads_it_at_once() -> None:
    seats = tuple(None if seat and seat.seat in {1, 3} else seat for seat in holdem().seats)
    view = holdem(seats=seats, you=None)
    log = Log()
    log.heard(WON, view)
    log.heard((ev.PlayerSat(3, "Jay", 200), ev.PlayerSat(1, "Wren", 200), ev.YourSeat(1)), fold_all(view, WON))
    assert "Wren" in log.tail(1)[0]
    log = Log()
    log.heard(WON, view)
    log.heard((ev.PlayerSat(3, "Jay", 200),), fold_all(view, WON))
    assert log.tail(1) == ("Heron wins 38 with pair of tens",)


def test_where_no_hand_follows_all_is_told() -> None:
    leaving = tuple(ev.PlayerLeft(seat, NAMES[seat - 1], 100) for seat in range(2, 10))
    assert told(WON, leaving).tail(1) == ("Dunlin leaves with 100",)


def test_the_last_result_stands_over_the_log_until_the_flop() -> None:
    assert Log().heading == "log"
    assert told(WON).heading == "hand 148"
    assert told(WON, NEXT).heading == "hand 149 · last: Heron wins 38 with pair of tens"
    assert told(WON, NEXT, FLOP).heading == "hand 149"
    both = (ev.PotAwarded(2, 0, 38), ev.PotAwarded(1, 1, 12), ev.PotAwarded(2, 1, 2), ev.HandEnded(148))
    assert told(both, NEXT).heading == "hand 149 · last: Heron wins 40 · Wren wins 12"
