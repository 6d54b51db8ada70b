"""The list of house settings as people choose them: in groups, each with a title, a sentence and its values in words.

What a setting makes of a game is told by `describe`; the sentences here say what is chosen at all.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import Any, NamedTuple, get_args, get_type_hints

from railbird_shared.house.describe_cards import SUIT_NAMES
from railbird_shared.house.house_rules import ALLOWED_VALUES, NONE_WORD, WILD_WORDS, ZERO_IS_NONE, HouseRules
from railbird_shared.house.toml import CLAUSES

Value = int | str | bool | None
"""A value of a setting: enumerations are texts, too."""

MAX_LISTED = 25
"""A setting with more values than this is typed."""


class SettingGroup(StrEnum):
    """The groups of settings, by their titles."""

    CARDS = "Pack and wild cards"
    WINNING = "Which hand wins"
    BETTING = "Betting"
    START = "Blinds, antes and seats"
    DEALING = "Dealing and drawing"
    SHOWDOWN = "Showdown"
    CUSTOMS = "Customs of a home game"
    CHIPS = "Buy-in and charge"


class Setting(NamedTuple):
    """One setting: its name in a file, its group and title, and a sentence that says what is chosen.

    `subjects` are the facts of `describe` that tell what it makes of a game.
    """

    name: str
    group: SettingGroup
    title: str
    sentence: str
    subjects: tuple[str, ...]

    @property
    def clause(self) -> str:
        """The clause that has the setting."""
        return CLAUSES[self.name]


_G = SettingGroup

SETTINGS = (
    Setting("pack", _G.CARDS, "Pack", "How many cards the pack has.", ("pack",)),
    Setting("jokers", _G.CARDS, "Jokers", "How many jokers are added to the pack.", ("jokers",)),
    Setting("joker_role", _G.CARDS, "A joker is", "Whether a joker is any card, or the bug.", ("jokers",)),
    Setting("wild_ranks", _G.CARDS, "Wild cards", "Which cards may stand for others.", ("wild cards", "lowest wild")),
    Setting("double_ace_flush", _G.CARDS, "Double-ace flush", "Whether a wild card repeats an ace.", ("double ace",)),
    Setting("wild_tiebreak", _G.CARDS, "Wild ties", "Which of equal hands with wild cards wins.", ("wild tie-break",)),
    Setting("lowest_wild_scope", _G.CARDS, "Lowest cards", "How many of several are wild.", ("lowest wild",)),
    Setting("played", _G.WINNING, "The pot goes to", "Whether high hands, low hands or both win.", ("division",)),
    Setting("low_scale", _G.WINNING, "Low hands rank", "By which scale low hands rank.", ("scale",)),
    Setting("a6_broadway_straight", _G.WINNING, "A-K-Q-J-T low", "Whether it is a straight there.", ("broadway",)),
    Setting("a6_aces_high_pair", _G.WINNING, "Aces high pair", "Whether they are so in ace to six.", ("aces",)),
    Setting("qualifier", _G.WINNING, "Low qualifies", "What the low half needs.", ("qualifier",)),
    Setting("flush_over_full", _G.WINNING, "Flush beats full", "Whether a flush beats a full house.", ("flush",)),
    Setting("unbeatable", _G.WINNING, "Circular order", "An order in which no hand beats all.", ("circle",)),
    Setting("suit_tiebreak", _G.WINNING, "Suits break ties", "By which method suits break ties.", ("suits",)),
    Setting("suit_order", _G.WINNING, "Order of suits", "The suits from high to low.", ("suit order",)),
    Setting("structure", _G.BETTING, "Structure", "How much may be bet.", ("structure",)),
    Setting("raise_cap", _G.BETTING, "Raises a round", "How often a round may be raised.", ("raises",)),
    Setting("straddles", _G.BETTING, "Straddles", "How many players in a row may straddle.", ("straddles",)),
    Setting("open_requirement", _G.BETTING, "To open", "What a draw game needs to be opened.", ("openers",)),
    Setting("opener_first_round2", _G.BETTING, "First after draw", "Who acts first after a draw.", ("second round",)),
    Setting("sevens_must_bet", _G.BETTING, "Sevens must bet", "Whether a seven or better has to bet.", ("sevens",)),
    Setting("small_blind", _G.START, "Small blind", "The house's small blind in chips.", ("blinds", "forced bets")),
    Setting("big_blind", _G.START, "Big blind", "The house's big blind in chips.", ("blinds",)),
    Setting("ante", _G.START, "Ante", "The house's ante in chips.", ("ante", "forced bets")),
    Setting("ante_form", _G.START, "Ante paid by", "Who posts the ante in games with blinds.", ("ante",)),
    Setting("draw_bets", _G.START, "Draw games start", "Whether antes or blinds start draw games.", ("forced bets",)),
    Setting("stud_start", _G.START, "Stud starts", "Who begins a hand of stud.", ("forced bets",)),
    Setting("first_dealer", _G.START, "First dealer", "How the first dealer is found.", ("first dealer",)),
    Setting("newcomers_wait", _G.START, "Newcomers wait", "Whether they wait or post.", ("newcomers",)),
    Setting("seats", _G.START, "Seats", "How many seats the house gives a table.", ("seats",)),
    Setting("burn", _G.DEALING, "Burn cards", "Whether a card is burned.", ("burn",)),
    Setting("discard_limit", _G.DEALING, "Draw at most", "How many cards may be drawn.", ("discards",)),
    Setting("fifth_card_last", _G.DEALING, "Fifth card last", "Whether the fifth comes last.", ("fifth card",)),
    Setting("bottom_card_held", _G.DEALING, "Bottom card held", "Whether it stays back.", ("bottom card",)),
    Setting("runs", _G.DEALING, "Run it", "How often an all-in hand may be dealt out.", ("runs",)),
    Setting("declared_hands", _G.SHOWDOWN, "Declared hands", "Whether a hand counts as declared.", ("claims",)),
    Setting("hilo_declare", _G.SHOWDOWN, "High-low", "Whether players declare high or low.", ("declaring",)),
    Setting("see_called_hands", _G.SHOWDOWN, "Ask for hands", "Whether mucked hands are shown.", ("called hands",)),
    Setting("odd_chip", _G.SHOWDOWN, "Odd chip goes", "Who gets a chip that cannot be shared.", ("odd chip",)),
    Setting("show_one_card", _G.SHOWDOWN, "Show one card", "Whether players may show some.", ("shown cards",)),
    Setting("rabbit_hunt", _G.CUSTOMS, "Rabbit hunt", "Whether the rest may be seen.", ("rabbit",)),
    Setting("all_in_chances", _G.CUSTOMS, "All-in chances", "Whether open hands show theirs.", ("chances",)),
    Setting("chopped_blinds", _G.CUSTOMS, "Chop blinds", "Whether blinds go back.", ("chopped blinds",)),
    Setting("seven_deuce", _G.CUSTOMS, "Seven-deuce", "What each pays to who wins with 7-2.", ("bounty",)),
    Setting("bomb_pot", _G.CUSTOMS, "Bomb pot", "What each posts in a bomb pot, in chips.", ("bomb pots",)),
    Setting("bomb_pot_every", _G.CUSTOMS, "Bomb pot every", "After how many hands one comes.", ("bomb pots",)),
    Setting("min_buy_in_multiple", _G.CHIPS, "Least buy-in", "In minimum bets.", ("buy-in",)),
    Setting("rake", _G.CHIPS, "The house takes", "How the house charges the players.", ("charge",)),
    Setting("rake_percent", _G.CHIPS, "Percent of a pot", "The rake in percent.", ("charge",)),
    Setting("rake_cap", _G.CHIPS, "Rake at most", "The most of one hand, in chips.", ("charge",)),
    Setting("time_charge", _G.CHIPS, "Charge an hour", "What each pays for an hour, in chips.", ("charge",)),
)
"""Every setting, group by group."""

SETTING_BY_NAME = {setting.name: setting for setting in SETTINGS}

_AS_THE_GAME = "as the game has it"
_WORDS: dict[tuple[str, Value], str] = {
    ("pack", 52): "52 cards",
    ("pack", 40): "40 cards, from the five",
    ("pack", 36): "36 cards, from the six",
    ("pack", 32): "32 cards, from the seven",
    ("pack", 20): "20 cards, from the ten",
    ("joker_role", "wild"): "any card",
    ("joker_role", "bug"): "the bug: an ace or a filler",
    ("wild_ranks", "lowest-card"): "everyone's lowest card",
    ("wild_ranks", "lowest-concealed"): "everyone's lowest hole card",
    ("wild_tiebreak", "none"): "they tie",
    ("wild_tiebreak", "natural-first"): "the natural hand",
    ("wild_tiebreak", "fewer-wild-first"): "fewer wild cards",
    ("wild_tiebreak", "more-wild-first-after-natural"): "natural, then more wild cards",
    ("lowest_wild_scope", "one_card"): "one is wild",
    ("lowest_wild_scope", "all_of_rank"): "all of the rank are wild",
    ("played", "high"): "the highest hand",
    ("played", "low"): "the lowest hand",
    ("played", "hi-lo"): "the highest and the lowest",
    ("low_scale", "a5"): "ace to five",
    ("low_scale", "27"): "deuce to seven",
    ("low_scale", "a6"): "ace to six",
    ("qualifier", 0): "with anything",
    ("qualifier", 8): "with eight or better",
    ("unbeatable", "italian"): "Italian",
    ("unbeatable", "greek"): "Greek",
    ("suit_tiebreak", 0): "never",
    ("suit_tiebreak", 1): "by the top card",
    ("suit_tiebreak", 2): "by the top card of a pair",
    ("suit_tiebreak", 3): "by the top odd card",
    ("structure", "fixed"): "fixed limit",
    ("structure", "spread"): "spread limit",
    ("structure", "pot"): "pot limit",
    ("structure", "half-pot"): "half-pot limit",
    ("structure", "no-limit"): "no limit",
    ("raise_cap", 0): "any number",
    ("open_requirement", "none"): "any hand",
    ("open_requirement", "jacks"): "a pair of jacks",
    ("open_requirement", "progressive"): "jacks, then queens, ...",
    ("opener_first_round2", "opener"): "who opened",
    ("opener_first_round2", "left-of-button"): "left of the button",
    ("ante_form", "each"): "everybody",
    ("ante_form", "big-blind"): "the big blind, for all",
    ("draw_bets", "antes"): "with antes",
    ("draw_bets", "blinds"): "with blinds",
    ("stud_start", "high-card"): "the high card opens",
    ("stud_start", "low-bring-in"): "the low card brings in",
    ("first_dealer", "high-card"): "by the highest card",
    ("first_dealer", "first-jack"): "by the first jack",
    ("discard_limit", "none"): "any number",
    ("discard_limit", "3-or-4-with-ace"): "three, four to an ace",
    ("runs", 1): "once",
    ("runs", 2): "up to twice",
    ("runs", 3): "up to three times",
    ("hilo_declare", "cards-speak"): "the cards speak",
    ("hilo_declare", "declare"): "players declare",
    ("odd_chip", "position"): "left of the button",
    ("odd_chip", "suit"): "by the highest suit",
    ("rake", "none"): "nothing",
    ("rake", "time"): "chips by the hour",
    ("rake", "percent"): "a percentage of the pots",
    ("bomb_pot_every", 0): "only when called",
}
"""The words for values that are not plain by themselves."""

_NONE_AT_ZERO = frozenset({"jokers", "straddles", "seven_deuce", "bomb_pot", "time_charge", "ante"})
"""The settings whose 0 is "none", besides those that a file writes so."""

_TITLES = re.compile(rf"\b({'|'.join(sorted((each.name for each in SETTINGS if '_' in each.name), reverse=True))})\b")


def listed_values(name: str) -> tuple[Value, ...]:
    """Returns the values to choose a setting from, the one that leaves it to the game first; () if it is typed."""
    kinds = get_args(_TYPES[name]) or (_TYPES[name],)
    optional: tuple[Value, ...] = (None,) if type(None) in kinds else ()
    if bool in kinds:
        return (*optional, False, True)
    for kind in kinds:
        if issubclass(kind, StrEnum):
            return (*optional, *(str(each.value) for each in kind))
    if name == "wild_ranks":
        return WILD_WORDS
    allowed = ALLOWED_VALUES[name]
    return (*optional, *allowed) if len(allowed) <= MAX_LISTED else ()


def is_typed(name: str) -> bool:
    """Whether a value of a setting may be typed: amounts, and wild cards by their ranks."""
    return name == "wild_ranks" or not listed_values(name)


def record_value(name: str, value: Value) -> Any:
    """Returns a value as the record of house rules holds it: a member of its enumeration, if the setting has one."""
    kinds = get_args(_TYPES[name]) or (_TYPES[name],)
    for kind in kinds:
        if issubclass(kind, StrEnum) and value is not None:
            return kind(value)
    return value


def plain_value(value: Any) -> Value:
    """Returns a value of the record as a plain one: the text of an enumeration's member."""
    plain: Value = str(value.value) if isinstance(value, StrEnum) else value
    return plain


