"""What can beat a hand and what improves it, compared with counting every hand."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from itertools import combinations

import pytest
from phevaluator import evaluate_omaha_cards

from railbird_client.table.turn.outs import (
    Known,
    find_beaten,
    find_draw_chance,
    find_outs,
    find_showing,
    known_cards,
    prepare,
)
from railbird_shared.game.announced_game import Family
from railbird_shared.game.cards import Card, parse_cards
from railbird_shared.game.game_rules import GameRules, LowestWild, WildTiebreak
from railbird_shared.game.ranking.hand_order import NO_HAND, Category, decode_level
from railbird_shared.game.ranking.scale import evaluator_of
from railbird_shared.game.variants import VARIANTS
from railbird_shared.house.apply import apply_house_rules
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.protocol.events import Side
from support.view_builders import draw_view, five_card_stud_view, holdem_view, stud_view, table_view


def known(
    game: str, concealed: str, board: str = "", *, up: str = "", seen: str = "", house: HouseRules | None = None
) -> Known:
    variant = VARIANTS[game] if house is None else apply_house_rules(house, VARIANTS[game])
    mine, upcards, common = parse_cards(concealed), parse_cards(up), parse_cards(board)
    announced = variant.make_game()
    left = announced.board - len(common) if variant.family is Family.BOARD else announced.cards - len(mine + upcards)
    return Known(variant.rules, variant.family, mine, upcards, common, parse_cards(seen), max(0, left))


def outs(known: Known) -> dict[str, int]:
    found = find_outs(known)
    assert found is not None
    return {f"{each.side.value} {each.kind.word} {each.top or ''}".strip(): each.count for each in found.groups}


def deal(rules: GameRules, seed: int, *sizes: int) -> list[tuple[Card, ...]]:
    evaluator = evaluator_of(rules)
    assert evaluator is not None
    pack = list(evaluator.pack)
    random.Random(seed).shuffle(pack)
    parts: list[tuple[Card, ...]] = []
    for size in sizes:
        parts.append(tuple(pack[:size]))
        del pack[:size]
    return parts


def board_spot(game: str, seed: int, board: int, *, cards: int = 0, house: HouseRules | None = None) -> Known:
    """A random hand of a game with a board, of all its cards unless `cards` says how many are kept."""
    variant = apply_house_rules(house or HouseRules(), VARIANTS[game])
    mine, common = deal(variant.rules, seed, cards or variant.make_game().cards, board)
    return Known(variant.rules, Family.BOARD, mine, (), common, (), 5 - board)


def unseen_cards(hand: Known) -> list[Card]:
    evaluator = evaluator_of(hand.rules)
    assert evaluator is not None
    unseen = list(evaluator.pack)
    for card in (*hand.cards, *hand.board, *hand.seen):
        unseen.remove(card)
    return unseen


def beaten_by_counting(hand: Known) -> list[float]:
    """How many of all hands of as many cards beat a hand on each side, in percent, each hand valued by itself."""
    evaluator = evaluator_of(hand.rules)
    assert evaluator is not None
    evaluate = evaluator.final_evaluator(hand.board)
    mine, hands, better = evaluate(hand.concealed), 0, Counter[int]()
    for other in combinations(unseen_cards(hand), len(hand.cards)):
        hands += 1
        better.update(side for side, strength in enumerate(evaluate(other)) if strength > mine[side])
    return [100 * better[side] / hands for side in range(len(mine))]


@pytest.mark.parametrize("board", [3, 4, 5])
@pytest.mark.parametrize(
    ("game", "pack"),
    [
        ("holdem", 52),
        ("short-deck", 36),
        ("crazy-pineapple", 52),
        ("omaha", 32),
        ("omaha-5", 20),
        ("omaha-6", 20),
        pytest.param("omaha8", 40, marks=pytest.mark.slow),
        pytest.param("omaha-5", 32, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_what_beats_a_hand_is_what_counting_every_hand_finds(game: str, pack: int, board: int, seed: int) -> None:
    kept = 2 if game == "crazy-pineapple" and board > 3 else 0
    hand = board_spot(game, seed, board, cards=kept, house=HouseRules(pack=pack))
    assert [each.percent for each in find_beaten(hand)] == pytest.approx(beaten_by_counting(hand))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    "house",
    [
        HouseRules(pack=20, wild_ranks="tens"),
        HouseRules(pack=20, jokers=2),
        HouseRules(pack=20, suit_tiebreak=2),
        HouseRules(pack=20, jokers=1, wild_tiebreak=WildTiebreak.NATURAL_FIRST),
    ],
    ids=["wild tens", "jokers", "suits", "natural first"],
)
def test_what_beats_a_hand_of_any_house_is_what_counting_every_hand_finds(house: HouseRules, seed: int) -> None:
    hand = board_spot("omaha-5", seed, 3 + seed % 3, house=house)
    assert [each.percent for each in find_beaten(hand)] == pytest.approx(beaten_by_counting(hand))


def test_the_lowest_card_of_a_whole_hand_is_wild_so_no_two_of_them_are_counted() -> None:
    assert find_beaten(board_spot("omaha", 1, 5, house=HouseRules(pack=20, wild_ranks="lowest-card"))) == ()


@pytest.mark.slow
@pytest.mark.parametrize("board", [3, 4, 5])
def test_what_beats_a_hand_of_omaha_is_what_another_evaluator_finds(board: int) -> None:
    hand = board_spot("omaha", board, 5)
    [found] = find_beaten(hand)
    common = [str(card) for card in hand.board]

    def rank(cards: Iterable[Card]) -> int:
        return int(evaluate_omaha_cards(*common, *map(str, cards)))

    mine, others = rank(hand.cards), [rank(other) for other in combinations(unseen_cards(hand), 4)]
    assert found.percent == pytest.approx(100 * sum(other < mine for other in others) / len(others))


def helped_by_counting(hand: Known) -> Counter[str]:
    """The cards that make a better kind of high hand than before, and than somebody with any two other cards has."""
    evaluator = evaluator_of(hand.rules)
    assert evaluator is not None
    scale, own_ranks = evaluator.scales[0], {card.rank for card in hand.cards}

    def kind(strengths: tuple[int, ...]) -> Category:
        return scale.decode(strengths[0])[0]

    def level(kind: Category) -> int:
        return decode_level(scale.hand_order.encode(kind, ()))

    before, made = level(kind(evaluator.final_evaluator(hand.board)(hand.concealed))), Counter[str]()
    for card in (unseen := unseen_cards(hand)):
        evaluate = evaluator.final_evaluator((*hand.board, card))
        after = kind(evaluate(hand.concealed))
        others = combinations([other for other in unseen if other is not card], 2)
        everybodys = min(level(kind(evaluate(other))) for other in others)
        pairs_the_board = after.word in {"one pair", "two pair"} and card.rank not in own_ranks
        if level(after) > max(before, everybodys) and not pairs_the_board:
            made[after.word] += 1
    return made


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", ["holdem", "short-deck", "omaha", "omaha8", "omaha-5", "omaha-6"])
def test_the_cards_that_help_are_those_that_trying_every_card_finds(game: str, seed: int) -> None:
    pack = {"short-deck": 36, "omaha8": 40}.get(game, 32)
    hand = board_spot(game, seed, 3 + seed % 2, house=HouseRules(pack=pack))
    found = find_outs(hand)
    assert found is not None
    made = {each.kind.word: each.count for each in found.groups if each.side is not Side.LOW}
    assert made == helped_by_counting(hand)


def test_nobody_plays_the_board_alone_in_omaha() -> None:
    """A seven makes the board's own straight, and a nine or a four its own full house, which nobody has by it."""
    assert outs(known("omaha", "Jc Td 3h 2s", "9s 8d 6h 5c"))["whole straight"] == 12
    assert outs(known("omaha", "Ac Ad Kh Qs", "9s 9d 4h 4c")) == {"whole full house": 6}
    assert outs(known("holdem", "Ac Ad", "9s 9d 4h 4c")) == {"whole full house": 2}


