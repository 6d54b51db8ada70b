"""Draws a finished hand beside its table: its streets, the cards that were shown, and the call that cost most."""

from __future__ import annotations

from railbird_client.drawing.canvas import Rect
from railbird_client.drawing.card_art import build_card_style
from railbird_client.drawing.page_painter import PagePainter
from railbird_client.drawing.text_roles import TextRole
from railbird_client.drawing.text_width import cell_width
from railbird_client.table.paint.pixel_cards import CardDrawing
from railbird_client.table.paint.table_sizes import CardFormat
from railbird_shared.history.hand_story import HandStory, PlayerEnd, StoryAct
from railbird_shared.history.narration import format_signed
from railbird_shared.protocol.view import WHOLE, percent_words

_WIDEST_STREET, _NARROWEST_STREET, _NAME = 21, 16, 8
_WIDEST_NAME, _MOST_SHOWN, _FEW_CARDS = 12, 3, 2
_OPEN_ENDS = ("-high", " and", " before", " had", " of", " on", " the", " to", " with")


def fit_words(words: str, width: int) -> str:
    """Returns as many whole words as fit into a width, and none that waits for another."""
    while cell_width(words) > width or words.endswith(_OPEN_ENDS):
        words = words.rpartition(" ")[0].rstrip(",")
    return words


def result_words(chips: int) -> str:
    """Returns the result of a hand: "won 118", "lost 240" or "even"."""
    return f"{'won' if chips > 0 else 'lost'} {abs(chips):,}" if chips else "even"


def call_words(story: HandStory, call: StoryAct) -> str:
    """Returns a call with its price, and with its chance where it is known."""
    chance = story.chance_of(call)
    had = "" if chance is None else f" and had {percent_words(chance)}"
    return f"{call.street}: you called {call.called:,} to win {call.pot:,}. It needed {percent_words(call.price)}{had}."


def _story_cards(painter: PagePainter, story: HandStory) -> CardDrawing:
    """Returns what draws the cards of a hand, of which those that won are bright."""
    winners = [seat for seat in story.after.occupied if seat.won]
    return CardDrawing(painter.canvas, painter.look, build_card_style(story.after, winners))


