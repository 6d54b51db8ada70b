"""The files generated from the clauses: the type has each id and decodes as plain text; the texts are up to date."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec import convert

from railbird_server.guide.rulebook import load_rulebook, parse_rulebook
from railbird_shared.game.clauses import Clauses, clause_texts
from support import clause_texts as clause_ids

NOT_THERE = "BT-99"
RECORDINGS = Path(__file__).parents[3] / "docs" / "recordings"


def test_the_generated_module_is_up_to_date() -> None:
    written = clause_ids.MODULE_FILE.read_text(encoding="utf-8")
    if written != clause_ids.generate_module(load_rulebook()):
        pytest.fail(f"The clauses have changed: run `{clause_ids.WRITE_COMMAND}`.")


def test_the_module_lists_clauses_by_family() -> None:
    text = clause_ids.generate_module(
        parse_rulebook("## AB. Apples\n- **AB-1** Red.\n- **AB-2** Green.\n## CD. Pears\n- **CD-1** Soft.")
    )
    assert [line.strip() for line in text.splitlines() if "AB" in line or "CD" in line] == [
        '"AB-1", "AB-2",',
        '"CD-1",',
    ]


def test_the_generated_texts_are_up_to_date() -> None:
    rulebook = load_rulebook()
    written = clause_ids.TEXTS_FILE.read_text(encoding="utf-8")
    if written != clause_ids.generate_texts(rulebook, clause_ids.find_cited_clauses(rulebook)):
        pytest.fail(f"The clauses or the rulings that cite them have changed: run `{clause_ids.WRITE_COMMAND}`.")


def test_the_generated_texts_are_those_of_the_clauses_without_markup() -> None:
    rulebook = load_rulebook()
    texts = {clause.id: clause.text.replace("**", "") for clause in rulebook.select(clause_texts())}
    assert texts == clause_texts()
    assert not [text for text in clause_texts().values() if "`" in text or "**" in text]


def test_every_clause_that_a_recorded_hand_cites_has_its_text() -> None:
    """The recordings hold what a server has sent, whatever the source looks like."""
    recordings = "".join(file.read_text(encoding="utf-8") for file in RECORDINGS.rglob("*.jsonl"))
    cited = {clause for found in re.findall(r'"because": (\[[^]]*])', recordings) for clause in json.loads(found)}
    assert len(cited) > 10
    assert cited <= clause_texts().keys()


def test_a_text_is_written_as_it_stands_in_the_order_of_the_rules() -> None:
    long = f"{'word ' * 60}end."
    book = parse_rulebook(f'## AB. Apples\n- **AB-1** A "red" one.\n- **AB-2** Don\'t say "it".\n- **AB-3** {long}')
    written = clause_ids.generate_texts(book, ["AB-3", "AB-1", "AB-2", NOT_THERE])
    texts = json.loads(written)
    assert texts == {"AB-1": 'A "red" one.', "AB-2": 'Don\'t say "it".', "AB-3": long}
    assert list(texts) == ["AB-1", "AB-2", "AB-3"]


def test_an_unknown_clause_id_decodes_as_plain_text() -> None:
    """A client has to decode clauses that a newer server cites."""
    assert convert([NOT_THERE], type=Clauses) == (NOT_THERE,)


def test_the_command_prints_the_files_and_writes_them_only_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clause_ids, "MODULE_FILE", tmp_path / "clauses.py")
    monkeypatch.setattr(clause_ids, "TEXTS_FILE", tmp_path / "clause_texts.json")
    printed = CliRunner().invoke(clause_ids.main, [])
    assert not list(tmp_path.iterdir())
    CliRunner().invoke(clause_ids.main, ["--write"])
    written = (clause_ids.MODULE_FILE, clause_ids.TEXTS_FILE)
    assert printed.output == "".join(file.read_text(encoding="utf-8") for file in written)
