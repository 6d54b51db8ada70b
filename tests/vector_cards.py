"""What the engine says to vectors on dealing: cuts, misdeals, who deals, who begins in stud, and what a draw brings."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from railbird_server.rules.cutting import cut
from railbird_server.rules.dealing import Dealer
from railbird_server.rules.drawing import DrawRound, Exchange
from railbird_server.rules.errors import BadDeck
from railbird_server.rules.events import RulesEvent
from railbird_server.rules.misdeal import is_significant
from railbird_server.rules.player import Player
from railbird_server.rules.ranking import Order, RankingRules
from railbird_server.rules.variants import HORSE, VARIANTS, Variant
from railbird_server.table.button import high_card
from railbird_shared.actions import Draw, WagerKind
from railbird_shared.cards import JOKER, PACK, parse_card, parse_cards
from railbird_shared.events import Called, Checked, Folded, Post, Posted, Wagered
from rule_names import ranking_named, wild_set
from vector_classroom import CLASSROOM, discards_allowed, may_discard
from vector_files import Facts, UnknownVectorError, Vector
from vector_games import NamedHand, laid_out, variant_named, without_ante


def may_cut(_: Vector, facts: Facts) -> bool:
    """Says whether a pack may be cut at a place (DL-15)."""
    pack = RankingRules(pack=facts["pack"]).deck
    try:
        parts = cut(pack, facts["top_portion"])
    except BadDeck:
        return False
    assert sorted(map(str, parts)) == sorted(map(str, pack))
    return True


def redealt(_: Vector, facts: Facts) -> bool:
    """Says whether a misdeal noticed after some acts, each by another player, is dealt again (IR-2, IR-3)."""
    return not is_significant([_act_of(seat, verb) for seat, verb in enumerate(facts["actions"], start=1)])


def _act_of(seat: int, verb: str) -> RulesEvent:
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


def first_dealer(_: Vector, facts: Facts) -> str:
    """Says who deals first of players who drew a card each (DL-2)."""
    cards: dict[str, str] = facts["cards"]
    names = list(cards)
    return names[high_card([(names.index(name), parse_card(card)) for name, card in cards.items()])]


def rotation(case: Vector, _: Facts) -> list[str]:
    """Says in which order the games of a rotation are played, in the vector's names for them (VT-DC-4)."""
    said = {variant_named(name).id: name for name in case.expected}
    return [said.get(game, game) for game in {"horse": HORSE}[case.rule]]


def begins_stud(case: Vector, facts: Facts) -> int | None:
    """Says which player begins a round of stud who shows these cards, dealt from the button's left.

    Where the question is who is forced to bet, and nobody is, it is None.
    """
    rows = facts["upcards"] if "upcards" in facts else facts["showing"]
    seen = [parse_cards(cards) for cards in rows]
    variant = replace(_stud_named(case.rule), suit_order=facts.get("order", "shdc"), most_seats=10)
    stakes = without_ante(variant) if case.rule.endswith(":no-ante") else None
    hand = NamedHand(variant, list(range(1, len(seen) + 1)), stakes=stakes, deck=laid_out(variant, len(seen), seen))
    hand.go_on(until=lambda: hand.hand.street == len(seen[0]) - 1)
    assert [tuple(player.upcards) for player in hand.hand.players.values()] == seen
    forced = case.action != "first_to_act_index"
    if forced and (hand.legal.bring_in is None or hand.legal.check or hand.legal.fold):
        return None
    return hand.legal.seat - 1


def _stud_named(rule: str) -> Variant:
    """The game of a rule that names one; else razz on the scale that it names, or high stud."""
    if not rule.startswith(("low:", "high")):
        return variant_named(rule)
    scale = ranking_named(rule).scale
    if scale.rules.order is Order.HIGH:
        return replace(VARIANTS["seven-card-stud"], high=scale.rules)
    return replace(VARIANTS["razz"], low=scale.rules)


def may_throw_away(_: Vector, facts: Facts) -> bool:
    """Says whether a hand may be drawn to where three cards are the limit, four to an ace or a wild card (VT-5D-11)."""
    hand = parse_cards(facts["hand"])
    ranking = RankingRules(jokers=hand.count(JOKER), wild_cards=wild_set(facts.get("wild", "none")))
    variant = replace(VARIANTS["five-card-draw"], discard_limit=True, high=ranking)
    return may_discard(variant, hand, parse_cards(facts["discard"]))


def counts_to_throw_away(case: Vector, facts: Facts) -> list[int]:
    """Says how many cards of a hand may be thrown away."""
    limited = replace(VARIANTS["five-card-draw"], discard_limit=True)
    return discards_allowed({"simple": CLASSROOM, "draw:house-max3": limited}[case.rule], facts)


def fifth_card_last(_: Vector, facts: Facts) -> dict[str, list[str]]:
    """Tells who draws which cards when d1, d2 and so on lie on top of the pack (VT-5D-12, VT-5D-13)."""
    wants: dict[str, int] = facts["draws_in_turn"]
    held = 5 * len(wants)
    called = dict(zip(PACK[held:], facts["deck_top"], strict=False))
    players = {name: Player(seat, 100) for seat, name in enumerate(wants)}
    for seat, player in enumerate(players.values()):
        player.take(PACK[5 * seat : 5 * seat + 5], face_down=True)
    dealer = Dealer(PACK, PACK, hold_bottom=True)
    for _card in range(held):
        dealer.deal()
    draws = DrawRound(list(players.values()), dealer, Exchange(5))
    for name, player in players.items():
        draws.apply(draws.legal(), Draw(tuple(player.cards[: wants[name]])))
    drawn = {name: [called[card] for card in player.cards if card in called] for name, player in players.items()}
    return drawn | {"burned": [called[card] for card in dealer.burned]}


def bottom_card_held(case: Vector, facts: Facts) -> dict[str, Any]:
    """Tells what the last to draw gets from a short pack, and what is shuffled for him (VT-5D-14..VT-5D-16)."""
    top, burned = facts["deck_top_to_bottom"], facts["burn"]
    earlier, own = facts["earlier_discards"], facts["own_discards"]
    names = [*earlier, *own, *burned, *top]
    pack = PACK[: len(names)]
    called = dict(zip(pack, names, strict=True))
    card = {name: card for card, name in called.items()}
    dealer = Dealer(pack, pack, hold_bottom=True)
    for _card in (*earlier, *own):
        dealer.deal()
    for _card in burned:
        dealer.burn()
    dealer.discard(1, [card[name] for name in earlier])
    dealer.discard(2, [card[name] for name in own])
    drawn = [called[got] for got in dealer.replace(2, facts["last_player_wants"])]
    first = [name for name in drawn if name in top[:-1]]
    pool = drawn[len(first) :] + [called[dealer.deal()] for _ in range(dealer.left)] if drawn != first else []
    return {
        "first": drawn[: len(first)],
        "reshuffled_pool": _in_order_of(case.expected.get("reshuffled_pool", []), pool),
        "then_from_pool": len(drawn) - len(first),
        "excluded": [name for name in names if name in own and name not in pool],
    }


def _in_order_of(wanted: list[str], found: list[str]) -> list[str]:
    """What was found, in the order wanted where it is the same."""
    return wanted if sorted(wanted) == sorted(found) else sorted(found)
