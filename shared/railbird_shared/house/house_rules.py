"""House rules: each is declared once, as a field of one frozen record annotated with its spec.

Theory of operation. A rule that is None leaves a game as the catalogue has it, so a record without rules changes
nothing. The record checks each value on its own. A rule about how something is done has no effect in a game that has
no such thing (openers in stud): its `where` says where it applies, and `rules_in_effect` takes it out elsewhere
(CX-47). `apply_house_rules` then returns the game as the house plays it: of a house the rules engine reads nothing else
but the rake. A table asks the effective rules for what is done around a hand, such as straddles and bomb pots. Only the
cards dealt (pack, jokers, seats) may rule a game out.

From the declaration follow the key in a TOML file, the row of the host's form, the schema and the refusal of a wrong
value, the words on pages and in the lobby, and the documents.
"""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from typing import Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import replace

from railbird_shared.game import ranking_rules
from railbird_shared.game.announced_game import Family, Stakes, Structure
from railbird_shared.game.cards import JOKER, Card, Rank
from railbird_shared.game.facts import chips_phrase
from railbird_shared.game.game_rules import (
    STANDARD_SUIT_ORDER,
    BadSetup,
    CircularOrder,
    HighOrLow,
    JokerRole,
    LowestWild,
    OddChip,
    OpeningRequirement,
    Order,
    Rake,
    Selection,
    WildScope,
    WildTiebreak,
)
from railbird_shared.game.rotation import GameId, WildWords
from railbird_shared.game.variants import ForcedBets, Variant
from railbird_shared.house.rule import RuleGroup, RuleSpec, called, house_rule, rules_of, where
from railbird_shared.protocol.quantities import Chips, Count, JokerCount, PackSize, Qualifier, SeatCount, SuitMethod
from railbird_shared.protocol.table_limits import MAX_BOMB_POT_HANDS, MAX_CHIPS, MAX_ROTATION_GAMES, MAX_RUNS, MAX_SEATS
from railbird_shared.settings.kinds import NONE_WORD, Choice, Readable, whole
from railbird_shared.text.text_cleaning import quote

# --- the values of rules ---------------------------------------------------------------------------------------------

SuitOrder = Annotated[str, Meta(max_length=len(STANDARD_SUIT_ORDER))]
NO_CAP = 0
RAISE_CAPS = (NO_CAP, 3, 4)
MAX_JOKERS = 2
MAX_STRADDLES = 3
MAX_RAKE_PERCENT = 20
MIN_BIG_BLIND = 2
MIN_BUY_IN_MULTIPLE, MAX_BUY_IN_MULTIPLE = 10, 20
MAX_AMOUNT = MAX_CHIPS // 1000
AMOUNT = whole(0, MAX_AMOUNT)
BIG_BLIND = whole(MIN_BIG_BLIND, MAX_AMOUNT)
BOMB_POT_HANDS = whole(0, MAX_BOMB_POT_HANDS)
PACKS = {size: f"{size} cards, from the {lowest.word}" for size, lowest in ranking_rules.LOWEST_RANK.items()}
PACKS[52] = "52 cards"


class LowScale(StrEnum):
    """How low hands rank (HS-8)."""

    ACE_TO_FIVE = "a5"
    DEUCE_TO_SEVEN = "27"
    ACE_TO_SIX = "a6"


class DrawForcedBets(StrEnum):
    """How the hands of draw games start (CX-39)."""

    ANTES = "antes"
    BLINDS = "blinds"


class FirstAfterDraw(StrEnum):
    """The player who acts first after a draw (HS-18)."""

    OPENER = "opener"
    LEFT_OF_BUTTON = "left-of-button"


class DiscardLimit(StrEnum):
    """How many cards may be drawn (HS-19)."""

    NONE = "none"
    THREE_OR_FOUR_WITH_ACE = "3-or-4-with-ace"


class HiLoDeclare(StrEnum):
    """Whether players of a high-low game declare which half they go for (HS-26)."""

    CARDS_SPEAK = "cards-speak"
    DECLARE = "declare"


class Charge(StrEnum):
    """How the house charges the players (HS-27)."""

    NONE = "none"
    TIME = "time"
    PERCENT = "percent"


class AnteForm(StrEnum):
    """The player who posts the ante in games with blinds (HS-40)."""

    EACH = "each"
    BIG_BLIND = "big-blind"
    """The big blind posts one ante for the whole table, after the blind (CX-46)."""


