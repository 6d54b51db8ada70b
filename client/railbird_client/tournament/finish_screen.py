"""A page over the table or the lobby for a player who is out of a tournament, or has won it."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content

from railbird_client.drawing.half_block_art import TROPHY, large_text
from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole, at, columns, ending, page_writer
from railbird_client.drawing.text_width import cell_width, wrap
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.widgets.controls import KeyHint
from railbird_client.widgets.live_screen import SessionView
from railbird_client.widgets.page_screen import Page
from railbird_client.widgets.terminal import with_capitals
from railbird_shared.tournament.messages import ReadTournament, YouFinished
from railbird_shared.tournament.view import Standing, TournamentView, place_words, prize_words

MAX_PLACES = 10
"""The most places that the page lists."""
FEW_PLACES = 3
"""How many it lists where no more are paid."""

_PLACES_WIDTH = 46


@page_writer
def finish_page(width: int, finish: YouFinished, view: TournamentView | None, *, own_name: str) -> Lines:
    """Writes the page of a finish; `view` is the tournament as it stands, None until the server has told it."""
    tied = ", with others" if finish.tied else ""
    headline = f"You finish {place_words(finish.place)} of {finish.entrants} in {finish.name}{tied}."
    if finish.place == 1 and not finish.tied:
        headline = f"You have won {finish.name}!"
    lines: list[Line] = [(), *_large_place(finish, width), (), *_centred(headline, TextRole.TITLE, width)]
    if money := _money_sentence(finish, view):
        lines += _centred(money, TextRole.CHIPS, width)
    standings = view.standings if view is not None else ()
    own = next((standing for standing in standings if standing.name == own_name), None)
    if own is not None and (words := _feats(own)):
        lines += _centred(words, TextRole.DIM, width)
    if finish.may_re_enter:
        lines += _centred("You may enter again: press [^T].", TextRole.WARN, width)
    if view is not None:
        lines += [(), *_places(view, width, own_name)]
    lines += [(), *_centred("[$] shows this page again.", TextRole.FAINT, width)]
    return tuple(lines)


def _large_place(finish: YouFinished, width: int) -> Lines:
    rows = large_text(place_words(finish.place))
    if finish.place == 1 and cell_width(rows[0]) + cell_width(TROPHY[0]) + 4 <= width:
        rows = tuple(f"{trophy}    {row}" for trophy, row in zip(TROPHY, rows, strict=True))
    role = TextRole.CHIPS if finish.place == 1 else TextRole.WIN if finish.prize else TextRole.TEXT
    left = max(0, width - cell_width(rows[0])) // 2
    return tuple((Span(" " * left + row, role),) for row in rows)


def _money_sentence(finish: YouFinished, view: TournamentView | None) -> str:
    """Returns what the player wins, or that nobody who is out later goes without a prize; empty for neither."""
    won, unit = finish.prize + finish.bounties, finish.unit
    if won:
        parts = f" ({prize_words(finish.prize, unit)} for the place, {prize_words(finish.bounties, unit)} in bounties)"
        return f"You win {prize_words(won, unit)}{parts if finish.prize and finish.bounties else ''}."
    if view is not None and view.prizes and finish.place == len(view.prizes) + 1:
        return "The last place without a prize: from here on everybody wins something."
    return ""


def _feats(own: Standing) -> str:
    """Returns how many players have been knocked out, and how often chips were bought; empty without any."""
    feats: list[str] = []
    if own.knocked_out:
        feats.append(f"knocked out {own.knocked_out} player{'s' * (own.knocked_out > 1)}")
    if own.entries > 1:
        feats.append(f"entered {own.entries} times")
    if own.rebuys:
        feats.append(f"rebought {'once' if own.rebuys == 1 else f'{own.rebuys} times'}")
    return f"You {', '.join(feats)}." if feats else ""


def _places(view: TournamentView, width: int, own_name: str) -> Lines:
    """Writes the best places with their prizes; of places that are open, how many still play for them."""
    shown = min(MAX_PLACES, max(FEW_PLACES, len(view.prizes)), len(view.standings))
    places = {standing.place: standing for standing in reversed(view.standings) if standing.place}
    wide = min(width, _PLACES_WIDTH)
    indent = Span(" " * ((width - wide) // 2))
    lines: list[Line] = []
    for row in range(shown):
        standing = places.get(row + 1)
        own = standing is not None and standing.name == own_name
        role = TextRole.STRONG if own else TextRole.TEXT if standing else TextRole.FAINT
        prize = standing.prize if standing else view.prizes[row] if row < len(view.prizes) else 0
        won = prize_words(prize, view.status.unit) if prize else ""
        line = columns(
            wide,
            ending(5, place_words(row + 1), role),
            at(7, standing.name if standing else "still open", role, max_width=wide - 22),
            ending(wide, won, TextRole.CHIPS if standing else role),
        )
        lines.append((indent, *line))
    if view.status.left > 1 and not view.status.phase.is_over:
        lines += _centred(f"{view.status.left} still play.", TextRole.DIM, width)
    return tuple(lines)


def _centred(text: str, role: TextRole, width: int) -> Lines:
    return tuple((Span(" " * ((width - cell_width(line)) // 2) + line, role),) for line in wrap(text, width))


class FinishPage(Page):
    """Shows a player's place and prize, and the other places as they are decided.

    `press` presses a key of the table below; over the lobby there is none. `seen` is told when the player has closed
    the page, and not when the table closes below it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter", "close", "Close", show=False, priority=True),
        Binding("ctrl+t", "press('TOURNAMENT')", "Show the tournament", show=False, priority=True),
        Binding(with_capitals("l"), "press('LEAVE')", "Leave the table", show=False, priority=True),
    ]

    def __init__(
        self,
        finish: YouFinished,
        *,
        own_name: str,
        seen: Callable[[], None],
        press: Callable[[TableKey], None] | None = None,
    ) -> None:
        self._finish = finish
        self._own_name = own_name
        self._seen = seen
        self._press = press
        self._follows = press is not None
        super().__init__(finish.name, finish_page(finish, None, own_name=own_name))

    def compose(self) -> ComposeResult:
        """Builds the page, with the keys below it."""
        with self._box:
            yield self._canvas
            with Horizontal(id="finish-keys"):
                yield KeyHint("Esc", "Watch" if self._press else "To the lobby", "screen.close")
                if self._press:
                    yield KeyHint(TableKey.TOURNAMENT.display, "Tournament", "screen.press('TOURNAMENT')")
                    yield KeyHint(TableKey.LEAVE.display, "Leave", "screen.press('LEAVE')")

    def on_mount(self) -> None:
        """Asks for the tournament as it stands and for every change; in the lobby it is over and gone."""
        self.show_hint(Content(""))
        if self._follows:
            self.request(ReadTournament(tournament=self._finish.tournament))

    def on_unmount(self) -> None:
        """Follows the tournament no longer, unless its page does so now."""
        if self._follows:
            self.request(ReadTournament(tournament=""))

    def show_session(self, session: SessionView) -> None:
        """Shows what the server has told of the tournament by now."""
        super().show_session(session)
        view = session.tournaments.view
        if view is not None and view.status.tournament == self._finish.tournament:
            self.rewrite(finish_page(self._finish, view, own_name=self._own_name))

    def action_close(self) -> None:
        """Closes the page."""
        self._seen()
        self.dismiss(None)

    def action_press(self, key: str) -> None:
        """Closes the page, and presses a key of the table."""
        if self._press is not None:
            self._follows = key != TableKey.TOURNAMENT.name
            self.action_close()
            self.app.call_later(self._press, TableKey[key])
