from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from railbird_client.network.invitation import (
    GuestWays,
    Invitation,
    InviteController,
    MadeInvite,
    TableInvites,
    invitation_to,
)
from railbird_client.network.invite_screen import invite_page
from railbird_client.network.link import Link, NotDone, Requests, Taken
from railbird_shared.conversation import CommandRefused
from railbird_shared.network.address import Address, Scheme, parse_address
from railbird_shared.network.doors import Door, Doors
from railbird_shared.network.recognition import readable_fingerprint
from railbird_shared.network.run_file import RelayState
from railbird_shared.protocol.commands import Command, ListInvites, MakeInvite
from railbird_shared.protocol.messages import Accepted, InviteInfo, Invites, Refused
from support.plain_text import plain_lines

FINGERPRINT = "A" * 43
DEN = Address("192.168.1.20", 7777, Scheme.ENCRYPTED, FINGERPRINT)


def test_nobody_is_invited_to_a_server_without_a_place() -> None:
    assert not invitation_to()
    assert list(invitation_to().notes) == []


def test_a_host_invites_by_a_link_to_all_their_places() -> None:
    invitation = invitation_to(DEN, replace(DEN, host="10.8.0.2", port=7000))
    assert invitation.addresses == ("192.168.1.20", "10.8.0.2:7000")
    assert invitation.link == f"railbird://192.168.1.20:7777,10.8.0.2:7000/#.{FINGERPRINT}"
    assert list(invitation.notes) == [
        f"friends join by your invite link: [J] shows it ({readable_fingerprint(FINGERPRINT)})",
        "friends type: railbird join 192.168.1.20 ([J] shows it again)",
        "friends type: railbird join 10.8.0.2:7000 ([J] shows it again)",
    ]


def test_a_link_names_three_places_and_the_addresses_name_all() -> None:
    invitation = invitation_to(*(replace(DEN, host=f"10.0.0.{number}") for number in range(1, 6)))
    assert len(invitation.addresses) == 5
    assert [place.host for place in parse_address(invitation.link).places] == ["10.0.0.1", "10.0.0.2", "10.0.0.3"]


def test_a_guest_passes_on_no_invite_of_their_own() -> None:
    invited = replace(DEN, invite="secret", others=(("10.8.0.2", 7777),))
    assert invitation_to(invited).link == f"railbird://192.168.1.20:7777/#.{FINGERPRINT}"


def test_a_plain_server_is_named_by_its_address_alone() -> None:
    invitation = invitation_to(Address("192.168.1.20", scheme=Scheme.PLAIN))
    assert (invitation.addresses, invitation.link) == (("ws://192.168.1.20",), "")


def test_the_link_of_a_host_has_the_invite_made_last() -> None:
    made = TableInvites(made=(MadeInvite("secret"),))
    shown = replace(invitation_to(DEN), invites=made).link_with()
    assert parse_address(shown) == replace(DEN, invite="secret")
    plain = invitation_to(Address("192.168.1.20", scheme=Scheme.PLAIN))
    assert replace(plain, invites=made).link_with() == "ws://192.168.1.20:7777/#secret."
    assert Invitation(invites=made).link_with() == ""


def test_an_invitation_that_is_logged_keeps_its_secret() -> None:
    invitation = replace(invitation_to(DEN), invites=TableInvites(made=(MadeInvite("xyzzy"),)))
    assert "xyzzy" in invitation.link_with()
    assert "xyzzy" not in repr(invitation)


def test_the_invite_page_says_under_which_name_friends_on_the_network_find_the_game() -> None:
    invitation = replace(invitation_to(Address("192.0.2.2")), listed="Wren's game")
    text = " ".join(plain_lines(invite_page(invitation)(60)))
    assert "Friends on your network find Wren's game in the list of their start screen." in text


def test_a_host_whose_game_has_moved_reads_so_in_the_log_and_on_the_invite_page() -> None:
    moved = "Port 7777 is taken: your game is at port 7778 now."
    invitation = replace(invitation_to(replace(DEN, port=7778)), moved=moved)
    assert next(iter(invitation.notes)) == moved
    text = " ".join(plain_lines(invite_page(invitation)(60)))
    assert moved in text
    assert "send the link again to others" in text


def test_a_host_reads_how_friends_come_who_install_nothing() -> None:
    doors = Doors(1, ssh=Door(7722, "SHA256:b5lq"), page=Door(7780))
    invitation = replace(invitation_to(DEN), ways=GuestWays.of(doors, "192.168.1.20"))
    assert [*invitation.notes][-1] == (
        "friends who install nothing come by http://192.168.1.20:7780/ or ssh -p 7722 192.168.1.20 ([J])"
    )
    lines = plain_lines(invite_page(invitation)(70))
    for line in ("http://192.168.1.20:7780/", "ssh -p 7722 192.168.1.20", "SHA256:b5lq"):
        assert line in lines


