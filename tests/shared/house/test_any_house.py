"""Any house at any game: it is refused with a sentence, or a whole hand of it can be played."""

from __future__ import annotations

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from railbird_server.rules.hand import Hand
from railbird_server.table.turn_clock import action_on_leaving, action_on_timeout
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.events import PotAwarded
from support.examples import examples
from support.house_builders import HouseHandCase, house_hand_cases
from support.random_play import USUALLY_ILLEGAL_ACTS, choose_action, hand_state, play_to_end, try_act

choices = st.lists(st.integers(0, 2**16), max_size=60)


@settings(max_examples=examples(600))
@given(house_hand_cases, choices)
def test_chips_are_conserved_and_somebody_acts_until_the_hand_is_over(deal: HouseHandCase, made: list[int]) -> None:
    if running := deal.make_hand_or_none():
        play_to_end(running, made)


@settings(max_examples=examples(200))
@given(house_hand_cases, choices)
def test_every_card_is_in_one_place_and_every_hand_has_its_words(deal: HouseHandCase, made: list[int]) -> None:
    if (running := deal.make_hand_or_none()) is None:
        return
    pack = Counter(running.variant.pack)
    running.start()
    for choice in made:
        legal = running.legal_actions()
        if legal is None:
            break
        held = Counter(card for player in running.players.values() for card in player.cards)
        assert held + Counter(running.board) <= pack
        for seat, player in running.players.items():
            assert bool(running.name_hand(seat)) == (not player.folded)
        running.act(legal.seat, choose_action(legal, running.players[legal.seat].cards, choice))


@settings(max_examples=examples(200))
@given(house_hand_cases, choices)
def test_the_clock_and_a_player_who_leaves_always_have_something_to_do(deal: HouseHandCase, made: list[int]) -> None:
    if (running := deal.make_hand_or_none()) is None:
        return
    running.start()
    for choice in made:
        legal = running.legal_actions()
        if legal is None:
            break
        cards = tuple(running.players[legal.seat].cards)
        acts = (
            action_on_timeout(legal, cards),
            action_on_leaving(legal, cards),
            choose_action(legal, list(cards), choice),
        )
        running.act(legal.seat, acts[choice % 3])


@settings(max_examples=examples(200))
@given(house_hand_cases, choices)
def test_the_house_takes_no_more_than_its_share_and_nothing_of_a_short_hand(
    deal: HouseHandCase, made: list[int]
) -> None:
    if (running := deal.make_hand_or_none()) is None:
        return
    rake = running.setup.rake
    events, _ = play_to_end(running, made)
    in_pots = sum(event.chips for event in events if isinstance(event, PotAwarded)) + running.raked
    if rake is None or running.street == 0:
        assert running.raked == 0
    else:
        assert running.raked <= min(rake.cap, in_pots * rake.percent // 100)


@settings(max_examples=examples(100))
@given(house_hand_cases, choices)
def test_the_same_inputs_give_the_same_events(deal: HouseHandCase, made: list[int]) -> None:
    first, again = deal.make_hand_or_none(), deal.make_hand_or_none()
    if first and again:
        events, acts = play_to_end(first, made)
        replayed = again.start()
        for seat, act in acts:
            replayed += again.act(seat, act)
        assert replayed == events


@settings(max_examples=examples(150))
@given(house_hand_cases, choices, st.sampled_from(USUALLY_ILLEGAL_ACTS), st.integers(1, 9))
def test_a_refused_act_changes_nothing(deal: HouseHandCase, made: list[int], attempt: str, seat: int) -> None:
    if running := deal.make_hand_or_none():
        attempt_before_every_act(running, made, attempt, seat)


def attempt_before_every_act(running: Hand, made: list[int], attempt: str, seat: int) -> None:
    running.start()
    for choice in made:
        before, in_turn = hand_state(running), running.to_act
        refusal = try_act(running, seat, attempt)
        if refusal is None:
            assert seat == in_turn
        else:
            assert hand_state(running) == before
            assert refusal.sentence.endswith(".")
        legal = running.legal_actions()
        if legal is None:
            return
        running.act(legal.seat, choose_action(legal, running.players[legal.seat].cards, choice))


@settings(max_examples=examples(400))
@given(house_hand_cases)
def test_a_game_that_a_house_cannot_play_is_refused_in_one_sentence(deal: HouseHandCase) -> None:
    sentence = ""
    try:
        deal.house_and_variant()
    except BadSetup as refusal:
        sentence = str(refusal)
    if sentence:
        assert sentence.endswith(".")
        assert "\n" not in sentence
        assert sentence[0].isupper() or sentence.split()[0] in HouseRules.__struct_fields__
