"""Which terms no tournament can have, each refused with a sentence that says what to choose instead.

The server opens tournaments by `check_terms`, and a client checks by it what its host chooses.
"""

from __future__ import annotations

from itertools import pairwise

from msgspec.structs import replace

from railbird_shared.game.rotation import ChosenGame
from railbird_shared.game.variants import ForcedBets
from railbird_shared.history.settle_up import parse_worth
from railbird_shared.house.house_rules import Charge, HouseRules
from railbird_shared.house.terms import GameTerms, TermsRefused, game_terms
from railbird_shared.protocol.table_limits import MAX_CHIPS, MAX_SEATS, MIN_SEATS
from railbird_shared.tournament import structure
from railbird_shared.tournament.structure import Level, StartRule, TournamentTerms

MIN_CHIPS_IN_BETS = 10
"""The fewest bets of the first level that everybody has to start with."""


def check_terms(terms: TournamentTerms, server_house: HouseRules) -> None:
    """Raises TermsRefused where a tournament cannot be played by these terms on a server with those house rules."""
    if not terms.name.strip():
        raise _refused("Give the tournament a name.", "name")
    _check_players(terms)
    _check_levels(terms)
    _check_extras(terms)
    if len(terms.payouts) > min(structure.MAX_PLACES_PAID, terms.most_players):
        raise _refused("Pay fewer places than there are players.", "payouts")
    if any(later > earlier for earlier, later in pairwise(terms.payouts)):
        raise _refused("Give no place a larger share than the place above it.", "payouts")
    if terms.start is StartRule.AT_TIME and not terms.start_at:
        raise _refused("Name the time at which the tournament starts.", "start_at")
    try:
        if terms.unit:
            parse_worth(terms.unit)
    except ValueError:
        sentence = "Name what a unit is worth as an amount and a currency, such as 1 EUR, or nothing."
        raise _refused(sentence, "unit") from None
    _check_games(terms, tournament_house(terms, server_house))


def check_start(terms: TournamentTerms, now: float) -> None:
    """Raises TermsRefused for a start too long after `now`, in seconds since the beginning of 1970, UTC."""
    if terms.start_at > now + structure.MAX_START_DAYS * 24 * 3600:
        raise _refused(f"Let the tournament start within {structure.MAX_START_DAYS} days.", "start_at")


def tournament_house(terms: TournamentTerms, server_house: HouseRules) -> HouseRules:
    """Returns the house rules of a tournament: its host's own or the server's.

    The house charges nothing, and the rest of an all-in hand is dealt once: whoever is all-in plays for their place.
    """
    house = terms.house if terms.house is not None else server_house
    return house.everywhere(rake=Charge.NONE, runs=1)


def tournament_games(terms: TournamentTerms) -> tuple[ChosenGame, ...]:
    """Returns the games that are played, as the rotation chooses them or the only one."""
    return terms.rotation.games if terms.rotation else (ChosenGame(terms.game),)


def level_terms(house: HouseRules, chosen: ChosenGame, level: Level) -> GameTerms:
    """Returns a game at the stakes of a level, whatever the rotation names for it; raises TermsRefused.

    A game without blinds has its own antes where the big blind posts one for all.
    """
    at_level = replace(chosen, bet=level.bet, ante=level.ante)
    terms = game_terms(house, at_level)
    if level.big_blind_ante and terms.variant.forced_bets is ForcedBets.BLINDS:
        return game_terms(house, at_level, big_blind_ante=level.big_blind_ante)
    return terms


def _check_players(terms: TournamentTerms) -> None:
    if not MIN_SEATS <= terms.seats <= MAX_SEATS:
        raise _refused(f"Give a table {MIN_SEATS} to {MAX_SEATS} seats.", "seats")
    if not 2 <= terms.least_players <= terms.most_players:
        raise _refused(f"Let 2 to {structure.MAX_ENTRANTS} play, and the least be at most the most.", "least_players")
    if terms.bots_to > terms.most_players:
        raise _refused(f"Fill up with bots to at most {terms.most_players} players.", "bots_to")


def _check_levels(terms: TournamentTerms) -> None:
    """Raises TermsRefused for a schedule that nobody could keep or that falls."""
    for number, level in enumerate(terms.levels, 1):
        if bool(level.seconds) == bool(level.hands):
            raise _refused(f"Give level {number} a length, either in minutes or in hands.", "levels")
        if level.ante and level.big_blind_ante:
            raise _refused(f"Name one ante for level {number}: of everybody, or of the big blind.", "levels")
        if number > 1 and level.bet < terms.levels[number - 2].bet:
            raise _refused(f"Let the stakes of level {number} be no lower than those before.", "levels")
    least = MIN_CHIPS_IN_BETS * terms.levels[0].bet
    if terms.chips < least:
        raise _refused(f"Give everybody {least:,} chips or more, ten bets of the first level.", "chips")
    if terms.chips * structure.MAX_ENTRANTS > MAX_CHIPS:
        raise _refused("Give everybody fewer chips: all together are too many to count.", "chips")


def _check_extras(terms: TournamentTerms) -> None:
    """Raises TermsRefused for a bounty, rebuys, add-on or late entries that give nothing, never come or never end."""
    listed = len(terms.levels)
    if terms.bounty and terms.bounty > terms.buy_in:
        raise _refused(f"Set the bounty to at most {terms.buy_in:,}, the price of an entry.", "bounty")
    if terms.rebuys and not terms.rebuys.chips:
        raise _refused("Say how many chips a rebuy gives.", "rebuys")
    if terms.add_on and not terms.add_on.chips:
        raise _refused("Say how many chips the add-on gives.", "add_on")
    if terms.rebuys and not 1 <= terms.rebuys.until_level <= listed:
        raise _refused(f"Let rebuys end with one of the levels 1 to {listed}.", "rebuys")
    if terms.rebuys and not terms.rebuys.most:
        raise _refused("Allow one rebuy or more, or none at all.", "rebuys")
    if terms.late_entry > listed:
        raise _refused(f"Let late entry end with one of the levels 1 to {listed}, or allow none.", "late_entry")
    if terms.re_entries and not terms.late_entry:
        raise _refused("Allow late entry, too, where players may enter again.", "re_entries")
    if terms.add_on:
        after = terms.add_on.after_level
        if not 1 <= after <= listed or not terms.levels[after - 1].break_minutes:
            raise _refused("Let the add-on be in a break: name a level that a break follows.", "add_on")


def _check_games(terms: TournamentTerms, house: HouseRules) -> None:
    """Raises TermsRefused where a game cannot be played at the stakes of a level, or by as many as sit at a table."""
    if terms.rotation and not terms.rotation.games:
        raise _refused("Name a game, or several that are played in turn.", "rotation")
    for chosen in tournament_games(terms):
        variant, *_ = [level_terms(house, chosen, level).variant for level in terms.levels]
        if not variant.min_seats <= terms.seats <= variant.max_seats:
            sentence = f"{variant.name} is played by {variant.min_seats} to {variant.max_seats}; choose as many seats."
            raise _refused(sentence, "seats")


def _refused(sentence: str, field: str) -> TermsRefused:
    return TermsRefused("tournament-terms", sentence, field)
