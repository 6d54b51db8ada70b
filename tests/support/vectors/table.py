"""Answers vectors on the table between hands: buying in, adding and withdrawing chips, and a hand passed out."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.refusal import IllegalAction
from railbird_shared.game.announced_game import Stakes
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.house.house_rules import MIN_BUY_IN_MULTIPLE, HouseRules
from railbird_shared.protocol.commands import AddChips, Sit, Stand
from railbird_shared.protocol.events import ChipsAdded, HandStarted, PassedOut, PlayerLeft, Posted
from support.table_harness import TableHarness, from_player, start_table, table_settings
from support.vectors.vector import Facts, UnknownVectorError, Vector


def answer_sit_down(_: Vector, facts: Facts) -> bool:
    """Says whether a table at these stakes takes a buy-in (AI-14); no house has a multiple that is out of range."""
    bet, buy_in = facts["min_bet"], facts["buy_in"]
    try:
        house = HouseRules(min_buy_in_multiple=facts.get("min_buy_in_multiple", MIN_BUY_IN_MULTIPLE))
    except BadSetup:
        return False
    least = house.min_buy_in(Stakes(small_blind=bet // 2, big_blind=bet))
    settings = table_settings(buy_in=(least, 100 * max(least, buy_in)))
    stakes = replace(settings.game.stakes, small_blind=bet // 2, big_blind=bet)
    harness = TableHarness(replace(settings, game=replace(settings.game, stakes=stakes)))
    try:
        harness.submit(from_player("Wren", Sit(chips=buy_in)))
    except IllegalAction:
        return False
    return True


def answer_top_up(_: Vector, facts: Facts) -> bool:
    """Says whether chips from a player's pocket come on the table at once (AI-12)."""
    harness = _table_with_wren(facts, buy_in=(20, 200 + facts["bankroll"]))
    return any(
        isinstance(event, ChipsAdded)
        for event in harness.submit(from_player("Wren", AddChips(chips=facts["bankroll"])))
    )


def answer_withdraw_chips(_: Vector, facts: Facts) -> bool:
    """Says whether chips can leave the table now, with their owner or without (AI-13)."""
    harness = _table_with_wren(facts, buy_in=(20, 200))
    if facts.get("leaving_table", False):
        return any(isinstance(event, PlayerLeft) for event in harness.submit(from_player("Wren", Stand())))
    try:
        harness.submit(from_player("Wren", AddChips(chips=-50)))
    except IllegalAction:
        return False
    return harness.stacks()["Wren"] < 200


def _table_with_wren(facts: Facts, buy_in: tuple[int, int]) -> TableHarness:
    """Returns a table at which Wren has 200 chips, between hands or in a hand."""
    harness = start_table(stacks=(200, 200, 200), settings=table_settings(buy_in=buy_in))
    if facts.get("hand_in_progress", False):
        harness.deal_next_hand()
    return harness


def answer_passed_out(_: Vector, facts: Facts) -> dict[str, str]:
    """Says where cards, button and pot go when nobody opens (BT-38)."""
    if facts["first_round"] not in ("all checked", "all passed", "all pass", "all check"):
        raise UnknownVectorError(f"What is a first round in which {facts['first_round']}?")
    harness = start_table("five-card-draw")
    harness.deal_next_hand()
    thrown_in = [event for event in harness.act_each("x", "x", "x") if isinstance(event, PassedOut)]
    antes = sum(event.chips for event in harness.events if isinstance(event, Posted))
    begun = harness.deal_next_hand()
    new_antes = [event for event in begun if isinstance(event, Posted)]
    first, second = (event for event in harness.events if isinstance(event, HandStarted))
    stays = second.carried == antes and len(new_antes) == 3
    return {
        "cards": "thrown in" if thrown_in else "played on",
        "button": "moves left" if second.button == first.button % 3 + 1 else f"goes to seat {second.button}",
        "pot": "stays, a new ante is added" if stays else f"holds {second.carried}",
    }
