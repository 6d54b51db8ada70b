"""The forced bets that start a hand: who posts what, what counts towards the bet, and who acts last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird_server.rules.hand import Hand
from railbird_server.rules.setup import ExtraPost
from railbird_shared.game.announced_game import Stakes
from railbird_shared.game.variants import VARIANTS, ForcedBets
from railbird_shared.protocol.events import Post, Posted, PotsMade
from support.hand_builders import legal_actions, make_hand, play_acts, start_hand


def chips_posted(dealt: Hand) -> list[tuple[int, str, int, int]]:
    """Seat, kind, chips and the bet to match of every forced bet, in order."""
    return [(e.seat, e.post.value, e.chips, e.to_match) for e in dealt.start() if isinstance(e, Posted)]


def with_posts(
    *posts: ExtraPost, stacks: Sequence[int] | Mapping[int, int] = (100, 100, 100, 100), stakes: Stakes | None = None
) -> Hand:
    return make_hand("holdem", stacks, posts=posts, stakes=stakes)


def straddle(seat: int, chips: int) -> ExtraPost:
    return ExtraPost(seat, Post.STRADDLE, chips)


# --- antes and blinds ---------------------------------------------------------------------------------------------


def test_antes_are_equal_and_come_before_the_blinds() -> None:  # DL-7, DL-8
    dealt = make_hand(stakes=Stakes(ante=1, small_blind=1, big_blind=2))
    assert chips_posted(dealt) == [
        (1, "ante", 1, 0),
        (2, "ante", 1, 0),
        (3, "ante", 1, 0),
        (1, "small blind", 1, 1),
        (2, "big blind", 2, 2),
    ]
    assert [pot.chips for pot in dealt.pots] == [3]


def test_blinds_are_posted_left_of_the_button_and_the_big_is_twice_the_small() -> None:  # DL-10, DL-11
    dealt = make_hand(bet=10)
    assert chips_posted(dealt) == [(1, "small blind", 5, 5), (2, "big blind", 10, 10)]


def test_blinds_count_as_bets_and_the_next_player_has_to_match_the_big_blind() -> None:  # BT-16, BT-19
    allowed = legal_actions(start_hand(make_hand()))
    assert (allowed.seat, allowed.call) == (3, 2)


def test_a_dead_small_blind_is_not_posted() -> None:  # DL-25
    setup = make_hand(stacks={1: 100, 2: 100, 3: 100}).setup
    dead_small = Hand(type(setup)(1, setup.game, 3, setup.entrants, None, 2), make_hand().variant.pack)
    assert chips_posted(dead_small) == [(2, "big blind", 2, 2)]


def test_a_short_ante_makes_a_pot_for_all_and_one_without_the_short_stack() -> None:  # DL-12, AI-4
    dealt = make_hand("five-card-draw", (1, 100, 100), ante=2)
    events = dealt.start()
    (pots,) = [event.pots for event in events if isinstance(event, PotsMade)]
    assert [(pot.chips, pot.seats) for pot in pots] == [(3, (1, 2, 3)), (2, (2, 3))]


def test_a_player_all_in_with_the_ante_posts_no_blind() -> None:  # DL-12, AI-19
    dealt = make_hand(stacks=(100, 1, 100), stakes=Stakes(ante=1, small_blind=1, big_blind=2))
    assert chips_posted(dealt)[-1] == (1, "small blind", 1, 1)
    assert legal_actions(dealt).call == 2


@given(
    st.sampled_from([game for game, variant in VARIANTS.items() if variant.forced_bets is ForcedBets.BLINDS]),
    st.lists(st.integers(1, 5), min_size=2, max_size=5),
    st.integers(0, 4),
)
def test_nobody_posts_nothing(game: str, stacks: list[int], ante: int) -> None:  # DL-12
    events = make_hand(game, stacks, stakes=Stakes(ante=ante, small_blind=1, big_blind=2)).start()
    assert all(event.chips for event in events if isinstance(event, Posted))


def test_the_button_antes_twice_in_short_deck() -> None:  # VT-XX-5
    dealt = make_hand("short-deck")
    assert chips_posted(dealt) == [(1, "ante", 2, 0), (2, "ante", 2, 0), (3, "ante", 2, 0), (3, "button blind", 2, 2)]
    assert (legal_actions(dealt).seat, legal_actions(dealt).call) == (1, 2)
    play_acts(dealt, "c", "c")
    assert (legal_actions(dealt).seat, legal_actions(dealt).check) == (3, True)


# --- one blind, and the ante of the big blind -----------------------------------------------------------------------


def test_the_only_blind_is_posted_left_of_the_button_and_the_next_player_begins() -> None:  # CX-42
    dealt = make_hand(stakes=Stakes(big_blind=2))
    assert chips_posted(dealt) == [(1, "big blind", 2, 2)]
    assert (legal_actions(dealt).seat, legal_actions(dealt).call) == (2, 2)
    play_acts(dealt, "c", "c")
    assert (legal_actions(dealt).seat, legal_actions(dealt).check) == (1, True)
    play_acts(dealt, "x")
    assert (dealt.street_name, legal_actions(dealt).seat) == ("flop", 1)


def test_between_two_the_button_acts_first_against_the_only_blind_and_last_later() -> None:  # CX-42, DL-28
    dealt = make_hand(stacks=(100, 100), stakes=Stakes(big_blind=2))
    assert chips_posted(dealt) == [(1, "big blind", 2, 2)]
    assert legal_actions(dealt).seat == dealt.setup.button == 2
    play_acts(dealt, "c", "x")
    assert (dealt.street_name, legal_actions(dealt).seat) == ("flop", 1)


@pytest.mark.parametrize(
    ("stack", "ante", "blind"),
    [(100, 2, 2), (4, 2, 2), (3, 1, 2), (2, 0, 2), (1, 0, 1)],
)
def test_the_big_blind_pays_the_blind_before_the_ante_of_all(stack: int, ante: int, blind: int) -> None:  # CX-46
    dealt = make_hand(stacks=(100, stack, 100), stakes=Stakes(small_blind=1, big_blind=2, big_blind_ante=2))
    antes = [(2, "ante", ante, 0)] if ante else []
    assert chips_posted(dealt) == [*antes, (1, "small blind", 1, 1), (2, "big blind", blind, 2)]
    assert sum(pot.chips for pot in dealt.pots) == ante
    assert (legal_actions(dealt).seat, legal_actions(dealt).call) == (3, 2)


def test_a_big_blind_all_in_with_the_blind_can_win_the_blinds_of_all() -> None:  # CX-46, AI-3
    """Three stacks, the big blind of 2 with nothing left for the ante: the pot is 2 from each."""
    dealt = make_hand(stacks=(100, 2, 100), stakes=Stakes(small_blind=1, big_blind=2, big_blind_ante=2))
    dealt.start()
    play_acts(dealt, "c", "c")
    assert [(pot.chips, pot.seats) for pot in dealt.pots] == [(6, (1, 2, 3))]


def test_the_ante_of_the_big_blind_is_dead_and_anybody_in_the_pot_can_win_it() -> None:  # CX-46
    dealt = make_hand(stakes=Stakes(small_blind=1, big_blind=2, big_blind_ante=2))
    dealt.start()
    play_acts(dealt, "f", "c")
    assert legal_actions(dealt).check
    play_acts(dealt, "x")
    assert [(pot.chips, pot.seats) for pot in dealt.pots] == [(6, (1, 2))]


# --- straddles ----------------------------------------------------------------------------------------------------


def test_a_straddle_is_a_bet_and_the_straddler_acts_last() -> None:  # BT-43
    dealt = with_posts(straddle(3, 4))
    assert chips_posted(dealt)[-1] == (3, "straddle", 4, 4)
    assert (legal_actions(dealt).seat, legal_actions(dealt).call) == (4, 4)
    play_acts(dealt, "c", "c", "c")
    assert (legal_actions(dealt).seat, legal_actions(dealt).check) == (3, True)
    play_acts(dealt, "r 12")
    assert legal_actions(dealt).call == 8


def test_the_minimum_raise_over_a_straddle_is_twice_the_straddle() -> None:  # BT-33, BT-43
    dealt = start_hand(with_posts(straddle(3, 4)))
    wager = legal_actions(dealt).wager
    assert wager is not None
    assert wager.minimum == 8


def test_the_last_of_several_straddles_is_the_bet_to_match() -> None:  # BT-43
    dealt = with_posts(straddle(3, 4), straddle(4, 8))
    assert [post[2:] for post in chips_posted(dealt)[-2:]] == [(4, 4), (8, 8)]
    assert (legal_actions(dealt).seat, legal_actions(dealt).call) == (1, 7)


def test_a_short_straddle_still_costs_the_others_a_full_straddle() -> None:  # DL-12, BT-43
    dealt = with_posts(straddle(3, 4), stacks=(100, 100, 3, 100))
    assert chips_posted(dealt)[-1] == (3, "straddle", 3, 4)
    assert legal_actions(dealt).call == 4


# --- missed blinds ------------------------------------------------------------------------------------------------


def test_a_missed_small_blind_is_dead_and_a_missed_big_blind_live() -> None:  # DL-26
    dealt = with_posts(ExtraPost(4, Post.DEAD_BLIND, 1), ExtraPost(4, Post.LIVE_BLIND, 2))
    posts = [event for event in dealt.start() if isinstance(event, Posted)]
    assert [(post.seat, post.post, post.chips) for post in posts[:1]] == [(4, Post.DEAD_BLIND, 1)]
    assert posts[-1].post is Post.LIVE_BLIND
    assert [pot.chips for pot in dealt.pots] == [1]
    play_acts(dealt, "c")
    assert (legal_actions(dealt).seat, legal_actions(dealt).check, legal_actions(dealt).bet) == (4, True, 2)


def test_a_new_players_live_blind_counts_as_their_bet() -> None:  # DL-27
    dealt = start_hand(with_posts(ExtraPost(3, Post.LIVE_BLIND, 2)))
    assert (legal_actions(dealt).seat, legal_actions(dealt).check) == (3, True)


def test_a_live_blind_does_not_lower_a_straddle() -> None:  # DL-27, BT-43
    """Seat 4 posts two after a straddle to four: they owe two more, and so does the next player."""
    dealt = with_posts(straddle(3, 4), ExtraPost(4, Post.LIVE_BLIND, 2))
    assert chips_posted(dealt)[-1] == (4, "live blind", 2, 4)
    assert (legal_actions(dealt).seat, legal_actions(dealt).call) == (4, 2)
    play_acts(dealt, "c")
    assert (legal_actions(dealt).seat, legal_actions(dealt).call) == (1, 3)


def test_dead_chips_go_into_the_main_pot() -> None:  # DL-26, AI-4
    """Seat 4 pays a dead chip and has two left; the others can win no more from seat 4 than that, and the chip."""
    dealt = start_hand(with_posts(ExtraPost(4, Post.DEAD_BLIND, 1), stacks=(100, 100, 100, 3)))
    play_acts(dealt, "r 10", "c", "c", "c")
    assert [(pot.chips, pot.seats) for pot in dealt.pots] == [(9, (1, 2, 3, 4)), (24, (1, 2, 3))]


def test_one_player_may_ante_for_the_whole_table() -> None:  # DL-7
    dealt = with_posts(ExtraPost(2, Post.ANTE, 4))
    posts = [event for event in dealt.start() if isinstance(event, Posted)]
    assert (posts[0].seat, posts[0].chips, posts[0].to_match) == (2, 4, 0)
    assert "DL-26" not in posts[0].because
    assert [pot.chips for pot in dealt.pots] == [4]
    assert legal_actions(dealt).call == 2


def test_a_player_all_in_with_the_table_ante_still_contests_it() -> None:  # DL-12, AI-3
    """Seat 2 is the big blind and has one chip: it goes for the ante, and seat 2 can win it and no more."""
    deck = "2c As 3d 4d 7h Ac 8s 9s Kc Qd Jh Td Kd 5c Ks 6c"
    dealt = start_hand(make_hand(stacks=(100, 1, 100, 100), posts=(ExtraPost(2, Post.ANTE, 4),), deck=deck))
    play_acts(dealt, "c", "c", "c")
    assert [(pot.chips, pot.seats) for pot in dealt.pots] == [(1, (1, 2, 3, 4)), (6, (1, 3, 4))]
    while not dealt.over:
        play_acts(dealt, "x")
    assert dealt.stacks[2] == 1


def test_the_uncalled_part_of_a_straddle_is_returned() -> None:  # AI-10
    dealt = start_hand(with_posts(ExtraPost(4, Post.DEAD_BLIND, 1), straddle(3, 4)))
    play_acts(dealt, "f", "f", "f")
    assert dealt.stacks == {1: 99, 2: 98, 3: 104, 4: 99}


@pytest.mark.parametrize("game", ["five-card-draw", "seven-card-stud", "razz", "five-card-stud"])
def test_games_without_blinds_take_an_ante_from_every_player(game: str) -> None:  # DL-7, DL-8
    kinds = {event.post for event in make_hand(game).start() if isinstance(event, Posted)}
    assert kinds == {Post.ANTE}
