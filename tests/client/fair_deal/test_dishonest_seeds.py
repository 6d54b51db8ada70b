"""Every way to cheat with seeds, commitments and whole decks, put to the real client and to both checkers.

A cheat of `FAULTS` is found at the table, by `railbird verify-deal` and by docs/verify_deal.py. One of `TOLD` proves
nothing against the dealer, and is told in all three places.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.fair_deal.deal_files import NONE_OPENED
from railbird_client.fair_deal.deal_witness import NOT_PROVED
from railbird_shared.fair_deal.record import FairDeal
from railbird_shared.fair_deal.shuffling import CommittedDeal, context_of, seat_commitment
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.events import SeedShare
from support.dishonest_dealer import Cheat, Hand, ToldStep, fresh, play_through


def _share(hand: Hand, seat: int) -> SeedShare:
    """A seed that the dealer has made up for a seat."""
    made_up = bytes([seat]) * 32
    return SeedShare(seat, seat_commitment(context_of(hand.view.table, hand.seeds.hand), seat, made_up), made_up)


def play_a_hand_before(hand: Hand) -> None:
    """Another hand is begun before, so that the player's program is there when this one begins."""
    hand.steps[:0] = [ToldStep([replace(hand.find(ev.HandStarted), hand=0)], []), ToldStep([ev.HandVoided(0, "")], [])]
    hand.view = replace(hand.view, fair_deal=FairDeal.OFF)


def commit_to_nothing(hand: Hand) -> None:
    hand.remove(ev.DealCommitted)


def commit_twice(hand: Hand) -> None:
    hand.steps[1].public.append(hand.find(ev.DealCommitted))


def deal_the_deck_of_another_hand(hand: Hand) -> None:
    other = CommittedDeal(hand.view.table, 99, hand.deal.deck, hand.seeds.server, hand.seeds.shares)
    roots = (other.commitment.roots[0], *hand.find(ev.DealCommitted).roots[1:])
    hand.change(ev.DealCommitted, 0, roots=roots)


def change_the_server_seed(hand: Hand) -> None:
    hand.change(ev.DealCommitted, 0, server=bytes(32))


def leave_out_the_seed(hand: Hand) -> None:
    hand.change(ev.DealCommitted, 0, seeds=hand.find(ev.DealCommitted).seeds[1:])


def replace_the_seed(hand: Hand) -> None:
    hand.change(ev.DealCommitted, 0, seeds=(_share(hand, 1), *hand.find(ev.DealCommitted).seeds[1:]))


def invent_a_seed_in_the_players_name(hand: Hand) -> None:
    """A player whose program sees every hand is asked for no seed, and finds one in their name."""
    play_a_hand_before(hand)
    hand.asks = False
    hand.opened = {}
    hand.ends = False


def invent_a_seed_once_the_others_are_known(hand: Hand) -> None:
    """The dealer adds a seed of an accomplice after it has seen all others, and so chooses among decks."""
    hand.change(ev.DealCommitted, 0, seeds=(*hand.find(ev.DealCommitted).seeds, _share(hand, 6)))


def open_another_seed_for_a_commitment(hand: Hand) -> None:
    own, other, *rest = hand.find(ev.DealCommitted).seeds
    hand.change(ev.DealCommitted, 0, seeds=(own, replace(other, seed=bytes([9]) * 32), *rest))


def drop_a_commitment(hand: Hand) -> None:
    hand.change(ev.DealCommitted, 0, seeds=hand.find(ev.DealCommitted).seeds[:-1])


def deal_the_hand_again(hand: Hand) -> None:
    """The hand is begun again under its number, with another deck."""
    other = CommittedDeal(hand.view.table, hand.seeds.hand, hand.deal.deck, bytes([8]) * 32, hand.seeds.shares)
    again = hand.find(ev.DealCommitted)
    again = replace(again, roots=(other.commitment.roots[0], *again.roots[1:]))
    hand.steps.append(ToldStep([hand.find(ev.HandStarted), again], []))


def tell_other_commitments_once_the_seed_is_known(hand: Hand) -> None:
    """The dealer tells the commitments again, with one of its own made after it has seen the player's seed."""
    invent_a_seed_once_the_others_are_known(hand)
    hand.told_again = tuple(replace(share, seed=None) for share in hand.find(ev.DealCommitted).seeds)


def accept_no_seed_and_use_it(hand: Hand) -> None:
    """The dealer does not say that it has the player's seed, and adds one of its own that goes with it."""
    invent_a_seed_once_the_others_are_known(hand)
    hand.accepts = False


def commit_after_the_first_bets(hand: Hand) -> None:
    """A table that has announced nothing commits to its deck once the first cards are dealt."""
    hand.view = replace(hand.view, fair_deal=FairDeal.OFF)
    at = hand.step_of(ev.HandStarted)
    first, second = hand.steps[at : at + 2]
    proofs = (ev.DealCommitted, ev.DeckDealt)
    later = [event for event in first.public if isinstance(event, proofs)]
    first.public[:] = [event for event in first.public if not isinstance(event, proofs)]
    openings = [event for event in first.private if isinstance(event, ev.YourOpenings)]
    first.private[:] = [event for event in first.private if not isinstance(event, ev.YourOpenings)]
    second.public[:0] = later
    second.private[:0] = openings


