"""A question carries all that its answer depends on."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from railbird_server.bots.profiles import LOOSE
from railbird_server.bots.question import NoDecision, Question, answer, decide_here, simple_answer
from railbird_shared.protocol.actions import Call, Check, Fold
from railbird_shared.protocol.view import LastAct
from support.bot_builders import is_legal, legal_actions_facing, opponent_seat, question_on_the_flop, view_from_seat_one


def test_the_same_question_has_the_same_answer() -> None:
    assert [answer(question_on_the_flop("a"))] * 5 == [answer(question_on_the_flop("a")) for _ in range(5)]


def test_the_seed_is_part_of_the_question() -> None:
    assert len({answer(question_on_the_flop(str(seed))) for seed in range(20)}) > 1


async def test_a_question_may_be_answered_in_this_process() -> None:
    assert await decide_here(question_on_the_flop("a")) == answer(question_on_the_flop("a"))


def test_who_cannot_think_calls_little_and_folds_to_much() -> None:
    def facing(bet: int) -> object:
        view = view_from_seat_one(
            "Ah Kh", opponent_seat(2, LastAct.BET, bet=bet), board="Kd 7c 2h", street=1, to_match=bet, pot=40
        )
        return simple_answer(
            Question(replace(view, you=replace(view.you, legal=legal_actions_facing(view))), LOOSE, "")
        )

    assert (facing(0), facing(2), facing(190)) == (Check(), Call(), Fold())


def test_who_cannot_think_acts_legally() -> None:
    question = question_on_the_flop("a")
    assert question.view.you.legal is not None
    assert is_legal(question.view.you.legal, simple_answer(question))


def test_nothing_is_asked_of_a_player_who_is_not_in_turn() -> None:
    question = Question(view_from_seat_one("Ah Kh", opponent_seat(2)), LOOSE, "")
    for reply in (answer, simple_answer):
        with pytest.raises(NoDecision):
            reply(question)
