"""House rules: every house setting in one frozen record, with the values each setting accepts.

Theory of operation. A setting that is None leaves a game as the catalogue has it, so a record without settings changes
nothing. The record checks each value on its own. A setting about how something is done has no effect in a game that
has no such thing (openers in stud): `effects` takes it out and says where it counts (CX-47). `apply` then returns the
game as the house plays it; the engine reads nothing else. Only what is dealt (pack, jokers, seats) may rule a game out.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from railbird_shared.game.announced_game import Stakes, Structure
from railbird_shared.game.bad_setup import BadSetup
from railbird_shared.game.cards import JOKER, Card
from railbird_shared.game.game_rules import (
    STANDARD_SUIT_ORDER,
    CircularOrder,
    HighOrLow,
    JokerRole,
    LowestWild,
    OddChip,
    OpeningRequirement,
    WildScope,
    WildTiebreak,
)
from railbird_shared.game.rake import Rake
from railbird_shared.game.ranking_rules import EIGHT_OR_BETTER, LOWEST_RANK, SUIT_ORDERS, WILD_SETS
from railbird_shared.game.rotation import GameId, WildWords
from railbird_shared.game.wild_cards import parse_wild_cards, quote
from railbird_shared.protocol.quantities import Chips, Count, JokerCount, PackSize, Qualifier, SeatCount, SuitMethod
from railbird_shared.protocol.table_limits import MAX_BOMB_POT_HANDS, MAX_CHIPS, MAX_ROTATION_GAMES, MAX_RUNS, MAX_SEATS

SuitOrder = Annotated[str, Meta(max_length=len(STANDARD_SUIT_ORDER))]


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
    """Who acts first after a draw (HS-18)."""

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
    """Who posts the ante in games with blinds (HS-40)."""

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


LOWEST_WILD_BY_WORD = {LowestWild.CARD.value: LowestWild.CARD, LowestWild.CONCEALED.value: LowestWild.CONCEALED}
WILD_WORDS = (*WILD_SETS, *LOWEST_WILD_BY_WORD)
"""The words for wild cards that are no list of ranks or cards."""


def parse_lowest_wild(words: str) -> LowestWild:
    """Returns which lowest card the words make wild, if any."""
    return LOWEST_WILD_BY_WORD.get(words, LowestWild.NONE)


def parse_wild_ranks(words: str) -> tuple[Card, ...]:
    """Returns the cards that the words make wild for everybody; raises BadSetup if the words name no wild cards."""
    if words in LOWEST_WILD_BY_WORD:
        return ()
    try:
        cards = parse_wild_cards(words)
    except BadSetup:
        choices = ", ".join(WILD_WORDS)
        sentence = f"wild_ranks cannot be {quote(words)}: choose one of {choices}, or name some as in '3 9 Kh'."
        raise BadSetup(sentence) from None
    if JOKER in cards:
        raise BadSetup("wild_ranks names no jokers: they are wild by being added, so set jokers.")
    return cards


def check_wild_ranks(words: str) -> None:
    """Raises BadSetup unless the words are a value of `wild_ranks`."""
    parse_wild_ranks(words)


NO_CAP = 0
RAISE_CAPS = (NO_CAP, 3, 4)
MAX_JOKERS = 2
MAX_RAKE_PERCENT = 20
MAX_STRADDLES = 3
MIN_BUY_IN_MULTIPLE, MAX_BUY_IN_MULTIPLE = 10, 20
MIN_BIG_BLIND = 2
NONE_WORD = "none"
ZERO_IS_NONE = frozenset({"qualifier", "suit_tiebreak", "raise_cap"})
"""The settings whose 0 is written "none" in a file."""


class HouseRules(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How a house plays; amounts are in chips. Raises BadSetup with a sentence for a value that no house can have.

    The first part has the names and the order of the catalogue's house settings, HS-1 to HS-32. The settings from
    `played` on are those that the catalogue implies. `games` holds, by the id of a game, all settings of a game that
    has some of its own (CX-47).
    """

    pack: PackSize | None = None
    jokers: JokerCount | None = None
    joker_role: JokerRole | None = None
    wild_ranks: WildWords = "none"
    """none, deuces, one-eyed-jacks, lowest-card, lowest-concealed, or ranks and cards such as "3 9 Kh" (HS-4)."""
    double_ace_flush: bool = False
    wild_tiebreak: WildTiebreak = WildTiebreak.NONE
    lowest_wild_scope: WildScope = WildScope.ONE_CARD
    low_scale: LowScale | None = None
    a6_broadway_straight: bool = False
    a6_aces_high_pair: bool = False
    qualifier: Qualifier | None = None
    """8, or 0 for none (HS-11)."""
    suit_tiebreak: SuitMethod = 0
    """The method by which suits break ties, 0 for none (HS-12)."""
    suit_order: SuitOrder = STANDARD_SUIT_ORDER
    flush_over_full: bool | None = None
    unbeatable: CircularOrder | None = None
    structure: Structure | None = None
    raise_cap: Count | None = None
    """3 or 4, or 0 for any number of raises (HS-17)."""
    opener_first_round2: FirstAfterDraw | None = None
    discard_limit: DiscardLimit = DiscardLimit.NONE
    fifth_card_last: bool | None = None
    bottom_card_held: bool | None = None
    burn: bool | None = None
    odd_chip: OddChip | None = None
    declared_hands: bool = False
    see_called_hands: bool = True
    hilo_declare: HiLoDeclare = HiLoDeclare.CARDS_SPEAK
    rake: Charge = Charge.NONE
    min_buy_in_multiple: Count = MIN_BUY_IN_MULTIPLE
    ante: Chips | None = None
    """0 for no ante, in games that something else starts (VT-S5-3)."""
    small_blind: Chips | None = None
    """0 for one blind only, the big one (CX-42)."""
    big_blind: Chips | None = None
    seats: SeatCount | None = None
    open_requirement: OpeningRequirement | None = None
    stud_start: StudStart | None = None

    played: HighOrLow | None = None
    draw_bets: DrawForcedBets | None = None
    straddles: Count = 0
    """How many players in a row may straddle, from the big blind's left (BT-43)."""
    newcomers_wait: bool = True
    """Whether a newcomer among people waits for the big blind or posts it (DL-26, DL-27)."""
    runs: Count = 1
    """How often the rest of a hand may be dealt if all players are all-in and agree."""
    sevens_must_bet: bool = False
    rake_percent: Count = 5
    rake_cap: Chips = 3
    time_charge: Chips = 0
    """The chips that each player pays the house for an hour, in advance and not from the table."""
    ante_form: AnteForm = AnteForm.EACH
    first_dealer: FirstDealer = FirstDealer.HIGH_CARD
    show_one_card: bool = True
    """Whether a player may show some of their cards after a hand, and not all (HS-42)."""
    rabbit_hunt: bool = False
    """Whether players of a hand may see the board that would have come (HS-43)."""
    chopped_blinds: bool = False
    """Whether the blinds may take their bets back if everybody else folds (HS-44)."""
    seven_deuce: Chips = 0
    """The chips that each player pays to who wins with a seven and a deuce, 0 for none (HS-45)."""
    bomb_pot: Chips = 0
    """The chips that each player posts in a bomb pot, 0 where none are played (HS-46)."""
    bomb_pot_every: Count = 0
    """Every so many hands one is a bomb pot; 0 where they are called or agreed on only (HS-47)."""
    all_in_chances: bool = False
    """Whether everybody is told the chances of all-in hands that lie open (HS-48)."""
    games: Annotated[tuple[tuple[GameId, HouseRules], ...], Meta(max_length=MAX_ROTATION_GAMES)] = ()

    def __post_init__(self) -> None:
        check_wild_ranks(self.wild_ranks)
        for name, allowed in ALLOWED_VALUES.items():
            value = getattr(self, name)
            if value is not None and value not in allowed:
                raise BadSetup(f"{name} cannot be {_format_value(value)}: choose {format_allowed(name)}.")
        if self.big_blind is not None and (self.small_blind or 0) > self.big_blind:
            raise BadSetup("The small_blind is not larger than the big_blind; exchange them.")
        if self.small_blind and self.effective_big_blind < MIN_BIG_BLIND:
            raise BadSetup(f"The big_blind is of {MIN_BIG_BLIND} chips or more.")
        if self.rake is Charge.TIME and not self.time_charge:
            raise BadSetup("A rake by time needs a time_charge of one chip or more for each hour.")

    def for_game(self, game: str) -> HouseRules:
        """Returns the settings that hold for a game, by its id: its own, or those of the house."""
        return next((own for name, own in self.games if name == game), self)

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


