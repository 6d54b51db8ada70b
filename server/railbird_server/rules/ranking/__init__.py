"""Cards to value: what a hand is worth, which cards make it, and how a player says it.

`HIGH` is the scale of high hands; a scale turns cards into a `HandValue`, or into a bare number where only the
comparison is wanted.
"""

from railbird_server.rules.ranking.category import Category
from railbird_server.rules.ranking.high import HIGH, showing
from railbird_server.rules.ranking.scale import Scale
from railbird_server.rules.ranking.value import HandValue

__all__ = ["HIGH", "Category", "HandValue", "Scale", "showing"]
