"""The state of a player's place at a table, as its screen shows it."""

from __future__ import annotations

from dataclasses import dataclass, field

from railbird_client.follow.followed_tables import FollowedTables
from railbird_client.network.link import ConnectionStatus
from railbird_client.start.invitation import Invitation
from railbird_client.table.table_model import TableModel


@dataclass(frozen=True, slots=True)
class TableState:
    """The player is at a table; `table_model` and `followed` change as messages and keys come.

    Screens only read them. `followed` are the tables that the player follows besides this one, and maybe this one.
    """

    table_model: TableModel
    invitation: Invitation = field(default_factory=Invitation)
    connection: ConnectionStatus = field(default_factory=ConnectionStatus)
    followed: FollowedTables = field(default_factory=FollowedTables)
