"""The deck: the cut, deals, burns, and the reshuffle of a pack that runs short."""

from __future__ import annotations

import pytest

from railbird_server.refusal import BadDeck
from railbird_server.rules.dealing import Dealer, Deck, cut_deck, deal_street
from railbird_server.rules.events import Burned, Dealt
from railbird_server.rules.player import Player
from railbird_shared.game.cards import PACK, Card, parse_cards
from railbird_shared.game.variants.board import HOLDEM
from railbird_shared.game.variants.stud import SEVEN_CARD_STUD
from railbird_shared.protocol.events import BoardDealt
from support.hand_builders import deck_with_top, salted, shuffled_deck


def players_seated(count: int) -> list[Player]:
    return [Player(seat, 100) for seat in range(1, count + 1)]


def test_cards_are_dealt_one_at_a_time_around_the_table() -> None:  # DL-16
    players = players_seated(3)
    deal_street(Dealer(deck_with_top("As Ks Qs Ah Kh Qh"), PACK), HOLDEM.streets[0], players, [], face_up=False)
    assert [player.cards for player in players] == [
        list(parse_cards("As Ah")),
        list(parse_cards("Ks Kh")),
        list(parse_cards("Qs Qh")),
    ]


def test_a_card_is_burned_before_the_flop_and_never_before_the_first_deal() -> None:  # DL-17, CX-27
    dealer, board = Dealer(deck_with_top("As Ks Qs Ah 2c Jd Jh Js"), PACK), list[Card]()
    first = deal_street(dealer, HOLDEM.streets[0], players_seated(2), board, face_up=False)
    assert not [event for event in first if isinstance(event, Burned)]
    flop = deal_street(dealer, HOLDEM.streets[1], players_seated(2), board, face_up=False)
    assert flop == [Burned(Card("2c")), BoardDealt(parse_cards("Jd Jh Js"))]
    assert board == list(parse_cards("Jd Jh Js"))


def test_stud_starts_with_two_down_and_one_up() -> None:  # VT-S7-1
    players = players_seated(2)
    events = deal_street(
        Dealer(deck_with_top("2c 2d 3c 3d 4c 4d"), PACK), SEVEN_CARD_STUD.streets[0], players, [], face_up=False
    )
    assert events[0] == Dealt(1, parse_cards("2c 3c"), parse_cards("4c"), parse_cards("2c 3c 4c"))
    assert players[1].visible_cards == (None, None, Card("4d"))


def test_an_exposed_hand_gets_its_later_cards_face_up() -> None:  # SD-24
    events = deal_street(Dealer(PACK, PACK), SEVEN_CARD_STUD.streets[4], players_seated(2), [], face_up=True)
    assert [event.down for event in events if isinstance(event, Dealt)] == [(), ()]


@pytest.mark.parametrize(
    ("left", "players", "burned", "common"),
    [(9, 8, 1, 0), (8, 8, 0, 0), (1, 8, 0, 1), (4, 7, 1, 1), (7, 7, 0, 0)],
)
def test_a_short_stud_pack_skips_the_burn_or_shares_a_card(left: int, players: int, burned: int, common: int) -> None:
    """Eight players who all stay would need fifty-six cards (VT-S7-12)."""
    dealer = Dealer(PACK, PACK)
    for _ in range(52 - left):
        dealer.deal([0])
    board = list[Card]()
    deal_street(dealer, SEVEN_CARD_STUD.streets[4], players_seated(players), board, face_up=False)
    assert (len(dealer.burned), len(board)) == (burned, common)


def test_the_bottom_card_is_not_dealt_while_other_cards_remain() -> None:  # VT-5D-14
    dealer = Dealer(PACK, PACK, hold_bottom=True)
    for _ in range(50):
        dealer.deal([0])
    dealer.discard(1, parse_cards("2c 3c"))
    assert dealer.deal_replacements(2, 1) == (PACK[50],)
    assert dealer.cards_left == 1


def test_a_depleted_pack_is_rebuilt_from_bottom_card_burns_and_others_discards() -> None:  # VT-5D-15, VT-5D-16
    deck = shuffled_deck(3)
    dealer = Dealer(deck, PACK, hold_bottom=True)
    burned = dealer.burn()
    for _ in range(49):
        dealer.deal([0])
    earlier, own = deck[1:5], deck[5:8]
    dealer.discard(1, earlier)
    dealer.discard(2, own)
    cards = dealer.deal_replacements(2, 3)
    assert cards[0] == deck[50]
    pool = {deck[51], burned, *earlier}
    assert set(cards[1:]) < pool
    assert not set(cards) & set(own)
    assert dealer.cards_left == len(pool) - 2


@pytest.mark.parametrize("seed", range(20))
def test_a_drawer_never_gets_own_discards_from_a_pool_built_for_another(seed: int) -> None:  # VT-5D-16
    deck = shuffled_deck(seed)
    dealer = Dealer(deck, PACK, hold_bottom=True)
    for _ in range(51):
        dealer.deal([0])
    first, second = deck[:5], deck[5:10]
    dealer.discard(1, first)
    dealer.discard(2, second)
    assert set(dealer.deal_replacements(2, 3)) < {deck[51], *first}
    assert set(dealer.deal_replacements(1, 1)) < {deck[51], *second}


