"""Every way to cheat that we can think of, put to the real client and to both checkers.

Each is found at the table, by `railbird verify-deal` and by docs/verify_deal.py. test_dishonest_seeds.py has those with
the seeds and with the deck as a whole, and test_dishonest_gaps.py those behind steps that never come.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest
from msgspec.structs import replace

from railbird_client.fair_deal.deal_witness import NOT_PROVED
from railbird_shared.protocol import events as ev
from railbird_shared.protocol.events import Opening
from support.dishonest_dealer import GAMES, Cheat, Hand, ToldStep, fresh, play_through, unseen

Told = TypeVar("Told", bound=ev.PublicEvent | ev.PrivateEvent)


@pytest.mark.parametrize("game", GAMES)
async def test_an_honest_hand_is_proved(game: str, tmp_path: Path) -> None:
    found = await play_through(fresh(game), tmp_path)
    assert found.mark.startswith("deal proved: ")
    assert (found.sound, found.second) == (True, ["proved"])
    assert found.first[0].endswith(", the whole deck opened")
    assert found.farewell == "The deck of 1 hand is opened, and follows from the seeds. The night is over."


# --- the dealer chooses cards


def burn_twenty(hand: Hand) -> None:
    """Twenty steps that deal nothing but a burned card, and then the turn that the dealer likes."""
    at = hand.step_of(ev.BoardDealt, 1)
    top = 6 + 4  # three hands, a burned card and the flop
    for _ in range(20):
        hand.steps.insert(at, ToldStep([ev.DeckDealt((-1,))], []))
    deal_seconds(hand, 1, place=top + 21)


def burn_in_one_step(hand: Hand) -> None:
    deal_seconds(hand, 1, place=6 + 4 + 2, burns=2)


def burn_on_a_street_without_cards(hand: Hand) -> None:
    """A street of no cards is put in for another burned card."""
    at = hand.step_of(ev.BoardDealt, 1)
    hand.steps.insert(at, ToldStep([ev.StreetBegan(1, "flop"), ev.DeckDealt((-1,))], []))
    deal_seconds(hand, 1, place=6 + 4 + 2)


def burn_for_an_empty_board(hand: Hand) -> None:
    at = hand.step_of(ev.BoardDealt, 1)
    hand.steps.insert(at, ToldStep([ev.BoardDealt(()), ev.DeckDealt((-1,))], []))
    deal_seconds(hand, 1, place=6 + 4 + 2)


def leave_out_the_burn(hand: Hand) -> None:
    deal_seconds(hand, 1, place=6 + 4, burns=0)


def burn_before_the_first_card(hand: Hand) -> None:
    """The whole deal comes one card further down."""
    hand.change(ev.DeckDealt, 0, to=(-1, *hand.find(ev.DeckDealt).to))


def deal_seconds(hand: Hand, street: int, *, place: int, burns: int = 1) -> None:
    """Deals the card at a place of the deck as the only one of a street, after so many burned cards."""
    card = hand.deal.deck[place]
    hand.change(ev.BoardDealt, street, cards=(card,))
    at = hand.step_of(ev.BoardDealt, street)
    for number, event in enumerate(hand.steps[at].public):
        if isinstance(event, ev.DeckDealt):
            hand.steps[at].public[number] = replace(event, to=(-1,) * burns + (0,))
        if isinstance(event, ev.CardsOpened):
            hand.steps[at].public[number] = ev.CardsOpened(hand.open(place))


def deal_the_second_card(hand: Hand) -> None:
    """The turn is the card below the next one, and no burned card is told."""
    deal_seconds(hand, 1, place=6 + 4 + 2)


def deal_a_card_from_elsewhere(hand: Hand) -> None:
    """The turn is a card of no place at all, opened with the path of another."""
    card = unseen(hand)
    hand.change(ev.BoardDealt, 1, cards=(card,))
    (opening,) = hand.find(ev.CardsOpened, 1).openings
    hand.change(ev.CardsOpened, 1, openings=(replace(opening, card=card),))


def reshuffle_early(hand: Hand) -> None:
    """The drawn cards come from a reshuffle while the deck has cards, so that the dealer may choose their places."""
    last = hand.find(ev.DeckDealt, 1)
    hand.change(ev.DeckDealt, 1, order=1, places=tuple(range(0, 3 * len(last.to), 3)))


def choose_in_a_reshuffle(hand: Hand) -> None:
    """A card of the pool of a reshuffle is passed over, honest openings and all: it shows once the deck is opened."""
    dealt = next(event for event in hand.find_all(ev.DeckDealt) if event.order and event.to[0] == 1)
    old = hand.deal.open(dealt.order, dealt.places[-1])
    seen = {opening.card for step in hand.steps for event in step.events for opening in getattr(event, "openings", ())}
    places = (hand.deal.open(dealt.order, place) for place in range(old.place + 1, 52))
    new = next(opening for opening in places if opening.card not in seen)
    hand.change(ev.DeckDealt, hand.find_all(ev.DeckDealt).index(dealt), places=(*dealt.places[:-1], new.place))
    for step in hand.steps:
        step.public[:] = [_with_card(event, old, new) for event in step.public]
        step.private[:] = [_with_card(event, old, new) for event in step.private]


def _with_card(event: Told, old: Opening, new: Opening) -> Told:
    """The event with another card, wherever the old one is drawn or opened."""

    def changed(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(map(changed, value))
        return new if value == old else new.card if value is old.card else value

    return replace(event, **{name: changed(getattr(event, name)) for name in event.__struct_fields__})


# --- what is drawn is not what is dealt


def draw_another_hand(hand: Hand) -> None:
    """The new cards are those of the deck, and the hand that is drawn is another."""
    yours = hand.find(ev.YourCards)
    hand.change(ev.YourCards, 0, cards=(unseen(hand), *yours.cards[1:]))


def draw_another_hand_later(hand: Hand) -> None:
    """The player's hand is told once more, without new cards."""
    yours = hand.find(ev.YourCards)
    hand.steps[hand.step_of(ev.BoardDealt)].private.append(ev.YourCards((unseen(hand), *yours.cards[1:])))


