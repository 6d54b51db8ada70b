"""What is played: a game, the settings that a question changes in it, or settings alone."""

from __future__ import annotations

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from railbird_server.rules.errors import BadSetup
from railbird_server.rules.ranking import Order, RankingRules
from railbird_server.rules.ranking.designating import parse_wild_cards
from railbird_server.rules.variants import ForcedBets, OddChip, Selection, Street, Variant, get_variant
from railbird_shared.games import MAX_SEATS, Family, Structure

ANY_CARDS = Variant(
    id="",
    name="Poker",
    family=Family.BOARD,
    structure=Structure.NO_LIMIT,
    forced_bets=ForcedBets.BLINDS,
    streets=(Street("deal", down=5),),
    max_seats=MAX_SEATS,
    default_bet=2,
)
"""No game in particular: hands of up to seven cards, with a board or without one."""

OptionValue = int | str | bool


class GameOptions(Struct, frozen=True):
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
    ranking: dict[str, OptionValue] = field(default_factory=dict)


def variant_of(options: GameOptions) -> Variant:
    """Returns the game with the settings in force; raises BadSetup with a sentence where they exclude each other."""
    base = get_variant(options.game) if options.game else ANY_CARDS
    high, low = base.high, base.low
    if options.low:
        low = _with_changes(base.low or base.ranking, {"order": options.low})
        high = base.high if options.high or base.low else None
    elif options.high:
        high, low = base.high or _with_changes(base.ranking, {"order": Order.HIGH.value, "qualifier": 0}), None
    if options.ranking.get("qualifier") and low is None:
        raise BadSetup("A qualifier is for low hands: name a game with low hands, or add --low a5.")
    changes: dict[str, object] = dict(options.ranking)
    if options.wild:
        changes["wild_cards"] = parse_wild_cards(options.wild)
    return replace(
        base,
        high=high and _with_changes(high, changes),
        low=low and _with_changes(low, changes),
        selection=Selection.TWO_FROM_HAND if options.two_from_hand else base.selection,
        odd_chip=OddChip(options.odd_chip) if options.odd_chip else base.odd_chip,
    )


def _with_changes(rules: RankingRules, changes: dict[str, object]) -> RankingRules:
    if not changes:
        return rules
    try:
        return msgspec.convert({**msgspec.structs.asdict(rules), **changes}, RankingRules)
    except msgspec.ValidationError as fault:
        raise BadSetup(str(fault)) from None
