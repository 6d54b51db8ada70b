"""Sitting down, standing up, and buying chips."""

from __future__ import annotations

import pytest

from evenings import Evening, evening, terms
from railbird_server.rules.events import Discarded
from railbird_server.table.outcome import FullEvent, Offered
from railbird_server.table.requests import Act, AddChips, ComeBack, Sit, SitOut, Stand
from railbird_shared.actions import Fold, Offers
from railbird_shared.events import CameBack, ChipsAdded, Folded, PlayerLeft, PlayerSat, SatOut


def told_by(night: Evening, request: Sit | AddChips) -> list[FullEvent]:
    """Puts a request to the table and returns what it tells, but for what is offered from now on."""
    return [event for event in night.ask(request) if not isinstance(event, Offered)]


def may_add(night: Evening, name: str) -> tuple[int, int]:
    """Returns the fewest and the most chips that a player is told he may add."""
    you = night.view(name).you
    assert you is not None
    return you.offers.add_least, you.offers.add


# --- sitting down


def test_a_player_sits_where_he_wants() -> None:
    night = Evening(terms())
    assert told_by(night, Sit("Wren", "Wren", 4, 120)) == [PlayerSat(4, "Wren", 120)]
    assert night.holders == {4: "Wren"}


def test_any_seat_is_the_first_free_one_and_the_usual_buy_in_the_largest() -> None:
    night = Evening(terms())
    night.ask(Sit("Wren", "Wren", 1))
    assert night.ask(Sit("Heron", "Heron", bot=True)) == [PlayerSat(2, "Heron", 200, bot=True)]


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (Sit("Wren", "Wren", 3), "seated"),
        (Sit("Heron", "Heron", 1), "seat-taken"),
        (Sit("Heron", "Heron", 7), "no-such-seat"),
        (Sit("Heron", "Heron", -1), "no-such-seat"),
        (Sit("Heron", "Heron", 2, 19), "buy-in"),
        (Sit("Heron", "Heron", 2, 201), "buy-in"),
        (Sit("Heron", "Heron", 2, -20), "buy-in"),
        (Sit("p2", "wRen", 2), "name-taken"),
        (Stand("Heron"), "not-seated"),
        (AddChips("Heron", 5), "not-seated"),
        (SitOut("Heron"), "not-seated"),
        (ComeBack("Heron"), "not-seated"),
    ],
)
def test_what_is_refused_to_players(request_: Sit | Stand | AddChips | SitOut | ComeBack, code: str) -> None:
    night = Evening(terms())
    night.sit("Wren")
    assert night.refused(request_) == code


def test_a_full_table_takes_nobody() -> None:
    night = Evening(terms(seats=2))
    night.sit("Wren", "Heron")
    assert night.refused(Sit("Jay", "Jay")) == "table-full"


# --- standing up


def test_between_hands_a_player_leaves_at_once() -> None:
    night = evening()
    assert night.ask(Stand("Heron")) == [PlayerLeft(2, "Heron", 200)]


def test_who_comes_back_soon_brings_what_he_took_away() -> None:  # AI-15
    night = evening()
    night.ask(Stand("Heron"))
    assert told_by(night, Sit("Heron", "Heron", chips=100)) == [PlayerSat(2, "Heron", 200)]


def test_who_comes_back_much_later_brings_what_he_likes() -> None:  # AI-15
    night = evening()
    night.ask(Stand("Heron"))
    night.now += night.table.spec.return_ms
    assert told_by(night, Sit("Heron", "Heron", chips=100)) == [PlayerSat(2, "Heron", 100)]


def test_what_was_won_on_an_earlier_visit_is_not_forgotten() -> None:
    night = evening()
    night.deal()
    night.acts("f", "f")
    winner = next(
        name for name, stack in zip(night.holders.values(), night.stacks().values(), strict=True) if stack > 200
    )
    night.ask(Stand(winner))
    night.now += night.table.spec.return_ms
    (sat,) = told_by(night, Sit(winner, winner, chips=100))
    assert isinstance(sat, PlayerSat)
    assert sat.earlier == 1
    assert [seat.result for seat in night.view().occupied if seat.name == winner] == [1]


