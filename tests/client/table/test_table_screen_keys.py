"""Every key of the table does something where it applies, at every size, and the table is drawn anew at each size."""

from __future__ import annotations

import pytest

from railbird_client.player_requests import GoToFollowed
from railbird_client.table.paint.table_sizes import TABLE_SIZES
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.widgets.pixel_canvas_widget import PixelCanvasWidget
from railbird_shared.game.cards import Card, parse_cards
from railbird_shared.protocol.actions import Bet, Call, Check, Draw, Fold, LegalActions, Raise, Wager, WagerKind
from railbird_shared.protocol.view import TableView, You
from support.examples import in_turn
from support.screen_harness import run_table_screen
from support.view_builders import draw_view, holdem_view, stud_view

SIZES = (*((size.width, size.height) for size in TABLE_SIZES), (60, 18))
UNBET = LegalActions(1, 1415, fold=True, check=True, wager=Wager(WagerKind.BET, 2, 1415))
FREE = holdem_view(to_match=0, you=You(1, parse_cards("As Ks"), legal=UNBET))


KEYS = (
    (holdem_view(), "f", Fold()),
    (holdem_view(), "c", Call()),
    (holdem_view(), "enter", Call()),
    (holdem_view(), "r enter", Raise(155)),
    (holdem_view(), "4 enter", Raise(601)),
    (holdem_view(), "4 escape enter", Call()),
    (holdem_view(), "right right left enter", Raise(157)),
    (holdem_view(), "equals_sign 3 0 0 enter", Raise(300)),
    (holdem_view(), "a a", Raise(1415)),
    (FREE, "enter", Check()),
    (FREE, "c", Check()),
    (FREE, "b enter", Bet(2)),
    (draw_view(), "3 4 5 enter", Draw((Card.C7, Card.H4, Card.C2))),
    (draw_view(), "3 0 p", Draw()),
)


@pytest.mark.parametrize(("acted", "size"), in_turn(KEYS, SIZES, each=2))
async def test_keys_act_at_every_size(acted: tuple[TableView, str, object], size: tuple[int, int]) -> None:
    view, keys, action = acted
    async with run_table_screen(view, size=size) as player:
        await player.press(keys)
        assert player.actions == [action]


async def test_two_keys_lead_to_other_followed_tables() -> None:
    async with run_table_screen(holdem_view()) as player:
        await player.press("pagedown pageup")
        assert player.commands == [GoToFollowed(1), GoToFollowed(-1)]


async def test_every_key_of_the_table_leaves_the_screen_whole() -> None:
    """Pressing any key in any family never breaks the screen; pages that it opens are closed again."""
    for view in (holdem_view(), stud_view(), draw_view()):
        async with run_table_screen(view, size=(120, 40)) as player:
            for key in TableKey:
                for name in key.keys.split(",") if key.keys else ():
                    await player.press(name)
                    for _ in range(3):
                        if len(player.app.screen_stack) == 2:
                            break
                        await player.press("escape")
                    assert player.text
                    assert player.app.screen is player.app.table, (key, player.text)
                    await player.press("escape")


BEGUN: dict[tuple[int, int], str] = {}
"""The text of a table that has begun at a size."""


RESIZED = [pair for pair in in_turn(SIZES, SIZES, each=2) if len({*pair.values}) == 2]


@pytest.mark.parametrize(("first", "then"), RESIZED)
async def test_a_resize_draws_the_table_as_if_it_had_begun_so(first: tuple[int, int], then: tuple[int, int]) -> None:
    if then not in BEGUN:
        async with run_table_screen(holdem_view(), size=then) as player:
            await player.press("2")
            BEGUN[then] = player.text
    async with run_table_screen(holdem_view(), size=first) as player:
        await player.press("2")
        await player.resize(*then)
        await player.pilot.pause()
        assert player.text == BEGUN[then]
        canvas = player.app.table.query_one(PixelCanvasWidget).canvas
        assert canvas is not None
        assert (canvas.width, canvas.height) == then
        await player.press("enter")
        assert player.actions == [Raise(348)]
