"""The screens before a server has welcomed the player: a wait, a new fingerprint, and a wrong certificate."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Center, Horizontal, Vertical
from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Static

from railbird_client.widgets.app_look import apply_ascii_fallback
from railbird_client.widgets.controls import KeyHint
from railbird_client.widgets.terminal import with_capitals

if TYPE_CHECKING:
    from railbird_client.network.first_contact import ConfirmServerState, WrongCertificateState


class ConnectingScreen(Screen[None]):
    """Says what the player waits for, and offers a way back."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding(with_capitals("escape,q"), "leave", "Back", show=False)]

    class CancelRequested(Message):
        """The player does not want to wait any longer."""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self._sentence = sentence

    def compose(self) -> ComposeResult:
        """Builds the screen."""
        with Vertical(id="connecting"):
            yield Static(apply_ascii_fallback(self.app, Content("♠ ♥ ♣ ♦")), id="suits")
            yield Static(apply_ascii_fallback(self.app, Content(self._sentence)), id="sentence")
            with Center():
                yield KeyHint("Esc", "Back", "screen.leave")

    def action_leave(self) -> None:
        """Asks to go back."""
        self.post_message(self.CancelRequested())


class TrustScreen(Screen[None]):
    """Sentences about a server to which nothing has been sent, and keys."""

    heading = ""
    warning = ""

    @dataclass
    class CancelRequested(Message):
        """The player goes back, and nothing is sent; from a server that is not the known one, with that sentence."""

        sentence: str = ""

    def compose(self) -> ComposeResult:
        """Builds the screen."""
        with Vertical(id="trust") as box:
            box.border_title = Content(self.heading)
            for text in self.paragraphs():
                yield Static(apply_ascii_fallback(self.app, text), classes="paragraph")
            with Horizontal(classes="answers"):
                yield from self.answers()

    def paragraphs(self) -> Iterable[Content]:
        """Yields what the player has to know."""
        return ()

    def answers(self) -> Iterable[KeyHint]:
        """Yields the keys."""
        yield KeyHint("Esc", "Back", "screen.leave")

    def action_leave(self) -> None:
        """Asks to go back."""
        self.post_message(self.CancelRequested(self.warning))


class ConfirmServerScreen(TrustScreen):
    """Shows the fingerprint of a server that the player does not know; only [Y] confirms it."""

    heading = "a server that you do not know yet"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(with_capitals("y"), "confirm", "The fingerprint is the same", show=False),
        Binding(with_capitals("escape,n,q"), "leave", "Back, without sending anything", show=False),
    ]

    class Confirmed(Message):
        """The player says that the fingerprint is the one on the host's screen."""

    def __init__(self, state: ConfirmServerState) -> None:
        super().__init__()
        self.state = state

    def paragraphs(self) -> Iterable[Content]:
        """Yields the fingerprint and what to do with it."""
        yield Content(f"You come to {self.state.server} for the first time. Its fingerprint:")
        yield Content.assemble(("    " + self.state.fingerprint.replace("-", "  "), "bold $accent"))
        yield Content(
            "Compare it with the one on your host's screen, where [J] at the table shows it. "
            "Ask them in person, on the phone or in a chat that you trust."
        )
        yield Content(
            "If all sixteen letters are the same, press [Y]; you are not asked again. "
            "If one is not, somebody else may answer in place of your host: go back. "
            "Nothing has been sent yet."
        )

    def answers(self) -> Iterable[KeyHint]:
        """Yields the keys."""
        yield KeyHint("Y", "The same", "screen.confirm")
        yield from super().answers()

    def action_confirm(self) -> None:
        """Confirms the fingerprint."""
        self.post_message(self.Confirmed())


class WrongCertificateScreen(TrustScreen):
    """Says aloud that a server is not the one that is known, and how to go on."""

    heading = "NOT THE SERVER THAT YOU KNOW"
    BINDINGS: ClassVar[list[BindingType]] = [Binding(with_capitals("escape,q"), "leave", "Back", show=False)]

    def __init__(self, state: WrongCertificateState) -> None:
        super().__init__()
        self.state = state
        self.warning = state.sentence

    def paragraphs(self) -> Iterable[Content]:
        """Yields what was found, what it may mean and what to do."""
        state = self.state
        yield Content.assemble((state.sentence, "bold $text-error"))
        if state.found:
            expected = "your link says" if state.invited else "known so far"
            yield Content.assemble(
                (f"{expected:15}", "$dim"),
                f"{state.known}\n",
                ("it shows now   ", "$dim"),
                (state.found, "bold $text-error"),
            )
        yield Content(
            "Somebody else may answer in its place and read along. Or the host has a new certificate, "
            "for example on a new machine. Ask them before you go on."
        )
        if state.invited:
            yield Content("If it is theirs, ask for a new invite link and join with that.")
        else:
            yield Content.assemble(
                "If it is theirs, join with a new invite link, or type this and join again: ",
                (f"railbird forget {state.server}", "bold"),
            )
