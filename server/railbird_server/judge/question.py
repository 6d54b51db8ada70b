"""A question to the judge: a game or its options, hands and a board, parsed and checked against the pack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from railbird_server.guide.page import cards_phrase
from railbird_server.rules.player import Player
from railbird_shared.game.announced_game import Family, Structure
from railbird_shared.game.cards import JOKER, Card, parse_cards
from railbird_shared.game.game_rules import BadSetup, OddChip, Order, Selection
from railbird_shared.game.ranking_rules import RankingRules
from railbird_shared.game.variants import ForcedBets, Street, Variant, get_variant
from railbird_shared.game.wild_cards import parse_wild_cards
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

OptionValue = int | str | bool


class GameOptions(Struct, frozen=True):
    """The settings that a question names. `ranking` holds fields of `RankingRules`, as text or numbers.

    `low` is the order of low hands. `high` says that high hands win too although `low` is named, or that only they win
    in a game that divides the pot. An empty `wild` or `odd_chip` leaves the game's own setting.
    """

    game: str = ""
    low: str = ""
    high: bool = False
    two_from_hand: bool = False
    wild: str = ""
    odd_chip: str = ""
    ranking: dict[str, OptionValue] = field(default_factory=dict)


def variant_of(options: GameOptions) -> Variant:
    """Returns the game with these settings; raises BadSetup with a sentence if they exclude each other."""
    base = get_variant(options.game) if options.game else ANY_CARDS
    high, low = base.high, base.low
    if options.low:
        low = _with_changes(base.low or base.ranking, {"order": options.low})
        high = base.high if options.high or base.low else None
    elif options.high:
        high, low = base.high or _with_changes(base.ranking, {"order": Order.HIGH.value, "qualifier": 0}), None
    if options.ranking.get("qualifier") and low is None:
        raise BadSetup("A qualifier is for low hands: name a game with low hands, or add --low a5.")
    changes: dict[str, object] = dict(options.ranking)
    if options.wild:
        changes["wild_cards"] = parse_wild_cards(options.wild)
    return replace(
        base,
        high=high and _with_changes(high, changes),
        low=low and _with_changes(low, changes),
        selection=Selection.TWO_FROM_HAND if options.two_from_hand else base.selection,
        odd_chip=OddChip(options.odd_chip) if options.odd_chip else base.odd_chip,
    )


def _with_changes(rules: RankingRules, changes: dict[str, object]) -> RankingRules:
    if not changes:
        return rules
    try:
        return msgspec.convert({**msgspec.structs.asdict(rules), **changes}, RankingRules)
    except msgspec.ValidationError as fault:
        raise BadSetup(str(fault)) from None


_MAX_CARDS = 7
_SYMBOLS = str.maketrans({"♠": "s", "♥": "h", "♦": "d", "♣": "c", ",": " "})


class BadQuestion(Exception):
    """A question that has no answer; the message is one sentence that says what to change."""


class HandCards(Struct, frozen=True):
    """A hand: its cards, and which of them lie face up."""

    cards: tuple[Card, ...]
    face_up: tuple[bool, ...]


class Question(Struct, frozen=True):
    """Hands, in the order of their seats from the button's left, a board that may still grow, and a pot in chips."""

    variant: Variant
    hands: tuple[HandCards, ...]
    board: tuple[Card, ...] = ()
    pot: int = 0

    @property
    def to_come(self) -> int:
        """How many cards of the board are still to come."""
        return max(0, _full_board_size(self.variant) - len(self.board)) if self.board else 0

    def players(self) -> list[Player]:
        """Returns the hands as players of seats 1 and on."""
        players = []
        for seat, hand in enumerate(self.hands, start=1):
            player = Player(seat, 0)
            for card, up in zip(hand.cards, hand.face_up, strict=True):
                player.add_cards((card,), face_down=not up)
            players.append(player)
        return players


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
    parsed_hands = tuple(_parse_free_hand(hand) if free else _parse_dealt_hand(variant, hand) for hand in hands)
    question = Question(variant, parsed_hands, _parse_cards_in(board, "the board"), pot)
    if free:
        _check_free_counts(question)
    else:
        _check_game_counts(question)
    _check_pack(question)
    return question


