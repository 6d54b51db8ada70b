"""What a bot reads off the table, and nothing that its seat does not know."""

from __future__ import annotations

import random

import pytest

from railbird_server.bots.reading import bets_made, fair_share, rivals, spent, unseen
from railbird_shared.cards import PACK, parse_cards
from railbird_shared.view import LastAct
from thinking import at_seat_one, rival
from viewing import FIVE_CARD_DRAW, SEVEN_CARD_STUD, seat


def test_the_rivals_are_the_others_still_in() -> None:
    view = at_seat_one(
        "As Ad", rival(2), seat(3, folded=True), seat(4, in_hand=False), rival(5), board="2c 3c 4c", street=1
    )
    assert len(rivals(view)) == 2


def test_open_cards_and_draws_are_seen() -> None:
    view = at_seat_one("As Ad 3c", rival(2, game=SEVEN_CARD_STUD, up="Kh"), game=SEVEN_CARD_STUD)
    assert (rivals(view)[0].up, rivals(view)[0].down) == (parse_cards("Kh"), 2)
    view = at_seat_one("As Ad 3c 4h 5h", rival(2, game=FIVE_CARD_DRAW, drew=3), game=FIVE_CARD_DRAW, street=1)
    assert rivals(view)[0].drew == 3


def test_betting_shows_strength_and_checking_none() -> None:
    def choices(last: LastAct, to_match: int) -> int:
        view = at_seat_one("As Ad", rival(2, last, bet=to_match), board="2c 3c 4c", street=1, to_match=to_match, pot=12)
        return rivals(view)[0].choices

    checked, called, bet, raised = (
        choices(last, to_match)
        for last, to_match in [(LastAct.CHECKED, 0), (LastAct.CALLED, 8), (LastAct.BET, 8), (LastAct.RAISED, 30)]
    )
    assert checked < called <= bet < raised


def test_some_bets_are_bluffs() -> None:
    view = at_seat_one("As Ad", rival(2, LastAct.RAISED, bet=30), board="2c 3c 4c", street=1, to_match=30, pot=12)
    one = rivals(view)[0]
    picks = [one.picks(random.Random(seed)) for seed in range(100)]
    assert set(picks) == {1, one.choices}
    assert 5 < picks.count(1) < 40


def test_a_player_still_to_act_may_fold() -> None:
    view = at_seat_one("As Ad", rival(2), rival(3, LastAct.CALLED, bet=2), to_match=2)
    waiting, called = rivals(view)
    assert (waiting.stays < 1, called.stays) == (True, 1)
    plays = [waiting.plays(random.Random(seed)) for seed in range(100)]
    assert 15 < sum(plays) < 70
    assert called.plays(random.Random(1))
    assert fair_share(view) > 1 / 3


def test_the_cards_unseen_are_all_but_those_on_view() -> None:
    view = at_seat_one("As Ad", rival(2), seat(3, up="Ks"), board="2c 3c 4c", street=1)
    assert unseen(view) == [card for card in PACK if card not in parse_cards("As Ad Ks 2c 3c 4c")]


def test_what_was_spent_counts_minimum_bets_a_player() -> None:
    assert spent(at_seat_one("As Ad", rival(2), pot=20)) == 5


@pytest.mark.parametrize(("to_match", "bets"), [(0, 0), (2, 1), (4, 2), (6, 3)])
def test_fixed_bets_are_counted(to_match: int, bets: int) -> None:
    view = at_seat_one("As Ad 3c", rival(2, game=SEVEN_CARD_STUD, up="Kh"), game=SEVEN_CARD_STUD, to_match=to_match)
    assert bets_made(view) == bets


def test_free_bets_are_counted_by_their_size() -> None:
    def bets(to_match: int, street: int) -> float:
        board = "2c 3c 4c" if street else ""
        return bets_made(at_seat_one("As Ad", rival(2), board=board, street=street, to_match=to_match, pot=12))

    assert bets(2, 0) < 0.5
    assert bets(6, 0) == pytest.approx(1)
    assert bets(18, 0) == pytest.approx(2)
    assert bets(0, 1) == 0
    assert bets(8, 1) == pytest.approx(1, abs=0.1)
    assert bets(24, 1) == pytest.approx(2, abs=0.1)
