"""The terms of a game and of a new table in a house: what a host asks for, and the usual for the rest.

The server opens tables by these functions, and a client checks by them what its host chooses, so that the two never
differ. A choice that cannot be is refused with a sentence that says what to choose instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from railbird_shared.game.announced_game import Game, Stakes
from railbird_shared.game.clauses import Clause
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.game.variants import VARIANTS, ForcedBets, Variant, get_variant
from railbird_shared.history.settle_up import parse_worth
from railbird_shared.house.apply import apply_house_rules, rules_in_effect
from railbird_shared.house.describe import summary, variant_note
from railbird_shared.house.house_rules import MAX_JOKERS, WILD_WORDS, AnteForm, Charge, HouseRules, ante_applies
from railbird_shared.protocol import table_limits
from railbird_shared.protocol.commands import OpenTable
from railbird_shared.protocol.messages import RefusalCode
from railbird_shared.settings.kinds import NONE_WORD


def house_game(house: HouseRules, variant: Variant, bet: int = 0, ante: int = 0, big_blind_ante: int = 0) -> Game:
    """Returns a game of a house at the given stakes, with the house's own for those that are 0; raises BadSetup.

    `variant` is the game with the house's rules applied. Without a bet the house's blinds are played, or if it
    sets none, the game's default bet or the house's ante, whichever is larger.
    """
    house = house.for_game(variant.id)
    has_blinds = variant.forced_bets is ForcedBets.BLINDS
    house_blind = house.effective_big_blind if has_blinds and not bet else 0
    house_ante = house.ante if ante_applies(house.ante, variant.forced_bets, variant, house_blind) else None
    if big_blind_ante and (ante or not has_blinds):
        raise BadSetup("An ante of the big blind goes with blinds, and no other ante: name one ante that fits.")
    if bet and not ante and bet < (house_ante or 0):
        raise BadSetup(f"The ante of this house is {house_ante:,}: name a bet of at least that, or an ante, too.")
    bet = bet or house_blind or max(variant.default_bet, house_ante or 0)
    game = variant.make_game(bet, big_blind_ante or ante or house_ante or 0)
    stakes = game.stakes
    if not ante and house_ante == 0:
        stakes = replace(stakes, ante=0)
    if has_blinds and house.small_blind is not None and (house_blind or not house.small_blind):
        stakes = replace(stakes, small_blind=house.small_blind)
    if big_blind_ante:
        stakes = replace(stakes, ante=0, big_blind_ante=big_blind_ante)
    elif has_blinds and house.ante_form is AnteForm.BIG_BLIND and (ante or house_ante != 0):
        stakes = replace(stakes, ante=0, big_blind_ante=stakes.ante or bet)
    return replace(game, stakes=stakes, variant_note=variant_note(variant.ranking, VARIANTS[variant.id].ranking))


NO_GAME = "Name a game, or several that are played in turn."


class TermsRefused(BadSetup):
    """Terms that no table can have.

    `code` names the refusal for programs, `field` the field of `OpenTable` at fault, and `clause` the rule of poker
    that decided, empty where none did.
    """

    def __init__(self, code: RefusalCode, sentence: str, field: str, clause: Clause | Literal[""] = "") -> None:
        super().__init__(sentence)
        self.code: RefusalCode = code
        self.field = field
        self.clause: Clause | Literal[""] = clause


class GameTerms(Struct, frozen=True):
    """A game and all that a table says of it.

    `rules` are the house rules that apply in it, and `house` tells in sentences what is unusual about it.
    """

    game: Game
    variant: Variant
    rules: HouseRules
    house: tuple[str, ...]

    def can_be_dealt_to(self, players: int) -> bool:
        """Whether the pack covers so many players, and they are enough (DL-22)."""
        return self.variant.min_seats <= players <= self.variant.max_seats


class BuyIns(NamedTuple):
    """The least, the usual and the most chips that a player brings; 0 where nobody has named a number."""

    least: int = 0
    usual: int = 0
    most: int = 0


class OpeningTerms(Struct, frozen=True):
    """The terms of a new table: its house, its first game and its rotation, its seats and its buy-ins."""

    house: HouseRules
    first: GameTerms
    rotation: Rotation | None
    seats: int
    buy_ins: BuyIns
    chip_worth: str


def opening_terms(request: OpenTable, server_house: HouseRules) -> OpeningTerms:
    """Returns the terms of the table that a host asks for on a server with those house rules; raises TermsRefused."""
    house = _with_bomb_pots(table_house(request, server_house), request)
    rotation = request.rotation
    if rotation is not None:
        games = tuple(replace(chosen, bet=chosen.bet or request.bet) for chosen in rotation.games)
        rotation = replace(rotation, games=games)
    check_rotation(house, rotation, request.seats)
    games = rotation.games if rotation else (ChosenGame(request.game, request.bet, request.ante),)
    _check_bomb_pots(request, house, games)
    first = game_terms(house, games[0], big_blind_ante=request.big_blind_ante)
    own = house.for_game(first.variant.id)
    seats = _seat_count(request.seats or own.seats or 0, house, first.variant, rotation)
    wanted = BuyIns(least=request.min_buy_in, usual=request.buy_in, most=request.max_buy_in)
    buy_ins = buy_in_limits(own, first.game.stakes, seats, wanted)
    if request.most_brought is not None and 0 < request.most_brought < buy_ins.least:
        sentence = f"Let players bring {buy_ins.least:,} chips at least, the smallest buy-in."
        raise TermsRefused("buy-in", sentence, "most_brought", "AI-14")
    return OpeningTerms(house, first, rotation, seats, buy_ins, _chip_worth(request.chip_worth))


def table_house(request: OpenTable, server_house: HouseRules) -> HouseRules:
    """Returns the house rules of a new table: its host's own, but for the charge of a server that takes one."""
    house = request.house
    if house is None:
        return server_house
    if server_house.rake is Charge.NONE:
        return house
    charge = {name: getattr(server_house, name) for name in ("rake", "rake_percent", "rake_cap", "time_charge")}
    return house.everywhere(**charge)


