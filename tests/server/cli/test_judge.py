from __future__ import annotations

import json
import re
import typing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from railbird_server.cli import main
from railbird_server.judge import HandRuling, Ruling, Share, SideRuling

PAGE = Path(__file__).parents[3] / "docs" / "judge.md"


def judge(*words: str) -> Result:
    return CliRunner().invoke(main, ["judge", *words], env={"COLUMNS": "80"})


def test_it_says_who_wins_and_why() -> None:
    result = judge("--board", "Kh Kc Qc 7d 2s", "As Kd", "Qh Qd")
    assert result.exit_code == 0
    assert result.output.startswith(
        "Hand 2 wins: queens full of kings. Decided by full house against three of a\nkind.\n"
    )
    assert "HR-6 " in result.output
    assert max(map(len, result.output.splitlines())) <= 80


def test_the_short_answer_has_no_reasons() -> None:
    result = judge("--short", "--board", "Kh Kc Qc 7d 2s", "As Kd", "Qh Qd")
    assert result.output == (
        "Hand 2 wins: queens full of kings.\n\n"
        "  1  As Kd  three kings: Kd Kh Kc As Qc\n* 2  Qh Qd  queens full of kings: Qh Qd Qc Kh Kc\n"
    )


def test_a_short_answer_for_programs_is_refused_in_one_sentence() -> None:
    result = judge("--short", "--json", "As Kd", "Qh Qd")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "--json prints the whole ruling: leave out --short or --json.\n"


def test_the_ruling_for_programs() -> None:
    result = judge("--game", "holdem", "--board", "Kh Kc Qc 7d 2s", "--pot", "10", "--json", "As Kd", "Qh Qd")
    ruling = json.loads(result.output)
    assert ruling["sides"][0]["winners"] == [2]
    assert ruling["shares"][0] == {"hand": 2, "side": "whole", "chips": 10, "odd": 0, "because": ["SD-1", "SD-9"]}
    assert ruling["hands"] == [["As", "Kd"], ["Qh", "Qd"]]


@pytest.mark.parametrize("record", [Ruling, SideRuling, HandRuling, Share])
def test_the_docs_name_every_field_for_programs(record: type) -> None:
    documented = set(re.findall(r"^\| `(\w+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert set(typing.get_type_hints(record)) <= documented


@pytest.mark.parametrize(
    ("options", "hands", "verdict"),
    [
        (["--low", "27"], ["7c 5d 4h 3s 2c", "Ac 5s 4d 3h 2d"], "Hand 1 wins"),
        (["--wild", "deuces"], ["2c Kc Kd 5h 9c", "As Ad Kh 5c 9d"], "Hand 1 wins: three kings"),
        (["--jokers", "1", "--joker-role", "bug"], ["6c 6d 6h 6s X", "Jc Tc 9c 8c 7c"], "Hand 2 wins"),
        (["--pack", "36", "--flush-over-full"], ["6c 6d 6h 7s 7c", "Ah Kh 9h 8h 7h"], "Hand 2 wins: ace-high flush"),
        (["--suit-tiebreak", "1", "--suit-order", "hsdc"], ["As Kd 9h 8c 4c", "Ah Ks 9d 8d 4s"], "Hand 2 wins"),
        (["--no-straights"], ["9c 8d 7h 6s 5c", "2c 2d 3h 4s 6c"], "Hand 2 wins: pair of twos"),
        (["--high", "--low", "a5", "--qualifier", "8"], ["8c 7d 3h 2s Ac", "Kc Kd 3c 2d 4s"], "High: hand 2 wins"),
        (["--unbeatable", "italian", "--pack", "40"], ["As 5s 6s 7s 8s", "Th Jh Qh Kh Ah"], "Hand 1 wins"),
        (
            ["--game", "PLO", "--board", "2s 5s 9s Td Tc"],
            ["As Kd Qh Jd", "Ks Qs 3d 3h"],
            "Hand 2 wins: king-high flush",
        ),
        (["--two-from-hand", "--board", "2s 5s 9s"], ["As Kd Qh Jd", "Ks Qs 3d 3h"], "Hand 2 wins: king-high flush"),
    ],
)
def test_settings(options: list[str], hands: list[str], verdict: str) -> None:
    assert judge(*options, *hands).output.startswith(verdict)


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--game", "whist", "As Kd"),
        ("As 1d",),
        ("As Kd", "As Qd"),
        ("--game", "holdem", "As Kd", "Qh Qd"),
        ("--game", "holdem", "--board", "Kh Kc Qc", "As Kd Qs"),
        ("--low", "a7", "As Kd"),
        ("--pack", "50", "As Kd"),
        ("--wild", "elevens", "As Kd"),
        ("--qualifier", "8", "As Kd"),
        ("--wild", "deuces", "--lowest-wild", "lowest-card", "As Kd"),
        ("--pot", "many", "As Kd"),
        ("--pot", "-3", "As Kd"),
        ("--pots", "3", "As Kd"),
        ("As Kd", "--game"),
        ("--two-from-hand=yes", "As Kd"),
        ("As / Kd / Qd",),
    ],
)
def test_a_bad_question_is_one_sentence_and_status_2(words: tuple[str, ...]) -> None:
    result = judge(*words)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.endswith(".\n")
