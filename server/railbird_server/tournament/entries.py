"""Entries: who registers, enters late or again, rebuys, adds on, and leaves."""

from __future__ import annotations

from railbird_server.refusal import Refusal
from railbird_server.tournament import inputs
from railbird_server.tournament.balancing import seat_newcomer
from railbird_server.tournament.effects import Context, GiveChips, Reason, StartDue
from railbird_server.tournament.settlement import eliminate, entry_is_open, rebuys_are_open
from railbird_server.tournament.state import Entrant, EntrantState, Stage, TournamentState
from railbird_shared.tournament.structure import AddOn, Rebuys, StartRule, TournamentTerms


def apply(context: Context, request: inputs.EntryInput) -> None:
    """Takes what a player or the host asks about an entry; raises Refusal."""
    match request:
        case inputs.Register():
            register(context, request)
        case inputs.Unregister(player):
            unregister(context, player)
        case inputs.Rename(player, name):
            context.entrant(player)
            context.change(player, name=name)
        case inputs.BuyChips():
            buy_chips(context, request)
        case inputs.DeclineRebuy(player):
            decline_rebuy(context, player)
        case inputs.RemovePlayer(player):
            remove_player(context, player)


def register(context: Context, request: inputs.Register) -> None:
    """Enters a player, or enters one again who is out; raises Refusal."""
    terms, state = context.terms, context.state
    check_registration(terms, state, request.player)
    again = request.player in state.entrants
    if not again:
        state.registrations += 1
        state.entrants[request.player] = Entrant(state.registrations, request.name, bot=request.bot)
    entries = state.entrants[request.player].entries + 1
    entrant = context.change(request.player, entries=entries, at_stake=terms.bounty)
    context.charge(request.player, terms.buy_in, Reason.RE_ENTRY if again else Reason.BUY_IN)
    state.pool += terms.to_pool
    if again:
        _forget_place(context, request.player)
    if state.stage is Stage.PLAYING:
        context.change(request.player, chips=terms.chips, state=EntrantState.PLAYING)
        state.bought_chips += terms.chips
        context.announce(f"{entrant.name} enters{' again' if again else ' late'}.")
        seat_newcomer(context, request.player)
    elif terms.start is StartRule.WHEN_FULL and len(state.entrants) >= terms.most_players and not state.start_due_told:
        state.start_due_told = True
        context.add(StartDue())


def check_registration(terms: TournamentTerms, state: TournamentState, player: str) -> None:
    """Raises Refusal unless that player could enter now."""
    entrant = state.entrants.get(player)
    if not entry_is_open(terms, state):
        raise Refusal("entry-closed", "No more players can enter this tournament; watch it, or register for another.")
    if entrant is None:
        if len(state.entrants) >= terms.most_players:
            raise Refusal("entry-closed", f"The tournament has its {terms.most_players} players; watch it instead.")
        return
    if entrant.state is not EntrantState.OUT:
        raise Refusal("entered", "You are in this tournament already.")
    if entrant.removed:
        raise Refusal("entry-closed", "The host has removed you from this tournament; you can watch it.")
    if terms.re_entries >= 0 and entrant.entries > terms.re_entries:
        raise Refusal("entry-closed", "You have entered as often as this tournament allows; you can still watch.")


def unregister(context: Context, player: str) -> None:
    """Takes an entry back before the start, and refunds it; raises Refusal."""
    state = context.state
    entrant = context.entrant(player)
    if state.stage is not Stage.REGISTERING:
        raise Refusal("tournament-phase", "The tournament has begun; your entry can be taken back before that only.")
    context.pay(player, entrant.paid_in, Reason.REFUND)
    state.pool -= context.terms.to_pool
    state.start_due_told = False
    del state.entrants[player]


def buy_chips(context: Context, request: inputs.BuyChips) -> None:
    """Sells a rebuy or the add-on; in a hand the chips come when it is over. Raises Refusal."""
    state, terms = context.state, context.terms
    context.check_playing()
    entrant = context.entrant(request.player)
    if request.add_on:
        bought: AddOn | Rebuys = check_add_on(terms, state, entrant)
        context.change(request.player, added_on=True)
    else:
        bought = check_rebuy(terms, state, entrant)
        context.change(request.player, rebuys=entrant.rebuys + 1)
    context.charge(request.player, bought.price, Reason.ADD_ON if request.add_on else Reason.REBUY)
    state.pool += bought.price
    state.bought_chips += bought.chips
    context.announce(f"{entrant.name} {'adds on' if request.add_on else 'rebuys'}.")
    if entrant.state is EntrantState.DECIDING:
        context.change(request.player, state=EntrantState.PLAYING, decide_by=None, beaten_by=())
        _forget_place(context, request.player)
    context.change(request.player, owed=entrant.owed + bought.chips)
    give_owed_chips(context, request.player)


