"""Wild cards by their names: "deuces", "kings", "3 9 Kh" (WC-2, WC-3)."""

from __future__ import annotations

from railbird_shared.game.cards import PACK, Card, Rank, parse_cards
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.game.ranking_rules import WILD_SETS, in_pack_order

_NONE_WORD = "none"
_CARDS_BY_RANK_WORD = {
    name: tuple(card for card in PACK if card.rank is rank)
    for rank in Rank
    if rank is not Rank.JOKER
    for name in (rank.plural, rank.letter.lower())
}
_CARDS_BY_WORD = {word: cards for word, cards in WILD_SETS.items() if word != _NONE_WORD} | _CARDS_BY_RANK_WORD

MAX_QUOTED = 40
"""How many characters of wrong words an error message quotes."""


def parse_wild_cards(words: str) -> tuple[Card, ...]:
    """Returns the cards that "none", "deuces", "kings", "3 9 Kh" or "Kc 2d" name; raises BadSetup when they name none.

    The cards come in the order of the pack. Capitals do not matter, and commas stand for spaces.
    """
    named = words.lower().replace(",", " ").split()
    if named == [_NONE_WORD]:
        return WILD_SETS[_NONE_WORD]
    try:
        cards = in_pack_order(card for word in named for card in _CARDS_BY_WORD.get(word) or parse_cards(word))
    except ValueError:
        cards = ()
    if not cards:
        sets = ", ".join(WILD_SETS)
        raise BadSetup(f"No wild cards are called {quote(words)}: name some as in '3 9 Kh' or 'kings', or say {sets}.")
    return cards


def quote(words: str) -> str:
    """Returns what somebody wrote in quotes, cut short if it is long."""
    return repr(words if len(words) <= MAX_QUOTED else f"{words[:MAX_QUOTED]}…")
