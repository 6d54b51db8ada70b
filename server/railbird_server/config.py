"""Server settings: where it listens, how tables are timed, and the limits on clients.

Each is declared here, once: its flag is its name with dashes, its environment variable `RAILBIRD_` and the name in
capitals, and its key in a file the name itself, in the section given here. The terms of `SettledTerms` are usual at
tables whose host does not say; they belong to the section of tables.
"""

from __future__ import annotations

from typing import Annotated

from railbird_server.runtime.network.addresses import parse_network, parse_origin
from railbird_shared import DEFAULT_PORT
from railbird_shared.house.house_rules import CASINO, HouseRules
from railbird_shared.network.address import Address
from railbird_shared.protocol.table_limits import MAX_CLOCK_SECONDS, MAX_PAUSE_SECONDS
from railbird_shared.settings.kinds import Choice, FilePath, Number, Readable, Switch, Text, Texts, whole
from railbird_shared.settings.spec import Spec
from railbird_shared.settings.table_terms import PAUSE, Clock, SettledTerms, TimeBank

LOG_FORMATS = ("text", "json")
"""How the log is written: in lines for people, or in JSON objects for programs."""

SECTIONS = ("server", "store", "access", "security", "table", "bots", "limits", "log", "metrics")
"""The sections of a file of settings; the help, `railbird-server config` and its file keep this order."""

MAX_SECONDS = 30 * 24 * 3600
NETWORK = Readable(lambda text: str(parse_network(text)), "CIDR", "an address, or a network such as 10.0.0.0/8")
ORIGIN = Readable(parse_origin, "ORIGIN", "a scheme, a name and a port, such as https://play.example.org")

File = Annotated[str | None, Spec(kind=FilePath("FILE"))]
Seconds = Annotated[float, Spec(kind=Number(0, MAX_SECONDS))]
TableSeconds = Annotated[Seconds, Spec(group="table")]
Limit = Annotated[int, Spec(group="limits", kind=whole(1, 1_000_000))]
Rate = Annotated[float, Spec(group="limits", kind=Number(0, 1_000_000, "RATE"))]


