"""From what a client says to what the table is asked: here, and nowhere else, a command is given its player."""

from __future__ import annotations

from typing import assert_never

from railbird_server.runtime.players import Player
from railbird_server.table import inputs
from railbird_shared import commands

TableCommand = (
    commands.Sit
    | commands.Stand
    | commands.AddChips
    | commands.SitOut
    | commands.SitIn
    | commands.PostBlind
    | commands.Straddle
    | commands.Act
    | commands.ShowHand
    | commands.SeeHand
)
"""What a table decides, and nobody else."""


def request_of(command: TableCommand, person: Player) -> inputs.Input:
    """Returns what the table is asked when a person gives a command."""
    player = person.id
    match command:
        case commands.Sit(seat=seat, chips=chips):
            return inputs.Sit(player, person.name, seat, chips, person.bot)
        case commands.Stand():
            return inputs.Stand(player)
        case commands.AddChips(chips=chips):
            return inputs.AddChips(player, chips)
        case commands.SitOut():
            return inputs.SitOut(player)
        case commands.SitIn():
            return inputs.ComeBack(player)
        case commands.PostBlind(on=on):
            return inputs.PostBlind(player, on)
        case commands.Straddle(on=on):
            return inputs.Straddle(player, on)
        case commands.Act(hand=hand, turn=turn, action=action):
            return inputs.Act(player, hand, turn, action)
        case commands.ShowHand():
            return inputs.Show(player)
        case commands.SeeHand(seat=seat):
            return inputs.See(player, seat)
        case _:
            assert_never(command)