def check_rebuy(terms: TournamentTerms, state: TournamentState, entrant: Entrant) -> Rebuys:
    """Returns what that player gets by a rebuy; raises Refusal unless they could rebuy now."""
    rebuys = terms.rebuys
    if rebuys is None or not rebuys_are_open(terms, state):
        raise Refusal("no-rebuy", "There are no rebuys now; play on with the chips you have.")
    if not entrant.is_left:
        raise Refusal("no-rebuy", "You are out; if late entry is open, register again.")
    if rebuys.most >= 0 and entrant.rebuys >= rebuys.most:
        raise Refusal("no-rebuy", f"You have rebought {entrant.rebuys} times, as often as this tournament allows.")
    if entrant.chips + entrant.owed > rebuys.at_most:
        most = f"{rebuys.at_most:,} chips or fewer" if rebuys.at_most else "no chips left"
        raise Refusal("no-rebuy", f"You can rebuy when you have {most}.")
    return rebuys


def check_add_on(terms: TournamentTerms, state: TournamentState, entrant: Entrant) -> AddOn:
    """Returns the add-on; raises Refusal unless that player could buy it now."""
    if terms.add_on is None:
        raise Refusal("no-rebuy", "This tournament has no add-on; play on with the chips you have.")
    if not (state.clock.on_break and state.clock.level == terms.add_on.after_level):
        raise Refusal("no-rebuy", f"The add-on is in the break after level {terms.add_on.after_level} only.")
    if not entrant.is_left:
        raise Refusal("no-rebuy", "You are out; the add-on is for players with chips.")
    if entrant.added_on:
        raise Refusal("no-rebuy", "You have bought the add-on; there is one for each player.")
    return terms.add_on


def give_owed_chips(context: Context, player: str) -> None:
    """Gives a player the chips they have bought, unless their table deals."""
    entrant, place = context.state.entrants[player], context.state.place_of(player)
    if place is None or not place[0].is_idle or not entrant.owed:
        return
    total = entrant.chips + entrant.owed
    context.change(player, chips=total, owed=0)
    context.add(GiveChips(player, place[0].number, place[1], entrant.owed, total))


def decline_rebuy(context: Context, player: str) -> None:
    """Has a player go out who could still rebuy; raises Refusal."""
    context.check_playing()
    entrant = context.entrant(player)
    if entrant.state is not EntrantState.DECIDING:
        raise Refusal("no-rebuy", "There is no rebuy to decline.")
    eliminate(context, player)


def remove_player(context: Context, player: str) -> None:
    """Takes a player out: before the start with a refund, later with their chips, after the hand; raises Refusal."""
    entrant = context.entrant(player)
    if context.state.stage is Stage.REGISTERING:
        unregister(context, player)
        return
    context.check_playing()
    if not entrant.is_left or entrant.removed:
        raise Refusal("no-change", f"{entrant.name} is out already, or leaves after this hand.")
    place = context.state.place_of(player)
    in_hand = place is not None and not place[0].is_idle
    context.announce(f"The host removes {entrant.name}{' after this hand' * in_hand}.")
    context.change(player, removed=True)
    if entrant.state is EntrantState.DECIDING:
        eliminate(context, player)


def take_out_removed(context: Context) -> None:
    """Takes out whom the host has removed, as soon as their table does not deal and no round of hand for hand runs.

    Their chips leave play, and they have the place in which they leave. The last player left stays.
    """
    state = context.state
    for player in [player for player, entrant in state.entrants.items() if entrant.removed and entrant.is_left]:
        place = state.place_of(player)
        if place and place[0].is_idle and not state.round and len(state.left) > 1:
            chips = state.entrants[player].chips
            context.change(player, chips=0, state=EntrantState.OUT)
            state.removed_chips += chips
            state.out += ((player,),)
            eliminate(context, player, chips)


def _forget_place(context: Context, player: str) -> None:
    """Takes a player who is back in play from among those who are out."""
    ties = (tuple(each for each in tie if each != player) for tie in context.state.out)
    context.state.out = tuple(tie for tie in ties if tie)
