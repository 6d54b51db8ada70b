"""A deal among the players left: proposed by one, agreed by all, and booked; or play goes on."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.tournament import settlement
from railbird_server.tournament.effects import Context, Reason
from railbird_server.tournament.inputs import AnswerDeal, ProposeDeal
from railbird_server.tournament.state import Proposal
from railbird_shared.tournament import payouts
from railbird_shared.tournament.view import DealMethod, prize_words

DEAL_MS = 120_000
"""Milliseconds in which all players left have to agree to a deal."""

BOT_PERCENT = 95
"""A bot agrees to this percentage of what its stack is worth, and to more."""


def propose(context: Context, request: ProposeDeal) -> None:
    """Takes a player's proposal, on which all vote when no hand runs any more; raises Refusal."""
    check_proposal(context, request.player)
    left = set(context.state.left)
    prizes = _prizes_left(context)
    to_share = sum(prizes)
    most = to_share if request.method is DealMethod.AMOUNTS else prizes[0]
    if not 0 <= request.play_for <= most:
        raise Refusal("tournament-deal", f"Leave between 0 and {most:,} to be played for.")
    if request.method is DealMethod.AMOUNTS:
        named = sum(request.amounts.values()) + request.play_for
        if request.amounts.keys() != left or min(request.amounts.values()) < 0:
            raise Refusal("tournament-deal", "Name an amount for each player left, 0 or more.")
        if named != to_share:
            raise Refusal("tournament-deal", f"The amounts come to {named:,}; make them {to_share:,}, which is left.")
    amounts = request.amounts if request.method is DealMethod.AMOUNTS else {}
    context.state.proposal = Proposal(request.player, request.method, request.play_for, amounts)
    context.change(request.player, proposed_at=context.state.clock.level)
    context.announce(f"{context.name(request.player)} proposes a deal.")


def check_proposal(context: Context, player: str) -> None:
    """Raises Refusal unless that player could propose a deal now."""
    state = context.state
    context.check_playing()
    entrant = context.entrant(player)
    if not context.terms.deals:
        raise Refusal("tournament-deal", "This tournament is played without deals; play on for the prizes.")
    if not entrant.is_left:
        raise Refusal("tournament-deal", "Only the players left make a deal.")
    if state.proposal is not None:
        raise Refusal("tournament-deal", "A deal is proposed already; answer it first.")
    if settlement.pool_is_open(context.terms, state):
        raise Refusal("tournament-deal", "The prize pool may still grow; propose a deal when entries are over.")
    if len(state.left) > payouts.MAX_ICM_PLAYERS:
        raise Refusal("tournament-deal", f"Propose a deal when {payouts.MAX_ICM_PLAYERS} players or fewer are left.")
    if state.round:
        raise Refusal("tournament-deal", "The tables play hand for hand; propose a deal when the prizes are reached.")
    if not sum(_prizes_left(context)):
        raise Refusal("tournament-deal", "No prize is left to be shared; play on.")
    if entrant.proposed_at == state.clock.level:
        raise Refusal("tournament-deal", "You have proposed a deal at this level; wait for the next one.")


def answer(context: Context, request: AnswerDeal) -> None:
    """Takes a player's answer; raises Refusal."""
    context.check_playing()
    proposal = context.state.proposal
    if proposal is None:
        raise Refusal("tournament-deal", "No deal is proposed now; play on.")
    if request.player not in context.state.left:
        raise Refusal("tournament-deal", "Only the players left answer.")
    if not request.agree:
        _drop(context, f"{context.name(request.player)} refuses the deal; play goes on.")
    elif proposal.shares is None:
        raise Refusal("tournament-deal", "The shares are reckoned when the hands are over; answer then.")
    elif request.player not in proposal.agreed:
        context.state.proposal = replace(proposal, agreed=(*proposal.agreed, request.player))


def update(context: Context, now: int) -> None:
    """Reckons the shares when no hand runs any more, and books a deal that all have agreed to."""
    state, proposal = context.state, context.state.proposal
    if proposal is None:
        return
    if proposal.shares is None:
        if state.round or not state.is_idle:
            return
        if shares := _shares(context, proposal):
            state.proposal = proposal = _reckoned(context, proposal, shares, now)
            amounts = (f"{context.name(each)} {prize_words(shares[each], context.terms.unit)}" for each in shares)
            context.announce(f"The deal would give {', '.join(amounts)}.")
    if (proposal.shares or {}).keys() != set(state.left):
        _drop(context, "The deal is off: it no longer fits the players left.")
    elif proposal.until is not None and now >= proposal.until:
        _drop(context, "The deal is off: not everybody has agreed in time.")
    elif set(state.left) <= set(proposal.agreed):
        _book(context, proposal)


def _reckoned(context: Context, proposal: Proposal, shares: dict[str, int], now: int) -> Proposal:
    """Returns the proposal with its shares, to which whoever proposed it and bots that like it agree."""
    state, prizes = context.state, _prizes_left(context)
    bots = [player for player in state.left if state.entrants[player].bot]
    worth = payouts.icm_worth(_stacks(context), prizes) if bots else {}
    shared = Fraction(sum(shares.values()), sum(prizes))
    content = {player for player in bots if shares[player] * 100 >= worth[player] * shared * BOT_PERCENT}
    agreed = tuple(player for player in state.left if player == proposal.by or player in content)
    return replace(proposal, shares=shares, agreed=agreed, until=now + DEAL_MS)


def _shares(context: Context, proposal: Proposal) -> dict[str, int]:
    """Returns what a deal gives each player left, nothing where it no longer fits them."""
    stacks, prizes = _stacks(context), _prizes_left(context)
    if proposal.by not in stacks or proposal.play_for > sum(prizes):
        return {}
    if proposal.method is not DealMethod.AMOUNTS:
        return payouts.deal_shares(proposal.method, stacks, prizes, proposal.play_for)
    to_share = sum(prizes) - proposal.play_for
    fits = proposal.amounts.keys() == stacks.keys() and sum(proposal.amounts.values()) == to_share
    return proposal.amounts if fits else {}


def _book(context: Context, proposal: Proposal) -> None:
    """Pays the shares; the rest is played for, or the tournament is over with places by chips."""
    state = context.state
    assert proposal.shares is not None
    for player, units in proposal.shares.items():
        context.change(player, prize=state.entrants[player].prize + units)
        context.pay(player, units, Reason.DEAL)
    state.proposal = None
    state.prizes_left = (proposal.play_for,) if proposal.play_for else ()
    if proposal.play_for:
        context.announce(f"The deal is made; {prize_words(proposal.play_for, context.terms.unit)} is played for.")
        return
    context.announce("The deal is made, and the tournament is over.")
    settlement.finish(context, settlement.ties_of_hand(_stacks(context)))


def _drop(context: Context, sentence: str) -> None:
    context.state.proposal = None
    context.announce(sentence)


def _prizes_left(context: Context) -> list[int]:
    """Returns the prizes of the places that are not decided yet, one for each player left."""
    prizes = settlement.prizes_by_place(context.terms, context.state)
    left = len(context.state.left)
    return [*prizes[:left], *[0] * (left - len(prizes))]


def _stacks(context: Context) -> dict[str, int]:
    return {player: context.state.entrants[player].chips for player in context.state.left}
