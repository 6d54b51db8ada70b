"""The pages about the game of a table: what is paid and dealt and which hands win, and which hand beats which.

Everything is made from the records that the table announces, so that it is true of any game and any house: of short
packs, wild cards and whatever a house has changed. Between two hands it is the game of the next one (VT-DC-6).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from msgspec import Struct

from railbird_client.drawing.card_art import split_by_face
from railbird_client.drawing.text_roles import (
    Line,
    Span,
    TextRole,
    capitalize,
    join_words,
    page_writer,
    suit_role,
    text_lines,
)
from railbird_client.drawing.text_width import wrap
from railbird_client.table.table_words import named_game
from railbird_client.table.turn.hints import NO_HINTS, Hints
from railbird_shared.game import facts
from railbird_shared.game.cards import HAND_SIZE, JOKER, Card, Rank, Suit
from railbird_shared.game.catalogue import GAMES
from railbird_shared.game.game_rules import (
    CircularOrder,
    GameRules,
    HandRanking,
    JokerRole,
    LowestWild,
    Order,
    Selection,
)
from railbird_shared.game.ranking import Category, HandValue, Scale, TwoFromHand, scale_of
from railbird_shared.game.ranking.hand_order import BADUGI_SIZE
from railbird_shared.game.ranking_rules import SUIT_ORDER_NAMES, RankingRules
from railbird_shared.game.rotation import Rotation, rotation_name
from railbird_shared.history.narration import format_card
from railbird_shared.protocol.view import TableView

_DESCRIPTIONS = {game.id: game.description for game in GAMES}

_GAME_SECTIONS = {
    "Forced bets and betting": ("ante", "blinds", "big_blind_ante", "button_blind", "bring_in", "bet_sizes"),
    "The deal": ("cards", "rounds", "draws", "discard_limit", "discard"),
    "Which hand wins": (
        *("card_use", "played", "low_scale", "best_low", "qualifier", "no_low", "hilo_declare", "declared_hands"),
        *("jokers", "wild_ranks", "lowest_wild"),
    ),
}
_SPOKEN = GameRules(high=HandRanking(), low=HandRanking(order=Order.ACE_TO_FIVE))
_USUAL_FACTS = facts.USUAL_RANKING.union(facts.showdown_facts(_SPOKEN))
"""Facts that nobody has to be told: nothing is wild, and the cards speak."""


@page_writer
def game_page(width: int, view: TableView) -> Iterator[Line]:
    """Writes about the game that is played, or comes next, with the rules of the house."""
    yield (Span(view.game.full_title, TextRole.TITLE),)
    for heading, sentences in _sections(view):
        if heading:
            yield from ((), (Span(heading, TextRole.TITLE),))
        yield from text_lines(width, *sentences, indent=2)


def _sections(view: TableView) -> Iterator[tuple[str, tuple[str, ...]]]:
    game, rules = view.game, view.rules
    if description := _DESCRIPTIONS.get(game.id):
        yield "", (f"{capitalize(description)}.",)
    told = [*facts.stakes_facts(game), *facts.deal_facts(game, rules), *facts.card_use_facts(game, rules)]
    told += [*facts.winner_facts(rules), *facts.showdown_facts(rules)]
    if ranking := rules.high or rules.low:
        told += facts.pack_facts(ranking)
    for heading, subjects in _GAME_SECTIONS.items():
        yield heading, tuple(each.sentence for each in facts.chosen(told, subjects, _USUAL_FACTS))
    if view.house:
        yield "How this house plays", view.house
    if view.rotation is not None:
        yield rotation_name(view.rotation), _rotation_sentences(view.rotation)


def _rotation_sentences(rotation: Rotation) -> tuple[str, ...]:
    games = join_words([named_game(chosen) for chosen in rotation.games])
    hands = "one hand" if rotation.hands == 1 else f"{rotation.hands:,} hands"
    length = hands if rotation.hands else "an orbit of the button"
    if rotation.dealers_choice:
        return (f"The player who gets the button names one of these for {length}: {games}.",)
    return (f"These are played in turn, each for {length}: {games}.",)


# --- which hand beats which -------------------------------------------------------------------------------------------

_NAME_WIDTH = 16
_CARDS_WIDTH = 16
_FEWEST_WORDS = 12
"""A line with less room for words leaves them out."""

# Each kind in words, and where the ranks of an example stand in the pack, from the highest down.
_KINDS: dict[Category, tuple[str, tuple[int, ...]]] = {
    Category.FIVE_OF_A_KIND: ("five of one rank", ()),
    Category.STRAIGHT_FLUSH: ("five in a row of one suit", (1, 2, 3, 4, 5)),
    Category.FOUR_OF_A_KIND: ("four of one rank", (2, 2, 2, 2, 0)),
    Category.FULL_HOUSE: ("three of a rank, two of another", (1, 1, 1, 4, 4)),
    Category.FLUSH: ("five of one suit", (0, 2, 3, 5, 6)),
    Category.STRAIGHT: ("five in a row", (3, 4, 5, 6, 7)),
    Category.THREE_OF_A_KIND: ("three of one rank", (2, 2, 2, 0, 4)),
    Category.TWO_PAIR: ("two of a rank, twice", (1, 1, 4, 4, 0)),
    Category.ONE_PAIR: ("two of one rank", (0, 0, 2, 3, 4)),
    Category.HIGH_CARD: ("none of these", (0, 1, 2, 3, 5)),
}
_SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)


class RankingRow(Struct, frozen=True):
    """A kind of hand on the card: its name, an example and what it is in words; `own` marks the viewer's own.

    `held` are the cards of the viewer's own hand, and `dimmed` those of the hand that do not count, or spoil it.
    `number` is its place from the best, 0 where it has none, and `odds` how often it comes. In a comparison the card at
    the place `decides` does so.
    """

    name: str
    cards: tuple[Card, ...]
    words: str
    own: bool = False
    held: tuple[Card, ...] = ()
    dimmed: frozenset[Card] = frozenset()
    number: int = 0
    odds: str = ""
    decides: int | None = None

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards that a picture of the row shows: those of the viewer's own hand before the example."""
        return self.held or self.cards


