"""Places of players who go out together, and the prizes that they share."""

from __future__ import annotations

from railbird_server.tournament.settlement import divided, places, tied_prizes, ties_of_hand, ties_of_round


def test_in_one_hand_the_player_who_began_with_more_chips_finishes_higher() -> None:
    assert ties_of_hand({"Wren": 900, "Heron": 300, "Jay": 500}) == [("Heron",), ("Jay",), ("Wren",)]


def test_in_one_hand_equal_stacks_tie() -> None:
    assert ties_of_hand({"Wren": 300, "Heron": 900, "Jay": 300}) == [("Jay", "Wren"), ("Heron",)]


def test_hand_for_hand_the_players_out_at_different_tables_tie() -> None:
    assert ties_of_round([[("Wren",)], [("Heron",)], []]) == [("Heron", "Wren")]


def test_hand_for_hand_the_higher_of_one_table_ties_with_the_highest_of_the_others() -> None:
    ties = ties_of_round([[("Jay",), ("Wren",)], [("Heron",)]])
    assert ties == [("Jay",), ("Heron", "Wren")]
    assert places(ties, left=5) == {"Heron": 6, "Wren": 6, "Jay": 8}


def test_who_tie_take_one_place_and_the_next_places_stay_empty() -> None:
    assert places([("Jay",), ("Wren", "Heron"), ("Magpie",)], left=2) == {"Magpie": 3, "Wren": 4, "Heron": 4, "Jay": 6}


def test_tied_players_share_the_prizes_of_their_places_and_the_first_gets_the_odd_unit() -> None:
    assert tied_prizes(("Wren", "Heron"), 2, (50, 31, 20)) == {"Wren": 26, "Heron": 25}


def test_a_tie_at_the_bubble_shares_the_last_prize() -> None:
    assert tied_prizes(("Wren", "Heron", "Jay"), 3, (50, 30, 20)) == {"Wren": 7, "Heron": 7, "Jay": 6}


def test_a_bounty_is_split_among_those_who_win_the_pot() -> None:
    assert divided(5, ("Wren",)) == {"Wren": 5}
    assert divided(5, ("Wren", "Heron")) == {"Wren": 3, "Heron": 2}
    assert divided(1, ("Wren", "Heron")) == {"Wren": 1, "Heron": 0}
