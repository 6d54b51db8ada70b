"""Server settings: where it listens, how tables are timed, and the limits on clients."""

from __future__ import annotations

from msgspec import Struct

from railbird_shared import DEFAULT_PORT
from railbird_shared.fair_deal.setting import FairDeal
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.presets import CASINO
from railbird_shared.protocol.rail_terms import RailTerms

LOG_FORMATS = ("text", "json")
"""How the log is written: in lines for people, or in JSON objects for programs."""


class ServerSettings(Struct, frozen=True, kw_only=True):
    """The settings of one server.

    `port` 0 takes any free port; `clock` is the seconds of a turn at tables whose opener names none (0: no clock) and
    `pause` the seconds between two hands. Rates are messages a second; a rate of 0 is no limit.
    """

    host: str = "127.0.0.1"
    port: int = DEFAULT_PORT
    name: str = "Railbird"
    clock: int = 30
    pause: float = 3.0
    clock_extension: float = 15.0
    """Seconds that a player gets in addition, once in each hand, when they lose the connection in their turn."""
    time_bank: int = 60
    """Seconds of a player's time bank, which runs when the clock of a turn has run out; 0 is none."""
    time_bank_refill: int = 15
    """Seconds added to a used time bank every `time_bank_hands` hands."""
    time_bank_hands: int = 10
    """Hands dealt to a player after which their time bank is refilled; 0 is never."""
    min_players: int = 2
    """Players that a table needs for its first hand; a table with fewer seats waits until it is full."""
    bots_human_pace: bool = True
    """Whether the house's bots take their time like people."""
    bot_processes: int = 0
    """Processes that may think for the house's bots, started when one is added; with 0 the server's own thinks."""

    discovery: bool = True
    """Whether a server that other machines can reach is announced on the local network."""
    password_file: str | None = None
    """The file with the server's password, which is read once, at the start."""
    trusted_proxy: tuple[str, ...] = ()
    """Addresses and networks of the reverse proxies that say whose connections they pass on."""
    proxy_protocol: bool = False
    """Whether connections from the trusted proxies begin with a header of the PROXY protocol."""
    allow_origin: tuple[str, ...] = ()
    """The origins of the web pages that may talk to the server, such as https://play.example.org."""

    tls: bool = True
    """Whether connections from other machines are encrypted; a server for this machine alone is plain."""
    cert: str | None = None
    """The file of the host's own certificate, in PEM; without one a server that encrypts makes its own."""
    key: str | None = None
    """The file of that certificate's private key, in PEM and without a password."""

    data: str | None = None
    """The directory that tables are kept in; without one the usual one of the system."""
    memory: bool = False
    """Whether the server keeps nothing, so that its tables end with it."""
    keep_hands: int = 0
    """Days for which finished hands and tournaments are kept; 0 for ever."""

    house: HouseRules = CASINO
    """The house rules of this server's games."""

    chip_worth: str | None = None
    """What a chip is worth at tables whose opener names nothing, such as "0.05 EUR"."""
    most_rebuys: int | None = None
    """How often a player may rebuy at tables whose opener does not say; None for any number."""
    most_brought: int = 0
    """The most chips that a player may bring in all at such tables, or the least buy-in; 0 for any number."""
    approve_buy_ins: bool = False
    """Whether the hosts of such tables approve what others buy."""
    fair_deal: str = FairDeal.OFF.value
    """Whether the deals of such tables are proved, and old decks opened at the end: a value of `FairDeal`."""

    rail_limit: int | None = None
    """How many people may watch a table whose opener does not say; None for any number, 0 for nobody."""
    rail_speaks: bool = False
    """Whether the players of such a table read what those write who watch."""
    rail_delay_hands: int = 0
    """How many hands the rail of such a table is behind; 0 for none."""
    rail_delay_seconds: int = 0
    """How many seconds the rail of such a table is behind; 0 for none."""
    rail_bots: bool = True
    """Whether the bots of the house let a delayed rail see their cards there."""

    max_tables: int = 32
    """Tables at a time; the lobby lists them page by page."""
    tables_per_player: int = 2
    """Tables that one player may host at a time."""
    tables_per_address: int = 8
    """Tables at a time that were opened from one address, however many players open them."""
    max_tournaments: int = 20
    """Tournaments at a time; their tables are opened whatever `max_tables` says."""
    tournaments_per_player: int = 3
    """Tournaments that one player may host at a time."""
    max_connections: int = 2000
    """Connections at a time; players with a seat may come back beyond them."""
    reserved_connections: int = 448
    """Connections beyond `max_connections`, for a hello that shows the token of a player with a seat."""
    connections_per_address: int = 20
    shared_address: tuple[str, ...] = ()
    """Addresses and networks that many players share, such as those of a club; no limit by address holds for them."""
    connection_rate: float = 5.0
    """New connections a second from one address, after a burst of twice as many as it may have."""
    new_player_rate: float = 1.0
    """New players a second from one address, after a burst of as many as it may have connections."""
    hello_timeout: float = 3.0
    """Seconds that a new connection has to say hello."""

    frame_rate: float = 25.0
    frame_burst: int = 80
    """Frames of every kind from one connection, pings and pieces of messages included."""
    byte_rate: float = 48 * 1024
    byte_burst: int = 128 * 1024
    """Bytes from one connection, those of its opening request included."""

    command_rate: float = 10.0
    command_burst: int = 20
    chat_rate: float = 1.0
    chat_burst: int = 5
    room_chat_rate: float = 5.0
    room_chat_burst: int = 20
    """Lines of chat a second that the lobby, or a table, takes from everybody together, after a burst."""

    name_kept: float = 900.0
    """Seconds for which the name of a player who has gone is given to nobody else; 0 frees it at once."""
    missed_turns: int = 3
    """How many turns in a row a player may miss before they are sat out."""
    seat_hold: float = 600.0
    """Seconds for which the seat of a player whose connection is lost is kept."""
    return_limit: float = 3600.0
    """Seconds within which a player who comes back to a table brings at least what they took away (AI-15)."""
    sit_out_limit: float = 900.0
    """Seconds after which a player who sits out gives up their seat; 0 is no limit."""
    empty_after: float = 60.0
    """Seconds after which a table closes that no person watches or sits at."""
    abandoned_after: float = 600.0
    """Seconds after which a table closes whose people have all lost their connection."""
    unattended_after: float = 0.0
    """Seconds after which the server ends that no person is connected to; its tables are kept. 0 is no limit."""

    log_format: str = "text"
    """One of `LOG_FORMATS`."""
    verbose: bool = False
    """Whether the log says who comes and goes."""

    metrics_host: str = "127.0.0.1"
    """Where the page with metrics and health listens."""
    metrics_port: int | None = None
    """The port of that page; 0 takes any free one, and None serves no page."""
    metrics_name: tuple[str, ...] = ()
    """Names of the machine under which that page may be asked for, besides its own and plain addresses."""

    @property
    def rail(self) -> RailTerms:
        """The terms by which people watch tables whose opener does not say."""
        return RailTerms(
            limit=self.rail_limit,
            speaks=self.rail_speaks,
            delay_hands=self.rail_delay_hands,
            delay_seconds=self.rail_delay_seconds,
            bots=self.rail_bots,
        )
