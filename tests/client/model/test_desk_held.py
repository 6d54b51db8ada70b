"""Keys of the table that are held down, and the same keys pressed again on purpose."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.model.desk import Desk
from railbird_shared.actions import Fold, LegalActions, Wager, WagerKind
from railbird_shared.commands import Act, AddBot, ComeBack, Command, SitOut
from railbird_shared.view import TableView, Turn, You
from tables import at, draw, holdem
from viewing import view_of


def at_desk(view: TableView, *, name: str = "") -> Desk:
    desk = Desk(name)
    assert desk.see(view, 0.0) is None
    return desk


def pressed(desk: Desk, keys: str, *, begin: float = 10.0, gap: float = 1.0) -> list[Command]:
    """Presses keys with a gap in seconds, and returns the commands they lead to."""
    found = [desk.press(key, begin + index * gap) for index, key in enumerate(keys.split())]
    return [each for each in found if each is not None]


def test_a_held_key_never_acts_again() -> None:
    desk = at_desk(holdem())
    assert len(pressed(desk, "call")) == 1
    desk.see(holdem(turn=Turn(1, 40)), 10.05)
    assert pressed(desk, "call call call call", begin=10.1, gap=0.1) == []
    assert len(pressed(desk, "call", begin=11.0)) == 1


def test_a_held_enter_never_acts_on_the_next_street() -> None:
    desk = at_desk(holdem())
    assert len(pressed(desk, "1 confirm")) == 1
    desk.see(holdem(street=3, street_name="river", turn=Turn(1, 40)), 11.1)
    assert pressed(desk, "confirm confirm confirm", begin=11.6, gap=0.03) == []
    assert pressed(desk, "1", begin=11.7) == []
    assert pressed(desk, "confirm confirm", begin=11.72, gap=0.03) == []
    assert len(pressed(desk, "confirm", begin=12.5)) == 1


@pytest.mark.parametrize("delay", [0.25, 0.4, 0.66])
@pytest.mark.parametrize("key", ["fold", "all-in", "wager"])
def test_a_held_key_never_answers_its_own_question(key: str, delay: float) -> None:
    legal = LegalActions(1, 1415, fold=True, check=True, wager=Wager(WagerKind.BET, 2, 1415))
    desk = at_desk(holdem(to_match=0, you=You(1, legal=legal)))
    assert pressed(desk, key) == []
    assert pressed(desk, " ".join([key] * 40), begin=10 + delay, gap=0.035) == []
    assert len(pressed(desk, key, begin=13.0)) == 1


def test_who_presses_once_more_too_soon_is_told_why_it_does_not_count() -> None:
    legal = LegalActions(1, 1415, fold=True, check=True)
    desk = at_desk(holdem(to_match=0, you=You(1, legal=legal)))
    assert pressed(desk, "fold") == []
    assert "press F once more" in desk.notice(10.1)
    assert pressed(desk, "fold", begin=10.5) == []
    assert "let go, and press again" in desk.notice(10.6)
    assert pressed(desk, "fold", begin=11.5) == [Act(hand=148, turn=31, action=Fold())]


@pytest.mark.parametrize("delay", [0.25, 0.4, 0.66])
def test_a_held_call_never_calls_on_the_next_street(delay: float) -> None:
    desk = at_desk(holdem())
    assert len(pressed(desk, "call")) == 1
    desk.see(holdem(street=3, street_name="river", turn=Turn(1, 40)), 10.1)
    assert pressed(desk, " ".join(["call"] * 40), begin=10 + delay, gap=0.035) == []
    assert "let go" in desk.notice(11.0)


def test_a_call_that_is_held_down_makes_no_plan() -> None:
    desk = at_desk(holdem())
    assert len(pressed(desk, "call")) == 1
    desk.see(holdem(turn=Turn(2, 40), you=You(1)), 10.1)
    assert pressed(desk, " ".join(["call"] * 40), begin=10.5, gap=0.035) == []
    assert desk.pre is None
    pressed(desk, "call", begin=13.0)
    assert desk.pre is not None


def test_who_presses_again_and_again_is_heard_in_the_end() -> None:
    desk = at_desk(draw())
    assert pressed(desk, "confirm confirm", gap=0.3) == []
    assert len(pressed(desk, "3 confirm confirm confirm", begin=10.5, gap=0.3)) == 1


def test_bots_are_added_as_fast_as_a_person_presses() -> None:
    desk = at_desk(view_of(at(1), you=You(1)))
    assert pressed(desk, "bot bot bot", gap=0.8) == [AddBot()] * 3


def test_the_first_repeat_of_a_held_s_does_not_take_sitting_out_back() -> None:
    desk = at_desk(view_of(at(1), places=6, you=You(1)))
    assert desk.press("sit", 10.0) == SitOut()
    desk.see(view_of(replace(at(1), sitting_out=True), places=6, you=You(1)), 10.1)
    assert pressed(desk, " ".join(["sit"] * 20), begin=10.5, gap=0.035) == []
    assert "let go" in desk.notice(11.2)
    assert desk.press("sit", 12.0) == ComeBack()


@pytest.mark.parametrize("key", ["sit", "show", "bot"])
def test_a_held_key_asks_the_server_once(key: str) -> None:
    desk = at_desk(view_of(at(1), places=6, you=You(1)))
    assert len(pressed(desk, " ".join([key] * 20), gap=0.05)) == 1