class FirstDealer(StrEnum):
    """How the first dealer of a table is chosen (HS-41)."""

    HIGH_CARD = "high-card"
    FIRST_JACK = "first-jack"


class StudStart(StrEnum):
    """How a hand of stud begins (HS-32)."""

    HIGH_CARD = "high-card"
    LOW_BRING_IN = "low-bring-in"


# --- wild cards in words ---------------------------------------------------------------------------------------------

LOWEST_WILD_BY_WORD = {LowestWild.CARD.value: LowestWild.CARD, LowestWild.CONCEALED.value: LowestWild.CONCEALED}
WILD_WORDS = (*ranking_rules.WILD_SETS, *LOWEST_WILD_BY_WORD)
"""The words for wild cards that are no list of ranks or cards."""


def parse_lowest_wild(words: str) -> LowestWild:
    """Returns which lowest card the words make wild, if any."""
    return LOWEST_WILD_BY_WORD.get(words, LowestWild.NONE)


def parse_wild_ranks(words: str) -> tuple[Card, ...]:
    """Returns the cards that the words make wild for everybody; raises BadSetup if the words name no wild cards."""
    if words in LOWEST_WILD_BY_WORD:
        return ()
    try:
        cards = ranking_rules.parse_wild_cards(words)
    except BadSetup:
        cannot, choices = f"wild_ranks cannot be {quote(words)}", ", ".join(WILD_WORDS)
        raise BadSetup(f"{cannot}: choose one of {choices}, or name some as in '3 9 Kh'.") from None
    if JOKER in cards:
        raise BadSetup("wild_ranks names no jokers: they are wild by being added, so set jokers.")
    return cards


def _read_wild_ranks(words: str) -> str:
    parse_wild_ranks(words)
    return words


WILD_CARDS = Readable(_read_wild_ranks, "CARDS", f"one of {', '.join(WILD_WORDS)}, or ranks and cards in quotes")


# --- what a house makes of a game, as far as rules ask for it --------------------------------------------------------


def hands_played(house: HouseRules, variant: Variant) -> HighOrLow:
    """Returns which hands take the pot of a game in a house."""
    return house.played or ranking_rules.high_or_low(variant.high, variant.low)


def low_order(house: HouseRules, variant: Variant) -> Order:
    """Returns how the low hands of a game rank in a house, if it has any."""
    order = variant.low.order if variant.low else Order.ACE_TO_FIVE
    return Order(house.low_scale.value) if house.low_scale and order is not Order.BADUGI else order


def forced_bets(house: HouseRules, variant: Variant) -> ForcedBets:
    """Returns the forced bets of a game in a house."""
    if variant.family is Family.DRAW and variant.forced_bets is not ForcedBets.ANTES_AS_BET and house.draw_bets:
        return ForcedBets.BLINDS if house.draw_bets is DrawForcedBets.BLINDS else ForcedBets.ANTES
    if variant.family is Family.STUD and house.stud_start and _has_high(house, variant):
        return ForcedBets.ANTES if house.stud_start is StudStart.HIGH_CARD else ForcedBets.ANTES_AND_BRING_IN
    return variant.forced_bets


def ante_applies(ante: int | None, forced: ForcedBets, variant: Variant, big_blind: int) -> bool:
    """Whether a house's ante can be played for: 0 where something else starts a hand, and no more than its big blind.

    `forced` are the forced bets of the game in this house, and `big_blind` is 0 where the house sets none.
    """
    if ante == 0:
        return forced in (ForcedBets.BLINDS, ForcedBets.ANTES_AND_BRING_IN) or variant.streets[0].must_open
    return ante is None or forced is not ForcedBets.BLINDS or not big_blind or ante <= big_blind


# --- where a rule applies --------------------------------------------------------------------------------------------

CARDS_ARE_LEFT = "where cards are left to be dealt and none to be drawn or declared"


def _has_high(house: HouseRules, variant: Variant) -> bool:
    return hands_played(house, variant) is not HighOrLow.LOW


def _is_hi_lo(house: HouseRules, variant: Variant) -> bool:
    return hands_played(house, variant) is HighOrLow.HI_LO


def _lowest_rank(house: HouseRules, variant: Variant) -> Rank:
    return ranking_rules.LOWEST_RANK[house.pack or variant.ranking.pack]


