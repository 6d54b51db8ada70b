"""The terms of a table's rail: how many may watch, whether they speak to the players, and how far behind they are."""

from __future__ import annotations

from msgspec import Struct

from railbird_shared.protocol.quantities import Count, RailHands, RailSeconds


class RailTerms(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The terms of the rail of a table.

    At most `limit` people may watch, any number if it is None and nobody if it is 0. What they write is read by those
    who watch, and with `speaks` by the players, too.

    With `delay_hands` or `delay_seconds` the rail is delayed: it is shown each hand when so many further hands have
    ended, or so many seconds have passed and the hand is over, with the cards of the players who let the rail see them.
    Both are fixed when the table opens. With `bots` the bots of the house let a delayed rail see their cards.
    """

    limit: Count | None = None
    speaks: bool = False
    delay_hands: RailHands = 0
    delay_seconds: RailSeconds = 0
    bots: bool = True

    @property
    def is_delayed(self) -> bool:
        """Whether those who watch see the past of the table."""
        return bool(self.delay_hands or self.delay_seconds)

    @property
    def delay_text(self) -> str:
        """How far the rail is behind, as in "2 hands" or "90 seconds"; empty where it is not delayed."""
        hands, seconds = _counted(self.delay_hands, "hand"), _counted(self.delay_seconds, "second")
        return " and ".join(filter(None, (hands, seconds)))

    @property
    def limit_text(self) -> str:
        """How many may watch, in words."""
        if self.limit is None:
            return "anybody may watch"
        return f"{_counted(self.limit, 'person', 'people')} may watch" if self.limit else "nobody may watch"


OPEN_RAIL = RailTerms()
"""The terms of a rail that anybody may join, who see the table as it is."""


def _counted(number: int, one: str, many: str = "") -> str:
    """Returns a number of things in words, empty for none."""
    if not number:
        return ""
    return f"1 {one}" if number == 1 else f"{number:,} {many or one + 's'}"
