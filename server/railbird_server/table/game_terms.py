"""One game as a table of a house plays it: the house's rules applied, with a variation if somebody named one."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from railbird_server.refusal import Refusal
from railbird_server.rules.errors import IllegalAction
from railbird_server.table.settings import Customs, TableSettings
from railbird_shared.bad_setup import BadSetup
from railbird_shared.games import Game, Stakes
from railbird_shared.house import HouseRules, apply_house_rules, summary
from railbird_shared.house.effects import effective_rules
from railbird_shared.house.house_rules import MAX_JOKERS, NONE_WORD, WILD_WORDS
from railbird_shared.rake import Rake
from railbird_shared.rotation import ChosenGame
from railbird_shared.table_limits import (
    DEFAULT_BUY_IN_BETS,
    DEFAULT_MAX_BUY_IN_BETS,
    MAX_BET,
    MAX_BUY_IN_BETS,
    MAX_CHIPS,
    MIN_BUY_IN_BETS,
)
from railbird_shared.variants import Variant, get_variant


class GameTerms(Struct, frozen=True):
    """A game and all that the settings of a table say of it; the fields are those of `TableSettings`."""

    game: Game
    variant: Variant
    rake: Rake | None
    straddles: int
    see_called_hands: bool
    newcomers_wait: bool
    customs: Customs
    house: tuple[str, ...]

    def applied_to(self, settings: TableSettings) -> TableSettings:
        """Returns the settings of a table that plays this game."""
        return replace(
            settings,
            game=self.game,
            variant=self.variant,
            rake=self.rake,
            straddles=self.straddles,
            see_called_hands=self.see_called_hands,
            newcomers_wait=self.newcomers_wait,
            customs=self.customs,
            house=(*settings.terms_of_bank, *self.house),
        )

    def can_be_dealt_to(self, players: int) -> bool:
        """Whether the pack covers so many players, and they are enough (DL-22)."""
        return self.variant.min_seats <= players <= self.variant.max_seats


def game_terms(house: HouseRules, chosen: ChosenGame, *, big_blind_ante: int = 0) -> GameTerms:
    """Returns the terms of a game in a house; raises Refusal with a sentence where it cannot be played so."""
    if chosen.bet > MAX_BET:
        raise Refusal("bet", f"Play for a bet of at most {MAX_BET:,} chips.")
    try:
        record = get_variant(chosen.game)
        own = _varied(house.for_game(record.id), chosen)
        variant = apply_house_rules(own, record)
        game = own.make_game(variant, chosen.bet, chosen.ante, big_blind_ante)
        sentences = summary(own, record)
    except BadSetup as fault:
        raise Refusal("game", str(fault)) from None
    return GameTerms(
        game=game,
        variant=variant,
        rake=own.pot_rake,
        straddles=own.straddles,
        see_called_hands=own.see_called_hands,
        newcomers_wait=own.newcomers_wait,
        customs=customs_of(own, record),
        house=sentences,
    )


def customs_of(house: HouseRules, record: Variant) -> Customs:
    """Returns the customs of a house that count in a game of the catalogue."""
    effective = effective_rules(house, record)
    return Customs(
        show_one_card=effective.show_one_card,
        rabbit_hunt=effective.rabbit_hunt,
        chopped_blinds=effective.chopped_blinds,
        seven_deuce=effective.seven_deuce,
        bomb_pot=effective.bomb_pot,
        bomb_pot_every=effective.bomb_pot_every,
    )


def buy_in_limits(house: HouseRules, stakes: Stakes, seats: int, wanted: int = 0) -> tuple[int, int, int]:
    """Returns the least, the usual and the most chips that a player brings (AI-14); raises Refusal.

    `wanted` is the usual buy-in if somebody has named one. All seats together hold no more than can be counted.
    """
    bet = stakes.minimum_bet
    buy_in = wanted or DEFAULT_BUY_IN_BETS * bet
    if not MIN_BUY_IN_BETS * bet <= buy_in <= MAX_BUY_IN_BETS * bet:
        least, most = MIN_BUY_IN_BETS * bet, MAX_BUY_IN_BETS * bet
        raise IllegalAction("buy-in", f"Set the buy-in from {least:,} to {most:,} chips at these stakes.", "AI-14")
    share = MAX_CHIPS // seats
    if buy_in > share:
        raise Refusal("table-total", f"Set the buy-in to at most {share:,}; {seats} of more are too much to count.")
    return min(house.min_buy_in(stakes), buy_in), buy_in, min(share, max(DEFAULT_MAX_BUY_IN_BETS * bet, buy_in))


def _varied(house: HouseRules, chosen: ChosenGame) -> HouseRules:
    """Returns the rules of a house with the variation that somebody named; raises BadSetup."""
    if chosen.jokers > MAX_JOKERS:
        raise BadSetup(f"A pack has at most {MAX_JOKERS} jokers; name fewer.")
    if chosen.wild:
        house = _with_wild_cards(house, chosen.wild)
    if chosen.jokers:
        house = replace(house, jokers=chosen.jokers)
    if chosen.played:
        house = replace(house, played=chosen.played)
    return house


def _with_wild_cards(house: HouseRules, words: str) -> HouseRules:
    try:
        return replace(house, wild_ranks=words)
    except BadSetup:
        choices = ", ".join(word for word in WILD_WORDS if word != NONE_WORD)
        raise BadSetup(f"Name wild cards as one of {choices}, or some as in '3 9 Kh'.") from None
