"""The hands that beat the viewer's now and the unseen cards that improve it, from the viewer's own sight alone.

Exact counts, made fast by counting cards that make the same hands together: a suit matters only where the board has
three of it. Where a count would still take too long it is left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from itertools import combinations, combinations_with_replacement
from math import comb, prod
from typing import NamedTuple

from msgspec import Struct

from railbird_client.drawing.card_art import split_by_face
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import HAND_SIZE, PACK, Card, Rank, Suit
from railbird_shared.game.game_rules import GameRules, LowestWild, Selection
from railbird_shared.game.ranking.hand_order import BADUGI_SIZE, NO_HAND, Category, decode_level
from railbird_shared.game.ranking.scale import HandEvaluator, Scale, Strengths, evaluator_of, upcard_scale
from railbird_shared.protocol.events import Side
from railbird_shared.protocol.view import TableView

_MIN_BOARD = 3
_FROM_HAND = 2
_GOOD_LOW = 8
MAX_TRIED = 600
"""How many hands are tried for one answer at most."""

_MAX_LOOKED_UP = 3500  # the same where a hand is worth what its ranks and a flush make of it: that is looked up


class Known(Struct, frozen=True):
    """A hand as the viewer sees it: the rules, their cards by how they lie, the board and all other cards in sight.

    `to_come` is how many more cards the viewer's hand or the board gets, and `rivals` the upcards of each live rival.
    """

    rules: GameRules
    family: Family
    concealed: tuple[Card, ...]
    upcards: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    seen: tuple[Card, ...] = ()
    to_come: int = 0
    rivals: tuple[tuple[str, tuple[Card, ...]], ...] = ()

    @property
    def cards(self) -> tuple[Card, ...]:
        """The viewer's own cards."""
        return (*self.concealed, *self.upcards)


def known_cards(view: TableView, discards: Sequence[Card] = ()) -> Known | None:
    """Returns what the viewer knows of the hand that they are in, None without one.

    In a game with a board it is the hand without the cards that they have chosen to throw away, if any are left.
    """
    own = view.own_seat
    if own is None or not view.playing or not own.live or not view.you.cards:
        return None
    down, up = split_by_face(view.you.cards, own.cards)
    others = [seat for seat in view.occupied if seat.seat != own.seat]
    in_sight = tuple(card for seat in others for card in seat.cards if card is not None)
    live = [seat for seat in others if seat.live and any(seat.cards)]
    rivals = tuple((seat.name, tuple(card for card in seat.cards if card is not None)) for seat in live)
    match view.game.family:
        case Family.BOARD:
            to_come = max(0, view.game.board - len(view.board))
            if kept := tuple(card for card in down if card not in discards):
                down, in_sight = kept, (*in_sight, *discards)
        case Family.STUD:
            to_come = max(0, view.game.cards - len(view.you.cards) - len(view.board))
        case Family.DRAW:
            to_come = 0
    return Known(view.rules, view.game.family, down, up, view.board, in_sight, to_come, rivals)


class Beaten(Struct, frozen=True):
    """The hands that beat the viewer on one side, the weakest first.

    `kinds` are those above the viewer's own kind, which is `own`, None without a hand that can win the side; `alike`
    says that a better hand of their own kind beats them, too. `percent` is the share of all hands that they may meet.
    """

    side: Side
    kinds: tuple[Category, ...]
    alike: bool
    percent: float
    own: Category | None


class OutGroup(Struct, frozen=True):
    """How many unseen cards make one kind of hand on one side."""

    side: Side
    kind: Category
    top: int
    count: int


class Outs(Struct, frozen=True):
    """The unseen cards that improve the viewer's hand with the next card, by what they make, the best first.

    `count` of `unseen` cards help; `to_come` cards are still dealt.
    """

    groups: tuple[OutGroup, ...]
    count: int
    unseen: int
    to_come: int

    @property
    def percent(self) -> float:
        """How often the next card helps."""
        return 100 * self.count / self.unseen

    @property
    def percent_in_all(self) -> float:
        """How often at least one of the cards to come helps."""
        misses = comb(self.unseen - self.count, self.to_come) / comb(self.unseen, self.to_come)
        return 100 * (1 - misses)


def sides_of(rules: GameRules) -> tuple[Side, ...]:
    """Returns the sides that a pot is divided into."""
    return (Side.HIGH, Side.LOW) if rules.high is not None and rules.low is not None else (Side.WHOLE,)


def _unseen(known: Known, evaluator: HandEvaluator) -> list[Card]:
    left = Counter(evaluator.pack)
    left.subtract((*known.cards, *known.board, *known.seen))
    return [card for card, copies in left.items() for _ in range(copies)]


