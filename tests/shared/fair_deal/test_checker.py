"""The check of a deal against everything that a server, or a player who works with it, could do wrong."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from msgspec.structs import replace

from railbird_shared.fair_deal.checker import DealReport
from railbird_shared.fair_deal.record import DealEvent, DealProgress, DealRecord, OwnSeed
from railbird_shared.fair_deal.shuffling import (
    CommittedDeal,
    MerkleTree,
    context_of,
    leaf_hash,
    seat_commitment,
    server_commitment,
)
from railbird_shared.game.cards import PACK, Card
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.events import Opening, SeedShare, StreetDeal
from support.fair_deals import check_record, second_faults
from support.type_strategies import strategy_for

SERVER, OWN, OTHER = bytes(32), bytes([1]) * 32, bytes([2]) * 32
CONTEXT = context_of("t", 7)
SHARES = (
    SeedShare(1, seat_commitment(CONTEXT, 1, OWN), OWN),
    SeedShare(2, seat_commitment(CONTEXT, 2, OTHER), OTHER),
)
OWN_SEED = OwnSeed(1, server_commitment(CONTEXT, SERVER), SHARES[0].commitment, OWN, opened=True)
HOLDEM = (StreetDeal(down=2), *[StreetDeal(burn=True, board=cards) for cards in (3, 1, 1)])
DEAL = CommittedDeal("t", 7, PACK, SERVER, SHARES, reshuffles=1, streets=HOLDEM)
CARDS = DEAL.deck

Steps = list[list[DealEvent]]


def opened(*places: int) -> tuple[Opening, ...]:
    return tuple(DEAL.open(0, place) for place in places)


def honest_steps() -> Steps:
    """A hand of hold'em between seats 1 and 2, told to seat 1: the deal, a flop, a showdown."""
    return [
        [
            ev.HandStarted(7, button=1, seats=(2, 1)),
            DEAL.commitment,
            ev.StreetBegan(0, "preflop"),
            ev.CardsDealt(2, down=2),
            ev.CardsDealt(1, down=2),
            ev.DeckDealt((2, 1, 2, 1)),
            ev.YourCards((CARDS[1], CARDS[3]), (CARDS[1], CARDS[3])),
            ev.YourOpenings(opened(1, 3)),
        ],
        [
            ev.StreetBegan(1, "flop"),
            ev.BoardDealt((CARDS[5], CARDS[6], CARDS[7])),
            ev.DeckDealt((-1, 0, 0, 0)),
            ev.CardsOpened(opened(5, 6, 7)),
        ],
        [ev.HandShown(2, (CARDS[0], CARDS[2]), "something"), ev.CardsOpened(opened(0, 2))],
    ]


def report_of(steps: Steps, *, own: OwnSeed | None = OWN_SEED, seed: bytes | None = None) -> DealReport:
    told = tuple(tuple(step) for step in steps)
    return check_record(DealRecord(table="t", hand=7, seat=1, own=own, steps=told, server_seed=seed))


def faults_of(steps: Steps, *, own: OwnSeed | None = OWN_SEED, seed: bytes | None = None) -> list[str]:
    return list(report_of(steps, own=own, seed=seed).faults)


def with_event(step: int, place: int, event: DealEvent) -> Steps:
    """The honest hand with another event in one place."""
    steps = honest_steps()
    steps[step][place] = event
    return steps


def committed_as(**changes: object) -> Steps:
    return with_event(0, 1, replace(DEAL.commitment, **changes))


def test_an_honest_hand_has_no_faults() -> None:
    assert report_of(honest_steps()) == DealReport(7, (), ())
    assert faults_of(honest_steps(), seed=SERVER) == []


def test_a_changed_card_is_found() -> None:
    other = CARDS[20]
    (first, second), lie = opened(1, 3), replace(opened(3)[0], card=other)
    steps = honest_steps()
    steps[0][6] = ev.YourCards((CARDS[1], other), (CARDS[1], other))
    steps[0][7] = ev.YourOpenings((first, lie))
    assert faults_of(steps) == [f"The opening of the {other} does not fit what the server committed to."]
    steps[0][7] = ev.YourOpenings((first, second))
    assert faults_of(steps) == [
        f"The {other} that you were dealt lay elsewhere: the {CARDS[3]} was committed to for its place."
    ]


def test_a_changed_order_is_found() -> None:
    steps = with_event(0, 5, ev.DeckDealt((2, 1, 1, 2)))
    assert "The cards were not dealt in turn from the top of the deck." in faults_of(steps)


