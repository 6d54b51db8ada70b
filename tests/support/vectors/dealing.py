"""Answers vectors on dealing: the cut, misdeals, the first dealer, game rotation, stud's first to act, and draws."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from railbird_server.refusal import BadDeck, IllegalAction
from railbird_server.rules.choices import DrawRound
from railbird_server.rules.dealing import Dealer, cut_deck
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.hand import has_significant_action
from railbird_server.rules.player import Player
from railbird_server.table.dealer_button import high_card
from railbird_shared.game.cards import JOKER, PACK, Card, parse_card, parse_cards
from railbird_shared.game.catalogue import find_mix
from railbird_shared.game.game_rules import Order
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants import VARIANTS, Street, Variant
from railbird_shared.protocol.actions import Draw, WagerKind
from railbird_shared.protocol.events import Called, Checked, Folded, Post, Posted, Wagered
from support.vectors.classroom import CLASSROOM
from support.vectors.named_hand import NamedHand, stacked_deck, stakes_without_ante, variant_named
from support.vectors.ranking_names import ranking_named, wild_set_named
from support.vectors.vector import Facts, UnknownVectorError, Vector


def answer_cut(_: Vector, facts: Facts) -> bool:
    """Says whether a pack may be cut at a place (DL-15)."""
    pack = RankingRules(pack=facts["pack"]).deck
    try:
        parts = cut_deck(pack, facts["top_portion"])
    except BadDeck:
        return False
    assert sorted(map(str, parts)) == sorted(map(str, pack))
    return True


def answer_redeal(_: Vector, facts: Facts) -> bool:
    """Says whether a misdeal noticed after some acts, each by another player, is dealt again (IR-2, IR-3)."""
    return not has_significant_action([_event_for(seat, verb) for seat, verb in enumerate(facts["actions"], start=1)])


def _event_for(seat: int, verb: str) -> RulesEvent:
    match verb:
        case "check" | "pass":
            return Checked(seat)
        case "bet":
            return Wagered(seat, WagerKind.BET, 2, 2)
        case "raise":
            return Wagered(seat, WagerKind.RAISE, 4, 4)
        case "call":
            return Called(seat, 2, 2)
        case "fold":
            return Folded(seat)
        case "ante" | "small blind" | "big blind" | "blind":
            return Posted(seat, Post.ANTE if verb == "ante" else Post.BIG_BLIND, 1)
        case _:
            raise UnknownVectorError(f"No act is called {verb!r}.")


def answer_first_dealer(_: Vector, facts: Facts) -> str:
    """Says who deals first of players who drew a card each (DL-2)."""
    cards: dict[str, str] = facts["cards"]
    names = list(cards)
    return names[high_card([(names.index(name), parse_card(card)) for name, card in cards.items()])]


def answer_rotation(case: Vector, _: Facts) -> list[str]:
    """Says in which order the games of a rotation are played, in the vector's names for them (VT-DC-4)."""
    mix = find_mix(case.rule)
    assert mix is not None
    alias_by_game = {variant_named(name).name: name for name in case.expected}
    return [alias_by_game.get(VARIANTS[game].name, game) for game in mix.games]


def answer_stud_first_to_act(case: Vector, facts: Facts) -> int | None:
    """Says which player begins a round of stud who shows these cards, dealt from the button's left.

    Where the question is who is forced to bet, and nobody is, it is None.
    """
    rows = facts["upcards"] if "upcards" in facts else facts["showing"]
    seen = [parse_cards(cards) for cards in rows]
    variant = replace(_stud_variant(case.rule), suit_order=facts.get("order", "shdc"), max_seats=10)
    stakes = stakes_without_ante(variant) if case.rule.endswith(":no-ante") else None
    hand = NamedHand(variant, list(range(1, len(seen) + 1)), stakes=stakes, deck=stacked_deck(variant, len(seen), seen))
    hand.play_until(reached=lambda: hand.hand.street == len(seen[0]) - 1)
    assert [tuple(player.upcards) for player in hand.hand.players.values()] == seen
    forced = case.action != "first_to_act_index"
    if forced and (hand.legal.bring_in is None or hand.legal.check or hand.legal.fold):
        return None
    return hand.legal.seat - 1


def _stud_variant(rule: str) -> Variant:
    """The game of a rule that names one; else razz on the scale that it names, or high stud."""
    if not rule.startswith(("low:", "high")):
        return variant_named(rule)
    scale = ranking_named(rule).scale
    if scale.rules.order is Order.HIGH:
        return replace(VARIANTS["seven-card-stud"], high=scale.rules)
    return replace(VARIANTS["razz"], low=scale.rules)


