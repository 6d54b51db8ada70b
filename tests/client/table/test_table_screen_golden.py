"""Golden screens: the table as text for every game and every size, kept in `golden/table/`; some in colours, too.

`RAILBIRD_RENEW=1 uv run pytest tests/client/table/test_table_screen_golden.py` draws them anew; read `git diff` before
you commit them.
"""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from railbird_client.drawing.palette import Look, find_look
from railbird_client.table.table_options import TableOptions
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from railbird_shared.game.announced_game import Stakes
from railbird_shared.game.cards import parse_cards
from railbird_shared.game.catalogue import GAMES as CATALOGUE
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.actions import LegalActions, Wager, WagerKind
from railbird_shared.protocol.messages import Chat, Message
from railbird_shared.protocol.view import LastAct, TableView, You
from railbird_shared.tournament.messages import TournamentUpdate
from railbird_shared.tournament.view import OwnEntry, Phase
from support.chances_views import all_in_on_the_turn
from support.drawn_table import QUICK, DrawnTable, drawn_table, unreadable
from support.examples import in_turn
from support.game_views import hand_in_play
from support.golden_files import CLIENT_SCREENS, assert_matches_golden_file
from support.key_presses import parse_presses
from support.screen_harness import TableApp, screen_lines
from support.tournament_views import status as tournament_status
from support.view_builders import (
    SNAPSHOT_TIME_MS,
    badugi_view,
    crazy_pineapple_view,
    deuces_wild_showdown,
    draw_view,
    five_card_stud_view,
    holdem_view,
    joker_draw_view,
    omaha_hi_lo_showdown,
    omaha_view,
    run_out,
    snapshot_message,
    step_message,
    stud8_view,
    stud_showdown,
    stud_view,
)

GOLDEN = CLIENT_SCREENS / "table"
CHAT_MESSAGES: tuple[Message, ...] = (
    Chat(name="Kestrel", text="good luck all"),
    Chat(name="Heron", text="brave, Finch"),
    Chat(name="Robin", text="this is great", rail=True),
)
CALL_95 = LegalActions(1, 1480, fold=True, call=95, wager=Wager(WagerKind.RAISE, 155, 1480))


def before_the_hand() -> TableView:
    """Nine players with 1,500 each, one of them a bot, before hand 148; three have won or lost something so far."""
    view = holdem_view()
    seats = tuple(
        seat
        and replace(
            seat,
            stack=1500,
            bought_in={1: 1462, 3: 1300, 6: 1738}.get(seat.seat, 1500),
            bet=0,
            cards=(),
            folded=False,
            last_act=LastAct.NONE,
            bot=seat.seat == 5,
        )
        for seat in view.seats
    )
    you = replace(view.you, cards=(), hand_name="", legal=None, is_host=True)
    return replace(view, seats=seats, hand=147, playing=False, board=(), pots=(), turn=None, to_match=0, you=you)


def hand_to_the_turn() -> tuple[Message, ...]:
    """Hand 148 until the viewer has to call 95 on the turn."""
    mine = parse_cards("As Ks")
    return (
        step_message(
            ev.HandStarted(148, 8, (9, 1, 2, 3, 4, 5, 6, 7, 8)),
            ev.Posted(9, ev.Post.SMALL_BLIND, 1, 1),
            ev.Posted(1, ev.Post.BIG_BLIND, 2, 2),
            ev.StreetBegan(0, "preflop"),
            *(ev.CardsDealt(seat, 2) for seat in (9, 1, 2, 3, 4, 5, 6, 7, 8)),
            private=(ev.YourCards(mine, mine), ev.YourHand("ace high")),
        ),
        step_message(ev.Wagered(2, WagerKind.RAISE, 20, 20), ev.Folded(3), ev.Called(4, 20, 20), ev.Folded(5)),
        step_message(ev.Called(6, 20, 20), ev.Folded(7), ev.Called(8, 20, 20), ev.Folded(9), ev.Called(1, 18, 20)),
        step_message(
            ev.PotsMade((ev.Pot(101, (1, 2, 4, 6, 8)),)),
            ev.StreetBegan(1, "flop"),
            ev.BoardDealt(parse_cards("Kd 9s 4h")),
            *(ev.Checked(seat) for seat in (1, 2, 4, 6, 8)),
            ev.StreetBegan(2, "turn"),
            ev.BoardDealt(parse_cards("2c")),
            ev.Checked(1),
        ),
        step_message(ev.Wagered(2, WagerKind.BET, 60, 60), ev.Called(4, 60, 60)),
        step_message(
            ev.Wagered(6, WagerKind.RAISE, 95, 95, full=False),
            ev.Called(8, 95, 95),
            ev.TurnBegan(1, 31, SNAPSHOT_TIME_MS + 30_000),
            private=(ev.YourHand("pair of kings, ace kicker"), ev.YourTurn(CALL_95)),
        ),
    )


