"""The judge: who wins among hands and a board that somebody names, ruled on as the engine would.

A question names a game or its options, hands and a board; it is parsed and checked against the pack. The ruling says
who wins each side, with which five cards, what decides, and by which clauses: those that give a hand its value, and
those by which one hand beats another. Its records are the JSON that `railbird-server judge --json` prints;
docs/judge.md describes it. Hands count from 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, repeat, zip_longest

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from railbird_server.guide.pages import Block, Entry, Heading, Paragraph
from railbird_server.guide.rulebook import Rulebook
from railbird_server.rules.hand_values import HandValues
from railbird_server.rules.player import Player
from railbird_server.rules.pots import PotAwarder
from railbird_shared.game.announced_game import Family, Structure
from railbird_shared.game.cards import HAND_SIZE, JOKER, Card, Rank, parse_cards
from railbird_shared.game.clauses import Clause, Clauses
from railbird_shared.game.facts import cards_phrase, chips_phrase
from railbird_shared.game.game_rules import (
    BadSetup,
    CircularOrder,
    JokerRole,
    LowestWild,
    OddChip,
    Order,
    Selection,
    WildTiebreak,
)
from railbird_shared.game.ranking import Category, HandValue
from railbird_shared.game.ranking_rules import (
    SUIT_TIEBREAK_CLAUSES,
    WILD_TIEBREAK_CLAUSES,
    RankingRules,
    parse_wild_cards,
)
from railbird_shared.game.variants import ForcedBets, Street, Variant, get_variant
from railbird_shared.protocol.events import Pot, Side
from railbird_shared.protocol.table_limits import MAX_CHIPS, MAX_SEATS

ANY_CARDS = Variant(
    id="",
    name="Poker",
    family=Family.BOARD,
    structure=Structure.NO_LIMIT,
    forced_bets=ForcedBets.BLINDS,
    streets=(Street("deal", down=5),),
    max_seats=MAX_SEATS,
    default_bet=2,
)
"""No game in particular: hands of up to seven cards, with a board or without one."""


def variant_of(
    game: str = "",
    *,
    low: str = "",
    high: bool = False,
    two_from_hand: bool = False,
    wild: str = "",
    odd_chip: str = "",
    **ranking: object,
) -> Variant:
    """Returns a game, or any cards, with these settings; raises BadSetup with a sentence if they exclude each other.

    `low` is the order of low hands. `high` says that high hands win too although `low` is named, or that only they win
    in a game that divides the pot. An empty `wild` or `odd_chip` leaves the game's own setting. `ranking` holds fields
    of `RankingRules`, as text or numbers.
    """
    base = get_variant(game) if game else ANY_CARDS
    highs, lows = base.high, base.low
    if low:
        lows = _with_changes(base.low or base.ranking, {"order": low})
        highs = base.high if high or base.low else None
    elif high:
        highs, lows = base.high or _with_changes(base.ranking, {"order": Order.HIGH.value, "qualifier": 0}), None
    if ranking.get("qualifier") and lows is None:
        raise BadSetup("A qualifier is for low hands: name a game with low hands, or add --low a5.")
    if wild:
        ranking["wild_cards"] = parse_wild_cards(wild)
    return replace(
        base,
        high=highs and _with_changes(highs, ranking),
        low=lows and _with_changes(lows, ranking),
        selection=Selection.TWO_FROM_HAND if two_from_hand else base.selection,
        odd_chip=OddChip(odd_chip) if odd_chip else base.odd_chip,
    )


def _with_changes(rules: RankingRules, changes: dict[str, object]) -> RankingRules:
    try:
        return msgspec.convert({**msgspec.structs.asdict(rules), **changes}, RankingRules)
    except msgspec.ValidationError as fault:
        raise BadSetup(str(fault)) from None


_MAX_CARDS = 7
_SYMBOLS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c", ",": " "})


class BadQuestion(Exception):
    """A question that has no answer; the message is one sentence that says what to change."""


class Question(Struct, frozen=True):
    """Hands as players, in seats from 1 at the button's left, a board that may still grow, and a pot in chips."""

    variant: Variant
    players: tuple[Player, ...]
    board: tuple[Card, ...] = ()
    pot: int = 0

    @property
    def to_come(self) -> int:
        """How many cards of the board are still to come."""
        return max(0, sum(street.board for street in self.variant.streets) - len(self.board)) if self.board else 0