def value_words(name: str, value: Value) -> str:
    """Returns a value of a setting in words."""
    if value is None:
        return _AS_THE_GAME
    plain = plain_value(value)
    if isinstance(plain, bool):
        return "yes" if plain else "no"
    if (name, plain) in _WORDS:
        return _WORDS[name, plain]
    if name == "suit_order":
        return ", ".join(SUIT_NAMES[letter] for letter in str(plain))
    if plain == 0 and (name in ZERO_IS_NONE or name in _NONE_AT_ZERO):
        return NONE_WORD
    if isinstance(plain, int):
        unit = " hands" if name == "bomb_pot_every" and plain > 1 else " minimum bets" if "multiple" in name else ""
        return f"{plain:,}{' %' if name == 'rake_percent' else unit}"
    return str(plain).replace("-", " ")


def parse_value(name: str, typed: str) -> Value:
    """Returns the value that somebody has typed for a setting, the game's own for nothing; raises ValueError."""
    text = typed.strip()
    if name == "wild_ranks":
        return text.lower() or NONE_WORD
    default: Value = getattr(HouseRules(), name)
    if not text:
        return default
    digits = text.replace(",", "").replace(" ", "")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > MAX_LISTED:
        raise ValueError(f"Write {SETTING_BY_NAME[name].title} as a number of chips.")
    return int(digits)


def with_titles(sentence: str) -> str:
    """Returns a sentence with the titles of the settings that it names."""
    return _TITLES.sub(lambda found: f'"{SETTING_BY_NAME[found[1]].title}"', sentence)


_TYPES = get_type_hints(HouseRules)
