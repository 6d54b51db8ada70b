"""What a host is asked after the key for what only a host may do: which act, of whom, and what it still needs."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import App

from railbird_client.hosting.corrections_dialog import CorrectionDialog, parties
from railbird_client.hosting.game_dialogs import ChangeGameDialog
from railbird_client.hosting.host_panel import (
    AnnounceAct,
    AnnounceDialog,
    CloseAct,
    CorrectAct,
    GameAct,
    HostChoice,
    HostDialog,
    HostNameDialog,
    NameAct,
    PersonAct,
    PersonDialog,
    RailLimitAct,
    RailLimitDialog,
    SeatAct,
    SeatDialog,
)
from railbird_client.shell.dialogs import ConfirmDialog
from railbird_client.table.table_model import TableModel
from railbird_shared.protocol.commands import AskStatement, Command
from railbird_shared.protocol.host_commands import EndNight
from railbird_shared.protocol.view import TableView


class HostDialogs:
    """The dialogs of a host over the table that `model` is of; `request` gets the commands that they lead to."""

    def __init__(self, app: App[object], model: TableModel, request: Callable[[Command | None], None]) -> None:
        self._app = app
        self._model = model
        self._request = request

    def open(self, view: TableView) -> None:
        """Asks the host what to do."""
        self._app.push_screen(HostDialog(view), self._host_chose)

    def _host_chose(self, choice: HostChoice | None) -> None:
        """Asks the host what an act still needs, or requests it."""
        if isinstance(choice, PersonAct):
            self._app.push_screen(PersonDialog(choice), self._host_chose)
        elif isinstance(choice, SeatAct):
            self._app.push_screen(SeatDialog(choice), self._request)
        elif isinstance(choice, AnnounceAct):
            self._app.push_screen(AnnounceDialog(), self._request)
        elif isinstance(choice, NameAct):
            self._app.push_screen(HostNameDialog(choice), self._request)
        elif isinstance(choice, RailLimitAct):
            self._app.push_screen(RailLimitDialog(choice.rail), self._request)
        elif isinstance(choice, CorrectAct):
            self._correct_books()
        elif isinstance(choice, GameAct):
            self._change_game()
        elif isinstance(choice, CloseAct):
            question = "End the night at once? A hand that runs does not count, and everybody takes their chips."
            self._app.push_screen(ConfirmDialog(question, yes="End it"), self._end_at_once)
        else:
            self._request(choice)

    def _change_game(self) -> None:
        """Asks the host what is played from the next hand on."""
        if (view := self._model.shown_view) is not None:
            self._app.push_screen(ChangeGameDialog(view.game, view.rotation), self._request)

    def _end_at_once(self, sure: bool | None) -> None:
        if sure:
            self._request(EndNight(now=True))

    def _correct_books(self) -> None:
        """Asks the host for a correction, and the server for who has left, since they can be corrected too."""
        if (view := self._model.shown_view) is not None:
            self._app.push_screen(CorrectionDialog(parties(view, self._model.statement)), self._request)
            if not view.playing:
                self._request(AskStatement())
