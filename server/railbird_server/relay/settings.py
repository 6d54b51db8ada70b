"""The settings of a relay."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from railbird_server.config import File, Limit, Rate
from railbird_shared.network.address import RELAY_PORT
from railbird_shared.settings.kinds import FilePath, Number, Readable, Switch, Text, whole
from railbird_shared.settings.spec import Spec

PortRange = tuple[int, int]
"""The first and the last of several ports."""


def parse_port_range(text: str) -> PortRange:
    """Reads ports such as 7800-7899; raises ValueError."""
    first, _, last = text.partition("-")
    ports = int(first), int(last or first)
    if not 1 <= ports[0] <= ports[1] <= 65535:
        raise ValueError
    return ports


_PORTS = Readable(parse_port_range, "PORTS", "ports such as 7800-7899")


class RelaySettings(Struct, frozen=True, kw_only=True):
    """The settings of one relay."""

    host: Annotated[str, Spec("Address to listen on.", kind=Text(255, "ADDRESS"))] = "0.0.0.0"  # noqa: S104
    port: Annotated[int, Spec("Port; 0 for any free one.", kind=whole(0, 65535, "PORT"))] = RELAY_PORT
    name: Annotated[str, Spec("Name or address by which others reach the relay.", kind=Text(255, "NAME"))] = ""
    data: Annotated[str | None, Spec("Where its certificate and rooms are kept.", kind=FilePath("DIRECTORY"))] = None
    cert: Annotated[File, Spec("A certificate of your own, in PEM; else one is made.")] = None
    key: Annotated[File, Spec("The private key of that certificate, in PEM.")] = None
    password_file: Annotated[File, Spec("The file with a password that opens rooms without a token.")] = None
    ssh_ports: Annotated[
        PortRange | None,
        Spec("Ports for ssh, one for each room.", kind=_PORTS, text=lambda ports: "{}-{}".format(*ports)),
    ] = None
    rooms: Annotated[Limit, Spec("Rooms at a time.")] = 50
    guests: Annotated[Limit, Spec("Connections of guests to one room at a time.")] = 100
    connections: Annotated[Limit, Spec("Connections at a time, of hosts and guests: two for each guest.")] = 500
    connections_per_address: Annotated[Limit, Spec("Connections at a time from one address.")] = 20
    connection_rate: Annotated[Rate, Spec("New connections a second from one address; 0: no limit.")] = 5.0
    open_timeout: Annotated[
        float, Spec("Seconds that a new connection has to reach a room or open one.", kind=Number(0.1, 60))
    ] = 5.0
    idle_timeout: Annotated[
        float, Spec("Seconds of silence after which a connection is closed.", kind=Number(20, 86400))
    ] = 120.0
    byte_rate: Annotated[Rate, Spec("Bytes a second of one room, more of which wait; 0: no limit.")] = 256 * 1024.0
    day_bytes: Annotated[
        int, Spec("Bytes of one room in a day; then its guests are cut off.", kind=whole(100_000, 10**12, "BYTES"))
    ] = 2 * 10**9
    verbose: Annotated[bool, Spec("Log how much there is to do.", kind=Switch("--verbose/-v", "--quiet"))] = False