def showdown() -> tuple[Message, ...]:
    """The end of hand 148: a full house wins."""
    nines = "full house, nines full of kings"
    return (
        *hand_to_the_turn(),
        step_message(
            *(ev.Called(1, 95, 95), ev.Folded(2), ev.Folded(4), ev.PotsMade((ev.Pot(506, (1, 6, 8)),))),
            *(ev.StreetBegan(3, "river"), ev.BoardDealt(parse_cards("Kc"))),
            ev.HandShown(6, parse_cards("9c 9h"), nines),
            ev.HandMucked(8),
            ev.HandShown(1, parse_cards("As Ks"), "three kings"),
            ev.PotAwarded(6, 0, 506, hand_name=nines),
            ev.WinningCards(6, parse_cards("9c 9h 9s Kd Kc")),
            ev.HandEnded(148),
        ),
    )


Case = tuple[TableView, tuple[Message, ...], str]
"""A view, the messages after it, and the keys that are pressed then."""

HOLDEM: Case = (before_the_hand(), hand_to_the_turn(), "")
SHOWDOWN: Case = (before_the_hand(), showdown(), "")
STUD: Case = (stud_view(), (), "")
DRAW: Case = (draw_view(), (), "3 4 5")
RAIL: Case = (replace(before_the_hand(), you=You(), seats=(*before_the_hand().seats[:6], None, None, None)), (), "")

OTHERS: dict[str, Case] = {
    "omaha": (omaha_view(), (), ""),
    "omaha-6": (omaha_view("omaha-6", "As Ks Qd Jd 9h 2c"), (), ""),
    "hi-lo": (*omaha_hi_lo_showdown(), ""),
    "discard": (crazy_pineapple_view(), (), "3"),
    "badugi": (badugi_view(), (), "4"),
    "joker": (joker_draw_view(), (), ""),
    "stud8": (stud8_view(), (), ""),
    "stud5": (five_card_stud_view(), (), ""),
    "deuces": (*deuces_wild_showdown(), ""),
    "stud-showdown": (*stud_showdown(), ""),
    "run-twice": (*run_out(2), ""),
    "run-three-times": (*run_out(3), ""),
    "chances-own": (*all_in_on_the_turn(own_seat=1), ""),
}

TOURNAMENT: Case = (
    replace(
        before_the_hand(),
        name="Sunday, table 2",
        tournament="5d0e",
        tournament_table=2,
        game=replace(before_the_hand().game, stakes=Stakes(small_blind=75, big_blind=150, big_blind_ante=150)),
        you=replace(before_the_hand().you, is_host=False),
    ),
    (TournamentUpdate(status=tournament_status(), you=OwnEntry(1, "5d0et2")),),
    "",
)
"""Between two hands at a table of a tournament."""

PAUSED: Case = (
    TOURNAMENT[0],
    (TournamentUpdate(status=tournament_status(Phase.PAUSED, clock_stands=True), you=OwnEntry(1, "5d0et2")),),
    "",
)
LAST_HAND: Case = (
    replace(holdem_view(), name="Sunday, table 2", tournament="5d0e", tournament_table=2),
    TOURNAMENT[1],
    "",
)
"""A hand that began at the stakes of the level before."""

SIZES = ((80, 24), (120, 40), (160, 48))
CHANCES: Case = (*all_in_on_the_turn(), "")
FAMILIES = {"holdem": HOLDEM, "stud": STUD, "draw": DRAW}
SITUATIONS = {
    **FAMILIES,
    "showdown": SHOWDOWN,
    "rail": RAIL,
    "chances": CHANCES,
    "tournament": TOURNAMENT,
    "tournament-last-hand": LAST_HAND,
    "tournament-paused": PAUSED,
    **OTHERS,
}
"""Hands told by messages, by what they show."""

GAMES: dict[str, Case] = {f"game-{choice.id}": (hand_in_play(choice.id), (), "") for choice in CATALOGUE}
"""A hand of every game in the list of games, the viewer to decide."""


