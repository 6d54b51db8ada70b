"""Applies house rules to a game, as far as they have an effect in it (DL-22, SK-6, CX-47)."""

from __future__ import annotations

from msgspec.structs import replace

from railbird_shared.game.announced_game import Family, Structure
from railbird_shared.game.cards import Rank
from railbird_shared.game.clauses import Clauses
from railbird_shared.game.game_rules import BadSetup, CircularOrder, HighOrLow, JokerRole, OpeningRequirement, Order
from railbird_shared.game.ranking_rules import EIGHT_OR_BETTER, LOWEST_RANK, RankingRules, high_or_low
from railbird_shared.game.variants import FirstToAct, ForcedBets, Street, Variant
from railbird_shared.game.variants.stud import seven_card_streets
from railbird_shared.game.variants.variant import DEFAULT_RAISE_CAP
from railbird_shared.house import house_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.rule import Rule, limited_rules, rules_of
from railbird_shared.protocol.table_limits import MAX_SEATS


def rules_in_effect(house: HouseRules, variant: Variant) -> HouseRules:
    """Returns the rules of a house for a game, those without effect left out; `variant` is of the catalogue."""
    return _reduce(house, variant)[0]


def rules_without_effect(house: HouseRules, variant: Variant) -> tuple[Rule, ...]:
    """Returns the rules that a house has and that do not apply in a game."""
    return _reduce(house, variant)[1]


def tournament_rules(house: HouseRules) -> HouseRules:
    """Returns the rules of a house for tournaments, those without effect there left out."""
    left_out = [rule for rule in rules_of(type(house)).values() if not rule.spec.in_tournaments]
    return replace(house, **{rule.name: rule.default for rule in left_out})


def _reduce(house: HouseRules, variant: Variant) -> tuple[HouseRules, tuple[Rule, ...]]:
    house = house.for_game(variant.id)
    idle: list[Rule] = []
    for rule in limited_rules(type(house)):
        if rule.asks(house) and not rule.applies(house, variant):
            idle.append(rule)
            house = replace(house, **{rule.name: rule.default})
    return house, tuple(idle)


ORDER_NAMES = {
    Order.HIGH: "High",
    Order.ACE_TO_FIVE: "Ace to Five",
    Order.DEUCE_TO_SEVEN: "Deuce to Seven",
    Order.ACE_TO_SIX: "Ace to Six",
    Order.BADUGI: "Badugi",
}


class RuledOut(BadSetup):
    """The pack, the jokers or the seats of a house do not fit a game; `reason` says why without naming the game."""

    def __init__(self, sentence: str, reason: str) -> None:
        super().__init__(sentence)
        self.reason = reason


def rankings(house: HouseRules, variant: Variant) -> tuple[RankingRules | None, RankingRules | None]:
    """Returns the rankings of high and of low hands, None where such hands win nothing; raises BadSetup."""
    played = house_rules.hands_played(house, variant)
    both = _shared_ranking(house, variant)
    high = None if played is HighOrLow.LOW else _high_ranking(house, variant, both)
    low = None if played is HighOrLow.HIGH else _low_ranking(house, variant, both, hi_lo=played is HighOrLow.HI_LO)
    return high, low


def _shared_ranking(house: HouseRules, variant: Variant) -> RankingRules:
    """The part that the rankings of both halves share: the pack, the wild cards and the tie-breaks."""
    usual = variant.ranking
    pack = house.pack or usual.pack
    jokers = usual.jokers if house.jokers is None else house.jokers
    default_role = JokerRole.BUG if variant.family is Family.DRAW else JokerRole.WILD
    role = usual.joker_role if usual.jokers or not jokers else default_role
    return replace(
        usual,
        pack=pack,
        jokers=jokers,
        joker_role=house.joker_role or role,
        wild_cards=tuple(
            card for card in house_rules.parse_wild_ranks(house.wild_ranks) if card.rank >= LOWEST_RANK[pack]
        ),
        lowest_wild=house_rules.parse_lowest_wild(house.wild_ranks),
        lowest_wild_scope=house.lowest_wild_scope,
        double_ace_flush=house.double_ace_flush,
        wild_tiebreak=house.wild_tiebreak,
        suit_tiebreak=house.suit_tiebreak,
        suit_order=house.suit_order,
        order=Order.HIGH,
        unbeatable=CircularOrder.NONE,
        flush_over_full=False,
        qualifier=0,
    )


