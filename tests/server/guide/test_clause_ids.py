"""The generated type of the ids of clauses: it has each id of the text, and decodes as plain text."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import convert

from railbird_server.guide import clause_ids
from railbird_server.guide.rulebook import load_rulebook, parse_rulebook
from railbird_shared.clauses import Clauses

NOT_THERE = "BT-99"


def test_the_generated_module_is_up_to_date() -> None:
    written = clause_ids.MODULE_FILE.read_text(encoding="utf-8")
    if written != clause_ids.generate_module(load_rulebook()):
        pytest.fail(f"The clauses have changed: run `{clause_ids.WRITE_COMMAND}`.")


def test_the_module_lists_clauses_by_group() -> None:
    text = clause_ids.generate_module(
        parse_rulebook("## AB. Apples\n- **AB-1** Red.\n- **AB-2** Green.\n## CD. Pears\n- **CD-1** Soft.")
    )
    assert [line.strip() for line in text.splitlines() if "AB" in line or "CD" in line] == [
        '"AB-1", "AB-2",',
        '"CD-1",',
    ]
    assert "# Apples" in text


def test_an_unknown_clause_id_decodes_as_plain_text() -> None:
    """A client has to decode clauses that a newer server cites."""
    assert convert([NOT_THERE], type=Clauses) == (NOT_THERE,)


def test_the_command_prints_the_module_and_writes_it_only_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clause_ids, "MODULE_FILE", tmp_path / "clauses.py")
    printed = CliRunner().invoke(clause_ids.main, [])
    assert not clause_ids.MODULE_FILE.exists()
    CliRunner().invoke(clause_ids.main, ["--write"])
    assert printed.output == clause_ids.MODULE_FILE.read_text(encoding="utf-8")
