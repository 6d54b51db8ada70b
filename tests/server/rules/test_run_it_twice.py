"""The rest of a hand dealt several times when all players are all-in and agree (SD-26)."""

from __future__ import annotations

from typing import TypeVar

import pytest
from msgspec.structs import replace

from railbird_server.rules.events import Dealt, RulesEvent
from railbird_server.rules.hand import Hand
from railbird_shared.game.game_rules import Rake
from railbird_shared.game.variants import Variant, get_variant
from railbird_shared.protocol.events import BoardDealt, HandEnded, PotAwarded, RakeTaken, RunBegan, RunChosen
from support.hand_builders import legal_actions, make_hand, play_acts, shuffled_deck, start_hand, total_chips

E = TypeVar("E")


def only(events: list[RulesEvent], kind: type[E]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]


def variant_with_runs(game: str, runs: int = 3) -> Variant:
    return replace(get_variant(game), runs=runs)


def all_in_hand(stacks: tuple[int, ...] = (50, 50), *, runs: int = 3, deck: str = "", rake: Rake | None = None) -> Hand:
    """Hold'em in which everybody is all-in before the flop."""
    dealt = start_hand(make_hand(variant_with_runs("holdem", runs), stacks, deck=deck, rake=rake))
    play_acts(dealt, f"r {max(stacks)}", *["c"] * (len(stacks) - 1))
    return dealt


def test_each_player_who_contests_the_pots_is_asked_once() -> None:  # SD-26
    dealt = all_in_hand((50, 50, 50))
    events: list[RulesEvent] = []
    for seat in (1, 2, 3):
        assert (legal_actions(dealt).seat, legal_actions(dealt).max_runs) == (seat, 3)
        events += play_acts(dealt, "run 2")
    assert [chosen.seat for chosen in only(events, RunChosen)] == [1, 2, 3]
    assert dealt.over


def test_the_house_sets_the_maximum_number_of_runs() -> None:  # SD-26
    assert legal_actions(all_in_hand(runs=2)).max_runs == 2


def test_no_player_is_asked_when_the_house_allows_one_run() -> None:  # SD-24
    assert all_in_hand(runs=1).over


def test_no_player_is_asked_while_one_can_still_bet() -> None:  # SD-26, AI-7
    dealt = start_hand(make_hand(variant_with_runs("holdem"), (50, 100, 100)))
    play_acts(dealt, "r 50", "c", "c")
    assert legal_actions(dealt).max_runs is None
    assert dealt.street_name == "flop"


def test_one_player_who_declines_makes_it_a_single_run() -> None:  # SD-26
    dealt = all_in_hand()
    events = play_acts(dealt, "run 3", "run 2")
    assert not only(events, RunBegan)
    assert sum(len(dealt_now.cards) for dealt_now in only(events, BoardDealt)) == 5


def test_every_run_deals_new_cards_onto_the_same_board() -> None:  # SD-26
    dealt = start_hand(make_hand(variant_with_runs("holdem"), (50, 50), deck=shuffled_deck(3)))
    play_acts(dealt, "c", "x", "b 48", "c")
    events = play_acts(dealt, "run 3", "run 3")
    assert [(began.run, began.times) for began in only(events, RunBegan)] == [(1, 3), (2, 3), (3, 3)]
    assert len({began.board for began in only(events, RunBegan)}) == 1
    later = [card for board in only(events, BoardDealt) for card in board.cards]
    assert len(later) == len(set(later)) == 6


def test_odd_chips_go_to_the_earlier_runs() -> None:  # SD-26
    """The pot is 101 chips, one of them carried over."""
    dealt = start_hand(make_hand(variant_with_runs("holdem"), (50, 50), deck=shuffled_deck(4), carried=1))
    play_acts(dealt, "r 50", "c")
    events = play_acts(dealt, "run 3", "run 3")
    per_run = [sum(award.chips for award in only(events, PotAwarded) if award.run == run) for run in (1, 2, 3)]
    assert per_run == [34, 34, 33]