def test_the_page_of_a_locked_table_is_opened_by_the_invite_that_is_shown() -> None:
    made = TableInvites(made=(MadeInvite("newer", number=2), MadeInvite("older", number=1)))
    ways = GuestWays.of(Doors(1, page=Door(7780)), "192.168.1.20")
    invitation = replace(invitation_to(DEN), invites=made, ways=ways)
    assert invitation.page_link() == "http://192.168.1.20:7780/#newer"
    assert "http://192.168.1.20:7780/#older" in plain_lines(invite_page(invitation, chosen=1)(70))
    assert replace(invitation, ways=GuestWays()).page_link() == ""


def test_a_way_that_is_closed_says_why_unless_the_host_has_turned_it_off() -> None:
    doors = Doors(1, ssh=Door(problem="ssh needs a package of its own."), page=None)
    assert GuestWays.of(doors, "192.168.1.20") == GuestWays(problems=("ssh needs a package of its own.",))
    invitation = replace(invitation_to(DEN), ways=GuestWays.of(doors, "192.168.1.20"))
    assert "ssh needs a package of its own." in plain_lines(invite_page(invitation)(70))
    assert not any("install nothing" in note for note in invitation.notes)


def test_friends_elsewhere_come_by_the_same_link_through_a_relay() -> None:
    relay, own = RelayState("wren@relay.example:7781", ssh_port=7801), replace(DEN, host="127.0.0.1")
    places = [replace(DEN, host=f"192.168.{number}.20") for number in range(1, 6)]
    invitation = invitation_to(*places, relay=relay, own=own)
    found = parse_address(invitation.link)
    assert [each.host for each in found.places] == [*(place.host for place in places[:3]), "wren@relay.example"]
    assert (found.places[-1].port, found.fingerprint) == (7781, DEN.fingerprint)
    assert [*invitation.notes][-1] == "friends elsewhere come by the same link, through wren@relay.example:7781"
    doors = Doors(1, ssh=Door(7722, "SHA256:b5lq"), page=Door(7780))
    text = " ".join(plain_lines(invite_page(replace(invitation, ways=GuestWays.of(doors, "192.168.1.20")))(70)))
    assert "through the relay at relay.example, which cannot read along" in text
    assert "nothing of it goes through the relay" in text
    assert "ssh -p 7801 relay.example" in text
    alone = invitation_to(relay=relay, own=own)  # the machine is on no network of which it knows
    assert parse_address(alone.link).host == "wren@relay.example"


def test_a_host_reads_why_the_relay_has_no_room_for_them() -> None:
    relay = RelayState("wren@relay.example:7781", trouble="Somebody else has this room now.")
    invitation = invitation_to(DEN, relay=relay, own=DEN)
    assert "Somebody else has this room now." in [*invitation.notes]
    assert "Somebody else has this room now." in plain_lines(invite_page(invitation)(70))


@pytest.mark.parametrize("address", [DEN, Address("192.168.1.20", scheme=Scheme.PLAIN)])
def test_the_invite_page_says_whether_the_owner_of_the_server_plays(address: Address) -> None:
    invitation = replace(invitation_to(address), owner="Wren plays here, owns the server, and could read all cards.")
    assert invitation.owner in " ".join(plain_lines(invite_page(invitation)(70)))


class WaitingRequests(Requests):
    """Keeps what is asked until a test answers it."""

    def __init__(self) -> None:
        super().__init__(self.no_link)
        self.waiting: list[tuple[Command, Callable[[Accepted], Taken], Callable[[NotDone], Taken]]] = []

    def no_link(self) -> Link:
        raise NotImplementedError

    def ask(
        self,
        command: Command,
        *,
        refused: Callable[[NotDone], Taken],
        accepted: Callable[[Accepted], Taken] = lambda _: None,
    ) -> None:
        self.waiting.append((command, accepted, refused))


def test_the_list_is_asked_for_once_an_invite_is_made() -> None:
    requests = WaitingRequests()
    invites = InviteController(requests)
    invites.ask(MakeInvite(once=True))
    ((command, accepted, _),) = requests.waiting
    assert command == MakeInvite(once=True)
    accepted(Accepted(id=1, invite="secret"))
    assert requests.waiting[-1][0] == ListInvites()
    invites.receive(Invites(table="t1", invites=(InviteInfo(3, once=True),), needed=True))
    assert invites.shown.made == (MadeInvite("secret", once=True, number=3),)


@pytest.mark.parametrize("is_refused", [False, True])
def test_an_invite_to_a_table_that_the_player_has_left_is_not_shown_at_the_next_one(*, is_refused: bool) -> None:
    requests = WaitingRequests()
    invites = InviteController(requests)
    invites.ask(MakeInvite())
    ((_, accepted, refused),) = requests.waiting
    invites.forget()
    if is_refused:
        refused(CommandRefused(Refused(id=1, code="invites", sentence="The table has no password.")))
    else:
        accepted(Accepted(id=1, invite="secret"))
    assert invites.shown == TableInvites()
    assert len(requests.waiting) == 1