def _level(scale: Scale, kind: Category) -> int:
    """Returns a number that compares as the kinds of hand do, the better one the greater on every scale."""
    return decode_level(scale.hand_order.encode(kind, ()))


@lru_cache(maxsize=32)
def find_beaten(known: Known) -> tuple[Beaten, ...]:
    """Returns what beats the viewer on each side, counted over all hands of as many unseen cards as the viewer holds.

    Empty before the flop, in games without a board, where hands go round in a circle, and where it would take too long.
    """
    evaluator = evaluator_of(known.rules)
    if evaluator is None or known.family is not Family.BOARD or len(known.board) < _MIN_BOARD:
        return ()
    if any(scale.circular for scale in evaluator.scales):
        return ()
    size = len(known.cards)
    by_twos = evaluator.two_from_hand and size > _FROM_HAND
    if by_twos and evaluator.scales[0].rules.lowest_wild is not LowestWild.NONE:
        return ()  # any two of a hand do not say what they are worth in it
    playing = _FROM_HAND if by_twos else size
    unseen = _unseen(known, evaluator)
    suits = _flush_suits(known.board, HAND_SIZE - playing, evaluator)
    kinds = _kinds(unseen, suits, evaluator.scales[0])
    if comb(len(kinds) + playing - 1, playing) > (MAX_TRIED if suits is None else _MAX_LOOKED_UP):
        return ()
    evaluate = evaluator.final_evaluator(known.board)
    mine = evaluate(known.concealed, known.upcards)
    hands = [(evaluate(hand.cards), hand) for hand in _hands_of(kinds, playing)]
    total = comb(len(unseen), size)
    found: list[Beaten] = []
    for place, (side, scale) in enumerate(zip(sides_of(known.rules), evaluator.scales, strict=True)):
        better = {hand: strengths[place] for strengths, hand in hands if strengths[place] > mine[place]}
        count = _count_with_any(better, kinds, size) if by_twos else sum(hand.ways for hand in better)
        found.append(_beaten_on(side, scale, mine[place], better.values(), 100 * count / total))
    return tuple(found)


def _beaten_on(side: Side, scale: Scale, mine: int, better: Iterable[int], percent: float) -> Beaten:
    own_kind = scale.decode(mine)[0] if mine != NO_HAND else None
    kinds = {scale.decode(strength)[0] for strength in better}
    above = tuple(sorted(kinds - {own_kind}, key=lambda kind: _level(scale, kind)))
    return Beaten(side, above, own_kind in kinds, percent, own_kind)


class _LikeHands(NamedTuple):
    """Hands that are worth the same: the kinds of their cards by number, one of them, and in how many ways it comes."""

    kinds: tuple[int, ...]
    cards: tuple[Card, ...]
    ways: int


def _hands_of(kinds: Sequence[Sequence[Card]], size: int) -> Iterator[_LikeHands]:
    """Returns every hand of `size` cards, those of the same kinds of cards once."""
    for chosen in combinations_with_replacement(range(len(kinds)), size):
        taken = [(kinds[kind], chosen.count(kind)) for kind in dict.fromkeys(chosen)]
        ways = prod([comb(len(like), copies) for like, copies in taken])
        if ways:
            yield _LikeHands(chosen, tuple([card for like, copies in taken for card in like[:copies]]), ways)