def parse_question(variant: Variant, hands: Sequence[str], board: str = "", pot: int = 0) -> Question:
    """Reads and checks a question; raises BadQuestion.

    A hand is written as its cards. In a game they come in the order dealt, which determines the upcards; without a
    game the cards behind a slash are the upcards.
    """
    if not hands:
        raise BadQuestion('Name at least one hand, such as "As Kd".')
    if len(hands) > variant.max_seats:
        raise BadQuestion(f"{variant.name} is for at most {variant.max_seats} hands, not {len(hands)}.")
    if not 0 <= pot <= MAX_CHIPS:
        raise BadQuestion(f"A pot has up to {MAX_CHIPS:,} chips.")
    free = variant.id == ANY_CARDS.id
    players = tuple(Player(seat, 0) for seat in range(1, len(hands) + 1))
    for player, hand in zip(players, hands, strict=True):
        if free:
            _take_free_hand(player, hand)
        else:
            _take_dealt_hand(player, hand, variant)
    question = Question(variant, players, _parse_cards_in(board, "the board"), pot)
    if free:
        _check_free_counts(question)
    else:
        _check_game_counts(question)
    _check_pack(question)
    return question


def _parse_cards_in(text: str, place: str) -> tuple[Card, ...]:
    try:
        return parse_cards(text.translate(_SYMBOLS).replace("10", "T"))
    except ValueError as fault:
        raise BadQuestion(f"In {place}, {fault}") from None


def _take_free_hand(player: Player, text: str) -> None:
    down, _, up = text.partition("/")
    if "/" in up:
        raise BadQuestion(f"In the hand {text!r}, one slash parts the cards face down from those that lie open.")
    player.add_cards(_parse_cards_in(down, f"the hand {text!r}"), face_down=True)
    player.add_cards(_parse_cards_in(up, f"the hand {text!r}"), face_down=False)


def _take_dealt_hand(player: Player, text: str, variant: Variant) -> None:
    open_places = [up for street in variant.streets for up in (False,) * street.down + (True,) * street.up]
    cards = _parse_cards_in(text, f"the hand {text!r}")
    for card, up in zip(cards, chain(open_places, repeat(False))):  # noqa: B905  too many cards are refused later
        player.add_cards((card,), face_down=not up)


def _check_game_counts(question: Question) -> None:
    """Raises BadQuestion unless hands and board have as many cards as the game deals."""
    variant, on_board = question.variant, len(question.board)
    size = sum(street.down + street.up - street.discard for street in variant.streets)
    boards = _allowed_board_sizes(variant)
    if boards == [0] and on_board:
        raise BadQuestion(f"{variant.name} has no board; leave it out.")
    if on_board not in boards:
        *others, last = map(str, boards)
        counts = f"{', '.join(others)} or {last}" if others else last
        raise BadQuestion(f"{variant.name} has a board of {counts} cards, not {on_board}.")
    if on_board and boards == [0, 1]:
        size -= 1
    for hand in question.players:
        if len(hand.cards) != size:
            shown = f"{variant.name} is shown with {cards_phrase(size)} a hand"
            raise BadQuestion(f"{shown}, and hand {hand.seat} has {len(hand.cards) or 'none'}.")


def _allowed_board_sizes(variant: Variant) -> list[int]:
    """Returns the numbers of cards that the board may have when hands are compared, from the first street with any."""
    if any(street.community_card_if_short for street in variant.streets):
        return [0, 1]
    counts = [sum(street.board for street in variant.streets[:end]) for end in range(1, len(variant.streets) + 1)]
    return sorted({count for count in counts if count}) or [0]


