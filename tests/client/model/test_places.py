"""What the places of a table say: the seats, the middle and one's own."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pictures import text_of
from railbird_client.model.layout import plan
from railbird_client.model.options import Options
from railbird_client.model.paint.hero import HeroFace
from railbird_client.model.paint.middle import draw_middle
from railbird_client.model.paint.seat import doing
from railbird_client.model.scene import Connection, Scene, scene, viewer_of
from railbird_client.model.sitting import Sitting
from railbird_shared.games import Family
from railbird_shared.view import LastAct, TableView
from tables import at, draw, holdem, snapshot, stud

NOW = 100.0


def seen(view: TableView) -> Scene:
    """The scene of a table on a screen of the usual size."""
    sitting = Sitting(Options())
    sitting.hear(snapshot(view), NOW)
    laid = plan(80, 24, family=view.game.family, places=len(view.seats), viewer=viewer_of(view))
    return scene(sitting, view, laid, Connection(), NOW, typing=False)


def test_who_sits_out_in_mid_hand_plays_it_to_its_end() -> None:
    sitter = replace(at(1, hidden=2), sitting_out=True)
    hero = seen(stud(seats=(sitter, *stud().seats[1:]))).hero
    assert isinstance(hero, HeroFace)
    assert hero.status == "You sit out after this hand."


@pytest.mark.parametrize(
    ("last", "marks"),
    [(LastAct.DREW, ()), (LastAct.CHECKED, ("drew 2",)), (LastAct.CALLED, ("drew 2",)), (LastAct.SHOWED, ())],
)
def test_what_somebody_drew_stays_in_sight_after_the_draw(last: LastAct, marks: tuple[str, ...]) -> None:
    view = draw()
    drawer = replace(at(6, hidden=5, drew=2), last=last)
    assert seen(replace(view, seats=(*view.seats[:5], drawer))).seats[6].marks == marks


def test_who_stood_pat_is_known_by_it() -> None:
    view = draw()
    pat = replace(at(4, hidden=5, drew=0), last=LastAct.RAISED)
    assert seen(replace(view, seats=(*view.seats[:3], pat, *view.seats[4:]))).seats[4].marks == ("pat",)


@pytest.mark.parametrize(("last", "words"), [(LastAct.SHOWED, "shows"), (LastAct.MUCKED, "mucks")])
def test_an_all_in_is_over_when_the_hand_is_shown_or_mucked(last: LastAct, words: str) -> None:
    assert doing(at(2, stack=0, last=last), Family.BOARD)[0] == words
    assert doing(at(2, stack=0, last=LastAct.CALLED), Family.BOARD)[0] == "ALL-IN"


def test_the_board_stays_in_its_place_while_words_come_and_go() -> None:
    def rows(**facts: object) -> list[int]:
        face = replace(seen(holdem()).middle, pots=(), **facts)
        return [y for y, line in enumerate(text_of(draw_middle(face, 34, 12))) if "K♦" in line]

    assert rows(total=0, status="") == rows(total=9, status="") == rows(total=9, status="bet 4")


def test_what_does_not_fit_beside_each_other_stands_one_below_the_other() -> None:
    face = replace(seen(holdem()).middle, status="1,095 to call · min raise to 2,155")
    lines = [line.strip("│ ") for line in text_of(draw_middle(face, 34, 12))]
    at_call = lines.index("1,095 to call")
    assert lines[at_call + 1] == "min raise to 2,155"
