"""The commands by which a client follows further tables, besides the one that it is at."""

from __future__ import annotations

from railbird_shared.protocol.message_base import CommandBase, Password, Token
from railbird_shared.protocol.quantities import Count


class FollowTable(CommandBase, frozen=True, kw_only=True, tag="follow-table"):
    """Follows a table from its rail, in the lobby or at another table; `followed` brings all that it sends.

    Newcomers to a locked table send its `password`. A snapshot follows, also where the client follows the table
    already; a client that followed it before and names the last step that it saw gets those that it missed instead.
    """

    table: Token
    password: Password = ""
    epoch: Token = ""
    seq: Count = 0


class UnfollowTable(CommandBase, frozen=True, kw_only=True, tag="unfollow-table"):
    """Follows a table no longer; nothing of it comes after the answer."""

    table: Token