def _check_free_counts(question: Question) -> None:
    """Raises BadQuestion unless every hand can be evaluated together with the board."""
    two = question.variant.selection is Selection.TWO_FROM_HAND
    for hand in question.players:
        count = len(hand.cards) + len(question.board)
        if not hand.cards:
            raise BadQuestion(f"Hand {hand.seat} has no cards: write some, such as 'As Kd'.")
        if two and (len(hand.cards) < 2 or len(question.board) not in (3, 4, 5)):
            raise BadQuestion("With two cards from the hand, name two or more a hand and a board of three to five.")
        if count > _MAX_CARDS and not two:
            raise BadQuestion(
                f"A hand has up to {cards_phrase(_MAX_CARDS)} with the board, and hand {hand.seat} has {count}."
            )


def _check_pack(question: Question) -> None:
    """Raises BadQuestion for cards that the pack lacks, or holds less often than they are named."""
    rules = question.variant.ranking
    pack = Counter(rules.deck)
    by_place = {f"hand {player.seat}": player.cards for player in question.players} | {"the board": [*question.board]}
    for card, times in Counter(chain.from_iterable(by_place.values())).items():
        if times <= pack[card]:
            continue
        if card is JOKER and not pack[card]:
            raise BadQuestion("The pack has no joker; add one with --jokers 1.")
        if not pack[card]:
            raise BadQuestion(f"A pack of {rules.pack} cards has no {card}.")
        where = " and ".join(place for place, cards in by_place.items() if card in cards)
        often = "twice" if times == 2 else f"{times} times"
        once = "one" if pack[card] == 1 else str(pack[card])
        raise BadQuestion(f"{card} is named {often}, in {where}; the pack has {once} of it.")


# --- the ruling ------------------------------------------------------------------------------------------------------

NATURAL = "natural"
"""The last word of the description of a hand without wild cards, if wild cards lose ties."""


def decided_by(values: Sequence[HandValue], winning: Sequence[HandValue], rules: RankingRules) -> str:
    """Returns the first difference between the winners and the best hand that lost, empty if no hand lost.

    It is empty too where hands of different value share a pot, since they have beaten each other in a circle (NU-6).
    """
    strengths = {value.strength for value in winning}
    losing = [value for value in values if value.strength not in strengths]
    if len(strengths) != 1 or not losing:
        return ""
    best, rival = winning[0], max(losing, key=lambda value: value.strength)
    return " against ".join(_first_difference(best, rival, rules))


def _first_difference(best: HandValue, rival: HandValue, rules: RankingRules) -> tuple[str, str]:
    uneven = rules.order is Order.BADUGI and len(best.cards) != len(rival.cards)
    if best.strength < rival.strength or uneven or not rival.qualifies:  # weaker ones win in circular orders
        return best.words, rival.words
    if best.category is not rival.category:
        return best.category.word, rival.category.word
    if best.ranks != rival.ranks:
        words = ([rank.word for rank in value.ranks] for value in (best, rival))
        return next((one, other) for one, other in zip_longest(*words, fillvalue="no card") if one != other)
    one, other = _tiebreak_words(best, rival), _tiebreak_words(rival, best)
    if one == NATURAL:
        return f"a {NATURAL} hand", f"one with {other.removeprefix('with ')}"
    return one, other


def _tiebreak_words(value: HandValue, other: HandValue) -> str:
    """Returns the wild cards or the suit by which a hand differs from another of the same ranks, in words."""
    return value.describe([other]).rpartition(", ")[2]


class HandRuling(Struct, frozen=True):
    """The value of a hand on a side: the cards used, what each is played as, and the hand in words.

    `ranks` are the letters of the ranks that decide, the most important first. A low that does not qualify has no
    cards. `names` are all names of the hand, `lowest_wild` the player's lowest cards if they are wild, and
    `deciding_card` is the card whose suit breaks ties if suits do.
    """

    hand: int
    wins: bool
    qualifies: bool
    category: str
    ranks: str
    five: tuple[str, ...]
    played_as: tuple[str, ...]
    words: str
    description: str
    names: tuple[str, ...]
    lowest_wild: tuple[str, ...]
    deciding_card: str
    because: Clauses


