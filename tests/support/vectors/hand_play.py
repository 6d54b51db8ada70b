"""Answers vectors on the course of a hand: who acts first, may raise, shows first, and gets the odd chip."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from railbird_server.refusal import IllegalAction
from railbird_server.rules.hand_values import HandValues
from railbird_server.rules.player import Player
from railbird_server.rules.pots import PotAwarder
from railbird_server.rules.showdown import Showdown, order_of_showing
from railbird_shared.game.announced_game import Structure
from railbird_shared.game.cards import PACK, parse_cards
from railbird_shared.game.game_rules import OddChip
from railbird_shared.game.variants import VARIANTS, Variant
from railbird_shared.protocol.actions import Action, Declaration, Fold, Raise
from railbird_shared.protocol.events import HandShown, Pot, PotAwarded
from support.vectors.betting import deal_named_hand, parse_structures
from support.vectors.classroom import classroom_first_to_act
from support.vectors.named_hand import DEEP_STACK, NamedHand, PlayerName, action_from_verb, variant_named
from support.vectors.vector import Facts, UnknownVectorError, Vector

GAME_BY_CARD_COUNT = {2: "holdem", 3: "pineapple", 4: "omaha", 5: "five-card-draw", 6: "omaha-6", 7: "seven-card-stud"}
"""A game for each number of cards that a player may be dealt."""


# --- whose turn it is ---------------------------------------------------------------------------------------------


def answer_first_to_act(case: Vector, facts: Facts) -> PlayerName | dict[str, PlayerName | None] | None:
    """Says who begins a game's betting rounds, or that of the street named."""
    if case.rule == "simple":
        return classroom_first_to_act(facts)
    hand = _start_draw_hand(case, facts)
    active = facts.get("active", hand.not_folded)
    street = facts.get("street", hand.hand.street_name)
    hand.play_until(
        reached=lambda: hand.hand.street_name == street and hand.to_act in active,
        choose=lambda: hand.cheapest_action() if hand.to_act in active else Fold(),
    )
    first = hand.to_act
    if not isinstance(case.expected, dict):
        return first
    _play_to_second_round(hand, hand.not_folded, facts.get("opener"))
    return {"round_1": first, "round_2": hand.to_act}


def answer_first_to_act_after_draw(case: Vector, facts: Facts) -> PlayerName | None:
    """Says who begins the round after the draw (VT-5D-8, VT-5D-9)."""
    hand = _start_draw_hand(case, facts)
    active = facts.get("active", hand.not_folded)
    opener = facts.get("opener")
    if opener is not None and "opener_folded" in facts:
        assert facts["opener_folded"] == (opener not in active)
    _play_to_second_round(hand, active, opener)
    assert sorted(map(str, hand.not_folded)) == sorted(map(str, active))
    return hand.to_act


def _start_draw_hand(case: Vector, facts: Facts) -> NamedHand:
    names = _names_from_button(facts) or _first_present_fact(facts, "clockwise", "active", "seats")
    rule = "five-card-draw:blinds" if "blind" in case.rule else case.rule
    return NamedHand(replace(variant_named(rule), pass_out=False), names)


def _play_to_second_round(hand: NamedHand, active: Sequence[PlayerName], opener: PlayerName | None) -> None:
    """Plays to the round after the draw: the opener bets, and who is not active then folds.

    An opener who is to fold is raised first, so that there is a bet to fold to.
    """
    raiser = next((name for name in active if opener is not None and opener not in active), None)

    def choose() -> Action:
        legal, name = hand.legal, hand.to_act
        if legal.max_discards is not None:
            return hand.cheapest_action()
        bet = hand.hand.to_match
        opened = hand.player(opener).last_act.name != "NONE" if opener is not None else True
        if name == opener and legal.check and legal.wager:
            return legal.wager.action(legal.wager.minimum)
        if name is not None and name == raiser and opened and legal.wager and not hand.player(name).bet:
            return legal.wager.action(legal.wager.minimum)
        if name not in active and (bet or opener is None):
            return Fold()
        return hand.cheapest_action()

    def reached() -> bool:
        return hand.hand.street == 1 and hand.legal.max_discards is None

    hand.play_until(reached, choose)


def answer_heads_up_blinds(_: Vector, facts: Facts) -> dict[str, PlayerName | None]:
    """Tells who posts what, and who begins, when two are left (DL-28)."""
    hand = NamedHand(VARIANTS["holdem"], [facts["button"], facts["other"]])
    posted = {chips: name for name, chips in hand.paid.items()}
    first = hand.to_act
    hand.play_until(reached=lambda: hand.hand.street > 0)
    small, big = sorted(posted)
    return {
        "small_blind": posted[small],
        "big_blind": posted[big],
        "first_preflop": first,
        "first_postflop": hand.to_act,
    }


# --- what a player may do -----------------------------------------------------------------------------------------

SEAT_ABBREVIATIONS = {"small blind": "SB", "big blind": "BB", "under the gun": "UTG", "button": "BTN"}
NOBODY_RAISED = re.compile(r"call|limp|(nobody|no one|not|no) raise")