@lru_cache(maxsize=256)
def game_terms(house: HouseRules, chosen: ChosenGame, *, big_blind_ante: int = 0) -> GameTerms:
    """Returns the terms of a game in a house; raises TermsRefused where it cannot be played so."""
    if chosen.bet > table_limits.MAX_BET:
        raise TermsRefused("bet", f"Play for a bet of at most {table_limits.MAX_BET:,} chips.", "bet")
    at_fault = "game"
    try:
        record = get_variant(chosen.game)
        own = _varied(house.for_game(record.id), chosen)
        at_fault = "house"
        variant = apply_house_rules(own, record)
        at_fault = "ante" if chosen.ante or big_blind_ante else "bet"
        game = house_game(own, variant, chosen.bet, chosen.ante, big_blind_ante)
        sentences = summary(own, record)
    except BadSetup as fault:
        raise TermsRefused("game", str(fault), at_fault) from None
    return GameTerms(game=game, variant=variant, rules=replace(rules_in_effect(own, record), games=()), house=sentences)


def buy_in_limits(house: HouseRules, stakes: Stakes, seats: int, wanted: BuyIns | None = None) -> BuyIns:
    """Returns the buy-ins of a table, as they are `wanted` or else usual (AI-14); raises TermsRefused.

    All seats together hold no more than can be counted.
    """
    bet, wanted = stakes.minimum_bet, wanted or BuyIns()
    lowest, highest = table_limits.MIN_BUY_IN_BETS * bet, table_limits.MAX_BUY_IN_BETS * bet
    for field, chips in (("min_buy_in", wanted.least), ("buy_in", wanted.usual), ("max_buy_in", wanted.most)):
        if chips and not lowest <= chips <= highest:
            sentence = f"Set the buy-in from {lowest:,} to {highest:,} chips at these stakes."
            raise TermsRefused("buy-in", sentence, field, "AI-14")
    share = table_limits.MAX_CHIPS // seats
    least, usual, most = wanted
    usual = usual or max(least, min(table_limits.DEFAULT_BUY_IN_BETS * bet, most or highest))
    least = least or min(house.min_buy_in(stakes), usual)
    if usual > share or most > share:
        sentence = f"Set the buy-in to at most {share:,}; {seats} of more are too much to count."
        raise TermsRefused("table-total", sentence, "buy_in")
    most = most or min(share, max(table_limits.DEFAULT_MAX_BUY_IN_BETS * bet, usual))
    if not least <= usual <= most:
        sentence = f"Set the usual buy-in from the least to the most: {usual:,} is not from {least:,} to {most:,}."
        raise TermsRefused("buy-in", sentence, "buy_in", "AI-14")
    return BuyIns(least, usual, most)


