"""What is done about people at a table: bans, mutes, the list of who is there, and other names.

A host names people; here they become the players that the table knows, with the addresses that they come from.
"""

from __future__ import annotations

from railbird_server.refusal import Refusal
from railbird_server.runtime.broadcast.members import Members
from railbird_server.runtime.people.players import Player, Viewer
from railbird_server.table import inputs
from railbird_server.table.host_commands import OWNER, BannedPlayer, MutedPlayer, ban_sentence
from railbird_server.table.inputs import PlayerIdentity
from railbird_server.table.table import Table
from railbird_shared.protocol.commands import ChangeName, HuntRabbit, SeeHand, ShowHand, TableCommand
from railbird_shared.protocol.host_commands import Ban, CorrectBooks, Mute
from railbird_shared.protocol.messages import People, Person
from railbird_shared.text.text_cleaning import look_alike

CORRECTS_FROM_RAIL = "The rail is behind; sit down to correct the books, or let a player host the table."
"""What a host without a seat reads who cannot know what there is to correct."""


def request(
    members: Members, table: Table, viewer: Viewer, by: PlayerIdentity, command: TableCommand | Ban | Mute | ChangeName
) -> inputs.Input:
    """Returns what a command of a viewer, given as `by`, puts to the table; raises Refusal."""
    state = table.host_commands.state
    if table.rail.terms.is_delayed and by is not OWNER and by.id not in members.seated:
        _check_past(command)
    match command:
        case Ban(name=name, on=True):
            player, address = _find(members, name)
            if command.address:
                _check_address(members, viewer, player, address)
            return inputs.BanRequest(by, player.identity, address=address if command.address else "")
        case Ban(name=name):
            return inputs.BanRequest(by, _recall(state.banned, name, "is banned"), on=False)
        case Mute(name=name, on=True):
            return inputs.MuteRequest(by, _find(members, name)[0].identity)
        case Mute(name=name):
            return inputs.MuteRequest(by, _recall(state.muted, name, "is muted"), on=False)
        case ChangeName(name=name):
            return inputs.NameChanged(viewer.player.id, name)
        case _:
            return inputs.PlayerCommand(by, command)


def banned_viewers(members: Members, table: Table) -> list[tuple[Viewer, str]]:
    """Returns the viewers who may not stay, with what they are told; a player in a hand stays until it is over."""
    acts = table.host_commands
    if not acts.state.banned:
        return []
    rail = [viewer for viewer in members.viewers.values() if viewer.player.id not in members.seated]
    others = [viewer for viewer in rail if viewer.player is not members.host]
    found = ((viewer, acts.ban_of(viewer.player.id, viewer.address)) for viewer in others)
    return [(viewer, ban_sentence(ban)) for viewer, ban in found if ban is not None]


def list_people(members: Members, table: Table, *, past: bool = False) -> People:
    """Returns who is at a table: by seat, and then the rail; somebody who sees the `past` learns no stacks."""
    seated = tuple(
        Person(
            seat.name,
            seat.number,
            0 if past else seat.stack,
            seat.bot,
            seat.connected,
            seat.player == table.host.id,
            seat.requested,
        )
        for seat in table.seats.occupied
    )
    rail = tuple(
        Person(player.name, bot=player.bot, host=player.id == table.host.id)
        for player in (viewer.player for viewer in members.viewers.values())
        if player.id not in members.seated
    )
    state = table.host_commands.state
    banned, muted = (tuple(each.name for each in names) for names in (state.banned, state.muted))
    return People(table=table.id, people=seated + rail, banned=banned, muted=muted)


def _check_past(command: TableCommand | Ban | Mute | ChangeName) -> None:
    """Raises Refusal where the answer would tell somebody how the table stands who sees the past of it only."""
    match command:
        case CorrectBooks():
            raise Refusal("rail-delayed", CORRECTS_FROM_RAIL)
        case ShowHand() | SeeHand() | HuntRabbit():
            raise Refusal("not-seated", "You have no seat at this table; sit down first.")
        case _:
            return


def _find(members: Members, name: str) -> tuple[Player, str]:
    found = members.find(name)
    if found is None:
        raise Refusal("no-player", f"Nobody called {name} is at this table; look at the list of people.")
    return found


def _recall(kept: tuple[BannedPlayer, ...] | tuple[MutedPlayer, ...], name: str, what: str) -> PlayerIdentity:
    found = next((each for each in kept if look_alike(each.name, name)), None)
    if found is None:
        raise Refusal("no-player", f"Nobody called {name} {what} at this table.")
    return PlayerIdentity(found.player, found.name)


def _check_address(members: Members, viewer: Viewer, player: Player, address: str) -> None:
    """Raises Refusal where a ban by address would keep out others who sit here, or nobody knows the address."""
    if not address:
        raise Refusal("no-player", f"The address of {player.name} is not known; ban them by name.")
    here = [each for each in members.viewers.values() if each.player.id in members.seated or each is viewer]
    others = {each.player.name for each in here if each.address == address and each.player is not player}
    if others:
        names = ", ".join(sorted(others))
        raise Refusal("not-yourself", f"{names} comes from the same address as {player.name}; ban them by name.")
