"""The chances of known hands as they are shown: at the seats, in the log, and as one bar for those who watch."""

from __future__ import annotations

from msgspec import Struct

from railbird_shared.game.announced_game import Family
from railbird_shared.protocol.view import WHOLE, SpotChances, TableView, percent_words

_NUMBER_WORDS = ("no", "one", "two", "three", "four", "five")


class Chance(Struct, frozen=True):
    """The chance of one hand: its player's name, the words for it, and its part of the whole from 0 to 1."""

    name: str
    words: str
    part: float


def chances_by_seat(spot: SpotChances | None, view: TableView) -> dict[int, Chance]:
    """Returns the chance of every live seat, none where nobody has told them."""
    if spot is None:
        return {}
    names = {seat.seat: seat.name for seat in view.occupied}
    return {
        seat: Chance(names.get(seat, f"seat {seat}"), percent_words(share, estimate=spot.estimate), share / WHOLE)
        for seat, share in spot.shares
    }


def best_first(chances: dict[int, Chance]) -> tuple[Chance, ...]:
    """Returns the chances, the best first."""
    return tuple(sorted(chances.values(), key=lambda chance: -chance.part))


def chances_sentence(spot: SpotChances, view: TableView) -> str:
    """Returns the chances as the log tells them: "Chances: Wren 69%, Kestrel 29%, Finch 2%"."""
    told = ", ".join(f"{chance.name} {chance.words}" for chance in best_first(chances_by_seat(spot, view)))
    return f"Chances: {told}"


def chances_caption(spot: SpotChances, view: TableView) -> str:
    """Returns what the chances are of, in words."""
    held = max((len(seat.cards) for seat in view.occupied if seat.live), default=0)
    stud = view.game.family is Family.STUD
    left = view.game.cards - held - len(view.board) if stud else view.game.board - len(view.board)
    if left <= 0:
        return "the shares of those still in"
    count = _NUMBER_WORDS[left] if left < len(_NUMBER_WORDS) else str(left)
    cards = f"{count} card{'' if left == 1 else 's'}{' each' if stud else ''} to come"
    return f"chances of those still in, with {cards}{', estimated' if spot.estimate else ''}"


def bar_cells(chances: tuple[Chance, ...], width: int) -> list[int]:
    """Returns how many of `width` cells each chance takes; together they take all."""
    whole = sum(chance.part for chance in chances)
    exact = [chance.part * width / whole if whole else 0.0 for chance in chances]
    cells = [int(each) for each in exact]
    order = sorted(range(len(cells)), key=lambda place: cells[place] - exact[place])
    for place in order[: width - sum(cells)]:
        cells[place] += 1
    return cells