def test_a_card_from_further_down_in_the_deck_is_found() -> None:
    """The server deals seconds: the turn is a better card than the next one."""
    steps = honest_steps()
    steps[1][1] = ev.BoardDealt((CARDS[5], CARDS[6], CARDS[9]))
    steps[1][3] = ev.CardsOpened(opened(5, 6, 9))
    assert faults_of(steps) == [f"The {CARDS[9]} that everybody sees came without its opening."]
    steps[1][2] = ev.DeckDealt((-1, 0, 0, -1, -1, 0))
    assert "A card was burned in the midst of a deal." in faults_of(steps)


def test_a_deal_that_passes_a_player_over_is_found() -> None:
    steps = honest_steps()
    steps[0][3:6] = [ev.CardsDealt(1, down=2), ev.CardsDealt(2, down=2), ev.DeckDealt((1, 2, 1, 2))]
    assert "The deal does not go round from the button's left." in faults_of(steps)


def test_a_withheld_opening_is_found() -> None:
    steps = honest_steps()
    del steps[0][7]
    assert faults_of(steps) == [f"The {CARDS[place]} that you were dealt came without its opening." for place in (1, 3)]
    steps = honest_steps()
    del steps[1][3]
    assert len(faults_of(steps)) == 3
    steps = honest_steps()
    del steps[2][1]
    assert faults_of(steps) == [
        f"Seat 2 showed the {CARDS[place]}, and it is not opened among the cards dealt to it." for place in (0, 2)
    ]


def test_swapped_openings_are_found() -> None:
    """A player is shown the opening of somebody else's card, or has cards that were dealt to another seat."""
    steps = with_event(0, 7, ev.YourOpenings(opened(0, 2)))
    assert f"The {CARDS[0]} was opened as yours, and it was dealt to somebody else." in faults_of(steps)
    first, second = opened(1, 3)
    swapped = (replace(first, place=3), replace(second, place=1))
    assert len(faults_of(with_event(0, 7, ev.YourOpenings(swapped)))) >= 2


def test_a_burned_card_is_never_opened() -> None:
    steps = with_event(1, 3, ev.CardsOpened(opened(4, 5, 6, 7)))
    assert faults_of(steps) == [f"The {CARDS[4]} was opened, and it was burned."]


def test_a_card_that_lies_twice_in_a_deck_is_found() -> None:
    twice = (CARDS[1], *CARDS[1:51], CARDS[1])
    assert twice.count(CARDS[1]) == 3
    salts = [bytes(16)] * 52
    leaves = [leaf_hash(CONTEXT, 0, place, *each) for place, each in enumerate(zip(twice, salts, strict=True))]
    tree = MerkleTree(leaves)
    forged = {place: Opening(place, twice[place], salts[place], tree.path(place)) for place in range(8)}
    steps = committed_as(roots=(tree.root, DEAL.commitment.roots[1]))
    steps[0][7] = ev.YourOpenings((forged[1], forged[3]))
    steps[1][3] = ev.CardsOpened((forged[5], forged[6], forged[7]))
    steps[2] = [ev.HandShown(2, (twice[0], twice[2]), ""), ev.CardsOpened((forged[0], forged[2]))]
    assert faults_of(steps) == [f"The {CARDS[1]} was opened at two places of one deck."]


# --- seeds


def test_a_seed_that_was_not_committed_to_is_found() -> None:
    late = replace(SHARES[1], seed=bytes([9]) * 32)
    assert faults_of(committed_as(seeds=(SHARES[0], late))) == [
        "The seed of seat 2 is not the one that its player committed to."
    ]


def test_a_copied_commitment_cannot_be_opened_from_another_seat() -> None:
    copied = SeedShare(2, SHARES[0].commitment, OWN)
    assert faults_of(committed_as(seeds=(SHARES[0], copied))) == [
        "The seed of seat 2 is not the one that its player committed to."
    ]


def test_two_seeds_of_one_seat_are_found() -> None:
    assert "A seat has given two seeds to one shuffle." in faults_of(committed_as(seeds=(*SHARES, SHARES[1])))


