"""When each table may deal: hand by hand, at the present level, and hand for hand near the prizes."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.tournament import settlement
from railbird_server.tournament.balancing import is_balanced, replace_table, waits_for_final_table
from railbird_server.tournament.effects import BadReport, Context, Hold, MayDeal, RebuyOffered
from railbird_server.tournament.entries import give_owed_chips
from railbird_server.tournament.inputs import HandBegun, HandFinished
from railbird_server.tournament.settlement import Tie, ties_of_hand, ties_of_round
from railbird_server.tournament.state import EntrantState, PlayingTable, TableStatus

REBUY_MS = 30_000
"""Milliseconds in which a player who has lost all chips decides on a rebuy."""

FEWEST_DEALT = 2


def table_ready(context: Context, number: int) -> None:
    """Notes that a table could deal; one that may deal already is told so again."""
    table = context.state.tables.get(number)
    if table is None:
        return
    if table.status is TableStatus.DEALING:
        context.add(MayDeal(number, table.hand, table.level))
    elif table.told and table.status is TableStatus.READY:
        context.add(Hold(number, table.told))
    else:
        context.change_table(number, status=TableStatus.READY)


def hand_begun(context: Context, report: HandBegun) -> None:
    """Notes where the button and the blinds are in a hand."""
    table = context.state.tables.get(report.table)
    if table is not None and not table.is_idle and table.hand == report.hand:
        context.change_table(table.number, places=report.places)


def hand_finished(context: Context, report: HandFinished, now: int) -> None:
    """Takes the stacks after a hand, and notes who is out; raises BadReport. A hand told before changes nothing."""
    state = context.state
    table = state.tables.get(report.table)
    if table is None or table.is_idle or report.hand != table.hand:
        return
    _check(context, table, report)
    level_hands = table.level_hands + (table.level == state.clock.level)
    context.change_table(table.number, status=TableStatus.RESTING, told="", level_hands=level_hands)
    state.clock = replace(state.clock, hands=max(state.clock.hands, level_hands))
    for player, chips in report.stacks.items():
        if report.before[player]:
            context.change(player, chips=chips)
    for player in table.seats.values():
        give_owed_chips(context, player)
    _note_knocked_out(context, table, report)
    _offer_rebuys(context, now)


def table_lost(context: Context, number: int) -> None:
    """Has the players of a table that was lost play on at a new one, with the chips they had before its hand."""
    state = context.state
    if number not in state.tables:
        return
    table = context.change_table(number, status=TableStatus.RESTING)
    for player in table.seats.values():
        entrant = state.entrants[player]
        context.change(player, chips=entrant.chips + entrant.owed, owed=0)
    if number in state.round:
        _note_round(context, number, [])
    replace_table(context, table)


def _check(context: Context, table: PlayingTable, report: HandFinished) -> None:
    """Raises BadReport unless the hand began with the chips that the tournament knows of, and ended with as many."""
    entrants = context.state.entrants
    dealt = {player for player, chips in report.before.items() if chips}
    if report.stacks.keys() != report.before.keys() or not dealt <= set(table.seats.values()):
        raise BadReport(f"Table {table.number} reports other players than sit there.")
    if any(entrants[player].chips != report.before[player] for player in dealt):
        raise BadReport(f"Table {table.number} began hand {report.hand} with other stacks than the tournament knows.")
    chips = report.stacks.values()
    won_with_none = any(report.stacks[player] for player in report.before.keys() - dealt)
    if sum(chips) != sum(report.before.values()) or min(chips, default=0) < 0 or won_with_none:
        raise BadReport(f"Table {table.number} ends hand {report.hand} with more or fewer chips than it began with.")


def _note_knocked_out(context: Context, table: PlayingTable, report: HandFinished) -> None:
    state = context.state
    lost = [player for player in report.stacks if report.before[player] and not state.entrants[player].chips]
    lost.sort(key=lambda player: state.entrants[player].number)
    for player in lost:
        context.change(player, beaten_by=report.beaten_by.get(player, ()))
    ties = ties_of_hand({player: report.before[player] for player in lost})
    if table.number in state.round:
        _note_round(context, table.number, ties)
    elif ties:
        settlement.knock_out(context, ties, [player for player in lost if may_rebuy(context, player)])


def _note_round(context: Context, number: int, ties: list[Tie]) -> None:
    """Notes who is out at one table in a round of hand for hand; they all are out together when it is over."""
    state = context.state
    state.round = tuple(each for each in state.round if each != number)
    state.round_out += (tuple(ties),)
    if not state.round:
        hands, state.round_out = state.round_out, ()
        settlement.knock_out(context, ties_of_round(hands))


def may_rebuy(context: Context, player: str) -> bool:
    """Whether a player who has lost all chips may stay in by a rebuy; bots do not."""
    rebuys, entrant = context.terms.rebuys, context.state.entrants[player]
    if rebuys is None or entrant.bot or entrant.removed or not settlement.rebuys_are_open(context.terms, context.state):
        return False
    return rebuys.most < 0 or entrant.rebuys < rebuys.most


def _offer_rebuys(context: Context, now: int) -> None:
    for player, entrant in context.state.entrants.items():
        if entrant.state is EntrantState.DECIDING and entrant.decide_by is None:
            context.change(player, decide_by=now + REBUY_MS)
            context.add(RebuyOffered(player, now + REBUY_MS))


def update_hand_for_hand(context: Context) -> None:
    """Begins hand for hand when the next player out is the last without a prize, and ends it when all are paid."""
    state, terms = context.state, context.terms
    if state.round or not terms.hand_for_hand:
        return
    paid = len(settlement.prizes_by_place(terms, state))
    is_bubble = len(state.tables) > 1 and 0 < paid < len(state.left)
    if state.hand_for_hand and not is_bubble:
        state.hand_for_hand = False
        context.announce("Hand for hand is over.")
    elif is_bubble and len(state.left) == paid + 1 and not settlement.pool_is_open(terms, state):
        if not state.hand_for_hand:
            context.announce("One more player goes out without a prize: all tables now play hand for hand.")
        state.hand_for_hand = True


def let_tables_deal(context: Context) -> None:
    """Lets every table deal that has asked and may, and tells the others once why they wait."""
    state = context.state
    playable = [table for table in state.tables.values() if _players_dealt(context, table) >= FEWEST_DEALT]
    if state.hand_for_hand and not _reason_for_all(context):
        ready = all(table.status is TableStatus.READY for table in playable) and state.is_idle
        if ready and all(is_balanced(context, table) for table in playable):
            state.round = tuple(table.number for table in playable)
    for table in state.tables.values():
        if table.status is not TableStatus.READY:
            continue
        reason = _reason_for_all(context) or _reason_for(context, table)
        if not reason:
            hand, level = table.hand + 1, state.clock.level
            context.change_table(table.number, status=TableStatus.DEALING, told="", hand=hand, level=level)
            context.add(MayDeal(table.number, hand, level))
        elif reason != table.told:
            context.change_table(table.number, told=reason)
            context.add(Hold(table.number, reason))


def _reason_for_all(context: Context) -> str:
    """Returns why no table deals now, empty if they do."""
    state = context.state
    reasons = {
        "The tournament is paused until its host lets it go on.": state.paused,
        "No hand is dealt until the players left have decided on the deal.": state.proposal is not None,
        "The tournament is on a break.": state.clock.on_break,
        "A break begins when the hands at the other tables are over.": state.clock.break_due,
        "The final table is made up when the hands at the other tables are over.": waits_for_final_table(context),
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


def _reason_for(context: Context, table: PlayingTable) -> str:
    """Returns why one table waits, empty if it deals."""
    if context.state.hand_for_hand and table.number not in context.state.round:
        return "The tables play hand for hand: this one waits for the others."
    if _players_dealt(context, table) < FEWEST_DEALT:
        return "This table waits for players."
    return "" if is_balanced(context, table) else "This table waits until the tables are balanced."


def _players_dealt(context: Context, table: PlayingTable) -> int:
    return sum(context.state.entrants[player].chips > 0 for player in table.seats.values())
