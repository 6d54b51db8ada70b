"""The commands of clients as inputs of a tournament, which names its players by their ids."""

from __future__ import annotations

from typing import assert_never

from railbird_server.refusal import Refusal
from railbird_server.runtime.people.players import Player
from railbird_server.tournament import inputs
from railbird_server.tournament.state import TournamentState
from railbird_shared.tournament import commands
from railbird_shared.tournament.commands import DealCommand, EntryCommand, TournamentHostCommand


def input_of(
    command: EntryCommand | TournamentHostCommand | DealCommand, player: Player, state: TournamentState
) -> inputs.Input:
    """Returns the input that a player's command makes; raises Refusal where it names nobody in the tournament."""
    match command:
        case commands.RegisterTournament():
            return inputs.Register(player.id, player.name, player.bot)
        case commands.UnregisterTournament():
            return inputs.Unregister(player.id)
        case commands.StartTournament():
            return inputs.Start()
        case commands.BuyTournamentChips(add_on=add_on):
            return inputs.BuyChips(player.id, add_on)
        case commands.DeclineRebuy():
            return inputs.DeclineRebuy(player.id)
        case commands.PauseTournament(on=on):
            return inputs.Pause(on)
        case commands.RemoveEntrant(number=number):
            return inputs.RemovePlayer(_by_number(state, number))
        case commands.CancelTournament():
            return inputs.Cancel()
        case commands.ProposeDeal(method=method, play_for=play_for, amounts=amounts):
            return inputs.ProposeDeal(player.id, method, play_for, _named(state, amounts))
        case commands.AnswerDeal(agree=agree):
            return inputs.AnswerDeal(player.id, agree)
        case _:
            assert_never(command)


def _by_number(state: TournamentState, number: int) -> str:
    found = next((player for player, entrant in state.entrants.items() if entrant.number == number), None)
    if found is None:
        raise Refusal("no-player", "Nobody in the tournament has that number; look at the standings again.")
    return found


def _named(state: TournamentState, amounts: tuple[commands.DealAmount, ...]) -> dict[str, int]:
    """Returns amounts by player id; raises Refusal where they name somebody twice, or nobody of the tournament."""
    named = {_by_number(state, each.number): each.prize for each in amounts}
    if len(named) < len(amounts):
        raise Refusal("tournament-deal", "Name each player once.")
    return named
