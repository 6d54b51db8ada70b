"""Writes the page about the game of a table: what is paid, how much may be bet, what is dealt, and which hands win.

Everything is read from the records that the table announces, so that it is true of any game and any house. Between two
hands it is the game of the next one (VT-DC-6).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from railbird_client.drawing.text_painter import capitalize, join_words
from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole
from railbird_client.drawing.text_width import wrap
from railbird_client.table.next_hand import named_game
from railbird_client.table.table_pages import PageWriter
from railbird_shared.game.announced_game import DISCARD, Game, Structure
from railbird_shared.game.cards import HAND_SIZE
from railbird_shared.game.catalogue import GAMES
from railbird_shared.game.game_rules import GameRules, HandRanking, JokerRole, LowestWild, Order, Selection
from railbird_shared.game.rotation import Rotation, rotation_name
from railbird_shared.history.narration import format_cards
from railbird_shared.protocol.view import TableView

_DESCRIPTIONS = {game.id: game.description for game in GAMES}

_ORDERS = {
    Order.HIGH: "The highest hand",
    Order.ACE_TO_FIVE: "The lowest hand, with aces low, straights and flushes aside,",
    Order.DEUCE_TO_SEVEN: "The lowest hand, with aces high, straights and flushes counting against it,",
    Order.ACE_TO_SIX: "The lowest hand, with aces low, straights and flushes counting against it,",
    Order.BADUGI: "The lowest badugi, cards of different suits and ranks,",
}


def game_page(view: TableView) -> PageWriter:
    """Returns the page about the game that is played, or comes next, with the rules of the house."""

    def write(width: int) -> Lines:
        lines: list[Line] = [(Span(view.game.full_title, TextRole.TITLE),)]
        for heading, sentences in _sections(view):
            lines += [(), (Span(heading, TextRole.TITLE),)] if heading else []
            lines += [(Span(line),) for sentence in sentences for line in wrap(sentence, width, indent=2)]
        return tuple(lines)

    return write


def _sections(view: TableView) -> Iterator[tuple[str, tuple[str, ...]]]:
    game = view.game
    if description := _DESCRIPTIONS.get(game.id):
        yield "", (f"{capitalize(description)}.",)
    yield "Forced bets and betting", (*_forced_bets(game), _bet_sizes(game))
    yield "The deal", tuple(_dealing(game, view.rules))
    yield "Which hand wins", (*_choosing_five(game, view.rules), *_winning(view.rules))
    if view.house:
        yield "How this house plays", view.house
    if view.rotation is not None:
        yield rotation_name(view.rotation), _rotation_sentences(view.rotation)


def _forced_bets(game: Game) -> tuple[str, ...]:
    stakes = game.stakes
    sentences = []
    if stakes.ante:
        sentences.append(f"Everybody antes {stakes.ante:,}.")
    if stakes.has_one_blind:
        sentences.append(f"There is one blind of {stakes.big_blind:,}.")
    elif stakes.big_blind:
        sentences.append(f"The blinds are {stakes.small_blind:,} and {stakes.big_blind:,}.")
    if stakes.big_blind_ante:
        sentences.append(f"The big blind antes {stakes.big_blind_ante:,} for all.")
    if stakes.button_blind:
        sentences.append(f"The button posts {stakes.button_blind:,} more.")
    if stakes.bring_in:
        sentences.append(f"One player has to bring it in for {stakes.bring_in:,}.")
    return tuple(sentences)


def _bet_sizes(game: Game) -> str:
    stakes, least = game.stakes, f"{game.stakes.minimum_bet:,}"
    match game.structure:
        case Structure.FIXED:
            later = f", and {stakes.big_bet:,} in the later rounds" if stakes.big_bet else ""
            return f"Bets and raises are {least}{later}."
        case Structure.SPREAD:
            return f"Bets and raises are {least} to {stakes.big_bet:,}."
        case Structure.POT:
            return f"Bets and raises are {least} up to the size of the pot."
        case Structure.HALF_POT:
            return f"Bets and raises are {least} up to half the size of the pot."
        case Structure.NO_LIMIT:
            return f"Bets and raises are {least} up to all your chips."
        case _:
            assert_never(game.structure)


def _dealing(game: Game, rules: GameRules) -> Iterator[str]:
    board = f", and {game.board} on the board for everybody" if game.board else ""
    yield f"You get {game.cards} cards{board}."
    yield f"Betting rounds: {join_words([street for street in game.streets if street != DISCARD])}."
    if rules.draws:
        most = max(rules.draws)
        times = "once" if len(rules.draws) == 1 else f"{len(rules.draws)} times"
        yield f"You may exchange up to {most} cards {times}."
    if rules.discard_limit:
        yield "You draw three cards at most, and four only to an ace or a wild card."
    if DISCARD in game.streets:
        yield "You throw a card away on the way."


def _choosing_five(game: Game, rules: GameRules) -> Iterator[str]:
    """Says which cards make up a hand where a player has more than they need."""
    if rules.selection is not Selection.ANY or game.cards + game.board <= HAND_SIZE or Order.BADUGI in _orders(rules):
        return
    if game.board:
        yield "Your hand is the best five of your own cards and the board, as many of each as you like."
    else:
        yield f"Your hand is the best five of your {game.cards} cards."


def _orders(rules: GameRules) -> tuple[Order, ...]:
    return tuple(side.order for side in (rules.high, rules.low) if side)


def _winning(rules: GameRules) -> Iterator[str]:
    high, low = rules.high, rules.low
    if high and low:
        yield f"{_ORDERS[high.order]} and the lowest divide the pot."
        yield _low_sentence(low)
    elif side := high or low:
        yield f"{_ORDERS[side.order]} takes the pot."
    if rules.selection is Selection.TWO_FROM_HAND:
        yield "Exactly two of your own cards play, with three of the board."
    if rules.hilo_declare:
        yield "Before the showdown you declare for the high hand, the low one or both."
    if rules.declared_hands:
        yield "A hand counts only for what you say that it is."
    if ranking := high or low:
        yield from _wild_sentences(ranking)


def _low_sentence(low: HandRanking) -> str:
    aces = "high" if low.order is Order.DEUCE_TO_SEVEN else "low"
    counts = "do not count" if low.order is Order.ACE_TO_FIVE else "count against it"
    sentence = f"For the low, aces are {aces}, and straights and flushes {counts}."
    if not low.qualifier:
        return sentence
    return f"{sentence} It needs five different cards, none above the {low.qualifier}; without one, the high takes all."


def _wild_sentences(ranking: HandRanking) -> Iterator[str]:
    if ranking.wild_cards:
        yield f"Wild, and any card you like: {format_cards(ranking.wild_cards)}."
    if ranking.jokers:
        role = "any card you like" if ranking.joker_role is JokerRole.WILD else "an ace, or fills a straight or flush"
        jokers = "The joker is" if ranking.jokers == 1 else f"Each of the {ranking.jokers} jokers is"
        yield f"{jokers} {role}."
    if ranking.lowest_wild is not LowestWild.NONE:
        which = "lowest card" if ranking.lowest_wild is LowestWild.CARD else "lowest card dealt face down"
        yield f"Each player's {which} is wild."


def _rotation_sentences(rotation: Rotation) -> tuple[str, ...]:
    games = join_words([named_game(chosen) for chosen in rotation.games])
    length = "an orbit of the button" if not rotation.hands else _hands(rotation.hands)
    if rotation.dealers_choice:
        return (f"The player who gets the button names one of these for {length}: {games}.",)
    return (f"These are played in turn, each for {length}: {games}.",)


def _hands(number: int) -> str:
    return "one hand" if number == 1 else f"{number:,} hands"