class SideRuling(Struct, frozen=True):
    """The winners of one side of the pot, "whole", "high" or "low"; nobody wins a low for which no hand qualifies.

    `decided_by` is the first difference between the winners and the best hand that lost, empty if none lost.
    """

    side: Side
    winners: tuple[int, ...]
    decided_by: str
    because: Clauses
    hands: tuple[HandRuling, ...]


class Share(Struct, frozen=True):
    """The chips that a hand wins of the pot; `odd` of them could not be shared."""

    hand: int
    side: Side
    chips: int
    odd: int
    because: Clauses


class Ruling(Struct, frozen=True):
    """The whole answer; `to_come` cards of the board are missing, and `clauses` has the text of every id cited."""

    game: str
    board: tuple[str, ...]
    to_come: int
    hands: tuple[tuple[str, ...], ...]
    sides: tuple[SideRuling, ...]
    pot: int
    shares: tuple[Share, ...]
    clauses: dict[str, str]


def rule_on(question: Question, rulebook: Rulebook) -> Ruling:
    """Returns who wins, by the rules of the engine."""
    variant, players = question.variant, question.players
    hands = HandValues(variant, players, question.board, {})
    sides = tuple(_rule_on_side(question, hands, side) for side in hands.scales)
    pot = Pot(question.pot, tuple(player.seat for player in players))
    shares = tuple(
        Share(award.seat, award.side, award.chips, award.odd, award.because)
        for award in PotAwarder(variant, players, hands).award([pot])
    )
    reasons = [side.because for side in sides] + [share.because for share in shares]
    reasons += [hand.because for side in sides for hand in side.hands]
    return Ruling(
        game=variant.id,
        board=_card_codes(question.board),
        to_come=question.to_come,
        hands=tuple(_card_codes(hand.cards) for hand in players),
        sides=sides,
        pot=question.pot,
        shares=shares,
        clauses={clause.id: clause.text for clause in rulebook.select(chain.from_iterable(reasons))},
    )


def _rule_on_side(question: Question, hands: HandValues, side: Side) -> SideRuling:
    seats, rules = [player.seat for player in question.players], hands.scales[side].rules
    winners = hands.winners(side, seats)
    values = [hands.value(side, seat) for seat in seats]
    winning = [value for seat, value in zip(seats, values, strict=True) if seat in winners]
    return SideRuling(
        side=side,
        winners=tuple(winners),
        decided_by=decided_by(values, winning, rules),
        because=side_clauses(question.variant, side, rules, values, winning),
        hands=tuple(
            _rule_on_hand(seat, value, [other for other in values if other is not value], rules, wins=seat in winners)
            for seat, value in zip(seats, values, strict=True)
        ),
    )


def _rule_on_hand(
    seat: int, value: HandValue, others: Sequence[HandValue], rules: RankingRules, *, wins: bool
) -> HandRuling:
    return HandRuling(
        hand=seat,
        wins=wins,
        qualifies=value.qualifies,
        category=value.category.code if value.qualifies else "",
        ranks="".join(rank.letter for rank in value.ranks),
        five=_card_codes(value.cards),
        played_as=_card_codes(value.played_as),
        words=value.words,
        description=value.describe(others),
        names=value.names(),
        lowest_wild=_card_codes(value.lowest_wild),
        deciding_card=str(value.deciding_card or ""),
        because=hand_clauses(value, rules),
    )


def _card_codes(cards: Iterable[object]) -> tuple[str, ...]:
    return tuple(map(str, cards))


def ruling_page(ruling: Ruling, *, short: bool = False) -> list[Block]:
    """Returns the page of a ruling; a short one leaves out what decided it and the clauses."""
    blocks: list[Block] = []
    if ruling.to_come:
        blocks.append(Paragraph(f"So far, with {cards_phrase(ruling.to_come)} to come:"))
    for side in ruling.sides:
        blocks += [Paragraph(_side_sentence(side, short=short)), *(_hand_entry(ruling, hand) for hand in side.hands)]
    if ruling.shares:
        blocks.append(Paragraph(" ".join(_share_phrases(ruling))))
    if short:
        return blocks
    return [*blocks, Heading("Because"), *(Entry(clause, text) for clause, text in ruling.clauses.items())]


