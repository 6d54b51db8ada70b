"""The page of how friends join: the invite link, addresses to type, and the invites that a host makes and revokes."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole, beside, page_writer, text_lines
from railbird_client.network.invitation import Invitation, TableInvites
from railbird_client.widgets.app_look import look_of
from railbird_client.widgets.controls import KeyHint
from railbird_client.widgets.dialogs import ConfirmDialog, ask
from railbird_client.widgets.live_screen import SessionView
from railbird_client.widgets.page_screen import Page
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.network.address import parse_address
from railbird_shared.protocol.commands import ListInvites, MakeInvite, RevokeInvite
from railbird_shared.protocol.messages import InviteInfo

HOUR = 3600

_MIN_BESIDE_CODE = 30
_FRAME_ROWS, _KEY_ROWS = 6, 2
_NO_NETWORK = (
    "This machine is on no network, so nobody else can come yet.",
    "Connect it to one, or open a hotspot on it: how friends join then stands here.",
)

MAX_LISTED_INVITES = 9
"""How many invites the page lists, the newest first: those that one digit chooses."""


class InvitePage(Page):
    """Shows how friends join; with `hosting` the player makes, sees and revokes invites to their table here."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("c"), "copy_link", "Copy the invite link", show=False),
        Binding("i,I", "dismiss(None)", "Close", show=False),
        Binding(with_capitals("e"), "make_invite(False, 0)", "Invite everybody", show=False),
        Binding(with_capitals("o"), "make_invite(True, 0)", "Invite one player", show=False),
        Binding(with_capitals("t"), f"make_invite(False, {HOUR})", "Invite for an hour", show=False),
        Binding(with_capitals("x"), "revoke", "Revoke the invite chosen", show=False),
        *(Binding(str(digit), f"choose({digit})", show=False) for digit in range(1, MAX_LISTED_INVITES + 1)),
    ]

    def __init__(self, invitation: Invitation, *, hosting: bool = False) -> None:
        super().__init__("friends join with", self._write_now)
        self._invitation = invitation
        self._hosting = hosting
        self._chosen: int | None = None

    def compose(self) -> ComposeResult:
        """Builds the page, with the keys of a host above it."""
        with self._box:
            with Horizontal(id="invite-keys"):
                yield Static(Content("Invite past the password:"))
                yield KeyHint("E", "everybody", "screen.make_invite(False, 0)")
                yield KeyHint("O", "one", "screen.make_invite(True, 0)")
                yield KeyHint("T", "for an hour", f"screen.make_invite(False, {HOUR})")
            yield self._canvas

    def on_mount(self) -> None:
        """Asks for the invites that there are."""
        self._show_keys()
        if self._hosting:
            self.request(ListInvites())

    def show_session(self, session: SessionView) -> None:
        """Shows how friends join by now."""
        super().show_session(session)
        invitation = session.invitation
        if invitation != self._invitation:
            self._invitation = invitation
            if self._chosen not in {each.invite for each in self._listed}:
                self._chosen = None
            self._show_keys()
            self.on_resize()

    def action_copy_link(self) -> None:
        """Copies the link by way of the terminal (OSC 52), which may not allow it."""
        if link := self._invitation.link_with(self._chosen):
            self.app.copy_to_clipboard(link)
            self.show_hint(Content("the link is copied, if your terminal allows it"))

    def action_make_invite(self, once: bool, expires: int) -> None:
        """Asks for an invite, to be shown in the link."""
        if self._needed:
            self.request(MakeInvite(once=once, expires=expires))

    def action_choose(self, digit: int) -> None:
        """Chooses an invite of the list, or none again."""
        if digit <= len(self._listed):
            number = self._listed[digit - 1].invite
            self._chosen = None if number == self._chosen else number
            self.on_resize()

    def action_revoke(self) -> None:
        """Asks whether the invite that is chosen is to be revoked."""
        if self._chosen is not None:
            question = "Revoke this invite? Nobody comes in by its link any more."
            dialog = ConfirmDialog(question, "Revoke", RevokeInvite(invite=self._chosen))
            ask(self.app, dialog, self.request)

    @property
    def _listed(self) -> tuple[InviteInfo, ...]:
        return self._invitation.invites.listed[:MAX_LISTED_INVITES] if self._hosting else ()

    @property
    def _needed(self) -> bool:
        return self._hosting and self._invitation.invites.needed

    def _write_now(self, width: int) -> Lines:
        height = self.app.size.height - _FRAME_ROWS - _KEY_ROWS * self._needed
        ascii_only = look_of(self.app).ascii_only
        return invite_page(self._invitation, height=height, ascii_only=ascii_only, chosen=self._chosen)(width)

    def _show_keys(self) -> None:
        self.query_one("#invite-keys").display = self._needed