def _parse_cards_in(text: str, place: str) -> tuple[Card, ...]:
    plain = text.translate(_SYMBOLS).replace("10", "T")
    try:
        return parse_cards(plain)
    except ValueError as fault:
        raise BadQuestion(f"In {place}, {fault}") from None


def _parse_free_hand(text: str) -> HandCards:
    down, slash, up = text.partition("/")
    if "/" in up:
        raise BadQuestion(f"In the hand {text!r}, one slash parts the cards face down from those that lie open.")
    below, open_cards = (
        _parse_cards_in(down, f"the hand {text!r}"),
        _parse_cards_in(up, f"the hand {text!r}") if slash else (),
    )
    return HandCards(below + open_cards, (False,) * len(below) + (True,) * len(open_cards))


def _parse_dealt_hand(variant: Variant, text: str) -> HandCards:
    hand_cards = _parse_cards_in(text, f"the hand {text!r}")
    order = [up for street in variant.streets for up in (False,) * street.down + (True,) * street.up]
    return HandCards(hand_cards, tuple(order[: len(hand_cards)]) + (False,) * (len(hand_cards) - len(order)))


def _full_board_size(variant: Variant) -> int:
    return sum(street.board for street in variant.streets)


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
    for place, hand in enumerate(question.hands, start=1):
        if len(hand.cards) != size:
            raise BadQuestion(
                f"{variant.name} is shown with {cards_phrase(size)} a hand, and hand {place} has {_count_word(hand)}."
            )


def _allowed_board_sizes(variant: Variant) -> list[int]:
    """Returns the numbers of cards that the board may have when hands are compared, from the first street with any."""
    if any(street.community_card_if_short for street in variant.streets):
        return [0, 1]
    counts = [sum(street.board for street in variant.streets[:end]) for end in range(1, len(variant.streets) + 1)]
    return sorted({count for count in counts if count}) or [0]


def _check_free_counts(question: Question) -> None:
    """Raises BadQuestion unless every hand can be evaluated together with the board."""
    two = question.variant.selection is Selection.TWO_FROM_HAND
    for place, hand in enumerate(question.hands, start=1):
        count = len(hand.cards) + len(question.board)
        if not hand.cards:
            raise BadQuestion(f"Hand {place} has no cards: write some, such as 'As Kd'.")
        if two and (len(hand.cards) < 2 or len(question.board) not in (3, 4, 5)):
            raise BadQuestion("With two cards from the hand, name two or more a hand and a board of three to five.")
        if count > _MAX_CARDS and not two:
            raise BadQuestion(
                f"A hand has up to {cards_phrase(_MAX_CARDS)} with the board, and hand {place} has {count}."
            )


def _check_pack(question: Question) -> None:
    """Raises BadQuestion for cards that the pack lacks, or holds less often than they are named."""
    rules = question.variant.ranking
    pack = Counter(rules.deck)
    places = [*(f"hand {place}" for place in range(1, len(question.hands) + 1)), "the board"]
    named = Counter(card for hand in question.hands for card in hand.cards) + Counter(question.board)
    for card, times in named.items():
        if times <= pack[card]:
            continue
        if card is JOKER and not pack[card]:
            raise BadQuestion("The pack has no joker; add one with --jokers 1.")
        if not pack[card]:
            raise BadQuestion(f"A pack of {rules.pack} cards has no {card}.")
        cards_by_place = zip(places, [*(hand.cards for hand in question.hands), question.board], strict=True)
        where = [place for place, cards in cards_by_place for _ in range(cards.count(card))]
        often = "twice" if times == 2 else f"{times} times"
        once = "one" if pack[card] == 1 else str(pack[card])
        raise BadQuestion(f"{card} is named {often}, in {_join_places(where)}; the pack has {once} of it.")


def _count_word(hand: HandCards) -> str:
    return str(len(hand.cards)) if hand.cards else "none"


def _join_places(places: Iterable[str]) -> str:
    return " and ".join(dict.fromkeys(places))