def commit_before_the_hand_begins(hand: Hand) -> None:
    """Who is dealt in is told once the deck is fixed, so that the dealer may choose who gets which hand."""
    committed = hand.find(ev.DealCommitted)
    hand.remove(ev.DealCommitted)
    step = hand.steps[hand.step_of(ev.HandStarted)]
    step.public.insert(0, committed)


def begin_the_hand_with_other_seats(hand: Hand) -> None:
    """The hand begins once more after the deck is fixed, with the seats in another order."""
    started = hand.find(ev.HandStarted)
    at = hand.step_of(ev.DealCommitted)
    events = hand.steps[at].public
    events.insert(events.index(hand.find(ev.DealCommitted)) + 1, replace(started, seats=started.seats[::-1]))


FAULTS: tuple[Cheat, ...] = (
    commit_before_the_hand_begins,
    begin_the_hand_with_other_seats,
    tell_other_commitments_once_the_seed_is_known,
    accept_no_seed_and_use_it,
    commit_after_the_first_bets,
    commit_to_nothing,
    commit_twice,
    deal_the_deck_of_another_hand,
    change_the_server_seed,
    leave_out_the_seed,
    replace_the_seed,
    invent_a_seed_in_the_players_name,
    invent_a_seed_once_the_others_are_known,
    open_another_seed_for_a_commitment,
    drop_a_commitment,
    deal_the_hand_again,
)


@pytest.mark.parametrize("cheat", FAULTS)
async def test_a_cheat_is_found_at_the_table_and_by_both_checkers(cheat: Cheat, tmp_path: Path) -> None:
    hand = fresh("holdem")
    cheat(hand)
    found = await play_through(hand, tmp_path)
    assert found.mark == NOT_PROVED, found
    assert not found.sound
    assert set(found.second) != {"proved"}, found.second


# --- what proves nothing, and is told


def ask_for_no_seed(hand: Hand) -> None:
    play_a_hand_before(hand)
    hand.asks = False
    hand.change(ev.DealCommitted, 0, seeds=())
    hand.opened = {}
    hand.ends = False


def invent_a_seed_for_a_bot(hand: Hand) -> None:
    seats = [replace(seat, bot=True) if seat and seat.seat == 3 else seat for seat in hand.view.seats]
    hand.view = replace(hand.view, seats=tuple(seats))


def invent_a_seed_for_an_empty_seat(hand: Hand) -> None:
    share = _share(hand, 6)
    hand.told = (*hand.told, share)
    hand.change(ev.DealCommitted, 0, seeds=(*hand.find(ev.DealCommitted).seeds, share))
    hand.opened = {}
    hand.ends = False


def send_the_table_unasked(hand: Hand) -> None:
    at = hand.step_of(ev.BoardDealt)
    hand.snapshots[at] = (hand.view_after(at + 1), False)


def say_nothing_of_the_streets(hand: Hand) -> None:
    hand.change(ev.DealCommitted, 0, streets=())


TOLD: tuple[tuple[Cheat, str, str], ...] = (
    (ask_for_no_seed, "was not asked for a seed", "you were not asked for a seed"),
    (invent_a_seed_for_a_bot, "Seat 3 is a bot, which gives no seed", "seat 3 is a bot"),
    (invent_a_seed_for_an_empty_seat, "A seed of seat 6 is in the shuffle", "seat 6 has given a seed"),
    (send_the_table_unasked, "had not asked for it", "the whole table was sent unasked"),
    (say_nothing_of_the_streets, "does not say what each street deals", "does not say what each street"),
)


@pytest.mark.parametrize(("cheat", "sentence", "note"), TOLD, ids=lambda each: getattr(each, "__name__", ""))
async def test_what_proves_nothing_is_told_in_all_places(
    cheat: Cheat, sentence: str, note: str, tmp_path: Path
) -> None:
    hand = fresh("holdem")
    cheat(hand)
    found = await play_through(hand, tmp_path)
    assert sentence in found.at_table
    assert sentence in " ".join(found.page)
    assert any(line.startswith("  note ") and sentence in line for line in found.first)
    assert any(note in each for each in found.notes)


# --- opened decks


async def test_a_stacked_deck_shows_when_it_is_opened(tmp_path: Path) -> None:
    """Without an opening of its cards it is the only sign; the cards of a hand that folds are opened to nobody."""
    hand = fresh("holdem")
    other = CommittedDeal(hand.view.table, 1, hand.deal.deck, bytes([7]) * 32, hand.seeds.shares)
    assert other.deck != hand.deal.deck
    hand.opened = {1: bytes([7]) * 32}
    found = await play_through(hand, tmp_path)
    assert "The opened decks are not what was dealt." in found.farewell
    assert not found.sound
    assert found.second == ["the opened seed is not the one that the server committed to"]


async def test_a_server_that_opens_no_deck_is_told_of_at_the_table(tmp_path: Path) -> None:
    hand = fresh("holdem")
    hand.opened = {}
    found = await play_through(hand, tmp_path)
    assert found.farewell == f"{NONE_OPENED} The night is over."
