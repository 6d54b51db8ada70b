"""Writes the pages over the table: history, rulings, large cards and the people who watch."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from collections.abc import Set as AbstractSet
from itertools import groupby

from railbird_client.drawing.card_art import build_card_style, card_faces, is_given_up, own_cards, sort_hand
from railbird_client.drawing.text_roles import (
    Line,
    Lines,
    PageWriter,
    Span,
    TextRole,
    at,
    beside,
    capitalize,
    columns,
    join_words,
    page_writer,
    sentence_spans,
    text_lines,
)
from railbird_client.drawing.text_width import wrap
from railbird_client.table.showdown_story import Share, ShowdownStory, ShownHand, StoryKind, showdown_lines
from railbird_client.table.table_log import Log, Reason
from railbird_shared.game.clauses import Clause, Clauses, clause_texts
from railbird_shared.history.narration import format_cards, playing_cards, pot_name
from railbird_shared.protocol.messages import Watcher, Watchers
from railbird_shared.protocol.view import TableView
from railbird_shared.settings.table_terms import RailTerms


@page_writer
def history_page(width: int, sentences: tuple[str, ...]) -> Lines:
    """Writes every sentence of the log."""
    if not sentences:
        return ((Span("Nothing has happened here yet.", TextRole.DIM),),)
    return sentence_lines(sentences, width)


def why_page(
    log: Log, house: tuple[str, ...] = (), *, deal: tuple[str, ...] = (), told: Container[str] = ()
) -> PageWriter:
    """Returns the page of the last hand's rulings, each with its clauses, of its deal, and of the house rules.

    The rulings that ended the hand come first, then the hands that were shown for the pot. The text of a clause stands
    at its first ruling; later ones give its id. Of the hands shown in the sentences that are `told` on the page before,
    it names the players alone.
    """
    results = [reason for reason in log.reasons if reason.is_result]
    shown = [reason for reason in log.reasons if reason.cards] if results else []
    earlier = [reason for reason in log.reasons if reason not in results and reason not in shown]

    def write(width: int) -> Lines:
        explained: set[Clause] = set()

        def reason_lines(reasons: Iterable[Reason]) -> Iterator[Line]:
            for reason in reasons:
                for line in wrap(reason.sentence, width, indent=2):
                    yield tuple(sentence_spans(line))
                for line in wrap(reason.cards, width - 2, indent=2) if reason.cards else ():
                    yield tuple(sentence_spans(f"  {line}"))
                yield from _clause_lines(reason.clauses, explained, width)
                explained.update(reason.clauses)

        lines = list(reason_lines((*results, *_shown_together(shown, told))))
        if results and earlier:
            lines += [(), (Span("Before that", TextRole.TITLE),)]
        lines += reason_lines(_shown_together(earlier, told))
        lines = lines or [(Span("No ruling was needed in this hand yet.", TextRole.DIM),)]
        for title, sentences in (("How it was dealt", deal), ("How this house plays", house)):
            if sentences:
                lines += [(), (Span(title, TextRole.TITLE),), *text_lines(width, *sentences, indent=2)]
        if unknown := [clause for clause in explained if clause not in clause_texts()]:
            lines += [(), (Span(f"`railbird-server rules {min(unknown)}` prints a clause.", TextRole.DIM),)]
        return tuple(lines)

    return write


def _shown_together(reasons: Iterable[Reason], told: Container[str]) -> Iterator[Reason]:
    """Yields rulings, those in a row that only show hands that are told already as one."""
    for is_told, group in groupby(reasons, key=lambda reason: reason.sentence in told):
        if not is_told:
            yield from group
            continue
        shows = list(group)
        names = [reason.sentence.rpartition(" shows ")[0] for reason in shows]
        verb = "shows their hand" if len(names) == 1 else "show their hands"
        clauses: list[Clause] = [clause for reason in shows for clause in reason.clauses]
        yield Reason(f"{join_words(names)} {verb}", tuple(sorted(set(clauses), key=clauses.index)))


def _clause_lines(clauses: Clauses, explained: AbstractSet[Clause], width: int) -> list[Line]:
    """The clauses with their texts, then on one line those whose text is already on the page or not known."""
    lines: list[Line] = []
    texts = clause_texts()
    for clause in clauses:
        if clause in texts and clause not in explained:
            words = wrap(f"{clause} {texts[clause]}", width - 2, indent=len(clause) + 1)
            lines += [(Span(f"  {line}", TextRole.DIM),) for line in words]
    bare = [clause for clause in clauses if clause in explained or clause not in texts]
    if bare:
        also = "also " if len(bare) < len(clauses) else ""
        lines += [(Span(f"  {line}", TextRole.DIM),) for line in wrap(f"{also}by {', '.join(bare)}", width - 2)]
    return lines


@page_writer
def zoom_page(width: int, view: TableView) -> Iterator[Line]:
    """Writes the board and every hand in play, in medium cards."""
    seats = [seat for seat in view.occupied if seat.in_hand and seat.cards]
    if view.board:
        yield (Span("board", TextRole.STRONG),)
        yield from _in(card_faces(view.board, build_card_style(view, view.occupied)))
        yield ()
    for seat in seats:
        is_own = seat.seat == view.you.seat and view.you.cards
        cards = own_cards(view) if is_own else sort_hand(view.game, seat.cards)
        faces = _in(card_faces(cards, build_card_style(view, (seat,)), dimmed=is_given_up(seat)))
        yield (Span(f"{seat.seat} {seat.name}", TextRole.STRONG),)
        words = ((), (Span(f"   {capitalize(seat.shown_hand)}", TextRole.STRONG),))
        yield from beside(faces, 1 + 6 * len(cards), words)
        yield ()
    if not view.board and not seats:
        yield from text_lines(width, "No cards are on the table.", role=TextRole.DIM)


def _in(lines: Lines) -> Lines:
    return tuple((Span("  "), *line) for line in lines)


def sentence_lines(sentences: Iterable[str], width: int) -> Lines:
    """Returns sentences of the table as lines of that width; those that begin a street stand out."""
    lines: list[Line] = []
    for sentence in sentences:
        role = TextRole.HEADING if sentence.startswith("—") else TextRole.TEXT
        lines += [tuple(sentence_spans(line, role)) for line in wrap(sentence, width, indent=2)]
    return tuple(lines)


# --- the people who watch ----------------------------------------------------------------------

_WATCHER_WIDTH = 24
_MINUTE = 60_000


def terms_sentences(rail: RailTerms) -> tuple[str, ...]:
    """Returns the terms of a rail in sentences."""
    limit = f"{rail.limit_text.capitalize()}."
    speaks = f"The players {'read' if rail.speaks else 'do not read'} what the rail writes."
    if not rail.is_delayed:
        return limit, speaks, "The rail sees the table as it is, without a hidden card."
    behind = f"The rail is {rail.delay_text} behind, and sees the cards of the players who let it."
    return limit, speaks, behind


@page_writer
def watchers_page(width: int, view: TableView, found: Watchers | None) -> Iterator[Line]:
    """Writes the terms of a table's rail, and its spectators once they are `found`."""
    yield from text_lines(width, *terms_sentences(view.rail))
    yield ()
    if found is None:
        yield (Span("Asking the server who watches ...", TextRole.DIM),)
        return
    if not found.watchers:
        yield (Span("Nobody watches.", TextRole.DIM),)
    for watcher in found.watchers:
        name = at(0, watcher.name, TextRole.STRONG, max_width=_WATCHER_WIDTH - 1)
        left = max(0, width - _WATCHER_WIDTH)
        yield columns(width, name, at(_WATCHER_WIDTH, _watcher_facts(watcher), TextRole.DIM, max_width=left))
    if found.others:
        yield (Span(f"and {found.others:,} others", TextRole.DIM),)


