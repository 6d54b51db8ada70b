"""Writes the page of the keys of a screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole
from railbird_client.drawing.text_width import wrap

_KEY_WIDTH = 9


def keys_page(keys: Sequence[tuple[str, str]], footer: str = "") -> Callable[[int], Lines]:
    """Returns the page of keys and what each does, with a paragraph below them."""

    def write(width: int) -> Lines:
        lines: list[Line] = []
        for key, words in keys:
            first, *rest = wrap(words, width - _KEY_WIDTH)
            lines.append((Span(f"{key:{_KEY_WIDTH}}", TextRole.KEY), Span(f" {first}")))
            lines += [(Span(" " * (_KEY_WIDTH + 1) + line),) for line in rest]
        return (*lines, *(((), *((Span(line, TextRole.DIM),) for line in wrap(footer, width))) if footer else ()))

    return write
