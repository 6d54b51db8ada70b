"""The page of how friends join: the invite link, addresses to type, and the invites that a host makes and revokes."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.widgets import Static

from railbird_client.drawing.text_roles import PageWriter
from railbird_client.start.invitation import Invitation
from railbird_client.table.table_pages import MAX_LISTED_INVITES, invite_page
from railbird_client.widgets.app_look import look_of
from railbird_client.widgets.controls import KeyHint
from railbird_client.widgets.page_screen import LivePage
from railbird_client.widgets.screen_messages import CommandRequested
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.protocol.commands import ListInvites, MakeInvite, RevokeInvite
from railbird_shared.protocol.messages import InviteInfo

HOUR = 3600


class InvitePage(LivePage):
    """Shows how friends join; [C] copies the invite link.

    With `hosting` the player makes invites to their table here, sees those that there are, and revokes them.
    """

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
        super().__init__("friends join with")
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
            self.post_message(CommandRequested(ListInvites()))

    def show(self, invitation: Invitation) -> None:
        """Shows how friends join by now."""
        if invitation != self._invitation:
            self._invitation = invitation
            if self._chosen not in {each.invite for each in self._listed}:
                self._chosen = None
            self._show_keys()
            self.on_resize()

    def action_copy_link(self) -> None:
        """Copies the link by way of the terminal (OSC 52), which may not allow it."""
        if link := self._invitation.shown_link:
            self.app.copy_to_clipboard(link)
            self._box.border_subtitle = Content("the link is copied, if your terminal allows it")

    def action_make_invite(self, once: bool, expires: int) -> None:
        """Asks for an invite, to be shown in the link."""
        if self._needed:
            self.post_message(CommandRequested(MakeInvite(once=once, expires=expires)))

    def action_choose(self, digit: int) -> None:
        """Chooses an invite of the list, or none again."""
        if digit <= len(self._listed):
            number = self._listed[digit - 1].invite
            self._chosen = None if number == self._chosen else number
            self.on_resize()

    def action_revoke(self) -> None:
        """Asks to revoke the invite that is chosen."""
        if self._chosen is not None:
            self.post_message(CommandRequested(RevokeInvite(invite=self._chosen)))

    @property
    def _listed(self) -> tuple[InviteInfo, ...]:
        invites = self._invitation.invites
        return invites.listed[:MAX_LISTED_INVITES] if invites and self._hosting else ()

    @property
    def _needed(self) -> bool:
        invites = self._invitation.invites
        return self._hosting and invites is not None and invites.needed

    def page(self) -> PageWriter:
        """Returns how friends join by now."""
        height, ascii_only = self.rows - (2 if self._needed else 0), look_of(self.app).ascii_only
        return invite_page(self._invitation, height=height, ascii_only=ascii_only, chosen=self._chosen)

    def _show_keys(self) -> None:
        self.query_one("#invite-keys").display = self._needed