class ServerSettings(SettledTerms, frozen=True, kw_only=True):
    """The settings of one server. Rates are messages a second."""

    host: Annotated[
        str, Spec("Address to listen on; 0.0.0.0 for the whole LAN.", "server", Text(255, "ADDRESS", 0))
    ] = "127.0.0.1"
    port: Annotated[int, Spec("Port; 0 for any free one.", "server", whole(0, 65535, "PORT"))] = DEFAULT_PORT
    another_port: Annotated[bool, Spec("Where the port is taken, listen at the next free one.", "server")] = False
    name: Annotated[str, Spec("The name of the server.", "server", Text(60))] = "Railbird"
    discovery: Annotated[bool, Spec("Clients on the network find the server.", "server")] = True
    ssh_port: Annotated[
        int, Spec("Port for guests who come with ssh; 0: none come so.", "server", whole(0, 65535, "PORT"))
    ] = 0
    page_port: Annotated[
        int, Spec("Port of the pages for guests' browsers; 0: none are shown.", "server", whole(0, 65535, "PORT"))
    ] = 0
    unattended_after: Annotated[
        Seconds, Spec("Seconds without anybody connected after which it ends; 0: never.", "server")
    ] = 0.0
    """Seconds after which the server ends that no person is connected to; its tables are kept. 0 is no limit."""

    data: Annotated[str | None, Spec("Where tables are kept.", "store", FilePath("DIRECTORY"))] = None
    """The directory that tables are kept in; without one the usual one of the system."""
    memory: Annotated[bool, Spec("Keep nothing: the tables end with the server.", "store")] = False
    keep_hands: Annotated[
        int,
        Spec("Days for which finished hands and tournaments are kept; 0: for ever.", "store", whole(0, 36500, "DAYS")),
    ] = 0

    password_file: Annotated[File, Spec("The file with the server's password on its first line.", "access")] = None
    allow_origin: Annotated[
        tuple[str, ...], Spec("Origin of web pages that may connect; repeatable.", "access", Texts(ORIGIN, "ORIGIN"))
    ] = ()
    trusted_proxy: Annotated[
        tuple[str, ...], Spec("Proxy whose word on addresses counts; repeatable.", "access", Texts(NETWORK, "CIDR"))
    ] = ()
    proxy_protocol: Annotated[bool, Spec("Connections from trusted proxies begin with a PROXY header.", "access")] = (
        False
    )

    relay: Annotated[File, Spec("The file with the link of a room at a relay, for friends elsewhere.", "access")] = None

    tls: Annotated[bool, Spec("Encrypt what leaves this machine.", "security")] = True
    """Whether connections from other machines are encrypted; a server for this machine alone is plain."""
    cert: Annotated[File, Spec("A certificate of your own, in PEM; else one is made.", "security")] = None
    key: Annotated[File, Spec("The private key of that certificate, in PEM.", "security")] = None

    house: Annotated[
        HouseRules,
        Spec("House rules: a preset's name or a file.", "table", FilePath("PRESET|FILE")),
    ] = CASINO
    clock: Clock = 30
    clock_extension: Annotated[
        float,
        Spec("More seconds, once a hand, for a player in turn whose connection is lost.", "table", Number(0, 120)),
    ] = 15.0
    time_bank: TimeBank = 60
    time_bank_refill: Annotated[
        int, Spec("Seconds by which a used time bank is refilled.", "table", whole(0, MAX_CLOCK_SECONDS, "SECONDS"))
    ] = 15
    time_bank_hands: Annotated[
        int, Spec("Hands between two such refills; 0: never.", "table", whole(0, 1000, "HANDS"))
    ] = 10
    pause: Annotated[float, PAUSE, Spec(kind=Number(0, MAX_PAUSE_SECONDS))] = 3.0
    min_players: Annotated[int, Spec("Players that a table needs for its first hand.", "table", whole(2, 10))] = 2
    """Players that a table needs for its first hand; a table with fewer seats waits until it is full."""
    missed_turns: Annotated[
        int, Spec("Turns in a row that a player may miss before they sit out.", "table", whole(1, 100))
    ] = 3
    seat_hold: Annotated[
        TableSeconds, Spec("Seconds for which the seat of a player whose connection is lost is kept.")
    ] = 600.0
    return_limit: Annotated[
        TableSeconds, Spec("Seconds within which a returning player must bring back the stack they left with.")
    ] = 3600.0
    sit_out_limit: Annotated[
        TableSeconds, Spec("Seconds after which a player who sits out gives up the seat; 0: never.")
    ] = 900.0
    empty_after: Annotated[
        TableSeconds, Spec("Seconds after which a table closes at which nobody sits or watches.")
    ] = 60.0
    abandoned_after: Annotated[
        TableSeconds, Spec("Seconds after which a table closes whose people have all lost their connection.")
    ] = 600.0

    bots_human_pace: Annotated[
        bool, Spec("Bots of the house take their time.", "bots", Switch("--patient-bots", "--quick-bots"))
    ] = True
    bot_processes: Annotated[
        int,
        Spec("Processes that may think for the bots of the house; 0: the server's own thinks.", "bots", whole(0, 64)),
    ] = 0
    """Processes that may think for the house's bots, started when one is added; with 0 the server's own thinks."""

    max_tables: Annotated[int, Spec("Tables at a time.", "limits", whole(1, 1000))] = 32
    tables_per_player: Annotated[Limit, Spec("Tables that one player may host at a time.")] = 2
    tables_per_address: Annotated[Limit, Spec("Tables at a time that were opened from one address.")] = 8
    """Tables at a time that were opened from one address, however many players open them."""
    max_tournaments: Annotated[int, Spec("Tournaments at a time; 0: none is opened.", "limits", whole(0, 1000))] = 20
    """Tournaments at a time; their tables are opened whatever `max_tables` says."""
    tournaments_per_player: Annotated[Limit, Spec("Tournaments that one player may host at a time.")] = 3
    max_connections: Annotated[int, Spec("Connections at a time.", "limits", whole(12, 1_000_000))] = 2000
    """Connections at a time; players with a seat may come back beyond them."""
    reserved_connections: Annotated[
        int, Spec("More connections, for players with a seat.", "limits", whole(0, 1_000_000))
    ] = 448
    """Connections beyond `max_connections`, for a hello that shows the token of a player with a seat."""
    connections_per_address: Annotated[Limit, Spec("Connections at a time from one address.")] = 20
    shared_address: Annotated[
        tuple[str, ...], Spec("Address that many players share; repeatable.", "limits", Texts(NETWORK, "CIDR"))
    ] = ()
    connection_rate: Annotated[Rate, Spec("New connections a second from one address; 0: no limit.")] = 5.0
    """New connections a second from one address, after a burst of twice as many as it may have."""
    new_player_rate: Annotated[Rate, Spec("New players a second from one address; 0: no limit.")] = 1.0
    """New players a second from one address, after a burst of as many as it may have connections."""
    hello_timeout: Annotated[
        float, Spec("Seconds that a new connection has to say hello.", "limits", Number(0.1, 60))
    ] = 3.0
    frame_rate: Annotated[Rate, Spec("Frames a second from one connection; 0: no limit.")] = 25.0
    frame_burst: Annotated[int, Spec("Frames that may come at once.", "limits", whole(10, 1_000_000))] = 80
    """Frames of every kind from one connection, pings and pieces of messages included."""
    byte_rate: Annotated[
        float, Spec("Bytes a second from one connection; 0: no limit.", "limits", Number(0, 1e9, "RATE"))
    ] = 48 * 1024
    byte_burst: Annotated[int, Spec("Bytes that may come at once.", "limits", whole(16 * 1024, 1_000_000_000))] = (
        128 * 1024
    )
    """Bytes from one connection, those of its opening request included."""
    command_rate: Annotated[Rate, Spec("Commands a second from one player; 0: no limit.")] = 10.0
    command_burst: Annotated[Limit, Spec("Commands that may come at once.")] = 20
    chat_rate: Annotated[Rate, Spec("Lines of chat a second from one player; 0: no limit.")] = 1.0
    chat_burst: Annotated[Limit, Spec("Lines of chat that may come at once.")] = 5
    room_chat_rate: Annotated[Rate, Spec("Lines of chat a second at one table, or in the lobby; 0: no limit.")] = 5.0
    room_chat_burst: Annotated[Limit, Spec("Lines of chat at one place that may come at once.")] = 20
    """Lines of chat a second that the lobby, or a table, takes from everybody together, after a burst."""
    name_kept: Annotated[Seconds, Spec("Seconds for which the name of a player who has gone is kept.", "limits")] = (
        900.0
    )
    """Seconds for which the name of a player who has gone is given to nobody else; 0 frees it at once."""

    log_format: Annotated[
        str, Spec("Lines of the log for people, or one JSON object each.", "log", Choice(LOG_FORMATS))
    ] = "text"
    verbose: Annotated[bool, Spec("Log each player who comes or goes.", "log", Switch("--verbose/-v", "--quiet"))] = (
        False
    )

    metrics_host: Annotated[
        str, Spec("Address of the page with metrics and health.", "metrics", Text(255, "ADDRESS"))
    ] = "127.0.0.1"
    metrics_port: Annotated[
        int | None, Spec("Port of that page; 0 for any free one.", "metrics", whole(0, 65535, "PORT"))
    ] = None
    metrics_name: Annotated[
        tuple[str, ...], Spec("Name under which it may be asked for; repeatable.", "metrics", Texts(Text(255), "NAME"))
    ] = ()
    stop_delay: Annotated[
        float, Spec("Seconds for which /ready answers 503 before the server stops.", "metrics", Number(0, 300))
    ] = 5.0
    """Seconds from the wish to stop to the stop, in which monitors see it; a server without that page does not wait."""

    @property
    def encrypts(self) -> bool:
        """Whether connections are encrypted: where other machines, or guests of a relay, reach the server."""
        return self.tls and (bool(self.relay) or not Address(self.host).is_loopback)
