from __future__ import annotations

import pytest

from railbird_server.rules.player import Player
from railbird_server.rules.rounds import exchange_of, limits_of, terms_of
from railbird_server.rules.setup import Entrant, Setup
from railbird_server.rules.terms import Limits
from railbird_server.rules.variants import VARIANTS
from railbird_shared.cards import parse_cards
from railbird_shared.games import Structure


def setup_of(game: str) -> Setup:
    return Setup(1, VARIANTS[game].announce(4), 2, (Entrant(1, 200), Entrant(2, 200)), 2, 1)


def showing(seat: int, cards: str, *, folded: bool = False) -> Player:
    player = Player(seat, 200)
    player.take(parse_cards(cards), face_down=False)
    player.folded = folded
    return player


@pytest.mark.parametrize(
    ("game", "place", "limits"),
    [
        ("holdem", 0, Limits(Structure.NO_LIMIT, 4)),
        ("omaha", 1, Limits(Structure.POT, 4)),
        ("limit-holdem", 1, Limits(Structure.FIXED, 4, cap=3)),
        ("limit-holdem", 2, Limits(Structure.FIXED, 8, cap=3)),
        ("classroom", 0, Limits(Structure.NO_LIMIT, 1, even=True)),
    ],
)
def test_a_street_is_bet_by_the_structure_of_its_game(game: str, place: int, limits: Limits) -> None:
    variant = VARIANTS[game]
    assert limits_of(setup_of(game), variant, variant.streets[place], (), 0) == limits


def test_a_pair_showing_opens_the_big_bet_unless_it_is_folded() -> None:  # VT-S7-11
    setup, variant = setup_of("seven-card-stud"), VARIANTS["seven-card-stud"]
    rival = showing(2, "As Kd")
    for folded, double in ((False, 8), (True, 0)):
        players = [showing(1, "9h 9c", folded=folded), rival]
        assert limits_of(setup, variant, variant.streets[1], players, 0).double == double


def test_the_bring_in_belongs_to_the_first_street() -> None:
    setup, variant = setup_of("razz"), VARIANTS["razz"]
    first, second = (
        terms_of(setup, variant, place, (), to_match=0, gathered=2, barred=frozenset()) for place in (0, 1)
    )
    assert (first.bring_in, first.complete, first.because[0]) == (2, True, "VT-RZ-2")
    assert (second.bring_in, second.because) == (0, ())


def test_a_street_says_what_its_draw_allows() -> None:
    discard = exchange_of(VARIANTS["pineapple"], VARIANTS["pineapple"].streets[1])
    draw = exchange_of(VARIANTS["badugi"], VARIANTS["badugi"].streets[1])
    assert (discard.most, discard.least, discard.replaced) == (1, 1, False)
    assert (draw.most, draw.least, draw.replaced) == (4, 0, True)