def test_a_pool_of_only_the_drawers_own_discards_is_refused_as_used_up() -> None:  # VT-5D-16
    dealer = Dealer(PACK, PACK)
    for _ in range(52):
        dealer.deal([0])
    dealer.discard(1, PACK[:5])
    assert set(dealer.deal_replacements(2, 2)) < set(PACK[:5])
    with pytest.raises(BadDeck, match="fewer players"):
        dealer.deal_replacements(1, 1)


def test_a_reshuffle_is_determined_by_the_deck() -> None:  # DL-14
    def last_cards() -> tuple[Card, ...]:
        dealer = Dealer(shuffled_deck(4), PACK, hold_bottom=True)
        for _ in range(51):
            dealer.deal([0])
        dealer.discard(1, shuffled_deck(4)[:10])
        return dealer.deal_replacements(2, 5)

    assert last_cards() == last_cards()


def reshuffled_cards(deck: Deck | tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards of a reshuffled pool of eleven: the bottom card, and ten discards."""
    dealer = Dealer(deck, PACK, hold_bottom=True)
    for _ in range(51):
        dealer.deal([0])
    dealer.discard(1, (deck.cards if isinstance(deck, Deck) else deck)[:10])
    return dealer.deal_replacements(2, 11)


def test_a_reshuffle_depends_on_the_salt_as_well_as_on_the_deck() -> None:  # DL-14
    """Players who know the order of every card, but not the salt, cannot tell what a reshuffle gives."""
    cards = shuffled_deck(4)
    orders = {reshuffled_cards(salted(cards, seed)) for seed in range(50)}
    assert len(orders) == 50
    assert reshuffled_cards(cards) not in orders
    assert reshuffled_cards(salted(cards, 7)) == reshuffled_cards(salted(cards, 7))
    assert reshuffled_cards(salted(shuffled_deck(5), 7)) != reshuffled_cards(salted(cards, 7))


def test_a_second_reshuffle_of_as_many_cards_has_an_order_of_its_own() -> None:
    dealer = Dealer(salted(PACK), PACK)
    for _ in range(52):
        dealer.deal([0])
    orders = []
    for drawer in (1, 2, 3):
        dealer.discard(0, PACK[:10])
        orders.append(dealer.deal_replacements(drawer, 10))
    assert len(set(orders)) == 3


def test_a_deck_does_not_print_its_cards_or_its_salt() -> None:
    """What a fault writes to the log gives nothing away."""
    deck = Deck(PACK, b"a secret salt of a deck of cards")
    assert repr(deck) == str(deck) == "Deck(52 cards)"


def test_a_reshuffle_puts_every_card_first_about_equally_often() -> None:
    """Over many decks every card of the pool comes first about as often as any other."""
    first = dict.fromkeys(range(5), 0)
    for seed in range(500):
        deck = shuffled_deck(seed)
        dealer = Dealer(deck, PACK, hold_bottom=True)
        for _ in range(51):
            dealer.deal([0])
        dealer.discard(1, deck[:4])
        pool = [deck[51], *deck[:4]]
        first[pool.index(dealer.deal_replacements(2, 1)[0])] += 1
    assert min(first.values()) > 60
    assert max(first.values()) < 145


def test_dealing_from_a_used_up_pack_is_an_error() -> None:
    dealer = Dealer(PACK, PACK)
    for _ in range(52):
        dealer.deal([0])
    with pytest.raises(BadDeck, match="fewer players"):
        dealer.deal_replacements(1, 1)


@pytest.mark.parametrize(
    ("deck", "fault"),
    [
        (PACK[:-1], "lacks As"),
        ((*PACK[:-1], PACK[0]), "lacks As and has 2c too many"),
        ((*PACK, PACK[0]), "2c too many"),
    ],
)
def test_a_deck_that_is_not_the_pack_is_refused(deck: tuple[Card, ...], fault: str) -> None:  # IR-6
    with pytest.raises(BadDeck, match=fault):
        Dealer(deck, PACK)


def test_a_cut_puts_the_top_cards_under_the_rest() -> None:
    parts = cut_deck(PACK, 20)
    assert parts == PACK[20:] + PACK[:20]


@pytest.mark.parametrize("top", [5, 47])
def test_a_cut_may_leave_five_cards_in_either_part(top: int) -> None:
    assert len(cut_deck(PACK, top)) == 52


@pytest.mark.parametrize("top", [-5, 0, 4, 48, 52, 60])
def test_a_cut_with_fewer_than_five_cards_in_a_part_is_refused(top: int) -> None:
    with pytest.raises(BadDeck, match="Leave at least 5 of the 52 cards in each part"):
        cut_deck(PACK, top)
