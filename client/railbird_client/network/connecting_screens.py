"""The screens before a server has welcomed the player: a wait, a new fingerprint, and a wrong certificate."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal, Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Static

from railbird_client.widgets.app_look import apply_ascii_fallback
from railbird_client.widgets.controls import KeyHint
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.network.address import Address
from railbird_shared.network.recognition import readable_fingerprint

if TYPE_CHECKING:
    from railbird_shared.network.websocket import CertificateRefused


class ConnectingScreen(Screen[None]):
    """Says what the player waits for, and offers a way back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("escape,q"), "app.stop_connecting", "Back", show=False)
    ]

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self._sentence = sentence

    def compose(self) -> ComposeResult:
        """Builds the screen."""
        with Vertical(id="connecting"):
            yield Static(apply_ascii_fallback(self.app, Content("♠ ♥ ♣ ♦")), id="suits")
            yield Static(apply_ascii_fallback(self.app, Content(self._sentence)), id="sentence")
            with Center():
                yield KeyHint("Esc", "Back", "app.stop_connecting")


class TrustScreen(Screen[bool]):
    """Sentences about a server to which nothing has been sent, and keys; answers whether to go on."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding(with_capitals("escape,q"), "answer(False)", "Back", show=False)]
    keys: ClassVar[tuple[tuple[str, str, str], ...]] = (("Esc", "Back", "screen.answer(False)"),)
    """The keys, each with its words and its action."""

    def __init__(self, heading: str, *paragraphs: Content) -> None:
        super().__init__()
        self._heading = heading
        self._paragraphs = paragraphs

    def compose(self) -> ComposeResult:
        """Builds the screen."""
        with Vertical(id="trust") as box:
            box.border_title = Content(self._heading)
            for text in self._paragraphs:
                yield Static(apply_ascii_fallback(self.app, text), classes="paragraph")
            with Horizontal(classes="answers"):
                yield from (KeyHint(*each) for each in self.keys)

    def action_answer(self, on: bool) -> None:
        """Closes the screen with the answer, unless it is closed already."""
        if self.is_active:
            self.dismiss(on)


class ConfirmServerScreen(TrustScreen):
    """Shows the fingerprint of a server that the player does not know; only [Y] confirms it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("y"), "answer(True)", "The fingerprint is the same", show=False),
        Binding(with_capitals("escape,n,q"), "answer(False)", "Back, without sending anything", show=False),
    ]
    keys = (("Y", "The same", "screen.answer(True)"), *TrustScreen.keys)

    def __init__(self, address: Address, fingerprint: str) -> None:
        super().__init__(
            "a server that you do not know yet",
            Content(f"You come to {address} for the first time. Its fingerprint:"),
            Content.assemble(("    " + readable_fingerprint(fingerprint).replace("-", "  "), "bold $accent")),
            Content(
                "Compare it with the one on your host's screen, where [J] at the table shows it. "
                "Ask them in person, on the phone or in a chat that you trust."
            ),
            Content(
                "If all sixteen letters are the same, press [Y]; you are not asked again. "
                "If one is not, somebody else may answer in place of your host: go back. "
                "Nothing has been sent yet."
            ),
        )


class WrongCertificateScreen(TrustScreen):
    """Says aloud that a server is not the one that is known, or that of a link if `invited`, and how to go on."""

    def __init__(self, certificate: CertificateRefused, sentence: str, *, invited: bool) -> None:
        server, found = certificate.address, certificate.found
        paragraphs = [Content.assemble((sentence, "bold $text-error"))]
        if found:
            expected = "your link says" if invited else "known so far"
            known = f"{readable_fingerprint(server.fingerprint)}\n"
            shown = (readable_fingerprint(found), "bold $text-error")
            paragraphs.append(Content.assemble((f"{expected:15}", "$dim"), known, ("it shows now   ", "$dim"), shown))
        paragraphs.append(
            Content(
                "Somebody else may answer in its place and read along. Or the host has a new certificate, "
                "for example on a new machine. Ask them before you go on."
            )
        )
        if invited:
            advice = Content("If it is theirs, ask for a new invite link and join with that.")
        else:
            advice = Content.assemble(
                "If it is theirs, join with a new invite link, or type this and join again: ",
                (f"railbird forget {server}", "bold"),
            )
        super().__init__("NOT THE SERVER THAT YOU KNOW", *paragraphs, advice)