@pytest.mark.parametrize("seeds", [SHARES[1:], (replace(SHARES[0], seed=None), SHARES[1])])
def test_a_seed_that_the_server_ignores_is_found(seeds: tuple[SeedShare, ...]) -> None:
    steps = committed_as(seeds=seeds)
    assert faults_of(steps) == ["The server has accepted your seed and left it out of the shuffle."]
    unanswered = report_of(steps, own=replace(OWN_SEED, opened=False))
    assert unanswered.faults == ()
    assert unanswered.remarks == ("Your seed came too late for the shuffle, or the server left it out.",)


def test_another_seed_in_the_place_of_ones_own_is_found() -> None:
    forged = SeedShare(1, seat_commitment(CONTEXT, 1, OTHER), OTHER)
    assert faults_of(committed_as(seeds=(forged, SHARES[1]))) == [
        "The server has put another seed in the place of yours."
    ]


def test_a_server_that_changes_its_seed_after_the_players_have_opened_theirs_is_found() -> None:
    better = CommittedDeal("t", 7, PACK, bytes([5]) * 32, SHARES, reshuffles=1, streets=HOLDEM)
    assert "The server has changed its seed after it had asked for yours." in faults_of(
        with_event(0, 1, better.commitment)
    )


def test_a_shuffle_that_began_anew_while_the_player_was_away_is_noted() -> None:
    other = CommittedDeal("t", 7, PACK, bytes([5]) * 32, SHARES[1:], reshuffles=1, streets=HOLDEM)
    record = DealRecord(table="t", hand=7, seat=1, own=replace(OWN_SEED, away=True), steps=((other.commitment,),))
    assert check_record(record) == DealReport(
        0, (), ("The shuffle began anew while you were away, and your seed is not in it.",)
    )
    assert second_faults(record) == []
    there = replace(record, own=OWN_SEED)
    assert check_record(there).faults
    assert second_faults(there) == ["the server has changed its seed"]


def test_who_is_not_dealt_in_has_no_part_in_the_shuffle() -> None:
    other = CommittedDeal("t", 7, PACK, bytes([5]) * 32, SHARES[1:], reshuffles=1, streets=HOLDEM)
    for seats, is_fault in (((2, 3), False), ((1, 2), True)):
        steps = ((ev.HandStarted(7, button=2, seats=seats), other.commitment),)
        record = DealRecord(table="t", hand=7, seat=1, own=OWN_SEED, steps=steps)
        assert bool(check_record(record).faults) is is_fault
        assert bool(second_faults(record)) is is_fault


def test_who_was_away_still_finds_another_seed_in_the_place_of_theirs_in_the_same_shuffle() -> None:
    forged = SeedShare(1, seat_commitment(CONTEXT, 1, OTHER), OTHER)
    steps = committed_as(seeds=(forged, SHARES[1]))
    assert faults_of(steps, own=replace(OWN_SEED, away=True)) == [
        "The server has put another seed in the place of yours."
    ]


def test_a_player_who_works_with_the_server_cannot_choose_their_seed_last() -> None:
    """What they committed to is known to all before the first seed is opened, so a better one does not fit it."""
    best = min((bytes([number]) * 32 for number in range(3, 40)), key=lambda seed: rank_with(seed).rank)
    steps = committed_as(seeds=(SHARES[0], replace(SHARES[1], seed=best)))
    assert faults_of(steps) == ["The seed of seat 2 is not the one that its player committed to."]


def rank_with(seed: bytes) -> Card:
    """The first card of the deck if seat 2 could still choose its seed."""
    return CommittedDeal("t", 7, PACK, SERVER, (SHARES[0], replace(SHARES[1], seed=seed))).deck[0]


# --- roots


def test_the_deck_of_another_hand_is_found() -> None:
    old = CommittedDeal("t", 6, PACK, SERVER, SHARES, reshuffles=1)
    steps = committed_as(roots=old.commitment.roots)
    steps[0][6] = ev.YourCards((old.deck[1], old.deck[3]), (old.deck[1], old.deck[3]))
    steps[0][7] = ev.YourOpenings((old.open(0, 1), old.open(0, 3)))
    assert f"The opening of the {old.deck[1]} does not fit what the server committed to." in faults_of(steps)


def test_a_second_commitment_is_found() -> None:
    steps = honest_steps()
    steps[1].insert(0, DEAL.commitment)
    assert faults_of(steps) == ["The server has committed to two decks for one hand."]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"roots": ()}, "The server has committed to no deck."),
        ({"cards": 51}, "No pack has 51 cards with 0 jokers."),
        ({"cards": 54}, "No pack has 54 cards with 0 jokers."),
    ],
)
def test_a_commitment_to_no_pack_is_found(changes: dict[str, object], sentence: str) -> None:
    assert sentence in faults_of(committed_as(**changes))


