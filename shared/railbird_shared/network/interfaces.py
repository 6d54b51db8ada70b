"""The addresses of this machine on its networks, and those at which other machines reach a server here."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Iterable, Sequence
from contextlib import suppress

MachineAddress = ipaddress.IPv4Address | ipaddress.IPv6Address
Interface = ipaddress.IPv4Interface | ipaddress.IPv6Interface

EVERY_INTERFACE = "0.0.0.0"  # noqa: S104  others come from other machines
"""Where a server listens that is reached on every network of its machine."""

MAX_ADDRESSES = 16
"""How many addresses of a server are told at most: a machine with many bridges has hundreds."""


def own_interfaces() -> tuple[Interface, ...]:
    """Returns the addresses of this machine with their networks."""
    import ifaddr  # noqa: PLC0415  a start without a network needs no addresses

    ips = (ip for adapter in ifaddr.get_adapters() for ip in adapter.ips)
    texts = (f"{ip.ip if isinstance(ip.ip, str) else ip.ip[0]}/{ip.network_prefix}" for ip in ips)
    return tuple(map(ipaddress.ip_interface, texts))


def reachable_addresses(hosts: Sequence[str], own: Iterable[Interface]) -> tuple[str, ...]:
    """Returns the addresses at which other machines reach a server that listens on `hosts`, the likeliest first.

    `own` are those of this machine. Those of the loopback, and IPv6 addresses that mean something on one wire only,
    lead nowhere from another machine. The address by which this machine goes to the world comes first. One that it
    gives itself, as on a switch without a router, comes last, and before it the first address of a network, which a
    bridge for containers has.
    """
    listening = [ipaddress.ip_address(host.partition("%")[0]) for host in hosts]
    everywhere = {address.version for address in listening if address.is_unspecified}
    interfaces = tuple(own)
    found = {each.ip for each in interfaces if each.version in everywhere}
    found.update(each for each in listening if not each.is_unspecified)
    first_of_network = {each.ip for each in interfaces if each.ip == each.network.network_address + 1}
    routed = _routed_address()

    def rank(address: MachineAddress) -> tuple[int, bool, bool, bool, bool, int]:
        is_private, is_first = address.is_private, address in first_of_network
        return address.version, str(address) != routed, address.is_link_local, is_first, not is_private, int(address)

    usable = [each for each in found if not each.is_loopback and not (each.version == 6 and each.is_link_local)]
    return tuple(map(str, sorted(usable, key=rank)[:MAX_ADDRESSES]))


def lan_addresses() -> tuple[str, ...]:
    """Returns the IPv4 addresses of this machine on its networks, the likeliest first."""
    return reachable_addresses((EVERY_INTERFACE,), own_interfaces())


def _routed_address() -> str:
    """Returns the address by which this machine goes to other networks, empty where no way leads there."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # reserved for documentation; connecting a UDP socket sends no packet
        return str(probe.getsockname()[0])
    return ""
