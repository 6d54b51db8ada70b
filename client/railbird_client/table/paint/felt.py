"""Draws what lies on the felt: the board, the pots, the bets, the button, and the result of a hand.

The boards of a hand whose rest is dealt more than once are drawn all at once, one below the other.
"""

from __future__ import annotations

from railbird_client.drawing.canvas import Surface, Words, words_width
from railbird_client.drawing.card_art import CardState, CardStyle, card_label, card_words
from railbird_client.drawing.palette import Colour, Look, mix
from railbird_client.drawing.text_width import cell_width, format_chips, truncate, wrap
from railbird_client.table.paint.geometry import Side as TableSide
from railbird_client.table.paint.geometry import TableGeometry
from railbird_client.table.paint.pixel_cards import CardDrawing, draw_back, draw_slot, win_colours
from railbird_client.table.paint.seat_words import fit_hand
from railbird_client.table.paint.table_sizes import CardFormat
from railbird_client.table.showdown_story import DealtRun, StoryKind, StoryLine
from railbird_client.table.view_models import BoardViewModel
from railbird_shared.game.cards import Card
from railbird_shared.history.narration import format_cards
from railbird_shared.protocol.events import Side
from railbird_shared.protocol.view import LastAct, SeatView

_CARD = CardFormat(5, 3)
_LABEL = "run "
_MARK = "R A I L B I R D"
_BET_DIGITS = 6
_RAISES = frozenset({LastAct.BET, LastAct.RAISED, LastAct.COMPLETED})
_MAX_NAMED_POTS = 2
_SHORT_CHIPS = 5