def answer_preflop_action(case: Vector, facts: Facts) -> bool:
    """Says whether a player may act in some way before the flop (BT-18)."""
    hand = NamedHand(VARIANTS["holdem"], list(SEAT_ABBREVIATIONS.values()))
    so_far, seat = facts["preflop"], SEAT_ABBREVIATIONS.get(facts["to_act"], facts["to_act"])
    choose = None
    if "raise" in so_far and not re.search("(nobody|no one|not|no) raise", so_far):
        hand.act_by_verb("raise")
    elif "fold" in so_far:
        choose = Fold
    elif not NOBODY_RAISED.search(so_far):
        raise UnknownVectorError(f"What happened before the flop when {so_far}?")
    hand.play_until(lambda: hand.to_act == seat, choose)
    legal = hand.legal
    wager = legal.wager.kind.value if legal.wager else ""
    return {"fold": legal.fold, "check": legal.check, "call": legal.call is not None}.get(
        case.action, wager == case.action
    )


def answer_may_raise(case: Vector, facts: Facts) -> bool:
    """Says whether a player may raise after the acts that the vector names; the other players call (BT-34, BT-35)."""
    asked = case.action.removesuffix("_may_raise")
    players_named = [name for name in facts if re.fullmatch("[A-Z]+", name)]
    act_by_player = {name: _parse_act(facts[name]) for name in players_named}
    blinds = ["SB", "BB"] if facts.get("blinds") else []
    names = list(dict.fromkeys([*blinds, *players_named, asked, *(() if blinds else ("another",))]))
    all_in = {name: amount for name, (verb, amount) in act_by_player.items() if verb == "all_in" and amount}
    stacks = all_in | {name: facts[f"{name}_stack"] for name in names if f"{name}_stack" in facts}
    [(structure, least, largest)] = parse_structures(case, facts)
    table = {"seats": names, "stacks": stacks, "blinds": facts.get("blinds", []), "ante": facts.get("ante", 0)}
    hand = deal_named_hand(Facts(table), structure, least, largest)
    again = facts.get(f"{asked}_turn_again", facts.get(f"{asked}_turn", True))
    assert again
    while hand.to_act is not None and (hand.to_act != asked or asked in act_by_player):
        if hand.to_act in act_by_player:
            hand.act_by_verb(*act_by_player.pop(str(hand.to_act)))
        else:
            hand.act(hand.cheapest_action())
    assert hand.to_act == asked
    return hand.legal.wager is not None


def _parse_act(text: str) -> tuple[str, int]:
    """Reads "raised to 10" or "all-in for 14"."""
    match = re.fullmatch(r"(raise|bet|all.in|call|limp|fold|check)\w*(?: (?:to|for|of))?(?: (\d+))?", text)
    if match is None:
        raise UnknownVectorError(f"No act is called {text!r}.")
    verb = {"raise": "raise_to" if match[2] else "raise", "all in": "all_in", "all-in": "all_in", "limp": "call"}.get(
        match[1], match[1]
    )
    return verb, int(match[2] or 0)


def answer_second_message(_: Vector, facts: Facts) -> bool:
    """Says whether a player may act a second time after their first message (BT-20..BT-22)."""
    me = facts["to_act"]
    message, _space, outcome = facts["message_1"].rpartition(" ")
    verb, amount = _parse_act(message if outcome in ("accepted", "refused") else facts["message_1"])
    free = verb in ("check", "bet") and outcome != "refused"
    draw = replace(VARIANTS["five-card-draw"], structure=Structure.NO_LIMIT)
    hand = NamedHand(draw, [me, *OTHER_PLAYERS]) if free else NamedHand(VARIANTS["holdem"], [*OTHER_PLAYERS, me])
    seat = hand.seats[me]
    assert hand.to_act == me
    if outcome == "refused":
        with suppress(IllegalAction):
            hand.hand.act(seat, Raise(DEEP_STACK + 1))
    else:
        hand.act_by_verb(verb, amount)
    try:
        hand.hand.act(seat, action_from_verb(hand.legal, hand.hand.to_match, *_parse_act(facts["message_2"])))
    except IllegalAction:
        return False
    return True


OTHER_PLAYERS = ("the first of two others", "the second")


# --- the showdown -------------------------------------------------------------------------------------------------

BLANK_BOARD = parse_cards("2c 6d Jh Qc Kd")
WORTHLESS_CARDS = parse_cards("3c 4d 8h 9c 3d 4h 8c")
"""Cards that make next to nothing, with the board or without."""


def answer_show_order(_: Vector, facts: Facts) -> list[PlayerName]:
    """Says who shows in which order (SD-2, SD-3)."""
    names = facts["active_clockwise_from_button"]
    live = [Player(seat, 100) for seat in range(len(names))]
    aggressor = facts.get("last_aggressor")
    order, _clause = order_of_showing(live, names.index(aggressor) if aggressor in names else None)
    return [names[player.seat] for player in order]