def _watcher_facts(watcher: Watcher) -> str:
    """Returns since when somebody watches, and what they are to the table."""
    parts = [f"for {_time_watched(watcher.since)}"]
    parts += ["hosts the table"] if watcher.host else []
    parts += ["waits for a seat"] if watcher.waits else []
    parts += ["has a minute to sit down"] if watcher.visits else []
    parts += ["has played here"] if watcher.played else []
    return " \N{MIDDLE DOT} ".join(parts)


def _time_watched(milliseconds: int) -> str:
    if milliseconds < _MINUTE:
        return "less than a minute"
    hours, minutes = divmod(milliseconds // _MINUTE, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


def showdown_page(
    story: ShowdownStory, log: Log, house: tuple[str, ...] = (), *, deal: tuple[str, ...] = (), symbols: bool = True
) -> PageWriter:
    """Returns the page of the showdown of the last hand and of its rulings with the text of each clause.

    While a hand runs the page has its rulings so far, and the showdown of the hand before: until the second round that
    comes first, as a player who asks then has hardly seen how it ended. `deal` says how far the deal is proved.
    """
    shown = frozenset(_shows_sentence(hand, symbols=symbols) for hand in story.shown) if story.told else frozenset()
    why = why_page(log, house, deal=deal, told=shown)

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
        return tuple(
            tuple(sentence_spans(" " * indent + part, role))
            for sentence, role, indent in _sentences(story, symbols=symbols)
            for part in wrap(sentence, width - indent, indent=2)
        )

    return write


def _sentences(story: ShowdownStory, *, symbols: bool) -> Iterator[tuple[str, TextRole, int]]:
    """Yields what the page tells before the rulings: each sentence, its role and how far it is indented."""
    for line in showdown_lines(story, rows=9, room=200):
        tag, words = f"{line.tag}: " if line.tag else "", f", {line.words}" if line.words else ""
        shared = f"{tag}{line.amount} to {line.name}{words}"
        yield shared if line.kind is StoryKind.SHARE else line.text, TextRole.WIN, 0
    if story.pot_count > 1:
        for share in story.pot_shares():
            yield _contest_sentence(story, share), TextRole.TEXT, 0
    last_run = max((hand.run for hand in story.shown), default=0)
    shown = [hand for hand in story.shown if hand.run or not last_run]  # once the rest is run, the runs count
    for hand in shown:
        run = f"run {hand.run}: " if last_run > 1 and hand.run else ""
        yield f"{run}{_shows_sentence(hand, symbols=symbols)}", TextRole.TEXT, 0
        if best := hand.event.best_cards:
            plays = playing_cards(best, hand.event.best_low_cards, dict(hand.played_as), symbols=symbols)
            yield plays, TextRole.DIM, 2
    if story.mucked:
        verb = "mucks" if len(story.mucked) == 1 else "muck"
        yield f"{join_words(story.mucked)} {verb}.", TextRole.TEXT, 0


def _shows_sentence(hand: ShownHand, *, symbols: bool) -> str:
    return f"{hand.name} shows {format_cards(hand.event.cards, symbols=symbols)}: {hand.event.hand_name}"


def _contest_sentence(story: ShowdownStory, share: Share) -> str:
    """The rivals for a pot and its winner: "Side pot 1: Finch and Wren play for it, Finch wins 620."."""
    who = [story.names.get(seat, f"seat {seat}") for seat in share.contested]
    half = "" if share.side.value == "whole" else f" {share.side.value}"
    run = f", run {share.run}" if share.run else ""
    pot = capitalize(pot_name(share.pots[0]).removeprefix("the "))
    won = ", ".join(f"{winner.name} wins {winner.chips:,}" for winner in share.winners)
    play = "plays" if len(who) == 1 else "play"
    return f"{pot}{half}{run}: {join_words(who)} {play} for it; {won}."
