"""Golden screens: the whole table as text, for every kind of game and size, kept in `golden/`.

`RAILBIRD_RENEW=1 uv run pytest tests/client/screens/test_table_golden.py` draws them anew; read `git diff` before you
commit them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.model.table_options import TableOptions
from railbird_shared import events as ev
from railbird_shared.actions import LegalActions, Wager, WagerKind
from railbird_shared.cards import parse_cards
from railbird_shared.messages import Chat, Message
from railbird_shared.view import LastAct, TableView, You
from support.golden_files import assert_matches_golden_file
from support.key_presses import parse_presses
from support.screen_harness import TableApp, screen_lines
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
    snapshot_message,
    step_message,
    stud8_view,
    stud_showdown,
    stud_view,
)

GOLDEN = Path(__file__).parent / "golden"
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


HOLDEM = (before_the_hand(), hand_to_the_turn(), "")
SHOWDOWN = (before_the_hand(), showdown(), "")
STUD = (stud_view(), (), "")
DRAW = (draw_view(), (), "3 4 5")
RAIL = (replace(before_the_hand(), you=You(), seats=(*before_the_hand().seats[:6], None, None, None)), (), "")

OTHERS = {
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
}

CASES = {
    **{f"{name}-{w}x{h}": (other, (w, h)) for name, other in OTHERS.items() for w, h in ((80, 24), (120, 40))},
    **{f"holdem-{w}x{h}": (HOLDEM, (w, h)) for w, h in ((80, 24), (120, 40), (100, 30), (70, 20), (120, 30))},
    **{f"stud-{w}x{h}": (STUD, (w, h)) for w, h in ((80, 24), (120, 40), (100, 30))},
    **{f"draw-{w}x{h}": (DRAW, (w, h)) for w, h in ((80, 24), (120, 40), (70, 20))},
    **{f"showdown-{w}x{h}": (SHOWDOWN, (w, h)) for w, h in ((80, 24), (120, 40))},
    **{f"rail-{w}x{h}": (RAIL, (w, h)) for w, h in ((80, 24), (120, 40))},
    "tiny-50x14": (HOLDEM, (50, 14)),
}


async def render(
    view: TableView,
    messages: tuple[Message, ...],
    keys: str,
    size: tuple[int, int],
    options: TableOptions | None = None,
) -> list[str]:
    app = TableApp(options=options)
    async with app.run_test(size=size) as pilot:
        for message in (snapshot_message(view, watchers=2), *CHAT_MESSAGES, *messages):
            app.receive(message)
        for press in parse_presses(keys):
            app.table.press(press)
        await pilot.pause()
        return screen_lines(app)


def assert_matches_golden(name: str, lines: list[str]) -> None:
    """Compares a screen with the golden one."""
    assert_matches_golden_file(GOLDEN / f"{name}.txt", "\n".join(lines) + "\n", __file__)


@pytest.mark.parametrize("name", CASES)
async def test_the_table_matches_its_golden_screen(name: str) -> None:
    (view, messages, keys), size = CASES[name]
    assert_matches_golden(name, await render(view, messages, keys, size))


async def test_ascii_mode_matches_its_golden_screen() -> None:
    view, messages, keys = HOLDEM
    lines = await render(view, messages, keys, (80, 24), TableOptions(ascii=True, street_pause=0))
    assert_matches_golden("ascii-80x24", lines)
    assert all(line.isascii() for line in lines)