class RankingTable(Struct, frozen=True):
    """The ranking of one side of the pot, the best hand first, with notes in sentences.

    `comparison` shows the card that decides between two hands of one kind, and `own` is the viewer's hand in words.
    """

    title: str
    rows: tuple[RankingRow, ...]
    notes: tuple[str, ...] = ()
    comparison: RankingRow | None = None
    own: str = ""
    order: Order = Order.HIGH


@page_writer
def ranking_page(width: int, view: TableView, hints: Hints = NO_HINTS) -> Iterator[Line]:
    """Writes which hand beats which; the kind of the viewer's own hand is marked, and `hints` follow."""
    for place, table in enumerate(ranking_tables(view)):
        if place:
            yield ()
        yield (Span(table.title, TextRole.TITLE),)
        yield from (_row_line(row, width) for row in table.rows)
        yield from text_lines(width, *table.notes, role=TextRole.DIM, indent=2)
    if hints:
        yield from ((), (Span("Your hand now", TextRole.TITLE),), *text_lines(width, *hints.lines, indent=2))


def ranking_tables(view: TableView) -> tuple[RankingTable, ...]:
    """Returns the ranking of each side of the pot in the game of a table, high before low."""
    sides = [side for side in (view.rules.high, view.rules.low) if side is not None]
    scales = [scale_of(RankingRules.from_data(side)) for side in sides]
    odds = _ODDS_OF_SEVEN if _makes_five_of_seven(view, scales[0]) else {}
    return tuple(_table(scale, _own_hand(view, scale), odds, divided=len(sides) > 1) for scale in scales)