def withhold_a_card(hand: Hand) -> None:
    hand.change(ev.YourCards, 0, cards=hand.find(ev.YourCards).cards[:1], new=hand.find(ev.YourCards).new[:1])


def tell_no_cards(hand: Hand) -> None:
    hand.remove(ev.YourCards)


def show_a_card_that_was_never_dealt(hand: Hand) -> None:
    shown = hand.find(ev.HandShown)
    hand.change(ev.HandShown, 0, cards=(unseen(hand), *shown.cards[1:]), best_cards=())


def show_one_card_fewer(hand: Hand) -> None:
    hand.change(ev.HandShown, 0, cards=hand.find(ev.HandShown).cards[1:], best_cards=())


def show_the_best_of_eight(hand: Hand) -> None:
    """An accomplice draws three, and shows a card that they had thrown away."""
    shown = next(event for event in hand.find_all(ev.HandShown) if event.seat != 1)
    drew = next(event for event in hand.find_all(ev.Drew) if event.seat == shown.seat)
    thrown = drew.discards[0]
    opening = hand.deal.open(thrown.order, thrown.place)
    number = hand.find_all(ev.HandShown).index(shown)
    at = hand.step_of(ev.HandShown, number)
    hand.change(ev.HandShown, number, cards=(opening.card, *shown.cards[1:]), best_cards=())
    hand.steps[at].public.append(ev.CardsOpened((opening,)))


def tell_other_discards_later(hand: Hand) -> None:
    """The discards are said to be cards that the seat does not hold."""
    drew = hand.find(ev.Drew)
    hand.change(ev.Drew, 0, discards=tuple(replace(each, place=each.place + 1) for each in drew.discards))


def tell_no_discards(hand: Hand) -> None:
    hand.change(ev.Drew, 0, discards=())


def draw_more_than_were_thrown_away(hand: Hand) -> None:
    """An accomplice throws three cards away, and is said to have thrown two."""
    number = next(at for at, event in enumerate(hand.find_all(ev.Drew)) if event.seat != 1)
    drew = hand.find_all(ev.Drew)[number]
    hand.change(ev.Drew, number, count=drew.count - 1, discards=drew.discards[1:])


def give_an_accomplice_one_card_more(hand: Hand) -> None:
    number = next(at for at, event in enumerate(hand.find_all(ev.CardsDealt)) if event.seat != 1)
    dealt = hand.find_all(ev.CardsDealt)[number]
    hand.change(ev.CardsDealt, number, down=dealt.down + 1)
    hand.change(ev.DeckDealt, 0, to=(*hand.find(ev.DeckDealt).to, dealt.seat))


def tell_of_one_card_fewer(hand: Hand) -> None:
    number = next(at for at, event in enumerate(hand.find_all(ev.CardsDealt)) if event.seat != 1)
    hand.change(ev.CardsDealt, number, down=hand.find_all(ev.CardsDealt)[number].down - 1)


