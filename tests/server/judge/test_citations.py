"""For random cards, every clause that a ruling cites is in the catalogue, and every side cites one."""

from __future__ import annotations

import random

import pytest

from railbird_server.guide.rulebook import load_rulebook
from railbird_server.judge.question import parse_question
from railbird_server.judge.ruling import rule_on
from railbird_shared.game.cards import format_cards
from railbird_shared.game.variants import VARIANTS


@pytest.mark.parametrize("game", sorted(VARIANTS))
def test_every_side_and_share_of_a_ruling_cites_clauses(game: str) -> None:
    variant = VARIANTS[game]
    size = sum(street.down + street.up - street.discard for street in variant.streets)
    on_board = sum(street.board for street in variant.streets)
    chance = random.Random(game)
    for _ in range(20):
        pack = chance.sample(variant.pack, len(variant.pack))
        board, rest = pack[:on_board], pack[on_board:]
        hands = [format_cards(rest[size * seat :][:size]) for seat in range(3)]
        ruling = rule_on(parse_question(variant, hands, format_cards(board), 1001), load_rulebook())
        assert sum(share.chips for share in ruling.shares) == 1001
        for side in ruling.sides:
            assert side.because
            assert all(clause in ruling.clauses for clause in side.because)
            for worth in side.hands:
                assert all(clause in ruling.clauses for clause in worth.because)
                assert worth.wins is (worth.hand in side.winners)
        assert all(share.because for share in ruling.shares)