class Felt:
    """Draws the felt of one table."""

    def __init__(self, canvas: Surface, geometry: TableGeometry, look: Look) -> None:
        self.canvas, self.geometry, self.look = canvas, geometry, look
        self.palette = look.palette
        self.size, self.middle = geometry.size, 2 * geometry.centre_x
        self._last_row = geometry.size.own_bet_row

    # --- board and pots

    def draw_pots(self, model: BoardViewModel, own_bet: bool = False) -> None:
        """Draws the pots, and the state of the hand or its winner; an `own_bet` takes a row from the words."""
        self._last_row = self.size.own_bet_row + (0 if self.size.has_tall_bar or own_bet else 1)
        if model.total:
            self._draw_pot(model)
        if model.story:
            self._write_story(model.story)
            return
        row = self.size.pots_row
        if words := self._pots_words(model):
            self.canvas.put_centred(self.middle, row, words)
            row += 2 if self.size.has_tall_bar else 1
        lines = self._status_lines(model)
        self._write_lines(row, lines, self.palette.felt_soft)
        mark = self.size.mark_row
        if mark and row + len(lines) <= mark and not self.look.outlined:
            self.canvas.put_centred(self.middle, mark, [Words(_MARK, self.palette.felt_mark, bold=True)])

    def draw_board(self, model: BoardViewModel) -> None:
        """Draws the cards of the board, or the boards of a hand whose rest is dealt more than once."""
        slots = max(model.slots, len(model.board))
        if not slots or not self.geometry.has_board:
            return
        if model.runs:
            self._draw_runs(model)
            return
        size = self.size.board_card
        x = (self.middle - slots * (size.width + 1) + 1) // 2
        drawing = CardDrawing(self.canvas, self.look, model.card_style)
        for index in range(slots):
            at = x + index * (size.width + 1)
            if index >= len(model.board):
                draw_slot(self.canvas, self.look, at, self.size.board_row, size)
            elif index >= len(model.board) - model.backs:
                draw_back(self.canvas, self.look, at, self.size.board_row, size)
            else:
                drawing.draw_card(at, self.size.board_row, model.board[index], size)

    def _draw_runs(self, model: BoardViewModel) -> None:
        """Draws a board for each run above the single pots; the free row below the pot is taken if needed."""
        size, runs = self.size, len(model.runs)
        room = size.pots_row - size.board_row
        above = 1 if size.board_row - size.pot_row > 1 and (room + 1) // runs > room // runs else 0
        rows = min(_CARD.height, max(1, (room + above) // runs))
        card = CardFormat(_CARD.width if rows > 1 else 4 if self.look.outlined else 2, rows)
        for number, run in enumerate(model.runs):
            y, slots = size.board_row - above + number * rows, max(model.slots, len(run.board))
            total = slots * (card.width + 1) - 1
            begin = self.geometry.centre_x - (total + 1) // 2
            for index in range(slots):
                x = begin + index * (card.width + 1)
                if index < len(run.board):
                    self._draw_run_card(run.board[index], x, y, card, run.card_style(model.card_style))
                elif self.look.outlined or not self.palette.is_mixed:
                    self.canvas.put(x, y, "╌" * card.width, self.palette.slot_line)
                else:
                    self.canvas.fill(x, 2 * y, card.width, 2 * rows - (rows > 1), self.palette.slot)
            self._write_run(run, begin, begin + total, y, rows)

    def _write_run(self, run: DealtRun, begin: int, end: int, y: int, rows: int) -> None:
        """Writes the number of a run at the left of its board and its winner at the right."""
        palette, canvas = self.palette, self.canvas
        room = min(map(self.geometry.free_width, range(y, y + rows))) // 2
        left, right = self.geometry.centre_x - room, self.geometry.centre_x + room
        label = f"{_LABEL if begin - left > len(_LABEL) + 2 else ''}{run.run}"
        canvas.put_right(begin - 1, y, label, palette.felt_soft, bold=True)
        room = right - end - 1
        if not run.winners or room < 1:
            return
        is_split = len(run.winners) > 1
        name, chips = "split" if is_split else run.winners[0].name, "" if is_split else f"{run.chips:,}"
        words = f"{name} {chips}" if rows == 1 and cell_width(name) + cell_width(chips) < room else name
        canvas.put(end + 1, y, words, palette.felt_text, bold=True, max_width=room)
        if rows > 1:
            canvas.put(end + 1, y + 1, chips, palette.felt_chips, bold=True, max_width=room)

    def _draw_run_card(self, card: Card, x: int, y: int, size: CardFormat, style: CardStyle) -> None:
        drawing = CardDrawing(self.canvas, self.look, style)
        is_whole = size.height == _CARD.height
        if self.look.outlined and is_whole:
            drawing.draw_card(x, y, card, size)
            return
        if self.look.outlined:
            drawing.write_name(x, y, card)
            return
        state = style.state_of(card)
        pixels = 2 * size.height - (size.height > 1)
        face = self.palette.card_out if state is CardState.DIMMED else self.palette.card
        self.canvas.fill(x, 2 * y, size.width, pixels, face)
        colour = drawing.suit_colour(card, state)
        gap = 1 if size.width > 2 else 0
        mark = style.wild_mark(card) if gap else ""
        self.canvas.put(x + gap, y, card_label(card) + mark, colour, bold=True)
        if is_whole:
            self.canvas.put(x + size.width - 2, y + 1, card_label(card)[-1], colour)
        if size.height > 1:
            drawing.draw_bars(x, 2 * y + pixels - is_whole, size.width, state)

    def _draw_pot(self, model: BoardViewModel) -> None:
        palette = self.palette
        words = [Words("Pot ", palette.felt_soft), Words(f"{model.total:,}", palette.felt_chips, bold=True)]
        if model.story and len(model.pots) > 1:
            named = " · ".join([f"main {model.pots[0]:,}", *(f"side {chips:,}" for chips in model.pots[1:])])
            if words_width(words) + 3 + cell_width(named) <= self.geometry.middle_room:
                words.append(Words(f"   {named}", palette.felt_soft))
        self._pill(self.size.pot_row, words, palette.pill, pad=2 if self.size.has_edge else 1)

    def _pill(self, row: int, words: list[Words], ground: Colour, *, pad: int) -> None:
        width = words_width(words)
        x = (self.middle - width) // 2
        if not self.look.outlined:
            self.canvas.fill(x - pad, 2 * row, width + 2 * pad, 2, ground)
        self.canvas.put_words(x, row, words)

    def _pots_words(self, model: BoardViewModel) -> list[Words]:
        """Returns the pots one by one and the bets before the seats; nothing if the total says it all.

        Where they do not fit in the middle amounts are short, and then the bets are left out.
        """
        ways = (self._name_pots(model, None), self._name_pots(model, _SHORT_CHIPS))
        shortest = self._name_pots(model, _SHORT_CHIPS, bets=False)
        room = self.geometry.room_at(self.size.pots_row)
        while words_width(shortest) > room:
            shortest = shortest[:-2]
        return next((words for words in ways if words_width(words) <= room), shortest)

    def _name_pots(self, model: BoardViewModel, digits: int | None, *, bets: bool = True) -> list[Words]:
        pots, chips_bet = model.pots, model.total - model.collected_pot
        gap = "   " if self.size.has_edge else "  "

        def name(label: str, chips: int) -> tuple[Words, Words]:
            amount = Words(format_chips(chips, digits), self.palette.felt_text, bold=True)
            return Words(label, self.palette.felt_soft), amount

        words = [*name("main ", pots[0])] if len(pots) > 1 else []
        for chips in pots[1:]:
            words += name(" · " if len(pots) > _MAX_NAMED_POTS else f"{gap}side ", chips)
        if model.carried:
            words += name(f"{gap if words else ''}carried ", model.carried)
        if bets and chips_bet and model.collected_pot:
            words += name(f"{gap if words else ''}bets ", chips_bet)
        return words

    def _status_lines(self, model: BoardViewModel) -> list[str]:
        rows = range(self.size.pots_row, max(self._last_row, self.size.pots_row + 1))
        room = min(map(self.geometry.room_at, rows))
        lines = wrap(model.status, room) if model.status else []
        if model.status and len(lines) > 1:
            lines = [line for part in model.status.split(" · ") for line in wrap(part, room)]
        if model.board and not self.geometry.has_board:
            lines.insert(0, f"for all: {format_cards(model.board)}")
        if len(model.pots) > 1 and self.size.has_tall_bar:
            number = f" {len(model.pots) - 1}" if len(model.pots) > _MAX_NAMED_POTS else ""
            lines.append(truncate(f"side pot{number}: {', '.join(model.rivals)}", room))
        if model.carried and not model.total:
            lines.append(f"{model.carried:,} waiting from the last hand")
        return lines

    def _write_lines(self, row: int, lines: list[str], colour: Colour, *, bold: bool = False) -> None:
        for y, line in enumerate(lines, start=row):
            if y < self._last_row:
                words = card_words(line, colour, self.palette.felt_text, bold=bold)
                self.canvas.put_centred(self.middle, y, words)

    def _write_story(self, lines: tuple[StoryLine, ...]) -> None:
        """Writes who wins what with which hand, and which hand it beats, or a row for each share of the pot."""
        row = self.size.result_row
        follows = [line.kind for line in lines[1:2]]
        spread = len(lines) < self.size.result_rows and follows == [StoryKind.HAND]
        shares: list[StoryLine] = []
        for index, line in enumerate(lines):
            y = row + index + (1 if spread and index else 0)
            match line.kind:
                case StoryKind.RESULT:
                    words = [Words(truncate(line.text, self.geometry.middle_room), self.palette.win_text, bold=True)]
                    self._pill(y, words, self.palette.win, pad=3 if self.size.has_edge else 1)
                case StoryKind.HAND:
                    self._write_lines(y, [line.text], self.palette.felt_text, bold=True)
                case StoryKind.SHARE:
                    shares.append(line)
                case _:
                    self._write_lines(y, [line.text], self.palette.felt_soft)
        if shares:
            self._write_shares(row + lines.index(shares[0]), shares)

    def _write_shares(self, row: int, lines: list[StoryLine]) -> None:
        """Writes the shares of the pot below each other: tags, chips, winners and their hands."""
        tags = max(cell_width(line.tag) + 2 if line.tag else 0 for line in lines)
        end = ":" if self.look.outlined else " "  # without a ground the number of a run would stand beside the chips
        rows = [(f" {line.tag}{end}" if line.tag else "", self._share_words(line, tags), line.side) for line in lines]
        x = (self.middle - tags - 1 - max(words_width(words) for _, words, _ in rows)) // 2
        for y, (tag, words, side) in enumerate(rows, start=row):
            ground, text = win_colours(self.palette, side.value)
            if not self.look.outlined:
                self.canvas.fill(x, 2 * y, cell_width(tag), 2, ground)
            self.canvas.put(x, y, tag, text, bold=True)
            self.canvas.put_words(x + tags + 1, y, words)

    def _share_words(self, line: StoryLine, tags: int) -> list[Words]:
        """Returns a share without its tag, beside tags of so many cells; the hand has the name that fits."""
        palette = self.palette
        words = [
            Words(f"{line.amount} ", palette.felt_chips, bold=True),
            Words(f" {line.name}", palette.felt_text, bold=True),
        ]
        hand = fit_hand(line.words, self.geometry.middle_room - tags - 3 - words_width(words))
        if line.side is Side.LOW:
            hand = hand.removesuffix(" low")  # which the tag says
        return [*words, Words(f"  {hand}", palette.felt_soft)] if hand else words

    # --- bets and button

    def draw_bets(self, seats: tuple[SeatView, ...], to_match: int, fading: float) -> None:
        """Draws the bets before the seats; that of the last player to bet or raise stands out.

        Bets on their way to the pot have so much of the felt's colour, from 0 to 1.
        """
        palette = self.palette
        for seat in seats:
            if not seat.bet:
                continue
            leads = seat.bet == to_match and seat.last_act in _RAISES
            text = palette.felt_chips if leads else palette.felt_text
            words = [
                Words("● ", mix(palette.felt_chips, palette.felt[0], fading)),
                Words(format_chips(seat.bet, _BET_DIGITS), mix(text, palette.felt[0], fading), bold=True),
            ]
            place, side = self.geometry.chips.bets[seat.seat], self.geometry.seats[seat.seat].side
            spare = place.width - words_width(words)
            x = place.x + {TableSide.LEFT: 0, TableSide.RIGHT: spare}.get(side, spare // 2)  # at the plate's side
            self.canvas.put_words(x, place.y, words)

    def draw_button(self, number: int) -> None:
        """Draws the dealer button beside a seat."""
        palette, canvas = self.palette, self.canvas
        x, y, *_ = self.geometry.chips.buttons[number]
        if self.look.outlined:
            canvas.put(x, y, "(D)", palette.dealer_text, bold=True)
            return
        if self.look.rounds_corners:
            canvas.put(x, y, "▐", palette.dealer)
            canvas.put(x + 2, y, "▌", palette.dealer)
        canvas.fill(x + 1, 2 * y, 1, 2, palette.dealer)
        canvas.put(x + 1, y, "D", palette.dealer_text, bold=True)