def pass_a_player_over(hand: Hand) -> None:
    """A player who is in the hand gets no card of a street, so that the next one comes to the dealer's friend."""
    at = hand.step_of(ev.StreetBegan, 1)
    dealt = next(event for event in hand.steps[at].public if isinstance(event, ev.CardsDealt) and event.seat != 1)
    hand.steps[at].public[:] = [
        replace(event, to=tuple(to for to in event.to if to != dealt.seat))
        if isinstance(event, ev.DeckDealt)
        else event
        for event in hand.steps[at].public
        if event is not dealt
    ]


def show_another_up_card(hand: Hand) -> None:
    number = next(at for at, event in enumerate(hand.find_all(ev.CardsDealt)) if event.up)
    hand.change(ev.CardsDealt, number, up=(unseen(hand),))


def hunt_another_rabbit(hand: Hand) -> None:
    """The board that would have come is that of a later place of the deck, with honest openings."""
    rabbit = hand.find(ev.RabbitHunted)
    hand.change(ev.RabbitHunted, 0, cards=(*rabbit.cards[:-1], hand.deal.deck[30]))
    at = hand.step_of(ev.RabbitHunted)
    hand.steps[at].public.append(ev.CardsOpened(hand.open(30)))


def burn_otherwise_for_the_rabbit(hand: Hand) -> None:
    """The rabbit's flop is the next three cards, and none is burned before it."""
    start = len(hand.find(ev.DeckDealt).to)
    places = (start, start + 1, start + 2, start + 4, start + 6)
    hand.change(ev.RabbitHunted, 0, cards=tuple(hand.deal.deck[place] for place in places))
    at = hand.step_of(ev.RabbitHunted)
    for number, event in enumerate(hand.steps[at].public):
        if isinstance(event, ev.CardsOpened):
            hand.steps[at].public[number] = ev.CardsOpened(hand.open(*places))


def begin_a_run_with_another_hand(hand: Hand) -> None:
    began = hand.find(ev.RunBegan, 1)
    (seat, cards), *others = began.hands
    hand.change(ev.RunBegan, 1, hands=((seat, (unseen(hand), *cards[1:])), *others))


def begin_a_run_with_another_board(hand: Hand) -> None:
    hand.change(ev.RunBegan, 1, board=(unseen(hand),))


def run_once_more(hand: Hand) -> None:
    """The dealer runs it a third time, since both runs went wrong."""
    hand.change(ev.RunBegan, 1, run=3)


def run_more_often_than_agreed(hand: Hand) -> None:
    hand.change(ev.RunBegan, 1, times=3)


def let_the_deal_begin_elsewhere(hand: Hand) -> None:
    """The dealer knows the deck and chooses who gets which hand of it."""
    first, second, third = hand.find(ev.HandStarted).seats
    hand.change(ev.HandStarted, 0, seats=(second, first, third))


def let_another_card_play(hand: Hand) -> None:
    hand.change(ev.WinningCards, 0, cards=(unseen(hand),))


def name_another_best_hand(hand: Hand) -> None:
    hand.change(ev.HandShown, 0, best_cards=(unseen(hand),))


def open_on_other_cards(hand: Hand) -> None:
    shown = hand.find(ev.OpenersShown)
    hand.change(ev.OpenersShown, 0, cards=(unseen(hand), *shown.cards[1:]))


def show_cards_as_to_a_rail(hand: Hand) -> None:
    """Cards of another seat are drawn by the event that a delayed rail gets."""
    hand.steps[1].private.append(ev.RailCards(2, tuple(hand.deal.deck[:2])))


# --- openings


def withhold_an_opening(hand: Hand) -> None:
    hand.change(ev.CardsOpened, 0, openings=hand.find(ev.CardsOpened).openings[1:])


def withhold_own_openings(hand: Hand) -> None:
    hand.remove(ev.YourOpenings)


def forge_an_opening(hand: Hand) -> None:
    first, *rest = hand.find(ev.CardsOpened).openings
    hand.change(ev.CardsOpened, 0, openings=(replace(first, salt=bytes(16)), *rest))


def open_a_burned_card(hand: Hand) -> None:
    openings = hand.find(ev.CardsOpened).openings
    hand.change(ev.CardsOpened, 0, openings=(*openings, *hand.open(6)))


def open_the_card_of_another_as_yours(hand: Hand) -> None:
    others = [place for place, to in enumerate(hand.find(ev.DeckDealt).to) if to != 1]
    hand.change(ev.YourOpenings, 0, openings=hand.open(*others[:2]))


