"""The picture of the middle of the table: common cards, pots, and what the hand came to."""

from __future__ import annotations

from msgspec import Struct

from railbird_client.model.cells import clip, width_of, wrap
from railbird_client.model.faces import PLAIN, Manner, Size, draw_card, draw_slot, small_row
from railbird_client.model.ink import Ink, Lines, Run
from railbird_client.model.paint.text import sentence_runs
from railbird_client.model.sheet import Sheet, frame
from railbird_shared.cards import Card
from railbird_shared.games import Family

_ROOMY = 6  # the rows beside the board that leave room for an edge
_USUAL_WORDS = 2  # the rows of words that a board leaves room for, so that it stays in its place


class PotFace(Struct, frozen=True):
    """A pot: its chips and the names that can win it."""

    chips: int
    names: tuple[str, ...]


class MiddleFace(Struct, frozen=True):
    """All that the picture of the middle depends on.

    `status` says what is going on, `result` what was won, and `brief` the same in few words.
    """

    family: Family
    board: tuple[Card, ...] = ()
    places: int = 0
    size: Size = Size.MEDIUM
    total: int = 0
    gathered: int = 0
    carried: int = 0
    pots: tuple[PotFace, ...] = ()
    status: str = ""
    result: tuple[str, ...] = ()
    brief: tuple[str, ...] = ()
    manner: Manner = PLAIN


def draw_middle(face: MiddleFace, width: int, height: int) -> Lines:
    """Draws the middle in the size given: the board above, words below it."""
    sheet = Sheet(width, height)
    graphic = face.family is Family.BOARD and (face.places or face.board)
    board = face.size.height if graphic else 0
    if height >= board + _ROOMY:
        frame(sheet, ink=Ink.FELT_EDGE)
    words = _words(face, width - 4, height - board)
    gap = 1 if board and height > board + max(len(words), _USUAL_WORDS) else 0
    reserved = max(len(words), _USUAL_WORDS) if board else len(words)
    top = max(0, (height - board - gap - reserved) // 2)
    if board:
        _draw_board(sheet, face, top)
    for offset, runs in enumerate(words[: height - board - gap]):
        room = sum(width_of(run.text) for run in runs)
        sheet.put_runs((width - room) // 2, top + board + gap + offset, runs)
    return sheet.lines()


def _draw_board(sheet: Sheet, face: MiddleFace, top: int) -> None:
    places = max(face.places, len(face.board))
    pitch = face.size.width + 1
    x = (sheet.width - places * pitch + 1) // 2
    for index in range(places):
        at = x + index * pitch
        if index >= len(face.board):
            draw_slot(sheet, at, top, face.size)
            continue
        card, manner = face.board[index], face.manner
        finish, mark = manner.finish(card), manner.mark(card)
        draw_card(sheet, at, top, card, face.size, two_colour=manner.two_colour, finish=finish, mark=mark)


def _words(face: MiddleFace, room: int, most: int) -> list[list[Run]]:
    lines: list[list[Run]] = []
    if face.board and face.family is not Family.BOARD:
        lines.append([Run("for all ", Ink.DIM), *small_row(face.board, face.manner)])
    if face.total:
        lines.append(_pot_line(face))
        lines += _side_lines(face, room)
    if face.carried:
        lines.append([Run(f"{face.carried:,} waiting from the last hand", Ink.DIM)])
    if face.result:
        lines = lines[:1] if face.board and face.family is not Family.BOARD else []
        told = [line for sentence in face.result for line in wrap(sentence, room)]
        if face.brief and len(lines) + len(told) > most:
            told = list(face.brief) if len(face.brief) <= most else wrap(" · ".join(face.brief), room)
        lines += [sentence_runs(line, Ink.WIN, two_colour=face.manner.two_colour) for line in told]
    if face.status and len(lines) < most:
        parts = (face.status,) if width_of(face.status) <= room else face.status.split(" · ")
        lines += [[Run(line, Ink.DIM)] for part in parts for line in wrap(part, room)]
    return lines[:most]


def _pot_line(face: MiddleFace) -> list[Run]:
    line = [Run("POT ", Ink.DIM), Run(f"{face.total:,}", Ink.CHIPS)]
    bets = face.total - face.gathered
    if bets and face.gathered and len(face.pots) < 2:
        line.append(Run(f"   {face.gathered:,} + bets {bets:,}", Ink.DIM))
    elif bets and face.gathered:
        line.append(Run(f"   bets {bets:,}", Ink.DIM))
    return line


def _side_lines(face: MiddleFace, room: int) -> list[list[Run]]:
    if len(face.pots) < 2:
        return []
    parts = [f"main {face.pots[0].chips:,}", *(f"side {pot.chips:,}" for pot in face.pots[1:])]
    lines = [[Run(clip(" · ".join(parts), room), Ink.TEXT)]]
    names = ", ".join(face.pots[-1].names)
    return [*lines, [Run(clip(f"side: {names}", room), Ink.DIM)]]
