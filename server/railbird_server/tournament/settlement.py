"""The places of players who go out, prizes and bounties, and the end of a tournament.

Of players who lose their last chips in one hand, those who began it with more finish higher, and equal stacks tie. Hand
for hand the players knocked out at different tables tie: the highest of each table with each other, then the second of
each, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby, zip_longest

from railbird_server.refusal import Refusal
from railbird_server.tournament.balancing import free_seat
from railbird_server.tournament.effects import Cancelled, Context, Eliminated, Finished, Reason
from railbird_server.tournament.state import EntrantState, Stage, TournamentState
from railbird_shared.tournament import payouts
from railbird_shared.tournament.structure import TournamentTerms
from railbird_shared.tournament.view import place_words

Tie = tuple[str, ...]
"""The ids of players who finish in the same place, in most cases one."""


def ties_of_hand(before: Mapping[str, int]) -> list[Tie]:
    """Returns who tie among the players knocked out in one hand, the worst first; `before` are their stacks."""
    order = sorted(before, key=lambda player: (before[player], player))
    return [tuple(players) for _, players in groupby(order, key=lambda player: before[player])]


def ties_of_round(hands: Iterable[Sequence[Tie]]) -> list[Tie]:
    """Returns who tie in a round of hand for hand, the worst first, from what `ties_of_hand` says of each hand."""
    levels = zip_longest(*(reversed(ties) for ties in hands), fillvalue=())
    best_first = [tuple(sorted(player for tie in level for player in tie)) for level in levels]
    return best_first[::-1]


def places(out: Sequence[Tie], left: int) -> dict[str, int]:
    """Returns the places of all players out, by player; `out` has the first to go out first, `left` still play."""
    found: dict[str, int] = {}
    place = left + 1
    for tie in reversed(out):
        found |= dict.fromkeys(tie, place)
        place += len(tie)
    return found


def tied_prizes(tie: Sequence[str], place: int, prizes: Sequence[int]) -> dict[str, int]:
    """Returns what players who tie for a place are paid: equal parts of the prizes of the places that they take."""
    return divided(sum(prizes[place - 1 : place - 1 + len(tie)]), tie)


def divided(units: int, players: Sequence[str]) -> dict[str, int]:
    """Returns equal parts of some units; odd ones go one each to the first of the players."""
    each, odd = divmod(units, len(players))
    return {player: each + (index < odd) for index, player in enumerate(players)}


def entry_is_open(terms: TournamentTerms, state: TournamentState) -> bool:
    """Whether players can enter now; the break after a level belongs to it."""
    is_late = state.stage is Stage.PLAYING and state.clock.level <= terms.late_entry
    return is_late or state.stage is Stage.REGISTERING


def rebuys_are_open(terms: TournamentTerms, state: TournamentState) -> bool:
    """Whether the period of rebuys runs; the break after its last level belongs to it."""
    return state.stage is Stage.PLAYING and terms.rebuys is not None and state.clock.level <= terms.rebuys.until_level


def pool_is_open(terms: TournamentTerms, state: TournamentState) -> bool:
    """Whether the prize pool may still grow, so that no place is certain."""
    add_on = terms.add_on
    to_come = state.stage is Stage.PLAYING and add_on is not None and state.clock.level <= add_on.after_level
    return entry_is_open(terms, state) or rebuys_are_open(terms, state) or to_come or state.anybody_decides


def prizes_by_place(terms: TournamentTerms, state: TournamentState) -> tuple[int, ...]:
    """Returns the prizes as the pool stands, the first place first; those that a deal left, after one."""
    if state.prizes_left is not None:
        return state.prizes_left
    return payouts.prizes(state.pool, len(state.entrants), terms.payouts)


def places_by_player(state: TournamentState) -> dict[str, int]:
    """Returns the places of all players out; as long as somebody may enter or rebuy, as they are now."""
    playing = sum(entrant.state is EntrantState.PLAYING for entrant in state.entrants.values())
    return places(state.out, 0 if state.stage is Stage.FINISHED else playing)


def knock_out(context: Context, ties: Iterable[Tie], deciding: Sequence[str] = ()) -> None:
    """Notes who are out, the worst first; those who are `deciding` may still rebuy and stay in their seats."""
    ties = tuple(ties)
    context.state.out += ties
    players = [player for tie in ties for player in tie]
    for player in players:
        context.change(player, state=EntrantState.DECIDING if player in deciding else EntrantState.OUT)
    for player in players:
        if player not in deciding:
            eliminate(context, player)


def eliminate(context: Context, player: str, chips: int = 0) -> None:
    """Tells that a player is out, who is noted already; `chips` leave play with one who was removed."""
    tied = any(player in tie and len(tie) > 1 for tie in context.state.out)
    entrant = context.change(player, state=EntrantState.OUT, decide_by=None)
    _pay_bounty(context, player)
    place = places_by_player(context.state)[player]
    context.add(Eliminated(player, place, tied))
    context.announce(f"{entrant.name} {'shares' if tied else 'is out in'} {place_words(place)} place.")
    free_seat(context, player, chips)


def _pay_bounty(context: Context, player: str) -> None:
    state, entrant = context.state, context.state.entrants[player]
    winners = [winner for winner in entrant.beaten_by if winner in state.entrants]
    for winner in winners:
        context.change(winner, knocked_out=state.entrants[winner].knocked_out + 1)
    context.change(player, at_stake=0, beaten_by=())
    if not winners:
        state.stray_bounties += entrant.at_stake
        return
    for winner, units in divided(entrant.at_stake, winners).items():  # in order from the button's left
        context.change(winner, bounties=state.entrants[winner].bounties + units)
        context.pay(winner, units, Reason.BOUNTY)


def pay_places(context: Context) -> None:
    """Pays all places that are certain and not paid yet."""
    state = context.state
    if pool_is_open(context.terms, state):
        return
    prizes, at = prizes_by_place(context.terms, state), places_by_player(state)
    for tie in [tie for tie in state.out if not state.entrants[tie[0]].settled]:
        players = sorted(tie, key=lambda player: state.entrants[player].number)
        for player, units in tied_prizes(players, at[tie[0]], prizes).items():
            context.change(player, settled=True, prize=state.entrants[player].prize + units)
            context.pay(player, units, Reason.PRIZE)


def finish_if_won(context: Context) -> bool:
    """Ends the tournament when one player has all the chips and nobody may rebuy; returns whether it has ended."""
    state = context.state
    if state.round or state.anybody_decides or len(state.left) > 1:
        return False
    finish(context, [(player,) for player in state.left])
    return True


def finish(context: Context, ties: Sequence[Tie]) -> None:
    """Ends the tournament with the players left in these places, the worst first, and pays everything."""
    state = context.state
    state.out += tuple(ties)
    state.stage, state.proposal, state.hand_for_hand = Stage.FINISHED, None, False
    winners = ties[-1]
    for tie in ties:
        for player in tie:
            _pay_own_bounty(context, player, winner=player == winners[0])
    for tie in ties:
        for player in tie:
            context.change(player, state=EntrantState.OUT)
            context.add(Eliminated(player, places_by_player(state)[player], len(tie) > 1))
    pay_places(context)
    names = " and ".join(context.name(player) for player in winners)
    verb = "share first place in" if len(winners) > 1 else "wins"
    context.announce(f"{names} {verb} the tournament.")
    context.add(Finished())


def _pay_own_bounty(context: Context, player: str, *, winner: bool) -> None:
    """A player not knocked out keeps their own bounty; the winner gets those of players who were removed, too."""
    state, entrant = context.state, context.state.entrants[player]
    units = entrant.at_stake
    if winner:
        units, state.stray_bounties = units + state.stray_bounties, 0
    context.change(player, at_stake=0, bounties=entrant.bounties + units)
    context.pay(player, units, Reason.BOUNTY)


def cancel(context: Context, now: int) -> None:
    """Cancels the tournament: everybody has what they had before it, prizes and bounties included; raises Refusal."""
    state = context.state
    if state.stage in {Stage.FINISHED, Stage.CANCELLED}:
        raise Refusal("tournament-phase", "The tournament is over; there is nothing to cancel.")
    for player, entrant in state.entrants.items():
        context.pay(player, max(0, entrant.paid_in - entrant.received), Reason.REFUND)
        context.charge(player, max(0, entrant.received - entrant.paid_in), Reason.REFUND)
        context.change(player, prize=0, bounties=0)
    state.clock = state.clock.set_running(now, running=False)
    state.stage, state.pool, state.stray_bounties, state.proposal = Stage.CANCELLED, 0, 0, None
    context.announce("The tournament is cancelled; everything that was paid goes back.")
    context.add(Cancelled())
