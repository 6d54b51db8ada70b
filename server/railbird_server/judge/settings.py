"""What is played: a game, the settings that a question changes in it, or settings alone."""

from __future__ import annotations

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.ranking import Order, RankingRules
from railbird_server.rules.ranking.designating import designated
from railbird_server.rules.variants import Forced, OddChip, Selection, Street, Variant, game_named
from railbird_shared.games import MAX_SEATS, Family, Structure

ANY_CARDS = Variant(
    id="",
    name="Poker",
    family=Family.BOARD,
    structure=Structure.NO_LIMIT,
    forced=Forced.BLINDS,
    streets=(Street("deal", down=5),),
    most_seats=MAX_SEATS,
    habit=2,
)
"""No game in particular: hands of up to seven cards, with a board or without one."""

Value = int | str | bool


class Wishes(Struct, frozen=True):
    """The settings that a question names. `ranking` holds fields of `RankingRules`, as text or numbers.

    `low` is the order of low hands, `high` says that high hands win though a low order is named, or that only they do
    in a game of halves. Without `wild` and `odd_chip` the game's own hold.
    """

    game: str = ""
    low: str = ""
    high: bool = False
    two_from_hand: bool = False
    wild: str = ""
    odd_chip: str = ""
    ranking: dict[str, Value] = field(default_factory=dict)


def variant_of(wishes: Wishes) -> Variant:
    """Returns the game with the settings in force; raises BadSetup with a sentence where they exclude each other."""
    base = game_named(wishes.game) if wishes.game else ANY_CARDS
    high, low = base.high, base.low
    if wishes.low:
        low = _changed(base.low or base.ranking, {"order": wishes.low})
        high = base.high if wishes.high or base.low else None
    elif wishes.high:
        high, low = base.high or _changed(base.ranking, {"order": Order.HIGH.value, "qualifier": 0}), None
    if wishes.ranking.get("qualifier") and low is None:
        raise BadSetup("A qualifier is for low hands: name a game with low hands, or add --low a5.")
    changes: dict[str, object] = dict(wishes.ranking)
    if wishes.wild:
        changes["wild_cards"] = designated(wishes.wild)
    return replace(
        base,
        high=high and _changed(high, changes),
        low=low and _changed(low, changes),
        selection=Selection.TWO_FROM_HAND if wishes.two_from_hand else base.selection,
        odd_chip=OddChip(wishes.odd_chip) if wishes.odd_chip else base.odd_chip,
    )


def _changed(rules: RankingRules, changes: dict[str, object]) -> RankingRules:
    if not changes:
        return rules
    try:
        return msgspec.convert({**msgspec.structs.asdict(rules), **changes}, RankingRules)
    except msgspec.ValidationError as fault:
        raise BadSetup(str(fault)) from None