# --- snapshots


def _snapshot_after_the_flop(hand: Hand, change: Callable[[Hand], None] | None = None, *, asked: bool = False) -> None:
    at = hand.step_of(ev.BoardDealt)
    if change is not None:
        change(hand)
    hand.snapshots[at] = (hand.view_after(at + 1), asked)


def send_another_board_in_a_snapshot(hand: Hand) -> None:
    _snapshot_after_the_flop(hand)
    [(at, (view, asked))] = hand.snapshots.items()
    hand.snapshots[at] = (replace(view, board=(*view.board[:2], unseen(hand))), asked)


def send_another_hand_in_a_snapshot(hand: Hand) -> None:
    _snapshot_after_the_flop(hand, asked=True)
    [(at, (view, asked))] = hand.snapshots.items()
    hand.snapshots[at] = (replace(view, you=replace(view.you, cards=(unseen(hand), *view.you.cards[1:]))), asked)


def show_a_hand_in_a_snapshot(hand: Hand) -> None:
    _snapshot_after_the_flop(hand)
    [(at, (view, asked))] = hand.snapshots.items()
    cards = (unseen(hand), None)
    seats = [replace(seat, cards=cards) if seat and seat.seat == 2 else seat for seat in view.seats]
    hand.snapshots[at] = (replace(view, seats=tuple(seats)), asked)


def draw_a_third_card_in_a_snapshot(hand: Hand) -> None:
    _snapshot_after_the_flop(hand)
    [(at, (view, asked))] = hand.snapshots.items()
    seats = [replace(seat, cards=(None,) * 3) if seat and seat.seat == 2 else seat for seat in view.seats]
    hand.snapshots[at] = (replace(view, seats=tuple(seats)), asked)


def take_the_flop_back_by_a_snapshot(hand: Hand) -> None:
    """The table is sent as it was before the flop, which is then dealt again, from further down."""
    at = hand.step_of(ev.BoardDealt)
    hand.snapshots[at] = (hand.view_after(at), False)


def send_another_deal_in_a_snapshot(hand: Hand) -> None:
    _snapshot_after_the_flop(hand)
    [(at, (view, asked))] = hand.snapshots.items()
    assert view.deal is not None
    other = replace(view.deal.committed, roots=(bytes(32), *view.deal.committed.roots[1:]))
    hand.snapshots[at] = (replace(view, deal=replace(view.deal, committed=other)), asked)


def prove_no_longer_by_a_snapshot(hand: Hand) -> None:
    _snapshot_after_the_flop(hand)
    [(at, (view, asked))] = hand.snapshots.items()
    hand.snapshots[at] = (replace(view, deal=None), asked)


def burn_twice_behind_a_snapshot(hand: Hand) -> None:
    """The flop is dealt in a step that never comes; the snapshot after it tells of two burned cards."""
    at = hand.step_of(ev.BoardDealt)
    places = (8, 9, 10)
    for number, event in enumerate(hand.steps[at].public):
        if isinstance(event, ev.DeckDealt):
            hand.steps[at].public[number] = ev.DeckDealt((-1, -1, 0, 0, 0))
        if isinstance(event, ev.BoardDealt):
            hand.steps[at].public[number] = ev.BoardDealt(tuple(hand.deal.deck[place] for place in places))
        if isinstance(event, ev.CardsOpened):
            hand.steps[at].public[number] = ev.CardsOpened(hand.open(*places))
    hand.snapshots[at - 1] = (hand.view_after(at + 1), True)
    hand.steps[at:] = [ToldStep([], [])]


def burn_twice_behind_the_last_snapshot(hand: Hand) -> None:
    """The river is dealt in a step that never comes; the hand is over in the snapshot after it."""
    at = hand.step_of(ev.BoardDealt, 2)
    deal_seconds(hand, 2, place=6 + 4 + 2 + 2, burns=2)
    over = hand.view_after(len(hand.steps))
    hand.steps[at:] = [ToldStep([], [])]
    hand.snapshots[at - 1] = (replace(over, playing=False), True)


def deal_the_turn_twice(hand: Hand) -> None:
    at = hand.step_of(ev.BoardDealt, 1)
    turn = ToldStep([ev.BoardDealt((hand.deal.deck[12],)), ev.DeckDealt((0,)), ev.CardsOpened(hand.open(12))], [])
    hand.steps[at + 1 :] = [turn]