def _makes_five_of_seven(view: TableView, scale: Scale) -> bool:
    """Whether any five of seven cards of a plain pack make the high hand."""
    rules, cards = scale.rules, view.game.cards + view.game.board
    wild = rules.jokers or rules.wild_cards or rules.lowest_wild is not LowestWild.NONE
    chosen_freely = view.rules.selection is not Selection.TWO_FROM_HAND
    whole = rules.order is Order.HIGH and len(scale.hand_order.ranks) == len(Rank) - 1 and rules.packs == 1
    return cards == _SEVEN and chosen_freely and whole and not wild and not view.game.draws


def _own_hand(view: TableView, scale: Scale) -> HandValue | None:
    """Returns the viewer's hand on a side, None while they have none or too few cards for one."""
    own, size = view.own_seat, BADUGI_SIZE if scale.hand_order.suits_differ else HAND_SIZE
    if own is None or not view.playing or not own.live or len(view.you.cards) + len(view.board) < size:
        return None
    hidden, _ = split_by_face(view.you.cards, own.cards)
    among = hidden if scale.rules.lowest_wild is LowestWild.CONCEALED else (*view.you.cards, *view.held_board)
    try:
        if view.rules.selection is Selection.TWO_FROM_HAND:
            value = TwoFromHand(scale, view.board).value(view.you.cards)
        else:
            value = scale.value([*view.you.cards, *view.board], among)
    except ValueError:
        return None  # a server sent cards that its game does not have
    return value if value.qualifies else None


def own_lowest_wild(view: TableView) -> tuple[Card, ...]:
    """Returns the viewer's lowest cards, once their hand has five cards, where these are wild (WC-26, WC-27)."""
    side = view.rules.high or view.rules.low
    if side is None or side.lowest_wild is LowestWild.NONE:
        return ()
    value = _own_hand(view, scale_of(RankingRules.from_data(side)))
    return () if value is None else value.lowest_wild


def _table(scale: Scale, own: HandValue | None, odds: dict[Category, int], *, divided: bool) -> RankingTable:
    order, notes, comparison = scale.rules.order, iter(_BADUGI_NOTES), None
    if order is Order.HIGH:
        title = "High: the best hand first" if divided else "The best hand first"
        rows, notes, comparison = _high_rows(scale, own, odds), _high_notes(scale), _high_comparison(scale, own)
    elif order is Order.BADUGI:
        title, rows = "Badugi: the best hand first", _badugi_rows(scale, own)
    else:
        title = "Low: the best hand first" if divided else "The lowest hand wins; the best first"
        rows, notes, comparison = _low_rows(scale, own), _low_notes(scale, divided=divided), _low_comparison(scale, own)
    return RankingTable(title, tuple(rows), tuple(notes), comparison, own.words if own else "", order)


# --- high hands ------------------------------------------------------------------------------------------------------


_SEVEN = 7
_ODDS_OF_SEVEN = {
    Category.STRAIGHT_FLUSH: 41_584,
    Category.FOUR_OF_A_KIND: 224_848,
    Category.FULL_HOUSE: 3_473_184,
    Category.FLUSH: 4_047_644,
    Category.STRAIGHT: 6_180_020,
    Category.THREE_OF_A_KIND: 6_461_620,
    Category.TWO_PAIR: 31_433_400,
    Category.ONE_PAIR: 58_627_800,
    Category.HIGH_CARD: 23_294_460,
}
"""How many of all sets of seven cards have each kind as their best hand."""
_ALL_OF_SEVEN = sum(_ODDS_OF_SEVEN.values())
_MAKING = {
    Category.HIGH_CARD: 1,
    Category.ONE_PAIR: 2,
    Category.TWO_PAIR: 4,
    Category.THREE_OF_A_KIND: 3,
    Category.FOUR_OF_A_KIND: 4,
}
"""How many cards make a kind of hand, the others being kickers; of all other kinds five do."""


def _high_rows(scale: Scale, own: HandValue | None, odds: dict[Category, int]) -> Iterator[RankingRow]:
    for number, (kind, cards) in enumerate(_examples(scale), start=1):
        held = own.cards if own is not None and own.category is kind else ()
        dimmed = frozenset((held or cards)[_MAKING.get(kind, HAND_SIZE) :])
        one_in = _odds_text(_ALL_OF_SEVEN / odds[kind]) if kind in odds else ""
        yield RankingRow(capitalize(kind.word), cards, _KINDS[kind][0], bool(held), held, dimmed, number, one_in)


