"""Chances at the plates and in the action bar, at every size, as the rail and as a player see them."""

from __future__ import annotations

import pytest

from railbird_client.drawing.palette import find_look
from railbird_client.table.turn.table_keys import TableKey
from support.chances_views import all_in_on_the_turn
from support.drawn_table import drawn_table, unreadable

SIZES = ((80, 24), (120, 40), (160, 48))


@pytest.mark.parametrize("size", SIZES)
def test_the_rail_sees_each_chance_at_its_seat_and_all_in_one_bar(size: tuple[int, int]) -> None:
    view, messages = all_in_on_the_turn()
    drawn = drawn_table(view, *messages, size=size)
    for seat, words in ((1, "69%"), (6, "2%"), (8, "29%")):
        assert words in " ".join(drawn.plate(seat))
    assert "On the rail chances of those still in, with one card to come" in drawn.bar
    assert "Wren 69% Kestrel 29%" in drawn.bar
    assert "Finch 2%" in drawn.bar
    assert not unreadable(drawn)


def test_the_bar_is_as_long_as_the_chances_are_good() -> None:
    view, messages = all_in_on_the_turn()
    drawn = drawn_table(view, *messages, size=(120, 40))
    palette, bar = drawn.look.palette, drawn.geometry.bar
    y = drawn.find("Kestrel", bar)[1]
    grounds = [drawn.canvas.ground_at(x, y) for x in range(bar.x, bar.x + bar.width)]
    counts = [grounds.count(colour) for colour in (palette.equity, palette.card_back, palette.slot)]
    assert sum(counts) == bar.width
    assert counts == [round(bar.width * share) for share in (0.6905, 0.2857, 0.0238)]


def test_the_buttons_of_the_rail_stay_below_the_bar() -> None:
    view, messages = all_in_on_the_turn()
    drawn = drawn_table(view, *messages, size=(120, 40))
    assert {area.press for area in drawn.canvas.clicks} >= {TableKey.SIT, TableKey.LEAVE}
    assert drawn.find("Take a seat")[1] > drawn.find("Kestrel", drawn.geometry.bar)[1]


@pytest.mark.parametrize("size", SIZES)
def test_a_player_sees_their_own_chance_beside_their_state_and_keeps_their_buttons(size: tuple[int, int]) -> None:
    view, messages = all_in_on_the_turn(own_seat=1)
    drawn = drawn_table(view, *messages, size=size)
    assert "69%" in " ".join(drawn.plate(1))
    assert "29%" in " ".join(drawn.plate(8))
    assert "On the rail" not in drawn.bar
    assert "Sit out" in drawn.bar
    assert not unreadable(drawn)


def test_rows_of_text_tell_chances_too() -> None:
    view, messages = all_in_on_the_turn()
    drawn = drawn_table(view, *messages, size=(70, 20))
    assert "69%" in drawn.words
    assert "29%" in drawn.words


@pytest.mark.parametrize("size", SIZES[:2])
@pytest.mark.parametrize("look", ["ascii", "no colour"])
def test_without_colours_the_bar_is_drawn_in_lines(look: str, size: tuple[int, int]) -> None:
    view, messages = all_in_on_the_turn()
    chosen = find_look(ascii_only=look == "ascii", coloured=False)
    drawn = drawn_table(view, *messages, size=size, look=chosen)
    assert "Wren" in drawn.bar
    assert "69%" in drawn.bar
    assert "29%" in " ".join(drawn.plate(8))