ALLOWED_VALUES: dict[str, range | tuple[int | str, ...]] = {
    "pack": tuple(LOWEST_RANK),
    "jokers": range(MAX_JOKERS + 1),
    "qualifier": (0, EIGHT_OR_BETTER),
    "suit_tiebreak": (0, 1, 2, 3),
    "suit_order": SUIT_ORDERS,
    "raise_cap": RAISE_CAPS,
    "min_buy_in_multiple": range(MIN_BUY_IN_MULTIPLE, MAX_BUY_IN_MULTIPLE + 1),
    "ante": range(MAX_CHIPS // 1000 + 1),
    "small_blind": range(MAX_CHIPS // 1000 + 1),
    "big_blind": range(MIN_BIG_BLIND, MAX_CHIPS // 1000 + 1),
    "seats": range(2, MAX_SEATS + 1),
    "seven_deuce": range(MAX_CHIPS // 1000 + 1),
    "bomb_pot": range(MAX_CHIPS // 1000 + 1),
    "bomb_pot_every": range(MAX_BOMB_POT_HANDS + 1),
    "straddles": range(MAX_STRADDLES + 1),
    "runs": range(1, MAX_RUNS + 1),
    "rake_percent": range(1, MAX_RAKE_PERCENT + 1),
    "rake_cap": range(1, MAX_CHIPS // 1000 + 1),
    "time_charge": range(MAX_CHIPS // 1000 + 1),
}
"""The values that a setting may have, where its type does not say so."""


def format_allowed(name: str) -> str:
    """Returns the values that a setting in `ALLOWED_VALUES` may have, in the words of a sentence."""
    allowed = ALLOWED_VALUES[name]
    if isinstance(allowed, range):
        return f"from {allowed[0]:,} to {allowed[-1]:,}"
    words = [NONE_WORD if value == 0 and name in ZERO_IS_NONE else str(value) for value in allowed]
    return f"one of {', '.join(words)}"


def _format_value(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else repr(value)