def _is_circular(house: HouseRules, variant: Variant) -> bool:
    usual = variant.high.unbeatable if variant.high else CircularOrder.NONE
    return _has_high(house, variant) and (house.unbeatable or usual) is not CircularOrder.NONE


def _played_applies(house: HouseRules, variant: Variant) -> bool:
    return house.played is HighOrLow.LOW or variant.ranking.order is not Order.BADUGI


def _wild_ranks_apply(house: HouseRules, variant: Variant) -> bool:
    lowest_wild = parse_lowest_wild(house.wild_ranks) is not LowestWild.NONE
    return lowest_wild or any(card.rank >= _lowest_rank(house, variant) for card in parse_wild_ranks(house.wild_ranks))


def _unbeatable_applies(house: HouseRules, variant: Variant) -> bool:
    if not (_has_high(house, variant) and variant.ranking.straights and variant.ranking.flushes):
        return False
    return house.unbeatable is not CircularOrder.ITALIAN or _lowest_rank(house, variant) is not Rank.TEN


def _flush_applies(house: HouseRules, variant: Variant) -> bool:
    return _has_high(house, variant) and variant.ranking.flushes


def _qualifier_applies(house: HouseRules, variant: Variant) -> bool:
    ace_to_five = low_order(house, variant) is Order.ACE_TO_FIVE
    return _is_hi_lo(house, variant) and ace_to_five and _lowest_rank(house, variant) <= Rank.FIVE


def _tiebreak_applies(house: HouseRules, variant: Variant) -> bool:
    return not _is_circular(house, variant)


def _draw_bets_apply(house: HouseRules, variant: Variant) -> bool:
    """Blinds give way to antes that count as a bet, and to the openers of a game that is played for them."""
    if house.draw_bets is not DrawForcedBets.BLINDS or variant.family is not Family.DRAW:
        return True
    openers = variant.open_requirement is not OpeningRequirement.NONE and _has_high(house, variant)
    kept = openers and house.open_requirement is not OpeningRequirement.NONE
    return variant.forced_bets is not ForcedBets.ANTES_AS_BET and not kept


def _house_ante_applies(house: HouseRules, variant: Variant) -> bool:
    return ante_applies(house.ante, forced_bets(house, variant), variant, house.effective_big_blind)


def _ante_form_applies(house: HouseRules, variant: Variant) -> bool:
    return house.ante_form is AnteForm.EACH or _has_blinds(house, variant)


def _openers_apply(house: HouseRules, variant: Variant) -> bool:
    antes = forced_bets(house, variant) is ForcedBets.ANTES
    can_pass_out = variant.pass_out if variant.forced_bets is ForcedBets.ANTES else antes
    return variant.family is Family.DRAW and antes and can_pass_out and _has_high(house, variant)


def _sevens_apply(house: HouseRules, variant: Variant) -> bool:
    ace_to_five = low_order(house, variant) is Order.ACE_TO_FIVE
    return variant.has_draws and hands_played(house, variant) is HighOrLow.LOW and ace_to_five


def _declared_hands_apply(house: HouseRules, variant: Variant) -> bool:
    """Hands can be declared where all can see what a hand is worth from what its owner says (SD-9, SD-10)."""
    if hands_played(house, variant) is not HighOrLow.HIGH or variant.selection is Selection.TWO_FROM_HAND:
        return False
    usual = bool(variant.high and variant.high.flush_over_full)
    flush_over_full = usual if house.flush_over_full is None else house.flush_over_full
    ties = house.suit_tiebreak or house.wild_tiebreak is not WildTiebreak.NONE
    lowest_wild = parse_lowest_wild(house.wild_ranks) is not LowestWild.NONE
    return not (_is_circular(house, variant) or flush_over_full or ties or lowest_wild)


def _runs_apply(house: HouseRules, variant: Variant) -> bool:
    declares = house.hilo_declare is HiLoDeclare.DECLARE or house.declared_hands
    return not variant.has_draws and len(variant.streets) > 1 and not declares


def _has_blinds(house: HouseRules, variant: Variant) -> bool:
    return forced_bets(house, variant) is ForcedBets.BLINDS


def _has_two_blinds(house: HouseRules, variant: Variant) -> bool:
    return _has_blinds(house, variant) and house.small_blind != 0