@pytest.mark.parametrize("seed", range(6))
def test_a_board_of_one_suit_is_counted_right(seed: int) -> None:
    rng = random.Random(seed)
    hearts = [card for card in deal(VARIANTS["holdem"].rules, seed, 52)[0] if card.suit.letter == "h"]
    common = tuple(rng.sample(hearts, 4))
    hand = known("holdem", "As Kd", " ".join(map(str, common)))
    assert [each.percent for each in find_beaten(hand)] == pytest.approx(beaten_by_counting(hand))


def test_wild_cards_are_counted_right() -> None:
    hand = known("holdem", "As Kd", "Kh 9h 4h", house=HouseRules(wild_ranks="deuces"))
    assert [each.percent for each in find_beaten(hand)] == pytest.approx(beaten_by_counting(hand))
    joker = known("holdem", "As Kd", "Kh 9h 4h", house=HouseRules(jokers=2))
    assert [each.percent for each in find_beaten(joker)] == pytest.approx(beaten_by_counting(joker))


def test_kinds_that_beat_a_hand_are_named_from_the_weakest_up() -> None:
    [beaten] = find_beaten(known("holdem", "As Ks", "Kd 9s 4h 3c 2d"))
    assert [kind.word for kind in beaten.kinds] == ["two pair", "three of a kind", "straight"]
    assert beaten.alike
    [nuts] = find_beaten(known("holdem", "Ks Kh", "Kd 9s 4h"))
    assert (nuts.kinds, nuts.percent) == ((), 0)