def answer_win_pot(_: Vector, facts: Facts) -> bool:
    """Says whether the best cards can win when they are so many (SD-13)."""
    variant = _game_dealing(facts["variant_cards"])
    on_board = sum(street.board for street in variant.streets)
    board = BLANK_BOARD[:on_board]
    worthless = WORTHLESS_CARDS[: variant.cards_at_showdown - on_board]
    best = [card for card in sorted(PACK, key=lambda card: -card.rank) if card not in (*BLANK_BOARD, *WORTHLESS_CARDS)]
    players = [Player(1, 0), Player(2, 0)]
    players[0].add_cards(best[: facts["player_cards"]], face_down=True)
    players[1].add_cards(worthless, face_down=True)
    awards = Showdown(variant, players, board).award_pots([Pot(10, (1, 2))])
    return any(award.seat == 1 for award in awards)


def _game_dealing(cards: int) -> Variant:
    if cards not in GAME_BY_CARD_COUNT:
        raise UnknownVectorError(f"Which game deals {cards} cards?")
    return VARIANTS[GAME_BY_CARD_COUNT[cards]]


def answer_claim_pot(_: Vector, facts: Facts) -> bool:
    """Says whether the engine gives a pot to a player who showed that many of their cards (SD-5)."""
    hand = NamedHand(_game_dealing(facts["dealt"]), ["A", "B"])
    events = []
    bets = iter([True])
    while not hand.hand.over:
        wager = hand.legal.wager
        events += hand.act(wager.action(wager.minimum) if wager and next(bets, False) else hand.cheapest_action())
    winners = {event.seat for event in events if isinstance(event, PotAwarded)}
    shown = [event for event in events if isinstance(event, HandShown) and event.seat in winners]
    return any(len(event.cards) == facts["shown"] for event in shown)


# --- odd chips ----------------------------------------------------------------------------------------------------

TIED_HANDS = ("As Kc Qd 9h 3s", "Ah Ks Qc 9d 3h", "Ad Kh Qs 9c 3d", "Ac Kd Qh 9s 3c")
"""Hands of four players that tie, high and low."""


def answer_split(case: Vector, facts: Facts) -> dict[str, int]:
    """Says how a pot is divided among those who win it, or its halves (SD-15..SD-18)."""
    if tied := _first_present_fact(facts, *TIED_FACTS):
        return _split_among_tied(case, facts, tied)
    high, low = (_winners_of_half(facts, *halves) for halves in (("hi", "high"), ("lo", "low")))
    names = list(dict.fromkeys([*_names_from_button(facts), *high, *low]))
    sides = {
        seat: Declaration.BOTH
        if name in high and name in low
        else Declaration.HIGH
        if name in high
        else Declaration.LOW
        for seat, name in enumerate(names, start=1)
    }
    variant = replace(VARIANTS["five-card-draw"], low=VARIANTS["stud-hilo"].low, hilo_declare=True)
    return _award_pot(variant, names, TIED_HANDS[: len(names)], facts["pot"], sides)


TIED_FACTS = ("tied", "winners", "tied_clockwise_from_button", "winners_clockwise_from_button", "tied_winners")
"""What vectors call those who share a pot."""


def _first_present_fact(facts: Facts, *names: str) -> Any:
    """Returns the first of several facts that is not empty, an empty tuple if all are."""
    return next((facts[name] for name in names if facts.get(name)), ())


def _winners_of_half(facts: Facts, *halves: str) -> list[str]:
    named = _first_present_fact(facts, *(f"{half}_{word}" for half in halves for word in ("winner", "winners")))
    return [named] if isinstance(named, str) else list(named)


def _names_from_button(facts: Facts) -> list[str]:
    """Returns the players from the button's left, an empty list if the vector does not name a button."""
    if "button" not in facts:
        return list(facts.get("clockwise_from_button", ()))
    seats = facts["seats"]
    left = seats.index(facts["button"]) + 1
    return [*seats[left:], *seats[:left]]


def _split_among_tied(case: Vector, facts: Facts, tied: dict[str, str] | list[str]) -> dict[str, int]:
    order = _names_from_button(facts) or list(tied)
    names = sorted(tied, key=order.index)
    hands = [tied[name] for name in names] if isinstance(tied, dict) else list(TIED_HANDS)
    size = len(parse_cards(hands[0]))
    odd_chip = OddChip(facts.get("odd_chip", "suit" if case.rule.endswith("suit") else "position"))
    variant = replace(VARIANTS[{5: "five-card-stud", 7: "seven-card-stud"}[size]], odd_chip=odd_chip)
    variant = replace(variant, suit_order=facts.get("order", "shdc"))
    return _award_pot(variant, names, hands[: len(names)], facts["pot"], {})


def _award_pot(
    variant: Variant, names: Sequence[str], hands: Sequence[str], pot: int, sides: dict[int, Declaration]
) -> dict[str, int]:
    players = [Player(seat, 0) for seat in range(1, len(names) + 1)]
    for player, cards in zip(players, hands, strict=True):
        player.add_cards(parse_cards(cards), face_down=False)
    settlement = PotAwarder(variant, players, HandValues(variant, players, (), {}), sides)
    won = dict.fromkeys(names, 0)
    for award in settlement.award([Pot(pot, tuple(player.seat for player in players))]):
        won[names[award.seat - 1]] += award.chips
    return won
