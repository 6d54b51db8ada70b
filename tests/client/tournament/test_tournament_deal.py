"""What a deal gives to whom, and how amounts that are typed become one."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from railbird_client.tournament.tournament_deal import (
    preview_lines,
    prizes_left,
    proposed_lines,
    read_amounts,
    share_words,
    shares_beside,
    shares_now,
)
from railbird_shared.tournament.messages import DealAmount, ProposeDeal
from railbird_shared.tournament.view import DealMethod, DealShare, DealView, Standing, TournamentView
from support.tournament_views import running_page, status


def three_left(**changes: object) -> TournamentView:
    """Three players with 500, 300 and 200 chips, who play for 50, 30 and 20 EUR; a fourth is out."""
    stacks = (("Wren", 500), ("Heron", 300), ("Teal", 200))
    playing = tuple(Standing(number, name, stack=stack) for number, (name, stack) in enumerate(stacks, 1))
    view = replace(
        running_page().view,
        status=status(left=3, entrants=4),
        standings=(*playing, Standing(4, "Rook", place=4)),
        prizes=(50, 30, 20),
    )
    return replace(view, **changes)


def text(lines: object) -> str:
    assert isinstance(lines, tuple)
    return "\n".join("".join(span.text for span in line).rstrip() for line in lines)


def test_the_prizes_left_are_one_for_each_player_left() -> None:
    assert prizes_left(three_left()) == (50, 30, 20)
    assert prizes_left(three_left(prizes=(70, 30))) == (70, 30, 0)
    assert prizes_left(three_left(prizes=(40, 30, 20, 10))) == (40, 30, 20)


def test_each_way_to_share_is_reckoned_with_the_stacks_of_now() -> None:
    assert shares_now(three_left(), DealMethod.ICM) == {1: 38, 2: 33, 3: 29}
    assert shares_now(three_left(), DealMethod.CHIPS) == {1: 40, 2: 32, 3: 28}
    assert shares_now(three_left(), DealMethod.EQUAL) == {1: 34, 2: 33, 3: 33}


def test_a_part_of_the_first_prize_stays_for_the_winner() -> None:
    assert sum(shares_now(three_left(), DealMethod.ICM, play_for=20).values()) == 80
    assert shares_now(three_left(), DealMethod.ICM, play_for=51) == {}
    assert shares_beside(three_left(), "20") == shares_now(three_left(), DealMethod.ICM, play_for=20)
    assert shares_beside(three_left(), "all") == {}


def test_more_players_than_may_make_a_deal_have_no_shares() -> None:
    many = tuple(Standing(number, f"Wren {number}", stack=100) for number in range(1, 12))
    assert shares_now(three_left(standings=many), DealMethod.ICM) == {}


def test_the_preview_has_a_column_for_each_way() -> None:
    assert text(preview_lines(three_left(), 52)).splitlines()[1].split() == [
        "Wren", "38.00", "EUR", "40.00", "EUR", "34.00", "EUR",
    ]  # fmt: skip


def test_amounts_that_add_up_are_a_deal() -> None:
    assert read_amounts(three_left(), {1: "40", 2: " 30", 3: ""}, "30") == ProposeDeal(
        tournament="5d0e",
        method=DealMethod.AMOUNTS,
        play_for=30,
        amounts=(DealAmount(1, 40), DealAmount(2, 30), DealAmount(3, 0)),
    )


@pytest.mark.parametrize(
    ("typed", "for_winner", "sentence"),
    [
        (("40", "30", "20"), "", "Share 10.00 EUR more."),
        (("40", "30", "40"), "5", "Take 15.00 EUR away again: the amounts come to more than is left."),
        (("40", "all", "20"), "", "Write what Heron gets as a whole number, 0 or more."),
        (("40", "-5", "20"), "", "Write what Heron gets as a whole number, 0 or more."),
        (("40", "30", "20"), "some", "Write what stays for the winner as a whole number, 0 or more."),
        (("9" * 13, "", ""), "", "Write what Wren gets as a whole number, 0 or more."),
    ],
)
def test_amounts_that_do_not_fit_are_refused_with_what_is_missing(
    typed: tuple[str, ...], for_winner: str, sentence: str
) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        read_amounts(three_left(), dict(enumerate(typed, 1)), for_winner)


def test_how_much_is_shared_is_told_while_it_is_typed() -> None:
    typed = {1: "40", 2: "x", 3: "10"}
    assert share_words(three_left(), typed, "5") == "55.00 EUR of 100.00 EUR shared, in units of 1 EUR."
    unpriced = three_left(status=status(unit=""))
    assert share_words(unpriced, typed, "5") == "55 of 100 shared."


def test_beside_a_proposed_deal_stands_what_the_stacks_are_worth() -> None:
    shares = (DealShare(1, "Wren", 40, agreed=True), DealShare(2, "Heron", 30), DealShare(3, "Teal", 30))
    lines = text(proposed_lines(three_left(), DealView("Wren", DealMethod.AMOUNTS, shares), 76, "Heron")).splitlines()
    assert lines[1] == "Wren proposes a deal by amounts that are named"
    assert lines[3].split() == ["Wren", "40.00", "EUR", "agrees", "ICM", "38.00", "EUR"]
    assert "ICM 38" not in text(proposed_lines(three_left(), DealView("Wren", DealMethod.ICM, shares), 76, "Heron"))


def test_the_shares_follow_when_the_hands_are_over() -> None:
    assert "The shares follow" in text(proposed_lines(three_left(), DealView("Wren", DealMethod.ICM, ()), 76, "Heron"))


@pytest.mark.parametrize("width", [50, 64, 70, 90])
def test_no_line_of_a_deal_is_cut(width: int) -> None:
    shares = (DealShare(1, "W" * 20, 40_000), DealShare(2, "Heron", 30), DealShare(3, "Teal", 30))
    deal = DealView("Wren", DealMethod.AMOUNTS, shares)
    lines = text(proposed_lines(three_left(prizes=(50_000, 30, 20)), deal, width, "Heron")).splitlines()
    assert max(map(len, lines)) <= width
    assert all(line.endswith(("EUR", "is yet to answer")) for line in lines[-3:])
    assert any("ICM" in line for line in lines) is (width >= 64)
