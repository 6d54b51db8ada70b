"""The terms of a game as a table applies and refuses them; what they are, `railbird_shared.house.terms` says."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_server.refusal import IllegalAction, Refusal
from railbird_server.table.settings import TableSettings
from railbird_shared.fair_deal.record import FAIR_DEAL_SENTENCES
from railbird_shared.game.announced_game import Stakes
from railbird_shared.game.rotation import ChosenGame, Rotation
from railbird_shared.house import terms
from railbird_shared.house.apply import tournament_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.terms import GameTerms, TermsRefused
from railbird_shared.tournament.checks import level_terms
from railbird_shared.tournament.structure import Level


def refusal_of(no: TermsRefused) -> Refusal:
    """Returns the refusal of a request in which terms are asked for that no table can have."""
    return IllegalAction(no.code, str(no), no.clause) if no.clause else Refusal(no.code, str(no))


def game_terms(house: HouseRules, chosen: ChosenGame, level: Level | None = None) -> GameTerms:
    """Returns the terms of a game in a house, at the stakes of a level if there is one.

    Raises Refusal with a sentence where it cannot be played so.
    """
    try:
        return terms.game_terms(house, chosen) if level is None else level_terms(house, chosen, level)
    except TermsRefused as no:
        raise refusal_of(no) from None


def check_rotation(house: HouseRules, rotation: Rotation | None, players: int) -> None:
    """Raises Refusal where a game of a rotation cannot be played, or none can be dealt to so many players."""
    try:
        terms.check_rotation(house, rotation, players)
    except TermsRefused as no:
        raise refusal_of(no) from None


def usual_buy_ins(house: HouseRules, stakes: Stakes, seats: int) -> tuple[int, int, int]:
    """Returns the least, the usual and the most chips that a player brings, in a house (AI-14); raises Refusal."""
    try:
        return terms.buy_in_limits(house, stakes, seats)
    except TermsRefused as no:
        raise refusal_of(no) from None


def settings_with(settings: TableSettings, game: GameTerms) -> TableSettings:
    """Returns the settings of a table that plays a game on those terms.

    In a tournament nothing is raked, nobody posts but the forced bets, and nobody pays for a custom (HS-43 to HS-47).
    """
    in_tournament = settings.tournament is not None
    rules = tournament_rules(game.rules) if in_tournament else game.rules
    terms_of_table = FAIR_DEAL_SENTENCES[settings.fair_deal] if in_tournament else settings.house_sentences
    return replace(
        settings,
        game=game.game,
        variant=game.variant,
        rake=rules.pot_rake,
        straddles=rules.straddles,
        see_called_hands=rules.see_called_hands,
        newcomers_wait=rules.newcomers_wait and not in_tournament,
        customs=rules,
        house=(*terms_of_table, *game.house),
    )