def _examples(scale: Scale) -> Iterator[tuple[Category, tuple[Card, ...]]]:
    """Yields the kinds of hand that the pack can make, the best first, each with an example."""
    for kind in scale.hand_order.categories:
        if (cards := example_of(scale, kind)) is not None:
            yield kind, cards


def _odds_text(one_in: float) -> str:
    return f"1 in {one_in:.1f}" if one_in < 10 else f"1 in {one_in:,.0f}"


def _high_comparison(scale: Scale, own: HandValue | None) -> RankingRow | None:
    """Returns a pair like the viewer's own, or like that of the card, that loses by its first kicker."""
    place = _MAKING[Category.ONE_PAIR]
    mine = own is not None and own.category is Category.ONE_PAIR and len(own.cards) > place
    pair = own.cards if own is not None and mine else example_of(scale, Category.ONE_PAIR)
    if pair is None or any(card.is_joker for card in pair):
        return None
    ranks = [Rank(rank) for rank in scale.hand_order.ranks if Rank(rank) is not pair[0].rank]
    kickers: list[Card] = []
    for old in (None, *pair[place + 1 :]):
        least = ranks.index(kickers[-1].rank if kickers else pair[place].rank) + 1
        if old is not None and old.rank in ranks[least:]:
            kickers.append(old)
        elif least < len(ranks):
            kickers.append(_card(ranks[least], Suit.DIAMONDS))
    held = {card.suit for card in pair[:place]}
    cards = (*(_card(pair[0].rank, suit) for suit in _SUITS if suit not in held), *kickers)
    if len(cards) < HAND_SIZE or scale.value(cards).category is not Category.ONE_PAIR:
        return None
    better, worse = pair[place].rank, kickers[0].rank
    article = "an" if better in (Rank.ACE, Rank.EIGHT) else "a"
    words = f"{'your' if mine else article} {better.word} beats this {worse.word}"
    return RankingRow("Two alike?", cards, words, dimmed=frozenset(cards) - {cards[place]}, decides=place)


def example_of(scale: Scale, kind: Category) -> tuple[Card, ...] | None:
    """Returns five cards of the pack that make a kind of high hand, None if no five cards do."""
    order = scale.hand_order
    if kind is Category.FIVE_OF_A_KIND:
        return _five_of_a_kind(scale)
    in_a_row = kind in (Category.STRAIGHT, Category.STRAIGHT_FLUSH)
    one_suit = kind in (Category.FLUSH, Category.STRAIGHT_FLUSH)
    if (in_a_row and not order.straights) or (one_suit and not order.flushes):
        return None
    has_few_ranks = len(order.ranks) < 8 and (in_a_row or kind is Category.HIGH_CARD)
    places = range(HAND_SIZE) if has_few_ranks else _KINDS[kind][1]
    return _cards([Rank(order.ranks[place]) for place in places], one_suit=one_suit)