def _has_seven_deuce(house: HouseRules, variant: Variant) -> bool:
    held = sum(street.down + street.up for street in variant.streets)
    return _has_board(house, variant) and held == 2 and _lowest_rank(house, variant) is Rank.TWO


def _has_board(_: HouseRules, variant: Variant) -> bool:
    return variant.family is Family.BOARD


def _has_bomb_pots(house: HouseRules, variant: Variant) -> bool:
    return house.bomb_pot > 0 and _has_board(house, variant)


# --- what is told of a rule by itself --------------------------------------------------------------------------------

NO_STRADDLES = "Nobody straddles (BT-43)."


def _tell_straddles(most: int) -> str:
    few = (NO_STRADDLES, "The player left of the big blind may straddle (BT-43).")
    return few[most] if most < len(few) else f"Up to {most} players left of the big blind may straddle (BT-43)."


def _tell_called_hands(may_be_seen: bool) -> str:
    return f"Hands mucked at the showdown {'may be asked for' if may_be_seen else 'stay hidden'} (SD-8)."


def _tell_seven_deuce(chips: int) -> str:
    paid = f"Every player pays {chips_phrase(chips)} to a winner who shows a seven and a deuce (HS-45)."
    return paid if chips else ""


_FIRST_DEALERS = {
    FirstDealer.HIGH_CARD: "The highest of one card each deals first (DL-2).",
    FirstDealer.FIRST_JACK: "Cards are dealt round until a jack falls, and the player who gets it deals first (DL-4).",
}


def _tells(sentence: str, *, value: bool = True) -> RuleSpec:
    """Returns what is told of a switch that is on, or with another `value` off."""
    return RuleSpec(told={value: sentence}.get)


# --- the rules, by their groups --------------------------------------------------------------------------------------

_cards = partial(house_rule, RuleGroup.CARDS)
_winning = partial(house_rule, RuleGroup.WINNING)
_betting = partial(house_rule, RuleGroup.BETTING)
_start = partial(house_rule, RuleGroup.START)
_table = partial(house_rule, RuleGroup.START, in_tournaments=False)
_dealing = partial(house_rule, RuleGroup.DEALING)
_showdown = partial(house_rule, RuleGroup.SHOWDOWN)
_customs = partial(house_rule, RuleGroup.CUSTOMS, in_tournaments=False)
_chips = partial(house_rule, RuleGroup.CHIPS, in_tournaments=False)


