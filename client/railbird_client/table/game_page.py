"""Writes the page about the game of a table: what is paid, how much may be bet, what is dealt, and which hands win.

Everything is read from the records that the table announces, so that it is true of any game and any house. Between two
hands it is the game of the next one (VT-DC-6).
"""

from __future__ import annotations

from collections.abc import Iterator

from railbird_client.drawing.text_painter import capitalize, join_words
from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole
from railbird_client.drawing.text_width import wrap
from railbird_client.table.next_hand import named_game
from railbird_client.table.table_pages import PageWriter
from railbird_shared.game import facts
from railbird_shared.game.catalogue import GAMES
from railbird_shared.game.game_rules import GameRules, HandRanking, Order
from railbird_shared.game.rotation import Rotation, rotation_name
from railbird_shared.protocol.view import TableView

_DESCRIPTIONS = {game.id: game.description for game in GAMES}

_SECTIONS = {
    "Forced bets and betting": ("ante", "blinds", "big_blind_ante", "button_blind", "bring_in", "bet_sizes"),
    "The deal": ("cards", "rounds", "draws", "discard_limit", "discard"),
    "Which hand wins": (
        *("card_use", "played", "low_scale", "best_low", "qualifier", "no_low", "hilo_declare", "declared_hands"),
        *("jokers", "wild_ranks", "lowest_wild"),
    ),
}
_SPOKEN = GameRules(high=HandRanking(), low=HandRanking(order=Order.ACE_TO_FIVE))
_USUAL = facts.USUAL_RANKING.union(facts.showdown_facts(_SPOKEN))
"""What nobody has to be told: nothing is wild, and the cards speak."""


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
    game, rules = view.game, view.rules
    if description := _DESCRIPTIONS.get(game.id):
        yield "", (f"{capitalize(description)}.",)
    told = [*facts.stakes_facts(game), *facts.deal_facts(game, rules), *facts.card_use_facts(game, rules)]
    told += [*facts.winner_facts(rules), *facts.showdown_facts(rules)]
    if ranking := rules.high or rules.low:
        told += facts.pack_facts(ranking)
    for heading, subjects in _SECTIONS.items():
        yield heading, tuple(each.sentence for each in facts.chosen(told, subjects, _USUAL))
    if view.house:
        yield "How this house plays", view.house
    if view.rotation is not None:
        yield rotation_name(view.rotation), _rotation_sentences(view.rotation)


def _rotation_sentences(rotation: Rotation) -> tuple[str, ...]:
    games = join_words([named_game(chosen) for chosen in rotation.games])
    length = "an orbit of the button" if not rotation.hands else _hands(rotation.hands)
    if rotation.dealers_choice:
        return (f"The player who gets the button names one of these for {length}: {games}.",)
    return (f"These are played in turn, each for {length}: {games}.",)


def _hands(number: int) -> str:
    return "one hand" if number == 1 else f"{number:,} hands"
