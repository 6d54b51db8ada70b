"""The terms of a table's rail: how many may watch, whether they speak to the players, and how far behind they are."""

from __future__ import annotations

from typing import Annotated

from msgspec import Struct

from railbird_shared.protocol.quantities import Count, RailHands, RailSeconds
from railbird_shared.settings.kinds import whole
from railbird_shared.settings.spec import Spec


class RailTerms(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The terms of the rail of a table.

    At most `limit` people may watch, any number if it is None and nobody if it is 0. Their chat is read by those who
    watch, and with `speaks` by the players, too.

    With `delay_hands` or `delay_seconds` the rail is delayed: it is shown each hand when so many further hands have
    ended, or so many seconds have passed and the hand is over, with the cards of the players who let the rail see them.
    Both are fixed when the table opens. With `bots` the bots of the house let a delayed rail see their cards.
    """

    limit: Annotated[
        Count | None,
        Spec(
            "How many may watch without a seat.",
            "Spectators",
            whole(0, 10_000, "PEOPLE"),
            label="May watch",
            values=(None, 0, 1, 2, 3, 5, 10, 20, 50, 100),
            words=lambda limit: RailTerms(limit).limit_text.removesuffix(" may watch"),
        ),
    ] = None
    speaks: Annotated[
        bool,
        Spec(
            "Whether the players read what the rail writes.",
            "Spectators",
            label="Read by",
            values=(False, True),
            words=lambda speaks: "the players, too" if speaks else "the rail alone",
        ),
    ] = False
    delay_hands: Annotated[
        RailHands,
        Spec(
            "How many hands the rail is behind; it sees finished hands of players who let it.",
            "Spectators",
            label="Behind by",
            unit="hands",
            zero="nothing",
            values=(0, 1, 2, 3, 5, 10, 20),
            flags=("--rail-delay",),
        ),
    ] = 0
    delay_seconds: Annotated[
        RailSeconds,
        Spec(
            "How many seconds the rail is behind; it sees finished hands of players who let it.",
            "Spectators",
            label="and by",
            unit="seconds",
            zero="nothing",
            values=(0, 30, 60, 120, 300, 600, 900),
        ),
    ] = 0
    bots: Annotated[
        bool,
        Spec(
            "Whether a delayed rail sees the cards of the house's bots.",
            "Spectators",
            label="Bots' cards",
            values=(True, False),
            words=lambda bots: "seen by a delayed rail" if bots else "never seen",
        ),
    ] = True

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
