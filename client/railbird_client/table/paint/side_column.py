"""Draws the log and the chat: in a column of their own, or in a few rows below the table."""

from __future__ import annotations

from functools import lru_cache

from railbird_client.drawing.canvas import Rect, Surface, Words
from railbird_client.drawing.card_art import card_words
from railbird_client.drawing.palette import Colour, Look, SuitColours
from railbird_client.drawing.text_width import cell_width, truncate, wrap
from railbird_client.table.paint.geometry import HINT_ROWS, TableGeometry
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.table.view_models import ChatLine, ChatViewModel, LogViewModel

ROWS_PER_CHAT_ROW = 8
"""Of how many rows of a column the chat has one."""
_FIRST_LOG_ROW = 2

_LogRow = tuple[tuple[Words, ...], str]
"""The words of a row of the log, and what is written at its end."""


class SideColumn:
    """Draws the log and the chat of one table."""

    def __init__(self, canvas: Surface, geometry: TableGeometry, look: Look) -> None:
        self.canvas, self.geometry, self.palette = canvas, geometry, look.palette

    def draw(self, log: LogViewModel, chat: ChatViewModel, hints: tuple[str, ...] | None) -> None:
        """Draws both, and hints if they are wanted: between them in a column, else in the first of their rows.

        Of a column the chat has as many rows whatever has been said, so that the log never moves.
        """
        if self.geometry.side is None:
            self._draw_rows(log, chat, hints)
        else:
            self._draw_column(self.geometry.side, log, chat, hints)

    def _draw_column(self, side: Rect, log: LogViewModel, chat: ChatViewModel, hints: tuple[str, ...] | None) -> None:
        canvas, palette = self.canvas, self.palette
        x, room = self.geometry.log.x, self.geometry.log.width
        canvas.put(x, 0, log.title, palette.soft, bold=True, max_width=room - cell_width(log.street) - 1)
        canvas.put_right(x + room, 0, log.street, palette.dim)
        height = side.height // ROWS_PER_CHAT_ROW
        last = side.height - 1
        if not chat.typing:
            after = canvas.put(x, last, "Tab", palette.key, bold=True)
            canvas.put(after + 1, last, "say something", palette.dim)
        chat_rows = [row for line in chat.lines for row in self._chat_line(line, room)][-height:]
        for y, words in enumerate(chat_rows, start=last - 1 - len(chat_rows)):
            canvas.put_words(x, y, words)
        bottom = last - 2 - height
        canvas.click(x, bottom + 1, room, side.height - bottom - 1, TableKey.CHAT)
        canvas.put(x, bottom, "─" * room, palette.rule)
        if hints:
            bottom -= HINT_ROWS + 1
            self._write_hints(hints, Rect(x, bottom, room, HINT_ROWS + 1))
        self._write_log(log, Rect(x, _FIRST_LOG_ROW, room, bottom - 1 - _FIRST_LOG_ROW))

    def _write_hints(self, hints: tuple[str, ...], place: Rect) -> None:
        """Writes the hints, over which a click hides them."""
        canvas, palette = self.canvas, self.palette
        canvas.put(place.x, place.y, "─" * place.width, palette.rule)
        canvas.click(place.x, place.y, place.width, place.height, TableKey.HINTS)
        for y, line in enumerate(hints[:HINT_ROWS], start=place.y + 1):
            canvas.put_words(place.x, y, card_words(line, palette.soft, palette.text_suits))

    def _draw_rows(self, log: LogViewModel, chat: ChatViewModel, hints: tuple[str, ...] | None) -> None:
        """Draws both below the table, the chat at the right; without a line of chat the log takes its place."""
        place, at = self.geometry.log, self.geometry.chat
        if hints and not chat.typing:
            self.canvas.put_words(place.x, place.y, card_words(hints[0], self.palette.soft, self.palette.text_suits))
            place, at = (each._replace(y=each.y + 1, height=each.height - 1) for each in (place, at))
        if not chat.lines and not chat.typing:
            place = place._replace(width=self.geometry.width - 2)
        self._write_log(log, place)
        rows = [row for line in chat.lines for row in self._chat_line(line, at.width)]
        rows = rows[-(at.height - 1 if chat.typing else at.height) :]
        for y, words in enumerate(rows, start=at.y):
            self.canvas.put_words(at.x, y, words)
        if rows or chat.typing:
            self.canvas.click(at.x, at.y, at.width, at.height, TableKey.CHAT)

    # --- the log

    def _write_log(self, log: LogViewModel, place: Rect) -> None:
        """Writes the end of the log, the newest line in the last row."""
        rows = self._log_rows(log, place.width, place.height)[-place.height :]
        while rows and not rows[0][0]:
            rows = rows[1:]
        for y, (words, right) in enumerate(rows, start=place.y + place.height - len(rows)):
            self.canvas.put_words(place.x, y, words)
            self.canvas.put_right(place.x + place.width, y, right, self.palette.chips_dim)

    def _log_rows(self, log: LogViewModel, room: int, count: int) -> list[_LogRow]:
        sentences = log.sentences[-count:]
        last_street = max((index for index, each in enumerate(sentences) if is_heading(each)), default=-1)
        rows: list[_LogRow] = []
        in_column = self.geometry.side is not None
        for index, sentence in enumerate(sentences):
            if is_heading(sentence):
                rows += self._heading_rows(sentence, room, gap=in_column)
                continue
            is_new = index > last_street if in_column else index == len(sentences) - 1
            new, old = (self.palette.text if in_column else self.palette.soft), self.palette.dim
            colour = self.palette.win_label if " wins " in sentence else new if is_new else old
            rows += _sentence_rows(sentence, room, colour, self.palette.text_suits)
        return rows

    def _heading_rows(self, sentence: str, room: int, *, gap: bool) -> list[_LogRow]:
        """Returns a street in a row: its name, its cards, and the pot at the right."""
        body, pot = split_heading(sentence)
        body = truncate(body, room - cell_width(pot) - 1)
        words = card_words(body, self.palette.soft, self.palette.text_suits, bold=True)
        if not gap:
            return [((*words, Words(f" · pot {pot}" if pot else "", self.palette.dim)), "")]
        return [((), ""), (tuple(words), pot)]

    # --- the chat

    def _chat_line(self, line: ChatLine, room: int) -> list[list[Words]]:
        name = f"{line.name}{' (rail)' if line.rail else ''}"
        palette = self.palette
        first, *rest = wrap(f"{name} {line.text}", room, indent=2)
        if not first.startswith(name):
            return [[Words(each, palette.soft)] for each in (first, *rest)]
        head = [Words(name, palette.dim if line.rail else palette.soft, bold=not line.rail)]
        return [[*head, Words(first[len(name) :], palette.soft)], *([Words(each, palette.soft)] for each in rest)]


@lru_cache(maxsize=512)
def _sentence_rows(sentence: str, room: int, colour: Colour, suits: SuitColours) -> tuple[_LogRow, ...]:
    lines = wrap(sentence, room, indent=2)
    return tuple((tuple(card_words(line, colour, suits)), "") for line in lines)


def is_heading(sentence: str) -> bool:
    """Whether a sentence begins a street."""
    return sentence.startswith("—")


def split_heading(sentence: str) -> tuple[str, str]:
    """Returns the name and the cards of a street, and its pot, without the button, which the table shows."""
    body, _, pot = sentence.strip("— ").partition(" — pot ")
    return body.rpartition(" · ")[0] if body.endswith(" has the button") else body, pot
