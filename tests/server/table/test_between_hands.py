"""What waits for the end of a hand, and what is forgotten then: chips, leaving, sitting out, patience."""

from __future__ import annotations

from evenings import Evening, evening
from railbird_server.table.requests import AddChips, ComeBack, LinkDown, LinkUp, Sit, SitOut, Stand
from railbird_shared.events import CameBack, ChipsAdded, PlayerLeft, PlayerSat, SatOut

ACES_AGAINST_SEVENS = "Ah 2c Ad 7d Kc Qs 9s 8s 4s 3c Js 5h"


def all_in() -> Evening:
    """Heads-up: Heron is all-in for 40, and Wren, who has aces, is to answer."""
    night = evening(stacks=(100, 40), decks=[ACES_AGAINST_SEVENS])
    night.deal()
    night.act("r 40")
    assert night.actor == "Wren"
    return night


def test_who_is_all_in_orders_as_much_as_he_has_to_bring_and_then_a_little_more() -> None:  # AI-12, AI-14
    night = all_in()
    assert night.refused(AddChips("Heron", 19)) == "buy-in"
    night.ask(AddChips("Heron", 20))
    night.ask(AddChips("Heron", 5))
    assert ChipsAdded(2, 25, 25) in night.act("c")


def test_chips_that_were_ordered_are_added_once() -> None:  # AI-12
    night = evening(stacks=(100, 100, 100))
    night.deal()
    night.ask(AddChips("Jay", 50))
    night.fold_out()
    night.deal()
    night.fold_out()
    assert [event for event in night.told if isinstance(event, ChipsAdded)] == [ChipsAdded(3, 50, 150)]


def test_who_goes_takes_no_chips_along_that_he_had_only_ordered() -> None:  # AI-12, AI-13
    night = evening(stacks=(100, 100, 100))
    night.deal()
    night.ask(AddChips("Jay", 50))
    night.ask(Stand("Jay"))
    assert PlayerLeft(3, "Jay", 100) in night.act("f")
    assert not [event for event in night.told if isinstance(event, ChipsAdded)]
    assert night.table.bank.accounts["Jay"].bought == 100


def test_who_goes_without_chips_is_not_said_to_sit_out() -> None:
    night = all_in()
    night.ask(Stand("Heron"))
    events = night.act("c")
    assert PlayerLeft(2, "Heron", 0) in events
    assert SatOut(2) not in events


def test_who_sits_out_already_is_not_said_to_when_he_goes_broke() -> None:
    night = all_in()
    night.ask(SitOut("Heron"))
    assert SatOut(2) not in night.act("c")
    assert night.seat("Heron").sitting_out


def test_who_is_all_in_and_sits_out_may_come_back_before_the_end() -> None:
    night = all_in()
    night.ask(SitOut("Heron"))
    assert night.ask(ComeBack("Heron")) == [CameBack(2)]


def test_what_was_taken_away_late_in_the_evening_is_brought_back() -> None:  # AI-15
    night = evening()
    night.now = 5 * night.table.spec.return_ms
    night.ask(Stand("Heron"))
    night.now += night.table.spec.return_ms - 1
    assert night.ask(Sit("Heron", "Heron", chips=100)) == [PlayerSat(2, "Heron", 200)]


def test_a_link_that_is_there_again_restores_patience() -> None:
    night = evening()
    night.deal()
    night.ask(LinkDown("Jay"))
    night.wait()
    assert night.seat("Jay").timeouts == 1
    night.ask(LinkUp("Jay"))
    assert night.seat("Jay").timeouts == 0


def test_who_was_sat_out_for_letting_turns_pass_begins_anew() -> None:
    """Wren lets three turns pass and is sat out; then Heron folds to him, and he stays although he has not acted."""
    night = evening(stacks=(200, 200))
    night.deal()
    night.act("f")
    night.deal()
    night.acts("c", "x")
    while night.live:
        night.wait() if night.actor == "Wren" else night.act("x")
    assert night.seat("Wren").sitting_out
    night.ask(ComeBack("Wren"))
    night.deal()
    assert night.actor == "Heron"
    night.act("f")
    assert not night.seat("Wren").sitting_out
