"""The events of a server session: those of its link, and what became of the player's requests."""

from __future__ import annotations

from dataclasses import dataclass

from railbird_client.history.past_hands import PastHandsRefused
from railbird_client.network.link import LinkEvent
from railbird_client.shell.screen_state import PasswordRequest
from railbird_client.start.invitation import MadeInvite


@dataclass(frozen=True, slots=True)
class OwnServerFailed:
    """The player's own server did not start, or ended by itself; the sentence says so."""

    sentence: str


@dataclass(frozen=True, slots=True)
class RequestRefused:
    """The server refused a step on the way to a table; the sentence says why."""

    sentence: str


@dataclass(frozen=True, slots=True)
class TableLocked:
    """A table's password is needed on the way there."""

    request: PasswordRequest


@dataclass(frozen=True, slots=True)
class InvitesAnswered:
    """The server has made an invite, or the sentence says why it did not do what a host asked for."""

    made: MadeInvite | None = None
    error: str = ""


@dataclass(frozen=True, slots=True)
class NameAnswered:
    """The server calls the player by that name now, or the sentence of its refusal says why not."""

    name: str
    refusal: str = ""


@dataclass(frozen=True, slots=True)
class FollowRefused:
    """The server does not send a table that the player follows; `code` and `sentence` are those of its refusal."""

    table: str
    code: str
    sentence: str


@dataclass(frozen=True, slots=True)
class TournamentRefused:
    """The server does not do what the player wants of a tournament; the sentence says why."""

    sentence: str


SessionEvent = (
    LinkEvent
    | OwnServerFailed
    | RequestRefused
    | TableLocked
    | InvitesAnswered
    | PastHandsRefused
    | NameAnswered
    | FollowRefused
    | TournamentRefused
)
