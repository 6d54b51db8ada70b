"""The chips in the middle: gathered into pots, raked, carried, paid out and given back."""

from __future__ import annotations

import pytest

from hands import make_hand, play_acts, start_hand
from railbird_server.rules.middle import Pots, Rake
from railbird_server.rules.player import Player
from railbird_shared.events import BetReturned, Pot, PotAwarded, PotsMade, RakeTaken


def make_pots(*bets: int, carried: int = 0) -> tuple[Pots, list[Player]]:
    """A middle with players, seats 1 and on, who have bet these chips of a hundred."""
    players = [Player(seat, 100) for seat in range(1, len(bets) + 1)]
    for player, bet in zip(players, bets, strict=True):
        player.pay(bet)
    return Pots(players, carried), players


def collected_pots(*bets: int, carried: int = 0) -> Pots:
    pots, _ = make_pots(*bets, carried=carried)
    pots.collect_bets(return_uncalled=False)
    return pots


def test_collected_bets_become_pots() -> None:  # AI-4
    pots, players = make_pots(20, 50, 50)
    events = pots.collect_bets(return_uncalled=True)
    assert events == [PotsMade((Pot(60, (1, 2, 3)), Pot(60, (2, 3))))]
    assert [player.bet for player in players] == [0, 0, 0]


def test_an_uncalled_bet_is_returned_before_the_pots_are_made() -> None:  # AI-10
    pots, players = make_pots(20, 50)
    assert pots.collect_bets(return_uncalled=True) == [BetReturned(2, 30, ("AI-10",)), PotsMade((Pot(40, (1, 2)),))]
    assert players[1].stack == 80


def test_carried_chips_go_into_the_main_pot() -> None:  # BT-38
    pots = collected_pots(20, 50, 50, carried=7)
    assert [pot.chips for pot in pots.pots] == [67, 60]
    assert pots.carried == 0


def test_collecting_no_bets_gives_no_event() -> None:
    pots = collected_pots(20, 20)
    assert pots.collect_bets(return_uncalled=True) == []


def test_a_refund_returns_what_was_put_in_and_keeps_the_carried_pot() -> None:  # IR-6, IR-13
    pots, players = make_pots(20, 50, carried=7)
    pots.collect_bets(return_uncalled=True)
    assert pots.refund_all() == ((1, 20), (2, 20))
    assert [player.stack for player in players] == [100, 100]
    assert (pots.carried, pots.pots) == (7, ())


def test_a_passed_out_pot_is_carried_over_whole() -> None:  # BT-38
    pots = collected_pots(5, 5, carried=3)
    assert pots.carry_over() == 13
    assert pots.total_chips == 13


def test_awards_reach_their_winners() -> None:
    pots, players = make_pots(20, 20)
    pots.collect_bets(return_uncalled=True)
    pots.pay_out([PotAwarded(1, 0, 30), PotAwarded(2, 0, 10)])
    assert [player.stack for player in players] == [110, 90]
    assert pots.total_chips == 0


# --- the rake -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bets", "rake", "taken"),
    [
        ((20, 20), Rake(5), 2),
        ((19, 20), Rake(5), 1),
        ((9, 10), Rake(5), 0),
        ((50, 50), Rake(10, 3), 3),
        ((50, 50), Rake(10, 30), 10),
        ((20, 50, 50), Rake(10), 12),
        ((20, 50, 50), Rake(10, 8), 8),
        ((20, 50, 50), Rake(10, 5), 5),
    ],
)
def test_a_percentage_of_each_pot_is_rounded_down_and_capped(bets: tuple[int, ...], rake: Rake, taken: int) -> None:
    """The cap is one for all pots of a hand (AI-16, AI-17)."""
    pots = collected_pots(*bets)
    before = pots.total_chips
    pots.take_rake(rake)
    assert pots.raked == taken
    assert pots.total_chips == before - taken


def test_each_pot_is_rounded_by_itself() -> None:  # AI-17
    """A tenth of 27 and of 18 is two and one, where a tenth of both together would be four."""
    pots = collected_pots(9, 18, 18)
    assert [pot.chips for pot in pots.pots] == [27, 18]
    pots.take_rake(Rake(10))
    assert [pot.chips for pot in pots.pots] == [25, 17]


def test_the_rake_event_names_the_pots_that_are_left() -> None:  # AI-18, BT-39
    pots = collected_pots(20, 20)
    assert pots.take_rake(Rake(10)) == [RakeTaken(4, (Pot(36, (1, 2)),), ("AI-16", "AI-17", "AI-18"))]


def test_no_rake_gives_no_event() -> None:
    assert collected_pots(2, 2).take_rake(Rake(10)) == []


def test_no_flop_no_drop() -> None:  # AI-17
    """A tenth of the 102 chips that two raises leave in the pot would be ten; they all go to seat 1."""
    early = start_hand(make_hand(rake=Rake(10)))
    events = play_acts(early, "r 50", "r 120", "f", "f")
    assert [event.chips for event in events if isinstance(event, PotAwarded)] == [102]
    assert not [event for event in events if isinstance(event, RakeTaken)]
    assert (early.raked, sum(early.stacks.values())) == (0, 600)


def test_no_second_street_no_drop() -> None:  # AI-17
    """In stud the second street is what the flop is in hold'em: on fourth street a pot is raked, before it none."""
    for acts, raked in ((("in", "r 4", "c", "c", "b 4", "f", "f"), 1), (("in", "r 4", "r 8", "f", "f"), 0)):
        dealt = start_hand(make_hand("seven-card-stud", rake=Rake(10)))
        play_acts(dealt, *acts)
        assert (dealt.over, dealt.raked) == (True, raked)


@pytest.mark.parametrize("acts", [("r 50", "f", "c", "x", "b 20", "f"), ("r 50", "f", "c", *["x"] * 6)])
def test_a_pot_won_on_the_flop_or_at_the_showdown_is_raked_before_it_is_shared(acts: tuple[str, ...]) -> None:
    """Rake is taken before the pot is shared, and chips and rake together stay the same (AI-18, BT-42)."""
    dealt = start_hand(make_hand(rake=Rake(10, 4)))
    events = play_acts(dealt, *acts)
    kinds = [type(event) for event in events]
    assert kinds.index(RakeTaken) < kinds.index(PotAwarded)
    assert dealt.raked == 4
    assert sum(dealt.stacks.values()) == 596


def test_an_uncalled_bet_is_never_raked() -> None:  # AI-10, AI-18
    dealt = start_hand(make_hand(stacks=(200, 200), rake=Rake(10)))
    play_acts(dealt, "c", "x", "b 100", "f")
    assert dealt.raked == 0


def test_everybody_all_in_before_the_flop_pays_when_the_flop_is_dealt() -> None:  # AI-17
    dealt = start_hand(make_hand(stacks=(50, 50), rake=Rake(10, 5)))
    play_acts(dealt, "r 50", "c")
    assert dealt.raked == 5