class HouseRules(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a house plays; amounts are in chips. Raises BadSetup with a sentence for a value that no house can have.

    The rules stand in the order of the host's form, group by group. `games` holds, by the id of a game, all rules of a
    game that has some of its own (CX-47).
    """

    pack: Annotated[
        PackSize | None,
        _cards("HS-1", "Pack", "How many cards the pack has.", Choice(tuple(ranking_rules.LOWEST_RANK))),
        called(PACKS),
    ] = None
    jokers: Annotated[
        JokerCount | None, _cards("HS-2", "Jokers", "How many jokers are added to the pack.", whole(0, MAX_JOKERS))
    ] = None
    joker_role: Annotated[
        JokerRole | None,
        _cards("HS-3", "A joker is", "Whether a joker is any card, or the bug.", subjects=("jokers",)),
        called({"wild": "any card", "bug": "the bug: an ace or a filler"}),
    ] = None
    wild_ranks: Annotated[
        WildWords,
        _cards("HS-4", "Wild cards", "Which cards may stand for others.", subjects=("wild_ranks", "lowest_wild")),
        RuleSpec(kind=WILD_CARDS, values=WILD_WORDS),
        called({"lowest-card": "everyone's lowest card", "lowest-concealed": "everyone's lowest hole card"}),
        where("where the pack holds such cards (WC-25)", _wild_ranks_apply),
    ] = NONE_WORD
    """none, deuces, one-eyed-jacks, lowest-card, lowest-concealed, or ranks and cards such as "3 9 Kh" (HS-4)."""
    double_ace_flush: Annotated[bool, _cards("HS-5", "Double-ace flush", "Whether a wild card repeats an ace.")] = False
    wild_tiebreak: Annotated[
        WildTiebreak,
        _cards("HS-6", "Wild ties", "Which of equal hands with wild cards wins."),
        called(
            {
                "none": "they tie",
                "natural-first": "the natural hand",
                "fewer-wild-first": "fewer wild cards",
                "more-wild-first-after-natural": "natural, then more wild cards",
            }
        ),
        where("where hands do not beat each other in a circle (NU-12)", _tiebreak_applies, ("unbeatable",)),
    ] = WildTiebreak.NONE
    lowest_wild_scope: Annotated[
        WildScope,
        _cards("HS-7", "Lowest cards", "How many of several lowest cards are wild.", subjects=("lowest_wild",)),
        called({"one_card": "one is wild", "all_of_rank": "all of the rank are wild"}),
    ] = WildScope.ONE_CARD

    played: Annotated[
        HighOrLow | None,
        _winning("HS-33", "The pot goes to", "Whether high hands, low hands or both win."),
        called({"high": "the highest hand", "low": "the lowest hand", "hi-lo": "the highest and the lowest"}),
        where("where hands rank both high and low (VT-LB-4)", _played_applies),
    ] = None
    low_scale: Annotated[
        LowScale | None,
        _winning("HS-8", "Low hands rank", "By which scale low hands rank."),
        called({"a5": "ace to five", "27": "deuce to seven", "a6": "ace to six"}),
    ] = None
    a6_broadway_straight: Annotated[
        bool, _winning("HS-9", "A-K-Q-J-T low", "Whether A-K-Q-J-T is a straight in ace to six.")
    ] = False
    a6_aces_high_pair: Annotated[
        bool, _winning("HS-10", "Aces high pair", "Whether aces pair above kings in ace to six.")
    ] = False
    qualifier: Annotated[
        Qualifier | None,
        _winning("HS-11", "Low qualifies", "The highest card with which a hand wins the low half."),
        RuleSpec(kind=Choice((0, ranking_rules.EIGHT_OR_BETTER), zero_is_none=True)),
        called({0: "with anything", ranking_rules.EIGHT_OR_BETTER: "with eight or better"}),
        where("where half the pot goes to a low that ranks ace to five (LO-22)", _qualifier_applies, ("played",)),
    ] = None
    flush_over_full: Annotated[
        bool | None,
        _winning("HS-14", "Flush beats full", "Whether a flush beats a full house."),
        where("where high hands win and flushes are made (SK-5)", _flush_applies, ("played",)),
    ] = None
    unbeatable: Annotated[
        CircularOrder | None,
        _winning("HS-15", "Circular order", "An order in which no hand beats all."),
        called({"italian": "Italian", "greek": "Greek"}),
        where("where high hands win and straight flushes are made (NU-1)", _unbeatable_applies, ("played",)),
    ] = None
    suit_tiebreak: Annotated[
        SuitMethod,
        _winning("HS-12", "Suits break ties", "By which method suits break ties."),
        RuleSpec(kind=Choice((0, 1, 2, 3), zero_is_none=True)),
        called({0: "never", 1: "by the top card", 2: "by the top card of a pair", 3: "by the top odd card"}),
        where("where hands do not beat each other in a circle (NU-12)", _tiebreak_applies, ("unbeatable",)),
    ] = 0
    suit_order: Annotated[
        SuitOrder,
        _winning("HS-13", "Order of suits", "The suits from high to low.", Choice(ranking_rules.SUIT_ORDERS)),
        called(ranking_rules.SUIT_ORDER_NAMES),
    ] = STANDARD_SUIT_ORDER

    structure: Annotated[
        Structure | None,
        _betting("HS-16", "Structure", "How much may be bet."),
        called({"fixed": "fixed limit", "spread": "spread limit", "pot": "pot limit", "half-pot": "half-pot limit"}),
    ] = None
    raise_cap: Annotated[
        Count | None,
        _betting("HS-17", "Raises a round", "How often a round may be raised.", Choice(RAISE_CAPS, zero_is_none=True)),
        called({NO_CAP: "any number"}),
    ] = None
    straddles: Annotated[
        Count,
        _betting("HS-35", "Straddles", "How many players in a row may straddle.", whole(0, MAX_STRADDLES)),
        RuleSpec(told=_tell_straddles, in_tournaments=False),
        where("in games with blinds (BT-43)", _has_blinds, ("draw_bets",)),
    ] = 0
    open_requirement: Annotated[
        OpeningRequirement | None,
        _betting("HS-31", "To open", "The hand that opens a draw game."),
        called({"none": "any hand", "jacks": "a pair of jacks", "progressive": "jacks, then queens, ..."}),
        where("in draw games with antes that high hands win (VT-5D-20)", _openers_apply, ("draw_bets",)),
    ] = None
    opener_first_round2: Annotated[
        FirstAfterDraw | None,
        _betting("HS-18", "First after draw", "Which player acts first after a draw."),
        called({"opener": "the opener", "left-of-button": "left of the button"}),
    ] = None
    sevens_must_bet: Annotated[
        bool,
        _betting("HS-37", "Sevens must bet", "Whether a seven or better has to bet."),
        where("in ace to five lowball (VT-LB-5)", _sevens_apply, ("played",)),
    ] = False

    small_blind: Annotated[
        Chips | None,
        _table("HS-29", "Small blind", "The house's small blind in chips.", AMOUNT, subjects=("blinds", "forced_bets")),
        RuleSpec(values=(0, 1, 2, 5, 10, 25, 50)),
        called({0: "0"}),
    ] = None
    """0 for one blind only, the big one (CX-42)."""
    big_blind: Annotated[
        Chips | None,
        _table("HS-29", "Big blind", "The house's big blind in chips.", BIG_BLIND, subjects=("blinds",)),
        RuleSpec(values=(2, 4, 5, 10, 20, 50, 100)),
    ] = None
    ante: Annotated[
        Chips | None,
        _table("HS-29", "Ante", "The house's ante in chips.", AMOUNT, subjects=("ante", "forced_bets")),
        RuleSpec(values=(0, 1, 2, 5, 10, 25)),
        where(
            "where it leaves a hand something to start it and is no more than the big blind (DL-7)",
            _house_ante_applies,
            ("draw_bets",),
        ),
    ] = None
    """0 for no ante, in games that something else starts (VT-S5-3)."""
    ante_form: Annotated[
        AnteForm,
        _table("HS-40", "Ante paid by", "Which player posts the ante in games with blinds.", subjects=("ante",)),
        called({"each": "everybody", "big-blind": "the big blind, for all"}),
        where("in games with blinds (CX-46)", _ante_form_applies, ("draw_bets",)),
    ] = AnteForm.EACH
    draw_bets: Annotated[
        DrawForcedBets | None,
        _start("HS-34", "Draw games start", "Whether antes or blinds start draw games.", subjects=("forced_bets",)),
        called({"antes": "with antes", "blinds": "with blinds"}),
        where("in draw games that need no antes (VT-5D-20, SIMPLE-2)", _draw_bets_apply, ("played",)),
    ] = None
    stud_start: Annotated[
        StudStart | None,
        _start("HS-32", "Stud starts", "Which player begins a hand of stud.", subjects=("forced_bets",)),
        called({"high-card": "the high card opens", "low-bring-in": "the low card brings in"}),
    ] = None
    first_dealer: Annotated[
        FirstDealer,
        _start("HS-41", "First dealer", "How the first dealer is found."),
        called({"high-card": "by the highest card", "first-jack": "by the first jack"}),
        RuleSpec(told=_FIRST_DEALERS.get),
    ] = FirstDealer.HIGH_CARD
    newcomers_wait: Annotated[
        bool, _table("HS-39", "Newcomers wait", "Whether a newcomer waits for the big blind or posts it.")
    ] = True
    seats: Annotated[
        SeatCount | None, _table("HS-30", "Seats", "How many seats the house gives a table.", whole(2, MAX_SEATS))
    ] = None

    burn: Annotated[bool | None, _dealing("HS-22", "Burn cards", "Whether later streets burn a card.")] = None
    discard_limit: Annotated[
        DiscardLimit,
        _dealing("HS-19", "Draw at most", "How many cards may be drawn."),
        called({"none": "any number", "3-or-4-with-ace": "three, four to an ace"}),
    ] = DiscardLimit.NONE
    fifth_card_last: Annotated[
        bool | None, _dealing("HS-20", "Fifth card last", "Whether five new cards come as four, and one after all.")
    ] = None
    bottom_card_held: Annotated[
        bool | None, _dealing("HS-21", "Bottom card held", "Whether the last card of the pack is never drawn.")
    ] = None
    runs: Annotated[
        Count,
        _dealing("HS-36", "Run it", "How often an all-in hand may be dealt out.", whole(1, MAX_RUNS)),
        RuleSpec(in_tournaments=False),
        called({1: "once", 2: "up to twice", 3: "up to three times"}),
        where(f"{CARDS_ARE_LEFT} (SD-26)", _runs_apply, ("hilo_declare", "declared_hands")),
    ] = 1

    declared_hands: Annotated[
        bool,
        _showdown("HS-24", "Declared hands", "Whether a hand counts as declared."),
        where(
            "where the highest of hands that rank as usual takes all (SD-10)",
            _declared_hands_apply,
            ("flush_over_full", "suit_tiebreak", "wild_tiebreak"),
        ),
    ] = False
    hilo_declare: Annotated[
        HiLoDeclare,
        _showdown("HS-26", "High-low", "Whether players declare high or low."),
        called({"cards-speak": "the cards speak", "declare": "players declare"}),
        where("where the pot has a high and a low half (SD-21)", _is_hi_lo, ("played",)),
    ] = HiLoDeclare.CARDS_SPEAK
    see_called_hands: Annotated[
        bool,
        _showdown("HS-25", "Ask for hands", "Whether players may ask to see a mucked hand."),
        RuleSpec(told=_tell_called_hands),
    ] = True
    odd_chip: Annotated[
        OddChip | None,
        _showdown("HS-23", "Odd chip goes", "Which winner gets a chip that cannot be shared."),
        called({"position": "left of the button", "suit": "by the highest suit"}),
    ] = None
    show_one_card: Annotated[
        bool,
        _showdown("HS-42", "Show one card", "Whether players may show some of their cards after a hand."),
        _tells("A player who shows cards after a hand shows them all (HS-42).", value=False),
    ] = True

    rabbit_hunt: Annotated[
        bool,
        _customs("HS-43", "Rabbit hunt", "Whether players may see the board that would have come."),
        _tells("Players who were dealt in may see the board that would have come, once a hand is over (HS-43)."),
        where("where a board is dealt (HS-43)", _has_board),
    ] = False
    all_in_chances: Annotated[
        bool,
        _customs("HS-48", "All-in chances", "Whether the chances of open all-in hands are told.", in_tournaments=True),
        _tells("Where no decision is left, the chances of the open hands are shown after each street (HS-48)."),
        where(f"{CARDS_ARE_LEFT} (HS-48)", _runs_apply, ("hilo_declare", "declared_hands")),
    ] = False
    chopped_blinds: Annotated[
        bool,
        _customs("HS-44", "Chop blinds", "Whether the blinds may take their bets back if all others fold."),
        _tells("If all others fold, the blinds take their bets back where both have agreed (HS-44)."),
        where("in games with two blinds (HS-44)", _has_two_blinds, ("draw_bets",)),
    ] = False
    seven_deuce: Annotated[
        Chips,
        _customs("HS-45", "Seven-deuce", "The chips that every player pays to a winner holding 7-2.", AMOUNT),
        RuleSpec(values=(0, 1, 2, 5, 10, 20, 50), told=_tell_seven_deuce),
        where("where players hold two cards, and the pack has deuces (HS-45)", _has_seven_deuce),
    ] = 0
    bomb_pot: Annotated[
        Chips,
        _customs("HS-46", "Bomb pot", "The bomb pot's ante of each player, in chips.", AMOUNT),
        RuleSpec(values=(0, 2, 5, 10, 20, 50, 100)),
        where("where a board is dealt (HS-46)", _has_board),
    ] = 0
    bomb_pot_every: Annotated[
        Count,
        _customs("HS-47", "Bomb pot every", "After how many hands one comes.", BOMB_POT_HANDS, subjects=("bomb_pot",)),
        RuleSpec(values=(0, 1, 5, 10, 20, 25, 50, 100)),
        called({0: "only when called", 1: "1"}, "hands"),
        where("where a board is dealt, and bomb_pot says what everybody posts (HS-47)", _has_bomb_pots, ("bomb_pot",)),
    ] = 0

    min_buy_in_multiple: Annotated[
        Count,
        _chips("HS-28", "Least buy-in", "In minimum bets.", whole(MIN_BUY_IN_MULTIPLE, MAX_BUY_IN_MULTIPLE)),
        called({}, "minimum bets"),
        RuleSpec(told="A buy-in is of {} minimum bets or more (AI-14).".format),
    ] = MIN_BUY_IN_MULTIPLE
    rake: Annotated[
        Charge,
        _chips("HS-27", "The house takes", "How the house charges the players."),
        called({"none": "nothing", "time": "chips by the hour", "percent": "a percentage of the pots"}),
    ] = Charge.NONE
    rake_percent: Annotated[
        Count,
        _chips("HS-38", "Percent of a pot", "The rake in percent.", whole(1, MAX_RAKE_PERCENT), subjects=("rake",)),
        called({}, "%"),
    ] = 5
    rake_cap: Annotated[
        Chips,
        _chips("HS-38", "Rake at most", "The most of one hand, in chips.", whole(1, MAX_AMOUNT), subjects=("rake",)),
        RuleSpec(values=(1, 2, 3, 4, 5, 10)),
    ] = 3
    time_charge: Annotated[
        Chips,
        _chips(
            "HS-38", "Charge an hour", "The charge of each player for an hour, in chips.", AMOUNT, subjects=("rake",)
        ),
        RuleSpec(values=(0, 1, 2, 5, 10, 20, 50)),
    ] = 0
    """The chips that each player pays the house for an hour, in advance and not from the table."""

    games: Annotated[tuple[tuple[GameId, HouseRules], ...], Meta(max_length=MAX_ROTATION_GAMES)] = ()

    def __post_init__(self) -> None:
        for name, rule in rules_of(type(self)).items():
            if (value := getattr(self, name)) != rule.default:
                rule.checked(value)
        if self.big_blind is not None and (self.small_blind or 0) > self.big_blind:
            raise BadSetup("The small_blind is not larger than the big_blind; exchange them.")
        if self.small_blind and self.effective_big_blind < MIN_BIG_BLIND:
            raise BadSetup(f"The big_blind is of {MIN_BIG_BLIND} chips or more.")
        if self.rake is Charge.TIME and not self.time_charge:
            raise BadSetup("A rake by time needs a time_charge of one chip or more for each hour.")

    def for_game(self, game: str) -> HouseRules:
        """Returns the settings that hold for a game, by its id: its own, or those of the house."""
        return next((own for name, own in self.games if name == game), self)

    def everywhere(self, **rules: Any) -> HouseRules:
        """Returns the house with other rules, which hold in the games with rules of their own, too."""
        return replace(self, games=tuple((game, replace(own, **rules)) for game, own in self.games), **rules)

    @property
    def effective_big_blind(self) -> int:
        """The house's big blind in chips, by default twice its small one (DL-11); 0 if the house sets no blinds."""
        return self.big_blind or 2 * (self.small_blind or 0)

    @property
    def pot_rake(self) -> Rake | None:
        """The rake that the house takes of every pot, None for no rake (AI-16, AI-17)."""
        return Rake(self.rake_percent, self.rake_cap) if self.rake is Charge.PERCENT else None

    def min_buy_in(self, stakes: Stakes) -> int:
        """Returns the smallest buy-in, in chips (AI-14)."""
        return self.min_buy_in_multiple * stakes.minimum_bet


# --- presets ---------------------------------------------------------------------------------------------------------

DEFAULT = HouseRules()
"""The defaults of the catalogue; the host of a table decides the rest."""

CASINO = HouseRules(min_buy_in_multiple=20)
"""The rules of a card room without its charge: every game as it is usually played, and larger buy-ins."""

KITCHEN_TABLE = HouseRules(
    raise_cap=NO_CAP,
    discard_limit=DiscardLimit.THREE_OR_FOUR_WITH_ACE,
    fifth_card_last=False,
    bottom_card_held=False,
    burn=False,
    odd_chip=OddChip.SUIT,
    stud_start=StudStart.HIGH_CARD,
)
"""A home game of the old school: antes and the high card start a hand, nothing is burned, raises are not capped."""

CLASSROOM = HouseRules(
    raise_cap=NO_CAP,
    fifth_card_last=False,
    bottom_card_held=False,
    burn=False,
    odd_chip=OddChip.POSITION,
)
"""The rules of the classroom game, which they leave as it is (SIMPLE-12, SIMPLE-18, SIMPLE-19).

Every game keeps its own pack and jokers.
"""

PRESETS = {"casino": CASINO, "kitchen-table": KITCHEN_TABLE, "classroom": CLASSROOM, "ask-me": DEFAULT}
"""Every preset by its name."""


def preset_name(house: HouseRules) -> str:
    """Returns the name of the preset that has these rules, or nothing."""
    return next((name for name, rules in PRESETS.items() if rules == house), "")