def test_who_stands_up_in_his_turn_folds_and_leaves_after_the_hand() -> None:
    night = evening()
    night.deal()
    events = night.ask(Stand("Jay"))
    assert Folded(3) in events
    assert night.actor == "Wren"
    assert PlayerLeft(3, "Jay", 200) in night.act("f")


def test_who_stands_up_out_of_turn_is_folded_when_his_turn_comes() -> None:
    night = evening()
    night.deal()
    assert night.ask(Stand("Wren")) == [Offered(1, Offers())]
    assert night.ask(Stand("Wren")) == []
    events = night.act("c")
    assert Folded(1) in events
    assert night.actor == "Heron"
    assert PlayerLeft(1, "Wren", 199) in night.act("r 8") + night.act("f")


def test_all_who_stand_up_are_passed_over_in_one_step() -> None:
    night = evening(stacks=(200,) * 4)
    night.deal()
    night.ask(Stand("Wren"))
    night.ask(Stand("Magpie"))
    assert night.actor == "Jay"
    night.act("f")
    assert not night.live
    assert set(night.holders.values()) == {"Heron", "Jay"}


def test_who_is_all_in_keeps_his_claim_to_the_pot() -> None:
    night = evening(stacks=(200, 200, 50), decks=["2c 7d As 3c 8d Ah 4s Ad Kc Qc 5s 9s 6s Jd"])
    night.deal()
    night.act("r 50")
    night.ask(Stand("Jay"))
    night.acts("c", "c")
    while night.live:
        night.act("x")
    assert [event for event in night.told if isinstance(event, PlayerLeft)] == [PlayerLeft(3, "Jay", 150)]


def test_in_a_draw_who_has_stood_up_stands_pat() -> None:
    night = evening("five-card-draw")
    night.deal()
    night.acts("b 2", "c", "c")
    night.ask(Stand("Jay"))
    events = night.acts("pat", "pat")
    assert [event.cards for event in events if isinstance(event, Discarded) and event.seat == 3] == [()]
    night.acts("x", "x")
    assert not night.live
    assert "Jay" not in night.holders.values()


def test_in_stud_who_has_stood_up_brings_it_in() -> None:
    night = evening("seven-card-stud")
    night.deal()
    leaver = night.actor
    night.ask(Stand(leaver))
    assert night.live
    assert night.actor != leaver


def test_who_is_leaving_asks_for_nothing_more() -> None:
    night = evening()
    night.deal()
    night.ask(Stand("Wren"))
    for request in (Sit("Wren", "Wren"), AddChips("Wren", 5), SitOut("Wren"), ComeBack("Wren")):
        assert night.refused(request) == "leaving"


def test_a_seat_given_up_is_a_new_player_s_at_once() -> None:
    night = evening()
    night.deal()
    night.fold_out()
    night.ask(Stand("Wren"))
    night.ask(Sit("Robin", "Robin", 1, 60))
    robin = night.view("Robin")
    assert robin.you is not None
    assert (robin.you.seat, robin.you.cards) == (1, ())


# --- chips


def test_chips_are_added_between_hands() -> None:
    night = evening(stacks=(100, 200))
    assert told_by(night, AddChips("Wren", 50)) == [ChipsAdded(1, 50, 150)]


def test_in_a_hand_chips_wait_for_its_end() -> None:  # AI-11, AI-12
    night = evening(stacks=(100, 100, 100))
    night.deal()
    assert told_by(night, AddChips("Jay", 50)) == []
    assert night.refused(AddChips("Jay", 51)) == "buy-in"
    assert told_by(night, AddChips("Jay", 50)) == []
    assert night.stacks()["Jay"] == 100
    night.act("f")
    assert ChipsAdded(3, 100, 200) in night.act("f")


def test_no_more_is_added_than_the_table_allows_after_the_hand() -> None:
    night = evening(stacks=(150, 150))
    night.deal()
    night.acts("r 20")
    night.ask(AddChips("Heron", 70))
    night.act("f")
    assert night.stacks()["Heron"] == 200
    assert night.table.bank.accounts["Heron"].bought == 150 + 48


