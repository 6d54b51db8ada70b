"""Parses the names of rankings in vectors: "high:deuces-wild:tiebreak=natural-first", "low:a6:bug", "omaha8"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import msgspec

from railbird_shared.game.cards import PACK, Card, Rank, parse_cards
from railbird_shared.game.game_rules import JokerRole, LowestWild, Order, WildTiebreak
from railbird_shared.game.ranking import Scale, scale_of
from railbird_shared.game.ranking_rules import WILD_SETS, RankingRules

FieldChanges = dict[str, Any]

HIGH_GAMES = {"high", "partial", "holdem", "order-invariance", "stud5", "stud7", "five-card-draw", "greek", "italian"}
HIGH_GAMES |= {"simple", "draw", "jacks-or-better"}
LOW_GAMES = {"low", "razz", "badugi", "lowball"}
SPLIT_GAMES = {"omaha8": 8, "stud8": 8, "stud-hilo": 0, "omaha-hilo": 0}
TWO_FROM_HAND = re.compile(r"omaha\b|omaha[-58]|omaha6")

OPTION_CHANGES: dict[str, FieldChanges] = {
    "a5": {"order": Order.ACE_TO_FIVE},
    "27": {"order": Order.DEUCE_TO_SEVEN},
    "a6": {"order": Order.ACE_TO_SIX},
    "wild-joker": {"jokers": 2},
    "joker": {"jokers": 2},
    "two-jokers": {"jokers": 2},
    "two-wild-jokers": {"jokers": 2},
    "bug": {"jokers": 2, "joker_role": JokerRole.BUG},
    "two-bugs": {"jokers": 2, "joker_role": JokerRole.BUG},
    "lowest-card-wild": {"lowest_wild": LowestWild.CARD},
    "lowest-concealed-wild": {"lowest_wild": LowestWild.CONCEALED},
    "double-ace": {"double_ace_flush": True},
    "double-ace-flush": {"double_ace_flush": True},
    "flush-over-full": {"flush_over_full": True},
    "broadway-straight": {"a6_broadway_straight": True},
    "aces-high-pair": {"a6_aces_high_pair": True},
    "8-or-better": {"qualifier": 8},
    "eight-or-better": {"qualifier": 8},
    "old20": {"pack": 20, "straights": False, "flushes": False},
    "short-deck": {"pack": 36, "flush_over_full": True},
    "no-straights": {"straights": False},
    "no-flushes": {"flushes": False},
    "one-card": {"lowest_wild_scope": "one_card"},
    "all-of-rank": {"lowest_wild_scope": "all_of_rank"},
    "two-packs": {"packs": 2},
    **{deal: {} for deal in ("ante", "no-ante", "blinds", "heads-up", "low-bring-in", "traditional")},
}
FIELD_BY_OPTION = {
    "tiebreak": "wild_tiebreak",
    "wild-tiebreak": "wild_tiebreak",
    "scope": "lowest_wild_scope",
    "suit-order": "suit_order",
    "qualifier": "qualifier",
    "unbeatable": "unbeatable",
    "pack": "pack",
    "packs": "packs",
    "jokers": "jokers",
    "joker-role": "joker_role",
    "suit-tiebreak": "suit_tiebreak",
}


@dataclass(frozen=True)
class NamedRanking:
    """What a game's name says about who wins: by high hands, by low ones, or both, and from which cards."""

    high: Scale | None
    low: Scale | None
    two_from_hand: bool

    @property
    def scale(self) -> Scale:
        scale = self.high or self.low
        assert scale is not None
        return scale


def ranking_named(name: str) -> NamedRanking:
    """The ranking of that name; raises ValueError for a name or an option that means none."""
    game, *options = name.split(":")
    changes: FieldChanges = {}
    if found := re.fullmatch(r"(greek|italian)(\d*)", game):
        game = found[1]
        changes = {"unbeatable": game, "pack": int(found[2] or 52)}
    if game == "old20" or game in OPTION_CHANGES:
        game, options = "high", [game, *options]
    plain_omaha = bool(re.fullmatch(r"omaha[456]?", game))
    low_only = game in LOW_GAMES or "low" in options
    options = [option for option in options if option not in ("low", "high")]
    for option in options:
        changes |= _parse_option(option)
    if game not in HIGH_GAMES | LOW_GAMES | SPLIT_GAMES.keys() and not plain_omaha:
        raise ValueError(f"No ranking is called {game!r}.")
    low_order = Order.BADUGI if game == "badugi" else Order.ACE_TO_FIVE
    low = {"order": low_order, "qualifier": SPLIT_GAMES.get(game, 0)} | changes
    if low_only and game in SPLIT_GAMES:
        low["qualifier"] = changes.get("qualifier", 0)
    return NamedRanking(
        high=None if low_only else _make_scale({key: value for key, value in changes.items() if key != "order"}),
        low=_make_scale(low) if low_only or game in SPLIT_GAMES else None,
        two_from_hand=bool(TWO_FROM_HAND.match(game)),
    )


def _make_scale(changes: FieldChanges) -> Scale:
    return scale_of(msgspec.convert(changes, RankingRules))


def _parse_option(option: str) -> FieldChanges:
    if option in OPTION_CHANGES:
        return OPTION_CHANGES[option]
    if option in set(WildTiebreak):
        return {"wild_tiebreak": option}
    if option in WILD_SETS:
        return {"wild_cards": WILD_SETS[option]}
    if found := re.fullmatch(r"(?:stripped|pack=?)(\d+)", option):
        return {"pack": int(found[1])}
    if found := re.fullmatch(r"([shdc]{4})", option):
        return {"suit_order": option}
    if found := re.fullmatch(r"wild=(.+)", option):
        return {"wild_cards": parse_cards(found[1].replace(",", " "))}
    if found := re.fullmatch(r"(.+)-wild", option):
        return {"wild_cards": wild_set_named(found[1])}
    name, _, value = option.partition("=")
    if name in FIELD_BY_OPTION and value:
        value = "0" if (name, value) == ("suit-tiebreak", "none") else value
        return {FIELD_BY_OPTION[name]: int(value) if value.isdigit() else value}
    raise ValueError(f"No ranking has an option {option!r}.")


def wild_set_named(name: str) -> tuple[Card, ...]:
    """The cards that "deuces", "one-eyed-jacks" or "kings" names."""
    if name in WILD_SETS:
        return WILD_SETS[name]
    ranks = {rank.plural: rank for rank in Rank if rank is not Rank.JOKER}
    if name not in ranks:
        raise ValueError(f"Nothing is known of wild {name!r}.")
    return tuple(card for card in PACK if card.rank is ranks[name])