def _high_ranking(house: HouseRules, variant: Variant, shared: RankingRules) -> RankingRules:
    usual = variant.high or shared
    flush_over_full = usual.flush_over_full if house.flush_over_full is None else house.flush_over_full
    return replace(shared, flush_over_full=flush_over_full, unbeatable=house.unbeatable or usual.unbeatable)


def _low_ranking(house: HouseRules, variant: Variant, shared: RankingRules, *, hi_lo: bool) -> RankingRules:
    order = house_rules.low_order(house, variant)
    return replace(
        shared,
        order=order,
        qualifier=_qualifier(house, variant, shared, order) if hi_lo else 0,
        a6_broadway_straight=house.a6_broadway_straight,
        a6_aces_high_pair=house.a6_aces_high_pair,
    )


def _qualifier(house: HouseRules, variant: Variant, shared: RankingRules, order: Order) -> int:
    """The qualifier of the low half: that of the game, or eight or better if the house makes the game hi-lo (HS-11)."""
    if house.qualifier is not None:
        return house.qualifier
    if variant.high and variant.low:
        return variant.low.qualifier if order is variant.low.order else 0
    return EIGHT_OR_BETTER if order is Order.ACE_TO_FIVE and LOWEST_RANK[shared.pack] <= Rank.FIVE else 0


MAX_DRAW_SEATS = 8
"""The most seats that a house may give a draw game, in which discards are shuffled back (VT-5D-1, VT-5D-16)."""


def seat_limit(game: Variant, house_seats: int | None) -> int:
    """Returns how many seats a game with the house's rules has at most: `house_seats` if given; raises RuledOut.

    Otherwise it is the game's own number, or as many as the pack serves if those are fewer.
    """
    capacity = max((seats for seats in range(1, MAX_SEATS + 1) if _pack_lasts(game, seats)), default=0)
    wanted = house_seats or game.min_seats
    if wanted > capacity:
        cannot, clauses = f"A pack of {len(game.pack)} cards cannot seat {wanted}", "(DL-22, SK-6)"
        only = f", only {capacity}" if capacity >= game.min_seats else ""
        reason = f"A pack of {game.ranking.pack} cards cannot seat {wanted} {clauses}"
        raise RuledOut(f"{cannot} at {game.name}{only} {clauses}.", reason)
    if house_seats is None:
        return min(game.max_seats, capacity)
    most_allowed = max(game.max_seats, MAX_DRAW_SEATS) if game.has_draws else game.max_seats
    played = f"{game.name} is played by {game.min_seats} to"
    too_many = f"{house_seats} seats are too many"
    if house_seats > most_allowed:
        raise RuledOut(f"{played} {most_allowed}; set no more seats than that (HS-30).", f"{too_many} (HS-30)")
    if house_seats > game.max_seats and not game.bottom_card_held:
        only = f"{played} {game.max_seats}, and by more only with bottom_card_held"
        sentence = f"{only}: turn it on or set fewer seats (VT-5D-1)."
        raise RuledOut(sentence, f"{too_many} without bottom_card_held (VT-5D-1)")
    return house_seats


def _pack_lasts(game: Variant, seats: int) -> bool:
    """Whether the pack lasts if nobody folds and everybody draws as many cards as they can.

    A drawer may get every card that no player holds and that they have not thrown away themselves (VT-5D-16).
    """
    left = len(game.pack)
    held = discarded = 0
    for street in game.streets:
        needed = street.board + (street.down + street.up) * seats
        if street.community_card_if_short and left < seats:
            needed = 1
        if street.burn and left > max(1, needed):
            left -= 1
        left -= needed
        held += street.down + street.up
        discarded += street.draw
        if left < 0 or (street.draw and held * seats + discarded > len(game.pack)):
            return False
    return True


SEVEN_CARD_STUD_STREETS = 5
NAME_SUFFIXES = {HighOrLow.HIGH: "for High", HighOrLow.LOW: "for Low", HighOrLow.HI_LO: "Hi-Lo"}