@page_writer
def invite_page(
    width: int, invitation: Invitation, *, height: int = 0, ascii_only: bool = False, chosen: int | None = None
) -> Lines:
    """Writes the page that says how friends join this server; a QR code comes where `height` rows have room for it.

    The code leads a phone to the page for guests, and without one to the invite link.

    `chosen` is the number of the invite that the host has chosen from the list.
    """
    from railbird_client.drawing.half_block_art import draw_qr_code  # noqa: PLC0415  a start needs no page

    link = invitation.page_link(chosen) or invitation.link_with(chosen)
    code = draw_qr_code(link) if link and not ascii_only else ()
    code_width = len(code[0][0].text) if code else 0
    if invitation.waits_for_network:
        return text_lines(width, *_NO_NETWORK, role=TextRole.DIM)
    if not invitation:
        sentence = "This table is for you and bots alone; `railbird host` opens one for friends."
        return text_lines(width, sentence, role=TextRole.DIM)
    room = width - code_width - 3
    if code and room >= _MIN_BESIDE_CODE and len(code) <= height:
        return beside(_invitation_lines(invitation, room, chosen), width - code_width, code)
    text = _invitation_lines(invitation, width, chosen)
    return (*text, (), *code) if code and code_width <= width and len(text) + 1 + len(code) <= height else text


def _invitation_lines(invitation: Invitation, width: int, chosen: int | None) -> Lines:
    say = partial(text_lines, width, role=TextRole.DIM)
    listed = _invite_list(invitation.invites, width, chosen)
    without = _guest_parts(invitation, width, chosen)
    near = f"Friends on your network find {invitation.listed} in the list of their start screen."
    plain = text_lines(width, *(f"railbird join {each}" for each in invitation.addresses), role=TextRole.STRONG)
    parts = [say(near) if invitation.listed else ()]
    if shown := invitation.link_with(chosen):
        moved = f"{invitation.moved} Friends on your network find it by themselves; send the link again to others."
        link = f"railbird join {shown}"
        parts = [text_lines(width, moved, role=TextRole.WARN) if invitation.moved else (), *parts]
        parts.append(say(_link_sentence(invitation, chosen)))
        parts.append(tuple((Span(link[at : at + width], TextRole.STRONG),) for at in range(0, len(link), width)))
        parts.append((*say("[C] copies the link, if your terminal lets it."), *listed))
        parts += without
        parts += [say("Without the link they type"), plain]
        if invitation.fingerprint:
            parts.append(say("and compare the fingerprint that they see with yours:"))
            parts.append(((Span(invitation.fingerprint.replace("-", "  "), TextRole.CHIPS),),))
    else:
        parts += [(*plain, *listed), *without]
    parts.append(say(invitation.owner) if invitation.owner else ())
    return tuple(line for part in parts if part for line in ((), *part))[1:]


