"""The settings that a house cannot ask of a game, each with the sentence that names the conflict."""

from __future__ import annotations

from collections.abc import Iterator

from railbird_server.rules.house.house_rules import DrawForcedBets, HouseRules
from railbird_server.rules.variants import ForcedBets, OpeningRequirement, Variant
from railbird_shared.game_rules import CircularOrder, LowestWild, Order, Selection, WildTiebreak
from railbird_shared.games import Family

STARTS_WITHOUT_ANTES = (ForcedBets.BLINDS, ForcedBets.ANTES_AND_BRING_IN)


def find_conflict(house: HouseRules, variant: Variant, game: Variant) -> str:
    """Returns a sentence about the first conflict of a house with a game, "" if there is none.

    `variant` is the game of the catalogue, and `game` the game as the house would play it.
    """
    checks = (
        _low_conflicts(house, game),
        _high_conflicts(house, game),
        _start_conflicts(house, variant, game),
        _declared_hand_conflicts(game),
    )
    return next((problem for check in (*checks, _run_conflicts(game)) for problem in check), "")


def _low_conflicts(house: HouseRules, game: Variant) -> Iterator[str]:
    if house.qualifier and not (game.high and game.low):
        yield f"{game.name} pays no low half, so nothing has to qualify for it: leave the qualifier out (LO-22)."
    if game.hilo_declare and not (game.high and game.low):
        yield f"In {game.name} there are no halves to declare for: leave hilo_declare at cards-speak (SD-21)."
    if game.sevens_must_bet and not (game.has_draws and game.high is None and game.ranking.order is Order.ACE_TO_FIVE):
        yield f"A seven has to bet in ace to five lowball only, not in {game.name}: turn sevens_must_bet off (VT-LB-5)."


def _high_conflicts(house: HouseRules, game: Variant) -> Iterator[str]:
    if game.high is None:
        if house.unbeatable not in (None, CircularOrder.NONE):
            yield f"An order without an unbeatable hand is for high hands; {game.name} is played low (NU-1)."
        if house.flush_over_full:
            yield f"A flush above a full house is for high hands; {game.name} is played low (SK-5)."
        return
    if house.flush_over_full and not game.high.flushes:
        yield f"There are no flushes in {game.name} to stand above a full house: leave flush_over_full out (SK-8)."


def _start_conflicts(house: HouseRules, variant: Variant, game: Variant) -> Iterator[str]:
    if house.draw_bets is DrawForcedBets.BLINDS and variant.forced_bets is ForcedBets.ANTES_AS_BET:
        yield f"{game.name} begins with antes that count as the first bet, not with blinds (SIMPLE-2)."
    if house.ante == 0 and not (game.forced_bets in STARTS_WITHOUT_ANTES or game.streets[0].must_open):
        yield f"Nothing but antes starts a hand of {game.name}: make the ante 1 chip or more (DL-7)."
    if game.open_requirement is OpeningRequirement.NONE:
        return
    if game.family is not Family.DRAW:
        yield f"Openers are for draw poker; {game.name} is opened without (VT-5D-20)."
    elif game.high is None:
        yield f"In {game.name} the lowest hand wins, and it needs no openers (VT-LB-3)."
    elif house.draw_bets is DrawForcedBets.BLINDS:
        yield "Openers go with antes: leave draw_bets out, or set open_requirement to none (VT-5D-20)."
    elif not game.pass_out:
        yield f"Openers go with antes, where a hand can be passed out; {game.name} does not begin so (VT-5D-20)."


def _declared_hand_conflicts(game: Variant) -> Iterator[str]:
    if not game.declared_hands:
        return
    high = game.high
    if high is None or game.low is not None:
        yield f"Hands can be declared where the highest takes all, not in {game.name} (SD-10)."
        return
    if game.selection is Selection.TWO_FROM_HAND:
        yield f"In {game.name} the cards speak: which two of a hand count is not for its owner to say (SD-9)."
    if high.circular or high.flush_over_full:
        yield "Declared hands are compared in the usual order: leave unbeatable and flush_over_full out (SD-10)."
    if high.suit_tiebreak or high.wild_tiebreak is not WildTiebreak.NONE:
        yield "Declared hands of the same ranks are equal: leave suit_tiebreak and wild_tiebreak out (SD-10)."
    if high.lowest_wild is not LowestWild.NONE:
        yield "A hand is declared with wild cards that all can see: name other wild_ranks than the lowest (SD-10)."


def _run_conflicts(game: Variant) -> Iterator[str]:
    if game.runs < 2:
        return
    if game.has_draws or len(game.streets) < 2:
        yield f"Only board games and stud can be dealt more than once; set runs to 1 for {game.name}."
    if game.hilo_declare or game.declared_hands:
        yield "Hands that are still to be declared cannot be turned up and run several times: set runs to 1."
