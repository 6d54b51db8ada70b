"""Every way to cheat behind steps that never come, put to the real client and to both checkers.

A player whose connection was lost gets the whole table, and sees less of the deal than one who was there. What the
table tells of itself then still has to be one deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from msgspec.structs import replace

from railbird_client.fair_deal.deal_witness import NOT_PROVED
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.events import BURNED, DeckPlace, StreetDeal
from railbird_shared.protocol.view import TableView
from support.dishonest_dealer import GAMES, Cheat, Hand, ToldStep, fresh, play_through


def _lose(hand: Hand, first: int, last: int, *, asked: bool = True) -> TableView:
    """The steps from `first` to `last` never come; returns the table that comes instead."""
    view = hand.view_after(last + 1)
    hand.steps[first : last + 1] = [ToldStep([], [])]
    moved = {at - (last - first) if at > last else at: told for at, told in hand.snapshots.items()}
    hand.snapshots = {**moved, first: (view, asked)}
    return view


def _change_view(hand: Hand, at: int, **changes: object) -> None:
    view, asked = hand.snapshots[at]
    hand.snapshots[at] = (replace(view, **changes), asked)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lost", [1, 3])
async def test_an_honest_hand_with_a_gap_is_proved(game: str, lost: int, tmp_path: Path) -> None:
    hand = fresh(game)
    for first in range(1, len(hand.steps) - lost):
        tried = fresh(game)
        _lose(tried, first, first + lost - 1)
        found = await play_through(tried, tmp_path / str(first))
        assert found.mark.startswith("deal proved: "), (first, found.at_table)
        assert (found.sound, found.second) == (True, ["proved"]), first


def _burn_twice(hand: Hand, street: int, first: int) -> None:
    """Deals the board of a street after two burned cards; `first` is the place of the card that is due."""
    board = hand.find(ev.BoardDealt, street).cards
    places = range(first + 2, first + 2 + len(board))
    at = hand.step_of(ev.BoardDealt, street)
    hand.change(ev.BoardDealt, street, cards=tuple(hand.deal.deck[place] for place in places))
    for number, event in enumerate(hand.steps[at].public):
        if isinstance(event, ev.DeckDealt):
            hand.steps[at].public[number] = ev.DeckDealt((BURNED, BURNED, *[0] * len(board)))
        if isinstance(event, ev.CardsOpened):
            hand.steps[at].public[number] = ev.CardsOpened(hand.open(*places))


def burn_twice_before_any_street(hand: Hand) -> None:
    """The flop came after two burned cards, and the table is said to be before its first street."""
    at = hand.step_of(ev.BoardDealt)
    _burn_twice(hand, 0, 6)
    _lose(hand, at, at)
    del hand.steps[at + 1 :]
    _change_view(hand, at, street=-1)


def deal_the_turn_twice_as_if_over(hand: Hand) -> None:
    """The turn is said to have been run twice, in a hand that is over; then it is not over after all."""
    at = hand.step_of(ev.BoardDealt, 1)
    next_turn = 6 + 4 + 2 + 1  # three hands, a burned card before each street, the flop and the turn
    board = ev.BoardDealt((hand.deal.deck[next_turn],))
    hand.steps.insert(at + 1, ToldStep([board, ev.DeckDealt((BURNED, 0)), ev.CardsOpened(hand.open(next_turn))], []))
    view = _lose(hand, at, at + 1)
    hand.snapshots[at] = (replace(view, playing=False), True)
    hand.steps[at + 1 :] = [ToldStep([], [])]
    hand.snapshots[at + 1] = (view, True)


def deal_on_in_a_hand_that_was_over(hand: Hand) -> None:
    """The hand is said to be over in the midst of it, and then the turn is dealt."""
    at = hand.step_of(ev.BoardDealt)
    view = _lose(hand, at, at)
    hand.snapshots[at] = (replace(view, playing=False), True)


def reshuffle_a_game_without_draws(hand: Hand) -> None:
    """The turn is a card of another order, which is committed to as for reshuffles."""
    committed = hand.find(ev.DealCommitted)
    hand.change(ev.DealCommitted, 0, roots=(*committed.roots, *committed.roots))
    at = hand.step_of(ev.BoardDealt, 1)
    for number, event in enumerate(hand.steps[at].public):
        if isinstance(event, ev.DeckDealt):
            hand.steps[at].public[number] = ev.DeckDealt((BURNED, 0), 1, (3, 12))
    _lose(hand, at, at)
    del hand.steps[at + 1 :]


def throw_cards_away_in_a_game_without_draws(hand: Hand) -> None:
    """An accomplice is said to have thrown a card away."""
    at = hand.step_of(ev.BoardDealt)
    view = _lose(hand, at, at)
    assert view.deal is not None
    seats = [replace(seat, cards=(None,)) if seat and seat.seat == 2 else seat for seat in view.seats]
    place = hand.find(ev.DeckDealt).to.index(2)
    deal = replace(view.deal, discarded=(DeckPlace(place),))
    _change_view(hand, at, seats=tuple(seats), deal=deal)
    del hand.steps[at + 1 :]


def _accomplice_draws(hand: Hand, counts: Sequence[int]) -> None:
    """An accomplice drew so many cards more, behind a gap."""
    at = next(at for at, step in enumerate(hand.steps) if any(isinstance(event, ev.Drew) for event in step.public))
    view = _lose(hand, at, at)
    assert view.deal is not None
    held = [place for place, to in enumerate(hand.find(ev.DeckDealt).to) if to == 2]
    deal, discarded = view.deal, []
    for count in counts:
        thrown, held = held[:count], held[count:]
        top = sum(len(dealt.to) for dealt in deal.dealt)
        held += range(top, top + count)
        discarded += [DeckPlace(place) for place in thrown]
        deal = replace(deal, dealt=(*deal.dealt, ev.DeckDealt((2,) * count)))
    deal = replace(deal, discarded=(*deal.discarded, *discarded))
    _change_view(hand, at, deal=deal)
    del hand.steps[at + 1 :]


def draw_again_and_again(hand: Hand) -> None:
    """An accomplice drew three times in the one draw of the game, until it had what the dealer likes."""
    _accomplice_draws(hand, (3, 3, 3))


def get_more_than_was_thrown_away(hand: Hand) -> None:
    """An accomplice got two cards, and threw none away."""
    at = next(at for at, step in enumerate(hand.steps) if any(isinstance(event, ev.Drew) for event in step.public))
    view = _lose(hand, at, at)
    assert view.deal is not None
    deal = replace(view.deal, dealt=(*view.deal.dealt, ev.DeckDealt((2, 2))))
    seats = [replace(seat, cards=(None,) * 7) if seat and seat.seat == 2 else seat for seat in view.seats]
    _change_view(hand, at, deal=deal, seats=tuple(seats))
    del hand.steps[at + 1 :]


def deal_nothing_that_is_proved(hand: Hand) -> None:
    """The table has no deal, and shows cards."""
    at = hand.step_of(ev.BoardDealt)
    _lose(hand, at, at)
    _change_view(hand, at, deal=None, playing=False)
    del hand.steps[at + 1 :]


def show_a_hand_that_is_not_in(hand: Hand) -> None:
    """An accomplice is said not to be in the hand, and its cards are drawn all the same."""
    at = hand.step_of(ev.BoardDealt)
    view = _lose(hand, at, at)
    card = next(card for card in hand.deal.deck[::-1])
    seats = [
        replace(seat, in_hand=False, cards=(card, None)) if seat and seat.seat == 2 else seat for seat in view.seats
    ]
    _change_view(hand, at, seats=tuple(seats))


def draw_a_card_as_having_won(hand: Hand) -> None:
    """At the end another card is drawn as having won, with the whole table."""
    last = len(hand.steps) - 1
    view = _lose(hand, last, last)
    card = hand.deal.deck[-1]
    seats = [replace(seat, winning_cards=(card,)) if seat and seat.winning_cards else seat for seat in view.seats]
    assert any(seat and seat.winning_cards for seat in seats)
    _change_view(hand, last, seats=tuple(seats))


def throw_other_cards_away_after_a_detour(hand: Hand) -> None:
    """The table of another hand comes, and then this one again, in which other cards are thrown away."""
    number = next(at for at, event in enumerate(hand.find_all(ev.Drew)) if event.seat != 1)
    drew = hand.find_all(ev.Drew)[number]
    at = hand.step_of(ev.Drew, number)
    view = hand.view_after(at + 1)
    assert view.deal is not None
    hand.steps[at + 1 :] = [ToldStep([], []), ToldStep([], [])]
    seats = tuple(replace(seat, cards=()) if seat else None for seat in view.seats)
    hand.snapshots[at] = (replace(view, hand=view.hand + 1, deal=None, playing=False, seats=seats), True)
    places = [place for place, to in enumerate(hand.find(ev.DeckDealt).to) if to == drew.seat]
    kept = DeckPlace(next(place for place in places if DeckPlace(place) not in drew.discards))
    others = tuple(kept if each == drew.discards[0] else each for each in view.deal.discarded)
    hand.snapshots[at + 1] = (replace(view, deal=replace(view.deal, discarded=others)), True)


def reshuffle_out_of_turn(hand: Hand) -> None:
    """A reshuffle follows the second of the orders that were committed to, openings and all."""
    for number, event in enumerate(hand.find_all(ev.DeckDealt)):
        if event.order == 1:
            hand.change(ev.DeckDealt, number, order=2)


def tell_of_a_street_that_deals_more(hand: Hand) -> None:
    """The plan of the deal in the whole table is another than that before the first card."""
    at = hand.step_of(ev.BoardDealt)
    view = _lose(hand, at, at)
    assert view.deal is not None
    plan = (view.deal.committed.streets[0], StreetDeal(board=4), *view.deal.committed.streets[2:])
    _change_view(hand, at, deal=replace(view.deal, committed=replace(view.deal.committed, streets=plan)))


FAULTS: tuple[tuple[str, Cheat], ...] = (
    ("holdem", burn_twice_before_any_street),
    ("holdem", deal_the_turn_twice_as_if_over),
    ("holdem", deal_on_in_a_hand_that_was_over),
    ("holdem", reshuffle_a_game_without_draws),
    ("holdem", throw_cards_away_in_a_game_without_draws),
    ("draw", draw_again_and_again),
    ("draw", get_more_than_was_thrown_away),
    ("holdem", deal_nothing_that_is_proved),
    ("holdem", show_a_hand_that_is_not_in),
    ("holdem", draw_a_card_as_having_won),
    ("draw", throw_other_cards_away_after_a_detour),
    ("reshuffle", reshuffle_out_of_turn),
    ("holdem", tell_of_a_street_that_deals_more),
)


@pytest.mark.parametrize(("game", "cheat"), FAULTS, ids=lambda each: getattr(each, "__name__", each))
async def test_a_cheat_is_found_at_the_table_and_by_both_checkers(game: str, cheat: Cheat, tmp_path: Path) -> None:
    hand = fresh(game)
    cheat(hand)
    found = await play_through(hand, tmp_path)
    assert found.mark == NOT_PROVED, found
    assert not found.sound
    assert set(found.second) != {"proved"}, found.second