def _guest_parts(invitation: Invitation, width: int, chosen: int | None) -> list[Lines]:
    """Writes how friends come who install nothing."""
    say, ways = partial(text_lines, width, role=TextRole.DIM), invitation.ways
    parts: list[Lines] = []
    if page := invitation.page_link(chosen):
        parts.append(say("Without installing anything: by this page, to which the QR code leads a phone,"))
        parts.append(tuple((Span(page[at : at + width], TextRole.STRONG),) for at in range(0, len(page), width)))
    if ways.ssh:
        parts.append(say("or from any terminal by" if page else "Without installing anything: from any terminal by"))
        parts.append(text_lines(width, ways.ssh, role=TextRole.STRONG))
        parts.append((*say("where ssh shows this fingerprint once:"), (Span(ways.fingerprint, TextRole.CHIPS),)))
    return [*parts, *map(say, ways.problems), *_relay_parts(invitation, width)]


def _relay_parts(invitation: Invitation, width: int) -> list[Lines]:
    """Writes how friends come who are elsewhere."""
    relay = invitation.relay
    if relay is None:
        return []
    if relay.trouble:
        return [text_lines(width, relay.trouble, role=TextRole.WARN)]
    machine = parse_address(relay.place).machine
    same = f"Friends elsewhere come by the same link: it leads through the relay at {machine}, which cannot read along."
    page = " The page is for your own network: nothing of it goes through the relay." if invitation.ways.page else ""
    parts = [text_lines(width, same + page, role=TextRole.DIM)]
    if relay.ssh_port and invitation.ways.ssh:
        parts.append(text_lines(width, f"ssh -p {relay.ssh_port} {machine}", role=TextRole.STRONG))
    return parts


def _link_sentence(invitation: Invitation, chosen: int | None) -> str:
    made = invitation.invites.find(chosen)
    if made is None:
        more = "type the password" if invitation.invites.needed else "are safe from everybody in between"
        return f"Friends join by your invite link, and {more}:"
    who = "The first person to use this link" if made.once else "Anybody with this link"
    term = f", for {format_duration(made.expires)} from now" if made.expires else ""
    if not made.once and not made.expires:
        term = " while the table is open"
    safe = ", safe from everybody in between" if invitation.fingerprint else ""
    return f"{who} comes in without a password{term}{safe}:"


def _invite_list(invites: TableInvites, width: int, chosen: int | None) -> Lines:
    lines: list[Line] = []
    if invites.error:
        lines += [(), *text_lines(width, invites.error, role=TextRole.WARN)]
    if invites.listed:
        lines += [
            (),
            *text_lines(width, "Invites; a digit shows the link of one, and [X] revokes it:", role=TextRole.DIM),
        ]
    if chosen is not None and invites.find(chosen) is None:
        lines += text_lines(width, "The link of the invite chosen is not known any more.", role=TextRole.WARN)
    for digit, invite in enumerate(invites.listed[:MAX_LISTED_INVITES], 1):
        role = TextRole.SELECTED if invite.invite == chosen else TextRole.TEXT
        lines.append((Span(f" {digit} ", TextRole.KEY), Span(f" {_describe_invite(invite)} "[: width - 3], role)))
    if (older := len(invites.listed) - MAX_LISTED_INVITES) > 0:
        lines += text_lines(width, f"and {older} older", role=TextRole.DIM)
    return tuple(lines)


def _describe_invite(invite: InviteInfo) -> str:
    if invite.used_by:
        return f"used by {invite.used_by}"
    who = "for the first to come" if invite.once else "for everybody"
    if invite.left is None:
        return who
    return f"{who}, for {format_duration(-(-invite.left // 1000))}" if invite.left else f"{who}, over"


def format_duration(seconds: int) -> str:
    """Returns a time in words, rounded up to minutes, or to hours or days where it is long."""
    sizes = ((86400, "day"), (3600, "hour"))
    size, word = next((each for each in sizes if seconds > 2 * each[0] or seconds == each[0]), (60, "minute"))
    number = -(-seconds // size)
    return f"{number} {word}{'s' * (number != 1)}"