def check_rotation(house: HouseRules, rotation: Rotation | None, players: int) -> None:
    """Raises TermsRefused where a game of a rotation cannot be played, or none can be dealt to so many players.

    With 0 players nobody has said yet how many there are.
    """
    if rotation is None:
        return
    if not rotation.games:
        raise TermsRefused("game", NO_GAME, "rotation")
    games = [game_terms(house, chosen) for chosen in rotation.games]
    least = min(terms.variant.min_seats for terms in games)
    most = max(terms.variant.max_seats for terms in games)
    if 0 < players < least:
        raise TermsRefused("seats", f"These games are for {least} players or more; choose as many seats.", "seats")
    if most < players:
        sentence = f"None of these games is for {players} players; take one for so many, or at most {most} seats."
        raise TermsRefused("seats", sentence, "seats", "DL-22")


def _varied(house: HouseRules, chosen: ChosenGame) -> HouseRules:
    """Returns the rules of a house with the variation that somebody named; raises BadSetup."""
    if chosen.jokers > MAX_JOKERS:
        raise BadSetup(f"A pack has at most {MAX_JOKERS} jokers; name fewer.")
    try:
        house = replace(house, wild_ranks=chosen.wild or house.wild_ranks)
    except BadSetup:
        choices = ", ".join(word for word in WILD_WORDS if word != NONE_WORD)
        raise BadSetup(f"Name wild cards as one of {choices}, or some as in '3 9 Kh'.") from None
    return replace(house, jokers=chosen.jokers or house.jokers, played=chosen.played or house.played)


def _with_bomb_pots(house: HouseRules, request: OpenTable) -> HouseRules:
    """Returns the house with the bomb pots that a host wants, in each of its games; raises TermsRefused."""
    wanted = {name: value for name in ("bomb_pot", "bomb_pot_every") if (value := getattr(request, name))}
    try:
        return house.everywhere(**wanted) if wanted else house
    except BadSetup as fault:
        raise TermsRefused("no-bomb-pots", str(fault), "bomb_pot", "HS-46") from None


def _check_bomb_pots(request: OpenTable, house: HouseRules, games: Sequence[ChosenGame]) -> None:
    """Raises TermsRefused where a host wants bomb pots that none of the games can have, or a game that is none."""
    if not (request.bomb_pot or request.bomb_pot_every):
        return
    rules = [game_terms(house, chosen).rules for chosen in games]
    if request.bomb_pot_every and not house.bomb_pot:
        sentence = "Say how many chips everybody posts in a bomb pot, too."
        raise TermsRefused("no-bomb-pots", sentence, "bomb_pot", "HS-47")
    if not any(each.bomb_pot for each in rules):
        sentence = "Bomb pots are for games with a board; open this table without them."
        raise TermsRefused("no-bomb-pots", sentence, "bomb_pot", "HS-46")


def _seat_count(wanted: int, house: HouseRules, variant: Variant, rotation: Rotation | None) -> int:
    variants = [game_terms(house, chosen).variant for chosen in rotation.games] if rotation else [variant]
    most = max(each.max_seats for each in variants)
    if wanted and not rotation and not variant.min_seats <= wanted <= most:
        sentence = f"{variant.name} is played by {variant.min_seats} to {most}; choose as many seats."
        raise TermsRefused("seats", sentence, "seats")
    return wanted or min(table_limits.DEFAULT_SEATS, most)


def _chip_worth(text: str) -> str:
    """Returns what a chip is worth as the table names it, empty without a worth; raises TermsRefused."""
    try:
        return str(parse_worth(text)) if text else ""
    except ValueError as error:
        raise TermsRefused("chip-worth", str(error), "chip_worth") from None