def test_each_pot_is_divided_among_the_runs_separately() -> None:  # SD-26, AI-8
    dealt = all_in_hand((21, 60, 60))
    events = play_acts(dealt, "run 2", "run 2", "run 2")
    of_pot = {
        (pot, run): sum(award.chips for award in only(events, PotAwarded) if (award.pot, award.run) == (pot, run))
        for pot in (0, 1)
        for run in (1, 2)
    }
    assert of_pot == {(0, 1): 32, (0, 2): 31, (1, 1): 39, (1, 2): 39}


def test_all_runs_are_paid_when_the_hand_ends_and_no_chip_is_lost() -> None:  # SD-26, BT-42
    dealt = all_in_hand((21, 60, 60))
    assert total_chips(dealt) == 141
    events = play_acts(dealt, "run 3", "run 3", "run 3")
    assert isinstance(events[-1], HandEnded)
    assert sum(dealt.stacks.values()) == 141
    assert dealt.pots == ()


def test_rake_is_taken_once_for_all_runs() -> None:  # AI-17, SD-26
    dealt = all_in_hand(rake=Rake(10, 5))
    events = play_acts(dealt, "run 2", "run 2")
    assert [taken.chips for taken in only(events, RakeTaken)] == [5]
    assert sum(dealt.stacks.values()) == 95


def test_each_stud_run_starts_from_the_cards_held_at_the_all_in() -> None:  # SD-26
    dealt = start_hand(
        make_hand(variant_with_runs("seven-card-stud"), (5, 5), deck=shuffled_deck(5, "seven-card-stud"))
    )
    play_acts(dealt, "in", "r 4", "c")
    before = {seat: list(player.cards) for seat, player in dealt.players.items()}
    events = play_acts(dealt, "run 2", "run 2")
    for began in only(events, RunBegan):
        assert {seat: list(cards) for seat, cards in began.hands} == before
    dealt_cards = [card for deal in only(events, Dealt) for card in (*deal.down, *deal.up)]
    assert len(dealt_cards) == len(set(dealt_cards)) == 16
    assert all(len(player.cards) == 7 for player in dealt.players.values())


@pytest.mark.parametrize(("seats", "most"), [(2, 3), (3, 2), (5, None), (8, None)])
def test_runs_are_limited_by_the_cards_left_in_the_pack(seats: int, most: int | None) -> None:  # SD-26, DL-22
    dealt = start_hand(
        make_hand(variant_with_runs("seven-card-stud"), (1,) * seats, deck=shuffled_deck(6, "seven-card-stud"))
    )
    assert (dealt.legal_actions().max_runs if not dealt.over else None) == most  # type: ignore[union-attr]


def test_a_draw_game_has_one_run_however_many_the_house_allows() -> None:  # SD-26
    dealt = start_hand(make_hand(variant_with_runs("five-card-draw"), (1, 1)))
    while not dealt.over:
        assert legal_actions(dealt).max_runs is None
        play_acts(dealt, "pat")


def test_each_stud_run_keeps_the_upcards_face_up() -> None:  # SD-26
    dealt = start_hand(make_hand(variant_with_runs("seven-card-stud", 2), (10, 10), deck=shuffled_deck(5)))
    while legal_actions(dealt).max_runs is None:
        allowed = legal_actions(dealt)
        play_acts(
            dealt,
            f"r {allowed.wager.minimum}"
            if allowed.wager and not allowed.bring_in
            else "in"
            if allowed.bring_in
            else "c",
        )
    play_acts(dealt, "run 2", "run 2")
    for player in dealt.players.values():
        open_cards = [card for card, down in zip(player.cards, player.face_down, strict=True) if not down]
        assert len(player.cards) == 7
        assert player.upcards == open_cards
        assert len(open_cards) == 4
