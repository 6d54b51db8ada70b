"""How friends come to a server: by an invite link, or by an address and a fingerprint to compare."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from railbird_client.network.link import NotDone, Requests
from railbird_shared.network.address import Address, Scheme, parse_address
from railbird_shared.network.doors import Doors
from railbird_shared.network.recognition import readable_fingerprint
from railbird_shared.network.run_file import RelayState
from railbird_shared.protocol.commands import InviteCommand, ListInvites, MakeInvite
from railbird_shared.protocol.messages import Accepted, InviteInfo, Invites

MAX_LINK_PLACES = 3
"""How many addresses of the host an invite link has at most."""


@dataclass(frozen=True, slots=True)
class MadeInvite:
    """An invite made here: its secret, how long it holds in seconds, 0 for as long as the table is open, and for whom.

    `number` is the one under which the server lists it, 0 before it has.
    """

    secret: str = field(repr=False)
    expires: int = 0
    once: bool = False
    number: int = 0


@dataclass(frozen=True, slots=True)
class TableInvites:
    """The invites to a table as its host manages them, the newest first in `listed`.

    `needed` says that a password keeps friends out, and `error` why the last request failed. `made` are those of which
    the link is known, as this session made them, the newest first.
    """

    needed: bool = False
    listed: tuple[InviteInfo, ...] = ()
    made: tuple[MadeInvite, ...] = ()
    error: str = ""

    def with_list(self, message: Invites) -> TableInvites:
        """Returns the invites as the server lists them; one made that is there no more, or has served, is dropped."""
        listed = tuple(reversed(message.invites))
        places = (each.invite for each in listed)
        made = tuple(each if each.number else replace(each, number=next(places, 0)) for each in self.made)
        useful = {each.invite for each in listed if not each.used_by and each.left != 0}
        return TableInvites(message.needed, listed, tuple(each for each in made if each.number in useful))

    def find(self, number: int | None) -> MadeInvite | None:
        """Returns the invite of a number, or with None the newest; None where its link is not known."""
        return next((each for each in self.made if number in (None, each.number)), None)


class InviteController:
    """The invites to the table that the player hosts, `shown` as far as the host has asked for them."""

    def __init__(self, requests: Requests) -> None:
        self.shown = TableInvites()
        self._requests = requests
        self._tables_left = 0

    def ask(self, command: InviteCommand) -> None:
        """Makes, revokes or lists invites; the server then sends the list."""
        tables_left = self._tables_left

        def take(accepted: Accepted) -> None:
            if self._tables_left != tables_left:
                return  # it is an invite to a table that the player has left
            if isinstance(command, MakeInvite):
                made = MadeInvite(accepted.invite, command.expires, command.once)
                self.shown = replace(self.shown, made=(made, *self.shown.made), error="")
            if not isinstance(command, ListInvites):
                self.ask(ListInvites())

        def refused(not_done: NotDone) -> None:
            if self._tables_left == tables_left:
                self.shown = replace(self.shown, error=str(not_done))

        self._requests.ask(command, accepted=take, refused=refused)

    def receive(self, message: Invites) -> None:
        """Takes the list of the server."""
        self.shown = self.shown.with_list(message)

    def forget(self) -> None:
        """Forgets the invites of a table that the player has left; an answer about it is dropped."""
        self.shown = TableInvites()
        self._tables_left += 1


@dataclass(frozen=True, slots=True)
class GuestWays:
    """How friends come who install nothing: the address of the page, and the command of ssh, empty where it is off.

    `fingerprint` is that of the host key of ssh. `problems` say why a way is closed that the host has not turned off.
    """

    page: str = ""
    ssh: str = ""
    fingerprint: str = ""
    problems: tuple[str, ...] = ()

    @classmethod
    def of(cls, doors: Doors | None, host: str) -> GuestWays:
        """Returns the ways through the doors of a server on the machine `host`, None while there are none."""
        page, ssh = (None, None) if doors is None else (doors.page, doors.ssh)
        where = f"[{host}]" if ":" in host else host
        return cls(
            page=f"http{'s' * page.secure}://{where}:{page.port}/" if page and page.port else "",
            ssh=f"ssh -p {ssh.port} {host}" if ssh and ssh.port else "",
            fingerprint=ssh.fingerprint if ssh else "",
            problems=tuple(each.problem for each in (page, ssh) if each and each.problem),
        )


@dataclass(frozen=True, slots=True)
class Invitation:
    """The invitation that a host passes on; `addresses` are empty where nobody else can join.

    `link` and `fingerprint`, the latter in its readable form, are empty where the connection is not encrypted by a
    certificate that a link can name. `listed` is the name under which friends on the network find the server in their
    lists, empty where it is not announced. `place` is where the server is, and `invites` are those of a table's host.
    `waits_for_network` says that others could join a host whose machine is on no network. `moved` says that the game
    is at another port than before, and `owner` whether the owner of the server sits at the table. `ways` are those of
    friends who install nothing, as a host knows them. `relay` is the one by which friends elsewhere come.
    """

    addresses: tuple[str, ...] = ()
    link: str = ""
    fingerprint: str = ""
    place: Address | None = None
    invites: TableInvites = TableInvites()
    listed: str = ""
    waits_for_network: bool = False
    moved: str = ""
    owner: str = ""
    ways: GuestWays = GuestWays()
    relay: RelayState | None = None

    def page_link(self, number: int | None = None) -> str:
        """Returns the address of the page, with the same invite as `link_with`; empty without a page."""
        made = self.invites.find(number)
        return f"{self.ways.page}#{made.secret}" if made and self.ways.page else self.ways.page

    def link_with(self, number: int | None = None) -> str:
        """Returns the link to be passed on: with the invite of a number, or with None the newest, if it is known."""
        made = self.invites.find(number)
        if made is None or self.place is None:
            return self.link
        if self.place.scheme is Scheme.PLAIN or not self.place.is_encrypted:
            return f"{Scheme.PLAIN}://{self.place}/#{made.secret}."
        return replace(self.place, invite=made.secret).link

    @property
    def notes(self) -> Iterator[str]:
        """The lines of the log for a host who comes to their table."""
        if self.moved:
            yield self.moved
        if self.waits_for_network:
            yield "friends cannot come yet: this machine is on no network ([J])"
        if self.link:
            yield f"friends join by your invite link: [J] shows it ({self.fingerprint})"
        for address in [each for each in self.addresses if "@" not in each][:MAX_LINK_PLACES]:
            yield f"friends type: railbird join {address} ([J] shows it again)"
        if ways := " or ".join(filter(None, (self.ways.page, self.ways.ssh))):
            yield f"friends who install nothing come by {ways} ([J])"
        if self.relay is not None:
            yield self.relay.trouble or f"friends elsewhere come by the same link, through {self.relay.place}"

    def __bool__(self) -> bool:
        return bool(self.addresses) or self.waits_for_network


@dataclass(frozen=True, slots=True)
class InvitationChanged:
    """Friends come to a host by other addresses than before; `notes` are the lines of the log that are new."""

    notes: tuple[str, ...]


def invitation_to(*places: Address, relay: RelayState | None = None, own: Address | None = None) -> Invitation:
    """Returns how friends come to the server at these places, the most likely first, and by a relay.

    `own` is how the host's client reaches the server that has a relay.
    """
    shown = list(places[:MAX_LINK_PLACES])
    if relay is not None and own is not None and own.fingerprint:
        room = parse_address(relay.place)
        places = (*places, replace(own, host=room.host, port=room.port, scheme=Scheme.ENCRYPTED))
        shown.append(places[-1])
    if not places:
        return Invitation()
    bare = [replace(place, invite="", others=()) for place in places]
    addresses = tuple(place.typed for place in bare)
    first, *others = (replace(place, invite="", others=()) for place in shown)
    if not first.fingerprint:
        return Invitation(addresses, place=first)
    place = replace(first, others=tuple((other.host, other.port) for other in others))
    return Invitation(addresses, place.link, readable_fingerprint(place.fingerprint), place, relay=relay)