def _count_with_any(pairs: Iterable[_LikeHands], kinds: Sequence[Sequence[Card]], size: int) -> int:
    """Returns how many hands of `size` cards hold any of these pairs.

    Those that hold none are counted by the kinds of their cards. Take the kind that is in most of the pairs: a hand has
    no card of it, or has some and no card of any kind that makes one of the pairs with it.
    """
    partners = [0] * len(kinds)
    for one, other in (pair.kinds for pair in pairs):
        partners[one] |= 1 << other
        partners[other] |= 1 << one
    sizes = tuple(map(len, kinds))

    def draws_of(kind: int) -> Sequence[int]:
        """In how many ways a hand has no card of a kind, one, two and so on."""
        most = 1 if partners[kind] >> kind & 1 else size
        return [comb(sizes[kind], count) for count in range(most + 1)]

    def multiplied(ways: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
        return tuple(
            sum(ways[count - more] * other for more, other in enumerate(others) if more <= count)
            for count in range(size + 1)
        )

    @cache
    def ways_without(left: int) -> tuple[int, ...]:
        """In how many ways a hand has no card, one, two and so on, of the kinds that are left and with no pair."""
        found = [kind for kind in range(len(sizes)) if left >> kind & 1]
        joined = {kind: partners[kind] & left & ~(1 << kind) for kind in found}
        most = max(found, key=lambda kind: joined[kind].bit_count(), default=0)
        if not joined.get(most):
            return reduce(multiplied, map(draws_of, found), (1, *[0] * size))
        without = ways_without(left & ~(1 << most))
        rest = ways_without(left & ~(1 << most) & ~joined[most])
        return tuple(map(sum, zip(without, multiplied(rest, (0, *draws_of(most)[1:])), strict=True)))

    return comb(sum(sizes), size) - ways_without((1 << len(sizes)) - 1)[size]


def _kinds(unseen: Sequence[Card], suits: frozenset[Suit] | None, scale: Scale) -> list[list[Card]]:
    """Returns the unseen cards in groups that make the same hands; `suits` are those that a flush can be of."""
    natural = _natural_cards(scale)
    kinds: dict[tuple[Rank, Suit], list[Card]] = {}
    for card in unseen:
        matters = suits is None or card.suit in suits or card not in natural
        kinds.setdefault((card.rank, card.suit if matters else Suit.NONE), []).append(card)
    return list(kinds.values())


def _natural_cards(scale: Scale) -> frozenset[Card]:
    return frozenset(PACK) - frozenset(scale.rules.wild_cards)


def _flush_suits(cards: Sequence[Card], least: int, evaluator: HandEvaluator) -> frozenset[Suit] | None:
    """Returns the suits of which there are `least` among cards, wild ones included; None where any suit may matter."""
    for scale in evaluator.scales:
        rules = scale.rules
        if rules.lowest_wild is not LowestWild.NONE or rules.suit_tiebreak or scale.hand_order.suits_differ:
            return None
    natural = _natural_cards(evaluator.scales[0])
    counts = Counter(card.suit for card in cards if card in natural)
    wilds = len(cards) - counts.total()
    return frozenset(suit for suit in Suit if suit is not Suit.NONE and counts[suit] + wilds >= least)


@lru_cache(maxsize=32)
def find_outs(known: Known) -> Outs | None:
    """Returns the unseen cards that improve the viewer's hand if the next card is one of them, None with none to come.

    A high hand improves by getting to a better kind than everybody has by the board; a pair that lies on the board is
    everybody's and does not count. A low improves by being made, or by a lower top card.
    """
    evaluator = evaluator_of(known.rules)
    if evaluator is None or not known.to_come or known.family is Family.DRAW:
        return None
    is_board, unseen = known.family is Family.BOARD, _unseen(known, evaluator)
    is_early = len(known.board) < _MIN_BOARD if is_board else len(known.cards) + len(known.board) < 2
    if is_early or not unseen:
        return None
    groups: Counter[tuple[int, int, Category, int]] = Counter()  # sorted by side and, within it, the better first
    helping: set[Card] = set()
    before, sides = _strengths(known, evaluator), sides_of(known.rules)
    for place, scale in enumerate(evaluator.scales):
        improve = _low_improvement if scale.hand_order.low else _high_improvement
        for card, copies in Counter(unseen).items():
            after = _strengths(known, evaluator, card)[place]
            improved = None if after == NO_HAND else improve(known, scale, before[place], after, card)
            if improved is not None:
                helping.add(card)
                groups[place, *improved] += copies
    return Outs(
        tuple(OutGroup(sides[place], kind, top, count) for (place, _, kind, top), count in sorted(groups.items())),
        sum(1 for card in unseen if card in helping),
        len(unseen),
        known.to_come,
    )


def _strengths(known: Known, evaluator: HandEvaluator, card: Card | None = None) -> Strengths:
    """The strengths of the viewer's hand, with one more card where it will lie."""
    more = () if card is None else (card,)
    if known.family is Family.BOARD:
        return evaluator.final_evaluator((*known.board, *more))(known.concealed, known.upcards)
    evaluate = evaluator.final_evaluator(known.board, board_is_held=True)
    return evaluate(known.concealed, (*known.upcards, *more))


def _high_improvement(
    known: Known, scale: Scale, before: int, after: int, card: Card
) -> tuple[int, Category, int] | None:
    """A high hand improves by getting to a better kind, unless everybody gets there or the board pairs itself."""
    kind, _ = scale.decode(after)
    level = _level(scale, kind)
    if level <= _level(scale, scale.decode(before)[0]):
        return None
    if known.family is Family.BOARD:
        everybodys, _ = scale.decode(_strength_of_board(known, scale, card))
        own_ranks = {each.rank for each in known.cards}
        pairs_the_board = kind in (Category.ONE_PAIR, Category.TWO_PAIR) and card.rank not in own_ranks
        if level <= _level(scale, everybodys) or (pairs_the_board and card in _natural_cards(scale)):
            return None
    return -level, kind, 0


def _strength_of_board(known: Known, scale: Scale, card: Card) -> int:
    """Returns the strength of what everybody plays of the board with one more card: three cards in Omaha, else all."""
    board = (*known.board, card)
    if known.rules.selection is Selection.TWO_FROM_HAND:
        return max(map(scale.strength, combinations(board, HAND_SIZE - _FROM_HAND)))
    return scale.strength(board)


def _low_improvement(
    _known: Known, scale: Scale, before: int, after: int, _card: Card
) -> tuple[int, Category, int] | None:
    """A low improves by being made, by losing its pair or by a lower top card; a new one is an eight low or better."""
    size = BADUGI_SIZE if scale.hand_order.suits_differ else HAND_SIZE
    kind, ranks = scale.decode(after)
    if kind is not Category.HIGH_CARD or len(ranks) < size:
        return None
    top = scale.hand_order.number(ranks[0])
    old_kind, old_ranks = scale.decode(before)
    if before != NO_HAND and old_kind is Category.HIGH_CARD and len(old_ranks) >= size:
        return (top, kind, top) if top < scale.hand_order.number(old_ranks[0]) else None
    return (top, kind, top) if top <= _GOOD_LOW else None


def find_draw_chance(known: Known, discards: Sequence[Card]) -> float | None:
    """Returns the percentage of draws that improve a hand of draw poker, None where it cannot be counted quickly.

    A high hand improves by getting to a better kind, a low one by being lower.
    """
    kept = list(known.cards)
    for card in discards:
        if card not in kept:
            return None
        kept.remove(card)
    return _draw_chance(known, tuple(kept), len(discards)) if discards and known.family is Family.DRAW else None


@lru_cache(maxsize=32)
def _draw_chance(known: Known, kept: tuple[Card, ...], count: int) -> float | None:
    evaluator = evaluator_of(known.rules)
    if evaluator is None or evaluator.side_count != 1 or evaluator.scales[0].circular:
        return None
    [scale] = evaluator.scales
    unseen = _unseen(known, evaluator)
    kinds = _kinds(unseen, _flush_suits(kept, len(kept), evaluator), scale)
    if comb(len(kinds) + count - 1, count) > MAX_TRIED:
        return None
    evaluate = evaluator.final_evaluator()
    [before] = evaluate(known.cards)
    level = _level(scale, scale.decode(before)[0])

    def is_better(after: int) -> bool:
        return after > before if scale.hand_order.low else _level(scale, scale.decode(after)[0]) > level

    better = sum(drawn.ways for drawn in _hands_of(kinds, count) if is_better(evaluate((*kept, *drawn.cards))[0]))
    return 100 * better / comb(len(unseen), count)


@lru_cache(maxsize=32)
def find_showing(known: Known) -> tuple[str, ...]:
    """Returns the rivals whose upcards alone beat all the cards of the viewer, with what they show, the best first.

    Empty in games where the order of hands goes round in a circle or the pot is divided.
    """
    evaluator = evaluator_of(known.rules)
    if evaluator is None or evaluator.side_count != 1 or evaluator.scales[0].circular:
        return ()
    scale = upcard_scale(evaluator.scales[0])
    if scale.hand_order.low:
        return ()
    mine = scale.strength((*known.cards, *known.board)[:7])
    showing = [(scale.strength(cards), name, cards) for name, cards in known.rivals if cards]
    better = sorted((each for each in showing if each[0] > mine), reverse=True)
    return tuple(f"{name}'s {scale.value(cards).words}" for _, name, cards in better)


def prepare(rules: GameRules) -> None:
    """Values every five cards by their ranks once, so that the first hints of a game come as fast as later ones.

    It takes some tenths of a second; call it in a thread of its own.
    """
    evaluator = evaluator_of(rules)
    if evaluator is None:
        return
    by_rank: dict[Rank, list[Card]] = {}
    for card in dict.fromkeys(evaluator.pack):
        by_rank.setdefault(card.rank, []).append(card)
    for ranks in combinations_with_replacement(by_rank, HAND_SIZE):
        copies = Counter(ranks)
        if all(count <= len(by_rank[rank]) for rank, count in copies.items()):
            # The suits go round, so that no flush is among them: the ranks alone are to be remembered.
            cards = [
                by_rank[rank][(place + taken) % len(by_rank[rank])]
                for place, (rank, count) in enumerate(copies.items())
                for taken in range(count)
            ]
            for scale in evaluator.scales:
                scale.strength(cards)
