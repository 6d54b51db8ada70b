"""Questions that stand on the table until they are answered: chips that others ask the host for, and votes."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from railbird_client.drawing.canvas import Press
from railbird_client.table import table_words
from railbird_client.table.turn.table_keys import TableKey
from railbird_client.table.view_models import Button, Question
from railbird_shared.history.narration import minutes_text
from railbird_shared.protocol.commands import Command
from railbird_shared.protocol.host_commands import AnswerBuyIn
from railbird_shared.protocol.view import SeatView, TableView, votes_needed

HOST_ANSWERS: dict[Press, TableKey] = {
    TableKey.RABBIT: TableKey.GIVE,
    TableKey.ADD_BOT: TableKey.REFUSE,
    TableKey.BET: TableKey.GIVE_ALL,
}
"""The keys by which a host answers while requests stand on the table: a key's letter, and its answer."""


def requests_to_host(view: TableView | None) -> tuple[SeatView, ...]:
    """Returns the seats that wait for the viewer, who hosts the table, to give them chips."""
    return view.requests if view is not None and view.you.is_host else ()


def open_questions(view: TableView, seconds_left: float = 0.0) -> Iterator[Question]:
    """Yields the questions that stand on the table, requests before a vote, which ends in so many seconds."""
    vote, own = view.vote, view.you.seat
    asking = requests_to_host(view)
    if asking:
        first, count = asking[0], len(asking)
        give_all = (Button(TableKey.GIVE_ALL, f"give all {count}"),) if count > 1 else ()
        answers = (Button(TableKey.GIVE, "give"), Button(TableKey.REFUSE, "refuse"), *give_all)
        words, subject = f"{first.name} asks for {first.requested:,}", f"{count} ask{'s' * (count == 1)}"
        yield Question(words, subject, answers, Button(TableKey.HOST, "menu"))
    if vote is not None and table_words.can_vote(view):
        people = sum(not seat.bot for seat in view.occupied)
        subject = f"Break of {minutes_text(vote.minutes)}" if vote.minutes else "Go on"
        words = f"{subject}? {len(vote.yes)} of {votes_needed(people)}, {ceil(seconds_left)} s"
        yes = (Button(TableKey.PAUSE if view.pause else TableKey.BREAK, "yes"),) if own not in vote.yes else ()
        no = (Button(TableKey.VOTE_AGAINST, "no"),) if own not in vote.no else ()
        yield Question(words, "Vote", (*yes, *no))
    if view.bomb_pot_asked and own is not None and own not in view.bomb_pot_asked and not view.next_bomb_pot:
        yield Question(table_words.bomb_pot_words(view).capitalize(), "Bomb pot", (Button(TableKey.BOMB_POT, "yes"),))


def unanswered(view: TableView) -> frozenset[TableKey]:
    """Returns the first key of each question that the viewer has not answered yet; a vote can be changed afterwards."""
    questions = [each.answers for each in open_questions(view)]
    return frozenset(first.key for first, *more in questions if more or first.key is TableKey.BOMB_POT)


def brief_question(question: Question, *, keys_act: bool) -> Question:
    """Returns a question as it stands beside a turn or a prompt: its keys, where they act, or that it is for later."""
    if not keys_act:
        return Question(f"{question.subject}: answer after this")
    answers = (Button(TableKey.HOST, "answers"),) if question.menu else question.answers
    return Question(f"{question.subject}:", answers=answers)


def answer_requests(asking: tuple[SeatView, ...], key: Press) -> tuple[Command, ...]:
    """Returns the answers of a host to requests for chips: a key gives or refuses the first, or gives all."""
    if key is TableKey.GIVE_ALL and len(asking) == 1:
        return ()  # that key is not offered
    asking = asking if key is TableKey.GIVE_ALL else asking[:1]
    approve = key is not TableKey.REFUSE
    return tuple(AnswerBuyIn(seat=each.seat, chips=each.requested, approve=approve) for each in asking)