def test_a_hand_without_a_commitment_is_no_fair_deal() -> None:
    steps = honest_steps()
    del steps[0][1]
    assert faults_of(steps)[-1] == "The server has committed to no deck in this hand."


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"server_seed": OTHER}, "The opened seed is not the one that the server committed to."),
        ({}, "The deck that was dealt does not follow from the seeds."),
    ],
)
def test_a_deck_that_does_not_follow_from_the_seeds_is_found_when_it_is_opened(
    change: dict[str, bytes], sentence: str
) -> None:
    stacked = CommittedDeal("t", 7, PACK, OTHER, (), reshuffles=1).commitment.roots
    steps = honest_steps() if change else committed_as(roots=stacked)
    assert sentence in faults_of(steps, seed=change.get("server_seed", SERVER))


# --- reshuffles


def draw_steps(reshuffled: ev.DeckDealt, cards: Sequence[Card], openings: tuple[Opening, ...], used: int) -> Steps:
    """A hand of which `used` cards are dealt from the deck to seat 1, and then some of a reshuffle."""
    dealt: list[DealEvent] = [
        ev.HandStarted(7, button=1, seats=(2, 1)),
        replace(DEAL.commitment, streets=()),
        ev.Drew(1, used),
        ev.CardsDealt(1, down=used),
        ev.DeckDealt((1,) * used),
        ev.YourCards(CARDS[:used], CARDS[:used]),
        ev.YourOpenings(opened(*range(used))),
    ]
    drawn: list[DealEvent] = [
        ev.Drew(1, len(cards)),
        ev.CardsDealt(1, down=len(cards)),
        reshuffled,
        ev.YourCards(tuple(cards), tuple(cards)),
        ev.YourOpenings(openings),
    ]
    return [dealt, drawn]


def drawn_from(places: tuple[int, ...], *, order: int = 1, used: int = 51) -> list[str]:
    openings = tuple(DEAL.open(1, place) for place in places)
    return faults_of(
        draw_steps(ev.DeckDealt((1,) * len(places), order, places), [each.card for each in openings], openings, used)
    )


def test_cards_of_a_reshuffle_come_in_the_order_that_was_committed_to() -> None:
    assert drawn_from((4, 11, 30)) == []
    assert drawn_from((11, 4, 30)) == ["The reshuffled cards were not dealt in the order that was committed to."]
    assert "The card at place 5 was dealt twice." in drawn_from((4, 4))


def test_a_reshuffle_while_the_deck_has_cards_is_found() -> None:
    assert drawn_from((4,), used=40) == ["The server has reshuffled while the deck still had cards."]


def test_a_reshuffle_in_an_order_that_was_not_committed_to_is_found() -> None:
    assert "The server has reshuffled in an order that it did not commit to." in drawn_from((4,), order=2)


# --- who comes later


def test_who_comes_later_checks_what_they_see() -> None:
    progress = DealProgress(DEAL.commitment, (ev.DeckDealt((2, 1, 2, 1, -1, 0, 0, 0)),), opened(5, 6, 7))
    told = (tuple(honest_steps()[2]),)
    record = DealRecord(table="t", hand=7, seat=1, steps=told, resumed=progress, own_openings=opened(1, 3))
    report = check_record(record)
    assert (report.cards, report.faults) == (7, ())
    assert report.remarks == ("You were away when this hand began, so the order of its deal is not checked.",)
    lie = replace(progress, opened=(replace(opened(5)[0], card=CARDS[30]),))
    assert check_record(replace(record, resumed=lie)).faults


PLACES = [(at, place) for at, step in enumerate(honest_steps()) for place in range(len(step))]


@pytest.mark.parametrize(("step", "place"), PLACES)
def test_no_event_can_be_left_out_unnoticed_that_proves_a_card(step: int, place: int) -> None:
    steps = honest_steps()
    left_out = steps[step].pop(place)
    harmless = isinstance(left_out, ev.HandStarted | ev.HandShown)
    assert bool(faults_of(steps)) is not harmless


@given(strategy_for(DealRecord))
def test_whatever_a_record_says_the_check_answers_in_sentences(record: DealRecord) -> None:
    report = check_record(record)
    assert all(sentence.endswith(".") for sentence in (*report.faults, *report.remarks))