def _cards(ranks: Sequence[Rank], *, one_suit: bool) -> tuple[Card, ...]:
    """Returns a card of each rank, of one suit or of as many as it takes that no flush is among them."""
    taken: dict[Rank, int] = {}
    cards: list[Card] = []
    for place, rank in enumerate(ranks):
        number = taken.get(rank, 0)
        taken[rank] = number + 1
        suit = Suit.SPADES if one_suit else _SUITS[(number + place // 2) % 4 if ranks.count(rank) == 1 else number]
        cards.append(_card(rank, suit))
    return tuple(cards)


def _card(rank: Rank, suit: Suit) -> Card:
    return Card(rank.letter + suit.letter)


def _five_of_a_kind(scale: Scale) -> tuple[Card, ...] | None:
    rules = scale.rules
    four = tuple(_card(Rank.ACE, suit) for suit in _SUITS)
    if rules.jokers:
        return (*four, JOKER)
    if wild := [card for card in rules.wild_cards if card.rank is not Rank.ACE]:
        return (*four, wild[-1])
    if rules.lowest_wild is not LowestWild.NONE:
        return (*four, _card(Rank(scale.hand_order.ranks[-1]), Suit.SPADES))
    return (*four, four[0]) if rules.packs > 1 else None


def _high_notes(scale: Scale) -> Iterator[str]:
    rules, lowest = scale.rules, Rank(scale.hand_order.ranks[-1])
    yield "Of two hands of one kind the higher cards win: first those that make it, then the rest."
    if scale.hand_order.straights and len(scale.hand_order.ranks) > HAND_SIZE:
        run = [Rank.ACE, *(Rank(rank) for rank in range(lowest, lowest + HAND_SIZE - 1))]
        yield f"The lowest straight is {'-'.join(rank.letter for rank in run)}."
    if rules.unbeatable is CircularOrder.ITALIAN:
        yield "No hand is unbeatable: the lowest straight flush beats the highest, which beats all others."
    if rules.unbeatable is CircularOrder.GREEK:
        yield f"The royal flush of hearts beats all but four {lowest.plural}."
    yield from _wild_notes(rules)
    if rules.suit_tiebreak:
        yield f"Where ranks are equal suits decide: {SUIT_ORDER_NAMES[rules.suit_order]}."


def _wild_notes(rules: HandRanking) -> Iterator[str]:
    if rules.jokers and rules.joker_role is JokerRole.BUG:
        yield "The bug is an ace, or fills a straight or a flush."
    elif rules.jokers or rules.wild_cards or rules.lowest_wild is not LowestWild.NONE:
        yield "A wild card stands for any card that you like."


# --- low hands -------------------------------------------------------------------------------------------------------


def _low_rows(scale: Scale, own: HandValue | None) -> Iterator[RankingRow]:
    order, qualifier = scale.hand_order, scale.rules.qualifier
    lows = [_low_cards(bits) for bits in order.straightless]
    allowed = [cards for cards in lows if not qualifier or order.number(cards[0].rank) <= qualifier]
    for number, name in enumerate(("The best", "Second", "Third", "Fourth")[: len(allowed)]):
        cards = allowed[number]
        yield RankingRow(name, cards, scale.value(cards).words, number=number + 1)
    yield RankingRow("The last", allowed[-1], "the highest that counts" if qualifier else "the highest without a pair")
    for kind, example in () if qualifier else _examples(scale):
        if kind not in (Category.HIGH_CARD, Category.FIVE_OF_A_KIND):
            held = own.cards if own is not None and own.category is kind else ()
            spoiling = frozenset((held or example)[: _MAKING.get(kind, HAND_SIZE)])
            yield RankingRow(capitalize(kind.word), example, "counts against you", bool(held), held, spoiling)
    if own is not None and own.category is Category.HIGH_CARD:
        yield RankingRow("Yours", own.cards, own.words, own=True)


def _low_comparison(scale: Scale, own: HandValue | None) -> RankingRow | None:
    """Returns a hand like the viewer's own low that loses by its second card; None without one."""
    if own is None or own.category is not Category.HIGH_CARD or any(card.is_joker for card in own.cards):
        return None
    number = scale.hand_order.number
    first, second = (card.rank for card in own.cards[:2])
    higher = [rank for rank in Rank if rank is not Rank.JOKER and number(second) < number(rank) < number(first)]
    if not higher:
        return None
    worse = min(higher, key=number)
    ranks = (first, worse, *(card.rank for card in own.cards[2:]))
    cards = tuple(_card(rank, _SUITS[(place + 2) % 4]) for place, rank in enumerate(ranks))
    if scale.value(cards).category is not Category.HIGH_CARD:
        return None
    words = f"the {first.plural} tie; your {second.word} beats this {worse.word}"
    return RankingRow("Compare", cards, words, decides=1)


@cache
def _low_cards(bits: int) -> tuple[Card, ...]:
    """Returns the cards of a set of numbers, the highest first, of several suits."""
    numbers = [number for number in range(bits.bit_length() - 1, 0, -1) if bits >> number & 1]
    ranks = [Rank.ACE if number == 1 else Rank(number) for number in numbers]
    return tuple(_card(rank, _SUITS[place % 4]) for place, rank in enumerate(ranks))


def _low_notes(scale: Scale, *, divided: bool) -> Iterator[str]:
    rules, order = scale.rules, scale.hand_order
    yield "Compare the highest cards first: the lower one wins, then the next."
    aces = "high" if rules.order is Order.DEUCE_TO_SEVEN else "low"
    counts = "count against you" if order.straights or order.flushes else "do not count"
    yield f"Aces are {aces}; straights and flushes {counts}."
    if rules.qualifier:
        yield f"A low needs five different ranks, none above {rules.qualifier}; without one the high takes all."
    if not divided:
        yield from _wild_notes(rules)


# --- badugi ----------------------------------------------------------------------------------------------------------


_BADUGI_NOTES = (
    "Cards of one rank or one suit do not count twice: only one of them plays.",
    "More cards beat fewer. Then compare the highest cards first: the lower one wins. Aces are low.",
)


def _badugi_rows(scale: Scale, own: HandValue | None) -> Iterator[RankingRow]:
    ranks = [Rank.ACE if number == 1 else Rank(number) for number in scale.hand_order.numbers_ascending]
    last = [_card(rank, _SUITS[place]) for place, rank in enumerate(reversed(ranks[-BADUGI_SIZE:]))]
    lowest = [_card(rank, _SUITS[place]) for place, rank in enumerate(ranks[:BADUGI_SIZE])]
    yield RankingRow("Badugi", tuple(reversed(lowest)), "four suits, four ranks", number=1)
    yield RankingRow("The last badugi", tuple(last), "beats any three cards")
    twice = _card(lowest[2].rank, _SUITS[3])
    yield _badugi_row("Three cards", "a rank twice: one plays", lowest[2::-1], twice)
    same = _card(ranks[8], lowest[2].suit)
    yield _badugi_row("Three cards", "a suit twice: one is out", [_card(ranks[3], same.suit), *lowest[1::-1]], same)
    yield _badugi_row(
        "Two cards", "two suits, two ranks", lowest[1::-1], _card(ranks[1], _SUITS[0]), _card(ranks[-1], _SUITS[1])
    )
    rest = [_card(rank, _SUITS[0]) for rank in (ranks[4], ranks[8], ranks[-2])]
    yield _badugi_row("One card", "one suit: lowest plays", lowest[:1], *rest)
    if own is not None:
        cards = (*own.cards, *(card for card in own.dealt_cards if card not in own.cards))
        yield RankingRow("Yours", cards, own.words, own=True, dimmed=frozenset(cards[len(own.ranks) :]))


def _badugi_row(name: str, words: str, playing: Sequence[Card], *rest: Card) -> RankingRow:
    return RankingRow(name, (*playing, *rest), words, dimmed=frozenset(rest))


# --- drawing ---------------------------------------------------------------------------------------------------------


def _row_line(row: RankingRow, width: int) -> Line:
    role = TextRole.WIN if row.own else TextRole.STRONG
    cards = [Span("X" if card.is_joker else format_card(card), suit_role(card.suit)) for card in row.cards]
    spans = [Span("▶ " if row.own else "  ", TextRole.WIN), Span(f"{row.name:<{_NAME_WIDTH}}", role)]
    spans += [each for card in cards for each in (card, Span(" "))]
    spans.append(Span(" " * (_CARDS_WIDTH - sum(len(card.text) + 1 for card in cards))))
    room = width - 2 - _NAME_WIDTH - _CARDS_WIDTH
    words = f"{row.words} (yours)" if row.own and row.name != "Yours" else row.words
    if room < _FEWEST_WORDS:
        return tuple(spans)
    return (*spans, Span(wrap(words, room)[0], TextRole.WIN if row.own else TextRole.DIM))