def test_who_has_enough_adds_nothing() -> None:
    night = evening()
    assert night.refused(AddChips("Wren", 1)) == "full-stack"


def test_nobody_adds_less_than_nothing() -> None:
    night = evening(stacks=(100, 100))
    assert night.refused(AddChips("Wren", 0)) == "buy-in"
    assert night.refused(AddChips("Wren", -5)) == "buy-in"


def test_a_player_out_of_the_hand_adds_chips_meanwhile() -> None:
    night = evening(stacks=(200, 200, 100))
    night.ask(SitOut("Jay"))
    night.deal()
    assert told_by(night, AddChips("Jay", 30)) == [ChipsAdded(3, 30, 130)]


def test_a_player_is_told_how_many_chips_he_may_add() -> None:  # AI-12, AI-14
    night = evening(stacks=(100, 200, 150))
    assert [may_add(night, name) for name in ("Wren", "Heron", "Jay")] == [(1, 100), (0, 0), (1, 50)]
    night.deal()
    night.ask(AddChips("Jay", 30))
    assert may_add(night, "Jay") == (1, 20)
    assert night.refused(AddChips("Jay", 21)) == "buy-in"
    night.ask(AddChips("Jay", 20))
    assert may_add(night, "Jay") == (0, 0)


# --- going broke, sitting out


def broke(*, ordered: int = 0) -> Evening:
    """An evening on which Heron has lost everything to Wren, with so many chips ordered before."""
    night = evening(stacks=(100, 40), decks=["Ah 2c Ad 7d Kc Qs 9s 8s 4s 3c Js 5h"])
    night.deal()
    if ordered:
        night.ask(AddChips("Heron", ordered))
    night.acts("r 40", "c")
    return night


def test_who_has_no_chips_sits_out_and_keeps_his_seat() -> None:
    night = broke()
    assert night.stacks() == {"Wren": 140, "Heron": 0}
    assert SatOut(2) in night.told
    assert night.refused(ComeBack("Heron")) == "no-chips"
    assert night.outcome.wake_at is None


def test_chips_bring_the_broke_back_in() -> None:
    night = broke()
    assert may_add(night, "Heron") == (20, 200)
    assert night.refused(AddChips("Heron", 19)) == "buy-in"
    assert told_by(night, AddChips("Heron", 20)) == [ChipsAdded(2, 20, 20), CameBack(2)]
    night.deal()
    assert night.live


def test_chips_ordered_in_the_hand_spare_the_loser_sitting_out() -> None:
    night = evening(stacks=(100, 40, 100))
    night.deal()
    night.act("f")
    night.act("r 40")
    night.ask(AddChips("Heron", 100))
    night.act("c")
    assert not night.live
    assert not night.seat("Heron").sitting_out
    assert night.stacks()["Heron"] >= 140 - 40


def test_chips_ordered_in_the_hand_are_no_way_around_the_least_buy_in() -> None:
    assert broke(ordered=19).stacks() == {"Wren": 140, "Heron": 0}
    assert broke(ordered=20).stacks() == {"Wren": 140, "Heron": 20}


def test_who_sits_out_finishes_his_hand_and_gets_no_other() -> None:
    night = evening()
    night.deal()
    assert night.ask(SitOut("Jay")) == [SatOut(3)]
    assert night.refused(SitOut("Jay")) == "sitting-out"
    night.act("c")
    night.fold_out()
    night.deal()
    assert night.table.play is not None
    assert 3 not in night.table.play.hand.players


def test_who_is_playing_cannot_come_back() -> None:
    assert evening().refused(ComeBack("Wren")) == "not-sitting-out"


def test_a_turn_of_somebody_else_is_not_given_up_by_standing_up() -> None:
    night = evening()
    night.deal()
    night.ask(Stand("Wren"))
    assert night.refused(Act("Wren", 1, 1, Fold())) == "not-your-turn"