def _side_sentence(side: SideRuling, *, short: bool) -> str:
    part = "" if side.side is Side.WHOLE else f"{side.side.value.capitalize()}: "
    winning = [hand for hand in side.hands if hand.wins]
    if not winning:
        return f"{part}nobody has a hand for it."
    *others, last = [str(hand.hand) for hand in winning]
    sentence = f"hands {', '.join(others)} and {last} share" if others else f"hand {last} wins"
    sentence += f": {' / '.join(dict.fromkeys(hand.description for hand in winning))}."
    if side.decided_by and not short:
        sentence += f" Decided by {side.decided_by}."
    return part + sentence if part else sentence[0].upper() + sentence[1:]


def _hand_entry(ruling: Ruling, hand: HandRuling) -> Entry:
    dealt = " ".join(ruling.hands[hand.hand - 1])
    played = " ".join(
        card if card == counts_as else f"{card}={counts_as}"
        for card, counts_as in zip(hand.five, hand.played_as, strict=True)
    )
    text = f"{hand.description}: {played}" if played else hand.description
    lowest = f" (lowest: {' '.join(hand.lowest_wild)})" if hand.lowest_wild else ""
    return Entry(f"{'*' if hand.wins else ' '} {hand.hand}  {dealt}", text + lowest)


def _share_phrases(ruling: Ruling) -> Iterator[str]:
    yield f"Of {chips_phrase(ruling.pot)}:"
    several = len({share.side for share in ruling.shares}) > 1
    for share in ruling.shares:
        of_side = f" for {share.side.value}" if several else ""
        odd = f", {share.odd:,} of it odd" if share.odd else ""
        yield f"hand {share.hand} gets {share.chips:,}{of_side}{odd}" + (";" if share is not ruling.shares[-1] else ".")


_CLAUSE_OF_CATEGORY: dict[Category, Clause] = {
    Category.FIVE_OF_A_KIND: "HR-9",
    Category.STRAIGHT_FLUSH: "HR-10",
    Category.FOUR_OF_A_KIND: "HR-14",
    Category.FULL_HOUSE: "HR-16",
    Category.FLUSH: "HR-17",
    Category.STRAIGHT: "HR-19",
    Category.THREE_OF_A_KIND: "HR-23",
    Category.TWO_PAIR: "HR-24",
    Category.ONE_PAIR: "HR-25",
    Category.HIGH_CARD: "HR-26",
}
_CLAUSES_OF_ORDER: dict[Order, Clauses] = {
    Order.HIGH: ("HR-5",),
    Order.ACE_TO_FIVE: ("LO-1", "LO-4"),
    Order.DEUCE_TO_SEVEN: ("LO-8", "LO-9"),
    Order.ACE_TO_SIX: ("LO-14",),
    Order.BADUGI: ("VT-XX-2",),
}
_CIRCULAR_CLAUSES: dict[CircularOrder, Clauses] = {
    CircularOrder.ITALIAN: ("NU-2", "NU-3", "NU-4", "NU-6"),
    CircularOrder.GREEK: ("NU-9", "NU-10", "NU-11"),
}


def hand_clauses(value: HandValue, rules: RankingRules) -> Clauses:
    """Returns the clauses that give a hand its value by these settings."""
    if not value.qualifies:
        has_pair = len({card.rank for card in value.dealt_cards}) < len(value.dealt_cards)
        return ("LO-22", "LO-24") if has_pair else ("LO-22",)
    return tuple(dict.fromkeys((*_category_clauses(value, rules), *_wild_card_clauses(value, rules))))


def _category_clauses(value: HandValue, rules: RankingRules) -> Iterator[Clause]:
    if rules.order is not Order.HIGH:
        if rules.order is Order.ACE_TO_FIVE and value.category is not Category.HIGH_CARD:
            yield from ("LO-5", "LO-6")
        return
    yield _CLAUSE_OF_CATEGORY[value.category]
    if len(value.cards) < HAND_SIZE:
        yield "PH-2"
    if value.category is Category.STRAIGHT_FLUSH and value.ranks[0] is Rank.ACE:
        yield "NU-9" if rules.unbeatable is CircularOrder.GREEK and value.words == "imperial flush" else "HR-11"
    ace_is_low = value.ranks[0] is not Rank.ACE and any(card.rank is Rank.ACE for card in value.played_as)
    if value.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH) and ace_is_low:
        usual: Clause = "HR-12" if value.category is Category.STRAIGHT_FLUSH else "HR-21"
        yield usual if rules.lowest_rank is Rank.TWO else "SK-2"


