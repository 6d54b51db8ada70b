"""The names of hands in little room: whole, or a shorter name, never a part of a word."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_client.table.paint.seat_words import fit_hand, won_hand
from railbird_shared.game.cards import parse_cards
from support.view_builders import seat_view


@pytest.mark.parametrize(
    ("words", "forms"),
    [
        ("nines full of kings", ("nines full of kings", "nines full", "full")),
        ("full house, nines full of kings", ("nines full of kings", "nines full", "full")),
        ("Kings and fours", ("Kings and fours", "2 pair")),
        ("two pair, kings and fours", ("two pair", "2 pair")),
        ("ace-queen-high flush", ("ace-queen-high flush", "flush")),
        ("ten-high straight", ("ten-high straight", "straight")),
        ("wheel", ("wheel",)),
        ("steel wheel", ("steel wheel", "str flush")),
        ("three kings", ("three kings", "trips")),
        ("four sixes", ("four sixes", "quads")),
        ("Pair of kings, ace kicker", ("Pair of kings, ace kicker", "Pair of kings", "Pair Ks")),
        ("pair of nines", ("pair of nines", "pair 9s")),
        ("pair of tens", ("pair of tens", "pair 10s")),
        ("ace-king high", ("ace-king high", "A high")),
        ("8-6-4-3-A low", ("8-6-4-3-A low", "8-6 low")),
        ("8-7-6-4-3", ("8-7-6-4-3", "8-7 low")),
        ("8-7-4-2 badugi", ("8-7-4-2 badugi", "8-7 badugi")),
        ("badugi of three: 7-5-2", ("badugi of three: 7-5-2", "3-card 7")),
        (
            "pair of kings, 7-4-3-2-A low",
            ("pair of kings, 7-4-3-2-A low", "pair of kings, 7-4 low", "pair Ks, 7-4 low", "pair of kings", "pair Ks"),
        ),
    ],
)
def test_a_name_is_shortened_as_players_shorten_it(words: str, forms: tuple[str, ...]) -> None:
    for form in forms:
        assert fit_hand(words, len(form)) == form
    assert fit_hand(words, len(forms[-1]) - 1) == ""


def test_who_has_won_the_low_half_alone_is_named_by_the_low_hand() -> None:
    seat = replace(seat_view(1), shown_hand="pair of kings, 7-4-3-2-A low", won=56)
    low = replace(seat, winning_low_cards=parse_cards("7c 5h 4h 2d As"))
    assert won_hand(low) == "7-4-3-2-A low"
    assert won_hand(replace(low, winning_cards=parse_cards("Kd"))) == seat.shown_hand
