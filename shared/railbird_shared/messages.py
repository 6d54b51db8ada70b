"""What the server says to a client: answers to its commands, and the news of its table."""

from __future__ import annotations

from msgspec import Struct

from railbird_shared.events import PrivateEvent, PublicEvent
from railbird_shared.games import Game
from railbird_shared.quantities import Chips, Count, Milliseconds, SeatCount, Seconds
from railbird_shared.view import TableView


class _Message(Struct, frozen=True, kw_only=True, omit_defaults=True):
    pass


class TableInfo(Struct, frozen=True, omit_defaults=True):
    """A table as the lobby lists it; `players` are the names seated, `clock` the seconds of a turn (0: none).

    `house` says in sentences what is most unusual about the way the house plays the game; the view of the table has
    them all.
    """

    table: str
    name: str
    host: str
    game: Game
    seats: SeatCount
    players: tuple[str, ...] = ()
    watchers: Count = 0
    hand: Count = 0
    min_buy_in: Chips = 0
    max_buy_in: Chips = 0
    clock: Seconds = 0
    house: tuple[str, ...] = ()


class Welcome(_Message, frozen=True, kw_only=True, tag="welcome"):
    """Answers hello: the name as it stands, the secret that proves it later, and the games on offer.

    `table` is the table at which the player still has a seat, if any.
    """

    v: Count
    server: str
    name: str
    token: str
    games: tuple[Game, ...]
    table: str = ""
    bots: tuple[str, ...] = ()


class Accepted(_Message, frozen=True, kw_only=True, tag="accepted"):
    """The command of that id was carried out; `table` names the table that it opened."""

    id: Count
    table: str = ""


class Refused(_Message, frozen=True, kw_only=True, tag="refused"):
    """The command of that id changed nothing; `sentence` says what to do, `clause` which rule decided."""

    id: Count = 0
    code: str
    sentence: str
    clause: str = ""


class Lobby(_Message, frozen=True, kw_only=True, tag="lobby"):
    """The tables of the server; sent when asked for and whenever they change while the client is in the lobby."""

    tables: tuple[TableInfo, ...]
    people: Count = 0


class Snapshot(_Message, frozen=True, kw_only=True, tag="snapshot"):
    """The whole table as the viewer may know it after step `seq`; `at` is the server's clock in milliseconds."""

    epoch: str
    seq: Count
    at: Milliseconds
    view: TableView


class Step(_Message, frozen=True, kw_only=True, tag="step"):
    """The events of one step: `public` for everybody, `private` for this viewer alone, folded in that order."""

    epoch: str
    seq: Count
    at: Milliseconds
    public: tuple[PublicEvent, ...] = ()
    private: tuple[PrivateEvent, ...] = ()


class Chat(_Message, frozen=True, kw_only=True, tag="chat"):
    """A line that somebody said; `rail` when the speaker is not seated at the table."""

    name: str
    text: str
    rail: bool = False


class TableClosed(_Message, frozen=True, kw_only=True, tag="table-closed"):
    """The client is back in the lobby; `reason` says why in a sentence, and is empty when it asked to go."""

    reason: str = ""


class GoingDown(_Message, frozen=True, kw_only=True, tag="going-down"):
    """The server is about to stop; the client may try again after `retry` milliseconds."""

    retry: Milliseconds


Message = Welcome | Accepted | Refused | Lobby | Snapshot | Step | Chat | TableClosed | GoingDown
