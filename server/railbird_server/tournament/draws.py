"""Lots: every random order of a tournament follows from one secret text, drawn before it began.

So a tournament that is brought back draws the same seats again, and a test knows them beforehand.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T", int, str)


def drawn(secret: str, occasion: str, lots: Iterable[T]) -> list[T]:
    """Returns the lots in the order in which they are drawn on that occasion; each occasion has an order of its own."""
    return sorted(lots, key=lambda lot: sha256(f"{secret}|{occasion}|{lot}".encode()).digest())