def apply_house_rules(house: HouseRules, variant: Variant) -> Variant:
    """Returns a game as a house plays it; raises RuledOut where its pack, jokers or seats do not fit the game."""
    house = rules_in_effect(house, variant)
    try:
        high, low = rankings(house, variant)
    except BadSetup as fault:
        raise RuledOut(str(fault), str(fault).rstrip(".")) from None
    game = replace(
        variant,
        name=_game_name(variant, high, low),
        high=high,
        low=low,
        forced_bets=house_rules.forced_bets(house, variant),
        structure=house.structure or variant.structure,
        raise_cap=_raise_cap(house, variant),
        odd_chip=house.odd_chip or variant.odd_chip,
        suit_order=house.suit_order,
        discard_limit=variant.discard_limit or house.discard_limit is not house_rules.DiscardLimit.NONE,
        fifth_card_last=variant.fifth_card_last if house.fifth_card_last is None else house.fifth_card_last,
        bottom_card_held=variant.bottom_card_held if house.bottom_card_held is None else house.bottom_card_held,
        sevens_must_bet=house.sevens_must_bet,
        hilo_declare=house.hilo_declare is house_rules.HiLoDeclare.DECLARE,
        declared_hands=house.declared_hands,
        runs=house.runs,
    )
    if game.family is Family.STUD:
        game = replace(game, streets=_stud_streets(game))
    elif game.forced_bets is not variant.forced_bets:
        game = _with_other_draw_bets(game)
    requirement = game.open_requirement if game.high else OpeningRequirement.NONE  # low hands have none (VT-LB-3)
    game = replace(game, open_requirement=house.open_requirement or requirement, streets=_house_streets(house, game))
    return replace(game, max_seats=seat_limit(game, house.seats))


def _game_name(variant: Variant, high: RankingRules | None, low: RankingRules | None) -> str:
    """The game's name, with a note on what a player who knows the game would not expect."""
    played = high_or_low(high, low)
    suffixes = [] if played is high_or_low(variant.high, variant.low) else [NAME_SUFFIXES[played]]
    if low is not None and low.order is not (variant.low.order if variant.low else Order.ACE_TO_FIVE):
        suffixes.append(f"({ORDER_NAMES[low.order]})")
    return " ".join([variant.name, *suffixes])


def _raise_cap(house: HouseRules, variant: Variant) -> int | None:
    if house.raise_cap is not None:
        return house.raise_cap or None
    if house.structure in (None, variant.structure):
        return variant.raise_cap
    return DEFAULT_RAISE_CAP if house.structure in (Structure.FIXED, Structure.SPREAD) else None


def _with_other_draw_bets(game: Variant) -> Variant:
    """A draw game with the first to act that go with the house's blinds or antes (VT-5D-3, VT-5D-8, VT-5D-9)."""
    blinds = game.forced_bets is ForcedBets.BLINDS
    first = FirstToAct.LEFT_OF_BLINDS if blinds else FirstToAct.LEFT_OF_BUTTON
    later = FirstToAct.LEFT_OF_BUTTON if blinds else FirstToAct.OPENER
    streets = tuple(replace(street, first_to_act=later if at else first) for at, street in enumerate(game.streets))
    clauses: Clauses = ("DL-7", "DL-10" if blinds else "DL-8")
    return replace(game, streets=streets, pass_out=not blinds, forced_bet_clauses=clauses)


def _stud_streets(game: Variant) -> tuple[Street, ...]:
    """The streets of stud that a bring-in or the highest upcard starts: in low games the worst brings in (VT-RZ-2)."""
    if game.forced_bets is not ForcedBets.ANTES and game.high:
        opener = FirstToAct.LOWEST_UPCARD
    elif game.forced_bets is ForcedBets.ANTES or game.ranking.order is Order.DEUCE_TO_SEVEN:
        opener = FirstToAct.HIGHEST_UPCARD
    else:
        opener = FirstToAct.HIGHEST_UPCARD_ACE_LOW
    if len(game.streets) == SEVEN_CARD_STUD_STREETS:
        return seven_card_streets(opener, open_pair=game.low is None)
    return (replace(game.streets[0], first_to_act=opener), *game.streets[1:])


def _house_streets(house: HouseRules, game: Variant) -> tuple[Street, ...]:
    """The streets with the house's burns and its first to act after a draw; no card is burned before the first deal."""
    streets = game.streets
    if house.burn is not None:
        streets = (streets[0], *(replace(street, burn=house.burn and not street.discard) for street in streets[1:]))
    if house.opener_first_round2 is None:
        return streets
    by_opener = house.opener_first_round2 is house_rules.FirstAfterDraw.OPENER
    opener = FirstToAct.OPENER if by_opener else FirstToAct.LEFT_OF_BUTTON
    return tuple(
        replace(street, first_to_act=opener) if street.draw and street.has_betting else street for street in streets
    )
