from __future__ import annotations

import pytest
from click.testing import CliRunner, Result

from railbird_server.cli import main


def rules(*words: str, columns: int = 80) -> Result:
    return CliRunner().invoke(main, ["rules", *words], env={"COLUMNS": str(columns)})


@pytest.mark.parametrize("asked", [(), ("holdem",), ("VT",), ("BT-34",), ("triple", "draw"), ("wild",)])
@pytest.mark.parametrize("columns", [80, 50])
def test_pages_fit_the_terminal_and_have_no_colours(asked: tuple[str, ...], columns: int) -> None:
    result = rules(*asked, columns=columns)
    assert result.exit_code == 0
    assert max(map(len, result.output.splitlines())) <= columns
    assert "\x1b" not in result.output


def test_a_clause_is_printed() -> None:
    assert rules("ai-10").output == "AI-10  An uncalled part of a bet is returned before the showdown.\n"


def test_what_is_unknown_is_one_sentence_and_status_2() -> None:
    result = rules("zugzwang")
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