def draw_streets(painter: PagePainter, story: HandStory, y: int) -> None:
    """Draws the streets side by side, in two rows where they have no room in one."""
    streets, room, drawing = story.streets, painter.end - painter.left + 2, _story_cards(painter, story)
    rows = -(-len(streets) // (room // _NARROWEST_STREET)) or 1
    columns = -(-len(streets) // rows) or 1
    pitch, height = min(_WIDEST_STREET, room // columns), (painter.prompt_row - y) // rows
    most, dearest = max((street.pot for street in streets), default=0) or 1, story.dearest
    for place, street in enumerate(streets):
        x, top, width = painter.left + place % columns * pitch, y + place // columns * height, pitch - 2
        name = "before the flop" if street.name == "preflop" else street.name
        after = painter.put(x, top, name, TextRole.STRONG, max_width=width)
        drawing.draw_minis(after + 2, top, street.cards[: max(0, x + width - after - 1) // 3], gap=1)
        painter.bar(x, 2 * top + 2, width, street.pot / most, painter.look.palette.chips_dim)
        painter.put(x, top + 2, f"pot {street.pot:,}", TextRole.CHIPS)
        first = top + (4 if painter.is_tall else 3)
        for down, act in enumerate(street.acts[-max(1, top + height - first) :], start=first):
            if act == dearest:
                painter.mark(Rect(x - 1, down, width + 1, 1))
            is_own, words = act.seat == story.after.you.seat, act.words
            role, dim = (TextRole.STRONG, TextRole.SOFT) if is_own else (TextRole.SOFT, TextRole.DIM)
            while cell_width(words) > width - _NAME + 1 and " " in words:
                words = "all-in" if words.startswith("all-in") else words.partition(" ")[2]
            painter.put(x, down, story.after.name_at(act.seat), role, max_width=_NAME - 1)
            painter.put(x + _NAME, down, words, dim)


def _draw_player(painter: PagePainter, story: HandStory, player: PlayerEnd, y: int, *, is_large: bool = False) -> int:
    """Draws in the side column a player's cards, what they made and the result; returns the row after them."""
    (seat, cards, words), x, end, drawing = player, painter.side + 2, painter.width - 2, _story_cards(painter, story)
    width = max(10, 2 * len(cards))
    for place, card in enumerate(cards if is_large else ()):
        if card is not None:
            drawing.draw_card(x + 6 * place, y, card, CardFormat(5, 3))
    if not is_large:
        drawing.draw_seat_cards(2 * x + width, y, cards, width, tall=False)
    at = x + width + (3 if is_large else 1)
    painter.put(at, y, seat.name, TextRole.STRONG, max_width=end - at - 8)
    painter.put_right(end, y, format_signed(seat.result), TextRole.WIN if seat.result > 0 else TextRole.SOFT)
    painter.paragraph(at, y + 1, words, end - at, TextRole.SOFT if is_large else TextRole.DIM)
    return y + 3 + is_large


def draw_shown_hands(painter: PagePainter, story: HandStory) -> None:
    """Draws in the side column the hands that are known, how the others ended, and the call that cost most."""
    x, end, y = painter.side + 2, painter.width - 2, 5
    known = [each for each in story.players if each.cards and None not in each.cards][:_MOST_SHOWN]
    painter.put(x, 3, "Shown" if any(each.seat.shown_hand for each in known) else "Players", TextRole.STRONG)
    for each in known:
        y = _draw_player(painter, story, each, y, is_large=len(each.cards) <= _FEW_CARDS)
    for each in (each for each in story.players if each not in known):
        after = max(x + _NAME, painter.put(x, y, each.seat.name, TextRole.HEADING, max_width=_WIDEST_NAME) + 1)
        painter.put(after, y, fit_words(each.words.replace(" on the", ","), end - after - 8), TextRole.DIM)
        painter.put_right(end, y, format_signed(each.seat.result), TextRole.SOFT)
        y += 1
    if (call := story.dearest) is None:
        return
    painter.rule(x, y + 1, end - x)
    painter.put(x, y + 3, "The call that cost most", TextRole.STRONG)
    y = painter.paragraph(x, y + 4, f"{call_words(story, call).partition('.')[0]}.", end - x) + 1
    chance, palette = story.chance_of(call), painter.look.palette
    for word, part, colour in (("price", call.price, palette.chips_dim), ("chance", chance, palette.chance)):
        if part is not None:
            painter.put(x, y, word, TextRole.DIM)
            painter.bar(x + 8, 2 * y, end - x - 13, part / WHOLE, colour, pixels=2)
            painter.put_right(end, y, percent_words(part), TextRole.STRONG)
            y += 2
    note = "The price alone is known." if chance is None else "Reckoned against the cards that were shown."
    painter.paragraph(x, y, note, end - x, TextRole.DIM)


def draw_glance(painter: PagePainter, story: HandStory) -> None:
    """Draws in the side column a hand at a glance: the board, its players, the pot by street and the dearest call."""
    x, end, y, streets = painter.side + 2, painter.width - 2, 5, story.streets
    drawing, own = _story_cards(painter, story), story.after.own_seat
    painter.put(x, 3, f"hand {story.history.hand}", TextRole.STRONG)
    painter.put_right(end, 3, result_words(own.result) if own else "", TextRole.DIM)
    if story.after.board:
        painter.put(x, y, "board", TextRole.DIM)
        for place, card in enumerate(story.after.board[:5]):
            drawing.draw_card(x + 6 * place, y + 1, card, CardFormat(5, 3))
        y += 6
    for each in story.players[: (painter.height - 9 - len(streets) - y) // 3]:
        y = _draw_player(painter, story, each, y)
    painter.rule(x, y, end - x)
    painter.put(x, y + 1, "pot, street by street", TextRole.DIM)
    y, most = y + 2, max((street.pot for street in streets), default=0) or 1
    for street in streets:
        painter.put(x, y, fit_words(street.name, _NAME), TextRole.SOFT)
        painter.bar(x + 9, 2 * y + 1, 14, street.pot / most, painter.look.palette.chips_dim)
        painter.put_right(end, y, f"{street.pot:,}", TextRole.CHIPS)
        y += 1
    if (call := story.dearest) is not None:
        painter.put(x, y + 1, "cost most", TextRole.DIM)
        painter.paragraph(x, y + 2, call_words(story, call), end - x, TextRole.TEXT)