def test_before_the_flop_and_without_a_board_nothing_is_counted() -> None:
    assert find_beaten(known("holdem", "As Ks")) == ()
    assert find_beaten(known("five-card-draw", "As Ad 7c 4h 2c")) == ()
    assert find_outs(known("holdem", "As Ks")) is None


def test_a_count_that_would_take_too_long_is_left_out() -> None:
    house = HouseRules(wild_ranks="lowest-card")
    assert find_beaten(known("holdem", "As Kd", "Kh 9h 4h", house=house)) == ()
    assert find_draw_chance(known("badugi", "As 2s 3s Kd"), parse_cards("2s 3s Kd")) is None
    assert find_draw_chance(known("five-card-draw", "As Kd 7c 4h 2c"), parse_cards("Kd 7c 4h 2c")) is None


@pytest.mark.parametrize(
    ("hand", "made"),
    [
        (known("holdem", "As Ks", "Kd 9s 4h"), {"whole three of a kind": 2, "whole two pair": 3}),
        (
            known("holdem", "Qs Js", "Ks 9s 4h"),
            {"whole straight flush": 1, "whole flush": 8, "whole straight": 3, "whole one pair": 6},
        ),
        (known("holdem", "9c 8c", "7d 6s Kh 2c"), {"whole straight": 8, "whole one pair": 6}),
        (known("holdem", "9c 9d", "9h Kd 4h"), {"whole four of a kind": 1, "whole full house": 6}),
        (known("seven-card-stud", "Ac 9h", up="9d 3c Ah", seen="As Ks 7h"), {"whole full house": 3}),
        (
            known("razz", "As 2d", up="3h 4c", seen="5d 5h"),
            {"whole high card 5": 2, "whole high card 6": 4, "whole high card 7": 4, "whole high card 8": 4},
        ),
        (
            known("omaha8", "As 2d Kc 3d", "Kd 7s 4h"),
            {"high three of a kind": 2, "high two pair": 9, "low high card 7": 17, "low high card 8": 4},
        ),
    ],
    ids=["pair", "draws", "open-ended", "set", "stud", "razz", "hi-lo"],
)
def test_the_cards_that_help_are_counted_by_what_they_make(hand: Known, made: dict[str, int]) -> None:
    assert outs(hand) == made


def test_a_pair_on_the_board_is_everybodys() -> None:
    assert outs(known("holdem", "7c 7d", "Kd 9s 4h")) == {"whole three of a kind": 2}
    assert outs(known("holdem", "As Kd", "9d 9s 4h")) == {"whole two pair": 6}
    assert outs(known("holdem", "As Kd", "9d 9s 4h 4c")) == {}


def test_outs_say_how_often_they_come() -> None:
    found = find_outs(known("holdem", "9c 8c", "7d 6s Kh"))
    assert found is not None
    assert (found.count, found.unseen, found.to_come) == (14, 47, 2)
    assert (round(found.percent, 1), round(found.percent_in_all, 1)) == (29.8, 51.2)


def test_upcards_in_sight_are_no_outs() -> None:
    assert outs(known("seven-card-stud", "Ac 9h", up="9d 3c Ah", seen="As Ad 9c 9s")) == {}