def deal_with_the_next_hand(hand: Hand) -> None:
    """The river comes in the step that begins the next hand, and from the deck of that one."""
    at = hand.step_of(ev.BoardDealt, 2)
    begun = ev.HandStarted(hand.seeds.hand + 1, 1, (1, 2, 3))
    river = [event for event in hand.steps[at].public if not isinstance(event, ev.DeckDealt)]
    hand.steps[at:] = [ToldStep([*river, begun, hand.find(ev.DealCommitted)], [])]


def draw_twice(hand: Hand) -> None:
    """An accomplice draws again in the same draw."""
    number = next(at for at, event in enumerate(hand.find_all(ev.Drew)) if event.seat != 1)
    drew = hand.find_all(ev.Drew)[number]
    at = hand.step_of(ev.Drew, number)
    dealt = [event for step in hand.steps[: at + 1] for event in step.public if isinstance(event, ev.DeckDealt)]
    last = ev.DeckPlace(sum(len(event.to) for event in dealt) - 1)
    again = ev.Drew(drew.seat, 1, discards=(last,))
    hand.steps[at + 1 :] = [ToldStep([again, ev.CardsDealt(drew.seat, down=1), ev.DeckDealt((drew.seat,))], [])]


FAULTS: tuple[tuple[str, Cheat], ...] = (
    ("holdem", burn_twenty),
    ("holdem", burn_in_one_step),
    ("holdem", burn_on_a_street_without_cards),
    ("holdem", burn_for_an_empty_board),
    ("holdem", leave_out_the_burn),
    ("holdem", burn_before_the_first_card),
    ("holdem", deal_the_second_card),
    ("holdem", deal_a_card_from_elsewhere),
    ("draw", reshuffle_early),
    ("reshuffle", choose_in_a_reshuffle),
    ("holdem", draw_another_hand),
    ("holdem", draw_another_hand_later),
    ("draw", draw_another_hand),
    ("holdem", withhold_a_card),
    ("holdem", tell_no_cards),
    ("holdem", show_a_card_that_was_never_dealt),
    ("holdem", show_one_card_fewer),
    ("draw", show_the_best_of_eight),
    ("draw", tell_other_discards_later),
    ("draw", tell_no_discards),
    ("draw", draw_more_than_were_thrown_away),
    ("holdem", give_an_accomplice_one_card_more),
    ("holdem", tell_of_one_card_fewer),
    ("stud", tell_of_one_card_fewer),
    ("stud", pass_a_player_over),
    ("stud", show_another_up_card),
    ("rabbit", hunt_another_rabbit),
    ("rabbit", burn_otherwise_for_the_rabbit),
    ("runs", begin_a_run_with_another_hand),
    ("runs", begin_a_run_with_another_board),
    ("runs", run_once_more),
    ("runs", run_more_often_than_agreed),
    ("holdem", let_the_deal_begin_elsewhere),
    ("holdem", let_another_card_play),
    ("holdem", name_another_best_hand),
    ("draw", open_on_other_cards),
    ("holdem", show_cards_as_to_a_rail),
    ("holdem", withhold_an_opening),
    ("holdem", withhold_own_openings),
    ("holdem", forge_an_opening),
    ("holdem", open_a_burned_card),
    ("holdem", open_the_card_of_another_as_yours),
    ("holdem", send_another_board_in_a_snapshot),
    ("holdem", send_another_hand_in_a_snapshot),
    ("holdem", show_a_hand_in_a_snapshot),
    ("holdem", draw_a_third_card_in_a_snapshot),
    ("holdem", take_the_flop_back_by_a_snapshot),
    ("holdem", send_another_deal_in_a_snapshot),
    ("holdem", prove_no_longer_by_a_snapshot),
    ("holdem", burn_twice_behind_a_snapshot),
    ("holdem", burn_twice_behind_the_last_snapshot),
    ("holdem", deal_the_turn_twice),
    ("holdem", deal_with_the_next_hand),
    ("draw", draw_twice),
)


@pytest.mark.parametrize(("game", "cheat"), FAULTS, ids=lambda each: getattr(each, "__name__", each))
async def test_a_cheat_is_found_at_the_table_and_by_both_checkers(game: str, cheat: Cheat, tmp_path: Path) -> None:
    hand = fresh(game)
    cheat(hand)
    found = await play_through(hand, tmp_path)
    if cheat is choose_in_a_reshuffle:
        assert found.farewell.startswith("The opened decks are not what was dealt.")
    else:
        assert found.mark == NOT_PROVED
    assert not found.sound
    assert set(found.second) != {"proved"}, found.second
