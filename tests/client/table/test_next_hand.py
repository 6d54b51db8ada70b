"""Bomb pots in the words of the status line."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_client.table.table_words import bomb_pot_words
from support.view_builders import seat_view, table_view


def test_the_status_says_whether_a_bomb_pot_is_played_comes_or_is_asked_for() -> None:  # HS-46
    view = table_view(seat_view(1), seat_view(2), replace(seat_view(3), bot=True), playing=True)
    assert bomb_pot_words(view) == ""
    assert bomb_pot_words(replace(view, bomb_pot=10)) == "bomb pot"
    assert bomb_pot_words(replace(view, bomb_pot_asked=(2,))) == "bomb pot? 1 of 2"
    assert bomb_pot_words(replace(view, bomb_pot=10, next_bomb_pot=20)) == "next: bomb pot, 20 each"
