"""Asks for a file of hands and shows them: the way to the replayer from within the program."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from textual.app import App
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from railbird_client.replay.hand_file import HandFile, HandFileUnreadable
from railbird_client.replay.replay_screen import ReplayScreen
from railbird_client.shell.dialogs import Dialog, FormRow
from railbird_client.shell.terminal import STANDARD_INPUT
from railbird_client.table.table_options import TableOptions
from railbird_client.widgets.line_input import LineInput

MAX_PATH_LENGTH = 4096


def typed_path(text: str) -> str:
    """Returns the path that somebody has typed, or that their terminal wrote as they dropped a file on it."""
    path = text.strip()
    if len(path) > 1 and path[0] == path[-1] and path[0] in "'\"":
        path = path[1:-1]
    try:
        return str(Path(path).expanduser()) if path else ""
    except RuntimeError:  # nobody knows whose home is meant
        return path


class HandFileDialog(Dialog[HandFile]):
    """Asks for a file of hands; its answer is that file, of which a hand can be looked at."""

    heading = "Replay hands"
    accept_label = "Open it"

    def rows(self) -> Iterable[Widget]:
        """Yields the row of the file."""
        yield FormRow("File", LineInput(placeholder="hands.phh", max_length=MAX_PATH_LENGTH, widget_id="hand-file"))
        yield Static(Content("A Poker Hand History: .phh has one hand, .phhs several."), classes="hint")

    def action_accept(self) -> None:
        """Reads the file, and closes the box once it has a hand."""
        path = typed_path(self.query_one(LineInput).value)
        if path in {"", STANDARD_INPUT}:
            self.show_error("Type the name of a file, or press Esc.")
        elif self.is_active:
            self.show_error("The file is being read.")
            self.run_worker(self._open(path), group="hand file", exclusive=True)

    async def _open(self, path: str) -> None:
        file: HandFile | None = None
        try:
            file = HandFile(path)
            await asyncio.to_thread(file.wait_for_hand)
        except HandFileUnreadable as unreadable:
            self.show_error(str(unreadable))
        except asyncio.CancelledError:
            if file is not None:
                file.close()
            raise
        else:
            self.dismiss(file)


def ask_for_hands(app: App[Any], options: TableOptions) -> None:
    """Asks for a file of hands, and shows them over the present screen."""

    def on_answer(file: HandFile | None) -> None:
        if file is not None:
            app.push_screen(ReplayScreen.of_file(file, options))

    app.push_screen(HandFileDialog(), on_answer)
