"""The page of why a hand ended as it did: the showdown in order, who played for which pot, and the clauses."""

from __future__ import annotations

from collections.abc import Iterator

from railbird_client.drawing.text_painter import capitalize, join_words, sentence_spans
from railbird_client.drawing.text_roles import Line, Lines, Span, TextRole
from railbird_client.drawing.text_width import wrap
from railbird_client.table.narration.showdown_story import Share, ShowdownStory, ShownHand, StoryKind, showdown_lines
from railbird_client.table.narration.table_log import Log
from railbird_client.table.table_pages import PageWriter, why_page
from railbird_shared.history.narration import format_cards, playing_cards, pot_name


def showdown_page(
    story: ShowdownStory,
    log: Log,
    house: tuple[str, ...] = (),
    *,
    deal: tuple[str, ...] = (),
    two_colour: bool = False,
    symbols: bool = True,
) -> PageWriter:
    """Returns the page of the showdown of the last hand and of its rulings with the text of each clause.

    While a hand runs the page has its rulings so far, and the showdown of the hand before: until the second round that
    comes first, as a player who asks then has hardly seen how it ended. `deal` says how far the deal is proved.
    """
    shown = frozenset(_shows_sentence(hand, symbols=symbols) for hand in story.shown) if story.told else frozenset()
    why = why_page(log, house, deal=deal, two_colour=two_colour, told=shown)

    def write(width: int) -> Lines:
        if story.told:
            return (*told(story, width), (), (Span("By which rules", TextRole.TITLE),), *why(width))
        if story.before is None:
            return why(width)
        before = ((Span("The hand before", TextRole.TITLE),), *told(story.before, width))
        if log.recalls_last_hand:
            return (*before, (), (Span("This hand", TextRole.TITLE),), *why(width))
        return (*why(width), (), *before)

    def told(story: ShowdownStory, width: int) -> Lines:
        lines: list[Line] = []
        for sentence, role, indent in _sentences(story, symbols=symbols):
            parts = wrap(sentence, width - indent, indent=2)
            lines += [tuple(sentence_spans(" " * indent + part, role, two_colour=two_colour)) for part in parts]
        return tuple(lines)

    return write


def _sentences(story: ShowdownStory, *, symbols: bool) -> Iterator[tuple[str, TextRole, int]]:
    """Yields what the page tells before the rulings: each sentence, its role and how far it is indented."""
    for line in showdown_lines(story, rows=9, room=200):
        shared = f"{line.tag} {line.amount} {line.name}{f': {line.words}' if line.words else ''}".strip()
        yield shared if line.kind is StoryKind.SHARE else line.text, TextRole.WIN, 0
    several = story.pot_count > 1
    if several:
        for share in story.pot_shares():
            yield _contest_sentence(story, share), TextRole.TEXT, 0
    last_run = max((hand.run for hand in story.shown), default=0)
    shown = [hand for hand in story.shown if hand.run or not last_run]  # once the rest is run, the runs count
    runs = last_run > 1
    for hand in shown:
        run = f"run {hand.run}: " if runs and hand.run else ""
        yield f"{run}{_shows_sentence(hand, symbols=symbols)}", TextRole.TEXT, 0
        if hand.best_cards:
            plays = playing_cards(hand.best_cards, hand.best_low_cards, dict(hand.played_as), symbols=symbols)
            yield plays, TextRole.DIM, 2
    if story.mucked:
        verb = "mucks" if len(story.mucked) == 1 else "muck"
        yield f"{join_words(story.mucked)} {verb}.", TextRole.TEXT, 0


def _shows_sentence(hand: ShownHand, *, symbols: bool) -> str:
    return f"{hand.name} shows {format_cards(hand.cards, symbols=symbols)}: {hand.words}"


def _contest_sentence(story: ShowdownStory, share: Share) -> str:
    """The rivals for a pot and its winner: "Side pot 1: Finch and Wren play for it, Finch wins 620."."""
    who = [story.names.get(seat, f"seat {seat}") for seat in share.contested]
    half = "" if share.side.value == "whole" else f" {share.side.value}"
    run = f", run {share.run}" if share.run else ""
    pot = capitalize(pot_name(share.pots[0]).removeprefix("the "))
    won = ", ".join(f"{winner.name} wins {winner.chips:,}" for winner in share.winners)
    play = "plays" if len(who) == 1 else "play"
    return f"{pot}{half}{run}: {join_words(who)} {play} for it; {won}."