def answer_discard(_: Vector, facts: Facts) -> bool:
    """Says whether a hand may be drawn to where three cards are the limit, four to an ace or a wild card (VT-5D-11)."""
    hand = parse_cards(facts["hand"])
    ranking = RankingRules(jokers=hand.count(JOKER), wild_cards=wild_set_named(facts.get("wild", "none")))
    variant = replace(VARIANTS["five-card-draw"], discard_limit=True, high=ranking)
    return _may_discard(variant, hand, parse_cards(facts["discard"]))


def answer_discard_counts(case: Vector, facts: Facts) -> list[int]:
    """Says how many cards of a hand may be thrown away."""
    limited = replace(VARIANTS["five-card-draw"], discard_limit=True)
    return _allowed_discard_counts({"simple": CLASSROOM, "draw:house-max3": limited}[case.rule], facts)


def _allowed_discard_counts(variant: Variant, facts: Facts) -> list[int]:
    """Says how many of a hand's cards may be thrown away, trying each number in a draw of its own."""
    hand = parse_cards(facts["hand"])
    return [count for count in range(len(hand) + 1) if _may_discard(variant, hand, hand[len(hand) - count :])]


def _may_discard(variant: Variant, hand: Sequence[Card], discards: Sequence[Card]) -> bool:
    """Says whether a player who was dealt a hand may throw some of it away."""
    others = [card for card in variant.pack if card not in hand][: len(hand)]
    dealt = NamedHand(variant, ["A", "B"], deck=stacked_deck(variant, 2, [hand, others]))
    bets = iter([True])
    while dealt.legal.max_discards is None:
        wager = dealt.legal.wager
        dealt.act(wager.action(wager.minimum) if wager and next(bets, False) else dealt.cheapest_action())
    dealt.play_until(reached=lambda: dealt.to_act == "A")
    try:
        dealt.act(Draw(tuple(discards)))
    except IllegalAction:
        return False
    return True


def answer_deal_order(_: Vector, facts: Facts) -> dict[str, list[str]]:
    """Tells who draws which cards when d1, d2 and so on lie on top of the pack (VT-5D-12, VT-5D-13)."""
    wants: dict[str, int] = facts["draws_in_turn"]
    held = 5 * len(wants)
    name_by_card = dict(zip(PACK[held:], facts["deck_top"], strict=False))
    players = {name: Player(seat, 100) for seat, name in enumerate(wants)}
    for seat, player in enumerate(players.values()):
        player.add_cards(PACK[5 * seat : 5 * seat + 5], face_down=True)
    dealer = Dealer(PACK, PACK, hold_bottom=True)
    for _card in range(held):
        dealer.deal([0])
    draws = DrawRound(list(players.values()), dealer, VARIANTS["five-card-draw"], Street("the draw", draw=5))
    for name, player in players.items():
        draws.apply(draws.legal_actions(), Draw(tuple(player.cards[: wants[name]])))
    drawn = {
        name: [name_by_card[card] for card in player.cards if card in name_by_card] for name, player in players.items()
    }
    return drawn | {"burned": [name_by_card[card] for card in dealer.burned]}


def answer_deal_from_short_pack(case: Vector, facts: Facts) -> dict[str, Any]:
    """Tells what the last to draw gets from a short pack, and what is shuffled for them (VT-5D-14..VT-5D-16)."""
    top, burned = facts["deck_top_to_bottom"], facts["burn"]
    earlier, own = facts["earlier_discards"], facts["own_discards"]
    names = [*earlier, *own, *burned, *top]
    pack = PACK[: len(names)]
    name_by_card = dict(zip(pack, names, strict=True))
    card = {name: card for card, name in name_by_card.items()}
    dealer = Dealer(pack, pack, hold_bottom=True)
    for _card in (*earlier, *own):
        dealer.deal([0])
    for _card in burned:
        dealer.burn()
    dealer.discard(1, [card[name] for name in earlier])
    dealer.discard(2, [card[name] for name in own])
    drawn = [name_by_card[got] for got in dealer.deal_replacements(2, facts["last_player_wants"])]
    first = [name for name in drawn if name in top[:-1]]
    pool = drawn[len(first) :] + [name_by_card[card] for card in dealer.cards_to_come] if drawn != first else []
    return {
        "first": drawn[: len(first)],
        "reshuffled_pool": _in_expected_order(case.expected.get("reshuffled_pool", []), pool),
        "then_from_pool": len(drawn) - len(first),
        "excluded": [name for name in names if name in own and name not in pool],
    }


def _in_expected_order(expected: list[str], found: list[str]) -> list[str]:
    """What was found, in the order wanted where it is the same."""
    return expected if sorted(expected) == sorted(found) else sorted(found)
