"""What a street allows: betting limits, conditions of the round, and draw rules."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.rules.betting import BettingTerms, make_betting_terms
from railbird_server.rules.choices import DrawRound
from railbird_server.rules.dealing import Dealer
from railbird_server.rules.player import Player
from railbird_server.rules.setup import Entrant, Setup
from railbird_shared.game.announced_game import Structure
from railbird_shared.game.cards import PACK, parse_cards
from railbird_shared.game.variants import VARIANTS
from railbird_shared.protocol.actions import Draw


def make_setup(game: str) -> Setup:
    return Setup(1, VARIANTS[game].make_game(4), 2, (Entrant(1, 200), Entrant(2, 200)), 2, 1)


def player_showing(seat: int, cards: str, *, folded: bool = False) -> Player:
    player = Player(seat, 200)
    player.add_cards(parse_cards(cards), face_down=False)
    player.folded = folded
    return player


@pytest.mark.parametrize(
    ("game", "place", "limits"),
    [
        ("holdem", 0, BettingTerms(Structure.NO_LIMIT, 4)),
        ("omaha", 1, BettingTerms(Structure.POT, 4)),
        ("limit-holdem", 1, BettingTerms(Structure.FIXED, 4, raise_cap=3)),
        ("limit-holdem", 2, BettingTerms(Structure.FIXED, 8, raise_cap=3)),
        ("classroom", 0, BettingTerms(Structure.NO_LIMIT, 1, constant_min_raise=True, no_check=True)),
    ],
)
def test_betting_limits_of_a_street_follow_the_games_structure(game: str, place: int, limits: BettingTerms) -> None:
    variant = VARIANTS[game]
    assert make_betting_terms(make_setup(game), variant, place, ()) == limits


def test_an_open_pair_allows_the_big_bet_unless_it_is_folded() -> None:  # VT-S7-11
    setup, variant = make_setup("seven-card-stud"), VARIANTS["seven-card-stud"]
    rival = player_showing(2, "As Kd")
    for folded, double in ((False, 8), (True, 0)):
        players = [player_showing(1, "9h 9c", folded=folded), rival]
        assert make_betting_terms(setup, variant, 1, players).optional_big_bet == double


def test_only_the_first_street_has_a_bring_in() -> None:
    setup, variant = make_setup("razz"), VARIANTS["razz"]
    first, second = (make_betting_terms(setup, variant, place, (), chips_in_pots=2) for place in (0, 1))
    assert (first.bring_in, first.can_complete, first.bring_in_clauses[0]) == (2, True, "VT-RZ-2")
    assert (second.bring_in, second.bring_in_clauses) == (0, ())


@pytest.mark.parametrize(
    ("game", "ante", "card"),
    [
        ("seven-card-stud", 1, "lowest card"),
        ("razz", 1, "highest card"),
        ("five-card-stud", 1, ""),
        ("five-card-stud", 0, "highest card"),
        ("holdem", 0, ""),
    ],
)
def test_the_conditions_name_the_card_that_has_to_open(game: str, ante: int, card: str) -> None:
    # VT-S7-3, VT-RZ-2, VT-S5-3
    setup, variant = make_setup(game), VARIANTS[game]
    setup = replace(setup, game=replace(setup.game, stakes=replace(setup.game.stakes, ante=ante)))
    conditions = make_betting_terms(setup, variant, 0, (), chips_in_pots=2)
    assert conditions.bring_in_card == card


def test_a_draw_follows_the_street_of_the_game() -> None:
    """In pineapple one card goes and none comes for it; in badugi up to four are exchanged."""
    for game, legal_discards, held in (("pineapple", (1, 1), 2), ("badugi", (4, 0), 4)):
        variant, player = VARIANTS[game], Player(1, 100)
        player.add_cards(PACK[: held + (game == "pineapple")], face_down=True)
        draws = DrawRound([player], Dealer(PACK[::-1], PACK), variant, variant.streets[1])
        legal = draws.legal_actions()
        assert (legal.max_discards, legal.min_discards) == legal_discards
        draws.apply(legal, Draw((player.cards[0],)))
        assert len(player.cards) == held