def named(cases: dict[str, Case], *sizes: tuple[int, int]) -> dict[str, tuple[Case, tuple[int, int]]]:
    """Each case at each size, by its name and its size."""
    return {f"{name}-{w}x{h}": (case, (w, h)) for name, case in cases.items() for w, h in sizes}


CASES = {
    **named(SITUATIONS, *SIZES),
    **named(GAMES, *SIZES),
    **named(FAMILIES, (100, 30), (120, 30), (200, 60), (60, 18)),
    **named({"holdem": HOLDEM, "draw": DRAW, "tournament": TOURNAMENT}, (70, 20)),
    **named({"tournament": TOURNAMENT, "tournament-last-hand": LAST_HAND}, (60, 18), (100, 30)),
    **named({"tiny": HOLDEM}, (50, 14)),
}
OUTLINES = named(
    {
        "holdem": HOLDEM,
        "showdown": SHOWDOWN,
        "stud": STUD,
        "draw": DRAW,
        "chances": CHANCES,
        "tournament": TOURNAMENT,
    },
    (80, 24),
    (120, 40),
)
LOOKS = {"no-colour": find_look(coloured=False), "ascii": find_look(ascii_only=True)}


def drawn(case: Case, size: tuple[int, int], look: Look | None = None, options: TableOptions = QUICK) -> DrawnTable:
    view, messages, keys = case
    return drawn_table(view, *CHAT_MESSAGES, *messages, keys=keys, size=size, look=look, options=options, watchers=2)


def assert_matches_golden(name: str, lines: list[str]) -> None:
    """Compares a screen with the golden one."""
    text = "\n".join(line.rstrip() for line in lines) + "\n"
    assert_matches_golden_file(GOLDEN / f"{name}.txt", text, __file__)


@pytest.mark.parametrize("name", CASES)
def test_the_table_matches_its_golden_screen(name: str) -> None:
    assert_matches_golden(name, drawn(*CASES[name]).lines)


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("name", OUTLINES)
def test_the_table_in_outlines_matches_its_golden_screen(name: str, look: str) -> None:
    options = TableOptions(ascii=look == "ascii", street_pause=0, hints=False)
    screen = drawn(*OUTLINES[name], LOOKS[look], options)
    assert_matches_golden(f"{look}-{name}", screen.lines)
    assert look != "ascii" or all(line.isascii() for line in screen.lines)


def test_no_golden_screen_is_left_over() -> None:
    named_here = {*CASES, *(f"{look}-{name}" for look in LOOKS for name in OUTLINES)}
    assert {file.stem for file in GOLDEN.glob("*.txt")} == named_here


NOT_SMALL = [name for name in CASES if not name.endswith(("60x18", "70x20", "50x14"))]


@pytest.mark.parametrize(("name", "look"), in_turn(NOT_SMALL, ["night", "day", "256", "day-256"]))
def test_every_letter_of_a_golden_screen_can_be_read(name: str, look: str) -> None:
    palette = find_look(dark=not look.startswith("day"), size=256 if look.endswith("256") else 0)
    assert unreadable(drawn(*CASES[name], palette)) == []


COLOURED = {"holdem": (HOLDEM, (120, 40)), "showdown": (SHOWDOWN, (120, 40)), "stud": (STUD, (80, 24))}


@pytest.mark.parametrize("name", COLOURED)
async def test_the_colours_match_their_golden_picture(name: str) -> None:
    (view, messages, keys), size = COLOURED[name]
    app = TableApp(options=QUICK)
    async with app.run_test(size=size) as pilot:
        for message in (snapshot_message(view, watchers=2), *CHAT_MESSAGES, *messages):
            app.receive(message)
        for press in parse_presses(keys):
            app.table.action_press(press, clicked=True)
        await pilot.pause()
        assert screen_lines(app) == [line.rstrip() for line in pixels_as_text(app)], "the screen shows the canvas"
        picture = re.sub(r"terminal-\d+", "terminal", app.export_screenshot(title="Railbird"))
    assert_matches_golden_file(GOLDEN / f"{name}.svg", picture, __file__)


def pixels_as_text(app: TableApp) -> list[str]:
    """The lines of the canvas of a running screen, with its half blocks."""
    canvas = app.table.query_one(PixelCanvasWidget).canvas
    assert canvas is not None
    return ["".join(run.text for run in canvas.runs(y)) for y in range(canvas.height)]
