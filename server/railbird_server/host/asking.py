"""From what a client says to what the table is asked: here, and nowhere else, a command is given its player."""

from __future__ import annotations

from typing import assert_never

from railbird_server.host.people import Player
from railbird_server.table import requests
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


def request_of(command: TableCommand, person: Player) -> requests.Input:
    """Returns what the table is asked when a person gives a command."""
    player = person.id
    match command:
        case commands.Sit(seat=seat, chips=chips):
            return requests.Sit(player, person.name, seat, chips, person.bot)
        case commands.Stand():
            return requests.Stand(player)
        case commands.AddChips(chips=chips):
            return requests.AddChips(player, chips)
        case commands.SitOut():
            return requests.SitOut(player)
        case commands.SitIn():
            return requests.ComeBack(player)
        case commands.PostBlind(on=on):
            return requests.PostBlind(player, on)
        case commands.Straddle(on=on):
            return requests.Straddle(player, on)
        case commands.Act(hand=hand, turn=turn, action=action):
            return requests.Act(player, hand, turn, action)
        case commands.ShowHand():
            return requests.Show(player)
        case commands.SeeHand(seat=seat):
            return requests.See(player, seat)
        case _:
            assert_never(command)
