"""How hands end without a normal showdown: proof of openers, misdeals and void hands."""

from __future__ import annotations

import pytest

from railbird_server.rules.hand import has_significant_action
from railbird_shared.game.cards import Card, parse_cards
from railbird_shared.protocol.events import HandVoided, OpenersShown
from support.hand_builders import deal_order, make_hand, play_acts, start_hand, total_chips

JACKS, TENS, KINGS = "Jh Jc 9h 6h 4h", "Ts Td 7c 5d 2s", "Kh Kc 9d 6s 3h"


def openers_shown(*acts: str, then: str) -> list[tuple[Card, ...]]:
    """The openers that are shown beside the hands where Wren opens on jacks, Heron folds and Jay stays in."""
    dealt = start_hand(make_hand("jacks-or-better", (100,) * 3, deck=f"{deal_order(JACKS, TENS, KINGS)} {then}"))
    events = play_acts(dealt, "b 2", "f", "c", *acts)
    return [event.cards for event in events if isinstance(event, OpenersShown)]


def test_split_openers_are_shown_besides_the_final_hand() -> None:  # VT-5D-24, VT-5D-25
    assert openers_shown("d Jc", "pat", "b 4", "c", then="4c 2h") == [parse_cards("Jh Jc")]


def test_openers_shown_in_the_hand_are_not_shown_again() -> None:  # VT-5D-24
    assert openers_shown("d 9h 6h 4h", "pat", "b 4", "c", then="4c Js 2h 8s") == []


def test_a_voided_hand_returns_every_chip() -> None:  # IR-6, IR-13
    dealt = start_hand(make_hand(stacks=(200, 150, 100)))
    play_acts(dealt, "r 10", "c", "c", "b 20")
    events = dealt.void("The deck was not whole.")
    assert dealt.stacks == {1: 200, 2: 150, 3: 100}
    assert isinstance(events[-1], HandVoided)
    assert dealt.over


@pytest.mark.parametrize(
    ("acts", "deal_again", "because"),
    [
        ((), True, "IR-3"),
        (("c",), True, "IR-3"),
        (("c", "c"), False, "IR-5"),
        (("r 6", "f"), False, "IR-5"),
    ],
)
def test_a_voided_hand_is_a_misdeal_until_two_players_have_acted(
    acts: tuple[str, ...], *, deal_again: bool, because: str
) -> None:  # IR-1, IR-2, IR-3, IR-5
    dealt = start_hand(make_hand(stacks=(200, 150, 100)))
    play_acts(dealt, *acts)
    (voided,) = dealt.void("The deck was not whole.")
    assert isinstance(voided, HandVoided)
    assert voided.deal_again is deal_again
    assert voided.because == (because, "IR-6", "IR-13")


def test_a_voided_hand_keeps_the_carried_pot() -> None:
    dealt = start_hand(make_hand("five-card-draw", (100, 100), carried=7))
    assert total_chips(dealt) == 207
    dealt.void("The deck was not whole.")
    assert dealt.stacks == {1: 100, 2: 100}
    assert dealt.carried == 7


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
def test_significant_action_requires_actions_by_two_players(acts: tuple[str, ...], significant: bool) -> None:
    """A call counts as an act, blinds do not (IR-1, IR-2, IR-3, IR-5, CX-28)."""
    dealt = make_hand()
    assert has_significant_action([*dealt.start(), *play_acts(dealt, *acts)]) is significant


def test_two_actions_by_one_player_are_not_significant_action() -> None:  # IR-2
    dealt = make_hand(stacks=(200, 200, 200))
    history = [*dealt.start(), *play_acts(dealt, "c")]
    assert not has_significant_action(history + history[-1:])


def test_a_check_counts_as_significant_action_in_draw() -> None:  # IR-1
    dealt = make_hand("five-card-draw")
    assert has_significant_action([*dealt.start(), *play_acts(dealt, "x", "x")])
