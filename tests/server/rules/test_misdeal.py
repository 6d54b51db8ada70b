"""From when on a hand is played out whatever was wrong with its deal (IR-1..IR-5)."""

from __future__ import annotations

import pytest

from hands import make_hand, play_acts
from railbird_server.rules.misdeal import has_significant_action


@pytest.mark.parametrize(
    ("acts", "significant"),
    [
        ((), False),
        (("c",), False),
        (("c", "c"), True),
        (("f", "c"), True),
        (("r 6", "f"), True),
        (("r 6", "f", "f"), True),
    ],
)
def test_significant_action_takes_two_players_who_acted(acts: tuple[str, ...], significant: bool) -> None:
    """A call counts as an act, blinds do not (IR-1, IR-2, IR-3, IR-5, CX-28)."""
    dealt = make_hand()
    assert has_significant_action([*dealt.start(), *play_acts(dealt, *acts)]) is significant


def test_one_player_who_acts_twice_is_one_player() -> None:  # IR-2
    dealt = make_hand(stacks=(200, 200, 200))
    history = [*dealt.start(), *play_acts(dealt, "c")]
    assert not has_significant_action(history + history[-1:])


def test_in_draw_a_check_counts() -> None:  # IR-1
    dealt = make_hand("five-card-draw")
    assert has_significant_action([*dealt.start(), *play_acts(dealt, "x", "x")])