def _wild_card_clauses(value: HandValue, rules: RankingRules) -> Iterator[Clause]:
    if value.played_as == value.cards:
        return
    bug = rules.joker_role is JokerRole.BUG and any(card.is_joker for card in value.cards)
    if rules.order is not Order.HIGH:
        yield "LO-30" if bug else "LO-27"
        return
    yield "WC-13" if bug else "WC-4"
    if value.category is Category.FIVE_OF_A_KIND:
        yield "WC-14" if bug else "WC-5"
    if value.category is Category.FLUSH and not bug:
        repeated = len({card.rank for card in value.played_as}) < len(value.played_as)
        yield "WC-19" if repeated and rules.double_ace_flush else "WC-7"
    if rules.lowest_wild is not LowestWild.NONE:
        yield "WC-26" if rules.lowest_wild is LowestWild.CARD else "WC-27"
    if rules.lowest_wild is LowestWild.CARD and len(value.lowest_among) < len(value.dealt_cards):
        yield "CX-41"
    if len(value.lowest_wild) > 1:
        yield "WC-30"


def side_clauses(
    variant: Variant, side: Side, rules: RankingRules, values: Sequence[HandValue], winning: Sequence[HandValue]
) -> Clauses:
    """Returns the clauses by which the winning hands of a side beat the others, or share."""
    because: list[Clause] = [*_CLAUSES_OF_ORDER[rules.order], *_selection_clauses(variant, values)]
    if rules.qualifier and rules.order is Order.ACE_TO_FIVE:
        because.append("LO-22")
    if side is not Side.WHOLE:
        because.append("SD-18" if winning else "SD-19")
    return tuple(dict.fromkeys((*because, *_comparison_clauses(rules, values, winning))))


def _selection_clauses(variant: Variant, values: Sequence[HandValue]) -> Iterator[Clause]:
    if variant.selection is Selection.TWO_FROM_HAND:
        yield "VT-OM-2"
    elif variant.ranking.order is not Order.BADUGI and any(len(value.dealt_cards) > HAND_SIZE for value in values):
        yield "HR-3" if variant.high else "LO-25"
    if len(values) > 1 and any(len(value.dealt_cards) < HAND_SIZE for value in values) and variant.high:
        yield from ("PH-3", "PH-4")


def _comparison_clauses(
    rules: RankingRules, values: Sequence[HandValue], winning: Sequence[HandValue]
) -> Iterator[Clause]:
    if not winning or len(values) < 2:
        return
    high = rules.order is Order.HIGH
    losing = [value for value in values if value.strength not in {winner.strength for winner in winning}]
    categories = {value.category for value in values}
    if high and len(categories) > 1:
        yield "HR-6"
    if high and rules.flush_over_full and {Category.FLUSH, Category.FULL_HOUSE} <= categories:
        yield "SK-5"
    if any(value.category is winning[0].category for value in losing) and high:
        yield "HR-7"
    if any(value.ranks == winning[0].ranks and value.category is winning[0].category for value in losing):
        if rules.wild_tiebreak is not WildTiebreak.NONE:
            yield WILD_TIEBREAK_CLAUSES[rules.wild_tiebreak]
        if rules.suit_tiebreak:
            yield from (SUIT_TIEBREAK_CLAUSES[rules.suit_tiebreak], "SU-12")
    if rules.circular and any(value.category is Category.STRAIGHT_FLUSH for value in values):
        yield from (*_CIRCULAR_CLAUSES[rules.unbeatable], "NU-12")
    if len(winning) > 1 and len({value.strength for value in winning}) == 1:
        yield from ("HR-8" if high else "LO-7", "SD-15")
