"""From when on a hand is played out whatever was wrong with its deal (IR-1..IR-5)."""

from __future__ import annotations

import pytest

from hands import hand, play
from railbird_server.rules.misdeal import is_significant


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
def test_two_players_who_acted_make_a_hand_that_stands(acts: tuple[str, ...], significant: bool) -> None:
    """A call counts as an act, blinds do not (IR-1, IR-2, IR-3, IR-5, CX-28)."""
    dealt = hand()
    assert is_significant([*dealt.start(), *play(dealt, *acts)]) is significant


def test_one_player_who_acts_twice_is_one_player() -> None:  # IR-2
    dealt = hand(stacks=(200, 200, 200))
    history = [*dealt.start(), *play(dealt, "c")]
    assert not is_significant(history + history[-1:])


def test_in_draw_a_check_counts() -> None:  # IR-1
    dealt = hand("five-card-draw")
    assert is_significant([*dealt.start(), *play(dealt, "x", "x")])