def test_the_chance_of_a_draw_is_what_counting_every_draw_finds() -> None:
    for game, cards, thrown in (
        ("five-card-draw", "As Ks Qs 9s 2c", "2c"),
        ("five-card-draw", "As Ks Qs 9d 2c", "9d 2c"),
        ("joker-draw", "As Ad 7c 4h 2c", "4h 2c"),
        ("triple-draw", "2s 3d 4c 9h Kd", "9h Kd"),
        ("badugi", "As 2d 3c 4c", "4c"),
        ("lowball", "As 2d 3c 4c Kd", "Kd"),
    ):
        hand = known(game, cards)
        evaluator = evaluator_of(hand.rules)
        assert evaluator is not None
        evaluate, [scale] = evaluator.final_evaluator(), evaluator.scales
        kept = tuple(card for card in hand.cards if card not in parse_cards(thrown))
        unseen = list(evaluator.pack)
        for card in hand.cards:
            unseen.remove(card)
        [mine] = evaluate(hand.cards)
        draws = [evaluate((*kept, *drawn))[0] for drawn in combinations(unseen, len(hand.cards) - len(kept))]
        if scale.hand_order.low:
            better = sum(each > mine for each in draws)
        else:
            better = sum(scale.decode(each)[0] > scale.decode(mine)[0] for each in draws)
        assert find_draw_chance(hand, parse_cards(thrown)) == pytest.approx(100 * better / len(draws)), cards


def test_a_pair_drawing_three_improves_as_often_as_the_books_say() -> None:
    chance = find_draw_chance(known("five-card-draw", "As Ad 7c 4h 2c"), parse_cards("7c 4h 2c"))
    assert chance == pytest.approx(28.71, abs=0.01)


def test_cards_that_the_player_does_not_hold_have_no_chance() -> None:
    assert find_draw_chance(known("five-card-draw", "As Ad 7c 4h 2c"), parse_cards("Ks")) is None
    assert find_draw_chance(known("five-card-draw", "As Ad 7c 4h 2c"), ()) is None


@pytest.mark.parametrize("game", ["holdem", "omaha8", "badugi", "old-poker", "joker-draw", "italian-draw", "razz"])
def test_what_is_prepared_changes_no_answer(game: str) -> None:
    variant = VARIANTS[game]
    cards = deal(variant.rules, 3, 4 if "omaha" in game or game == "badugi" else 5, 3)
    hand = Known(variant.rules, variant.family, cards[0][:2] if game == "holdem" else cards[0], (), cards[1], (), 2)
    before = find_beaten(hand), find_outs(hand)
    prepare(variant.rules)
    find_beaten.cache_clear()
    find_outs.cache_clear()
    assert (find_beaten(hand), find_outs(hand)) == before


def test_known_cards_are_those_that_the_viewer_sees() -> None:
    stud = known_cards(stud_view())
    assert stud is not None
    assert (stud.concealed, stud.upcards) == (parse_cards("Ac 9h"), parse_cards("9d 3c Ah"))
    assert len(stud.seen) == 12
    assert stud.to_come == 2
    holdem = known_cards(holdem_view())
    assert holdem is not None
    assert (holdem.concealed, holdem.upcards, holdem.to_come) == (parse_cards("As Ks"), (), 1)
    draw = known_cards(draw_view())
    assert draw is not None
    assert draw.to_come == 0
    assert known_cards(table_view()) is None
    assert known_cards(holdem_view(playing=False)) is None


def test_who_shows_more_than_the_viewer_holds_is_named() -> None:
    hand = known_cards(five_card_stud_view())
    assert hand is not None
    assert find_showing(hand) == ("Plover's nines and fives", "Finch's pair of aces")


def test_a_lowest_wild_card_counts_by_how_it_lies() -> None:
    house = HouseRules(wild_ranks=LowestWild.CONCEALED.value)
    hand = known("seven-card-stud", "Ac 2h", up="9d 3c Ah", house=house)
    evaluator = evaluator_of(hand.rules)
    assert evaluator is not None
    assert evaluator.final_evaluator()(hand.concealed, hand.upcards) != (NO_HAND,)
    assert find_outs(hand) is not None


def test_each_half_of_the_pot_has_its_own_rivals() -> None:
    high, low = find_beaten(known("omaha8", "As 2s Qd Jd", "Kd 7s 4s"))
    assert (high.side, low.side) == (Side.HIGH, Side.LOW)
    assert low.own is None
    assert low.percent == 0
