"""The ids in the source are those of clauses and decode as plain text; the texts generated from them are up to date."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from types import ModuleType

import pytest
from click.testing import CliRunner
from msgspec import convert

import railbird_client
import railbird_server
import railbird_shared
from railbird_server.guide.rulebook import load_rulebook, parse_rulebook
from railbird_shared.game.clauses import Clauses, clause_texts
from support import clause_texts as clause_source

NOT_THERE = "BT-99"
RECORDINGS = Path(__file__).parents[3] / "docs" / "recordings"


CLAUSE_ID = re.compile(r"(?:[A-Z]{2}|VT-[A-Z0-9]{2}|SIMPLE)-[0-9]+")
PACKAGES = (railbird_client, railbird_server, railbird_shared)


def ids_in(source: str) -> set[str]:
    constants = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return {value for value in constants if isinstance(value, str) and CLAUSE_ID.fullmatch(value)}


def test_an_id_in_the_source_that_is_no_clause_is_found() -> None:
    assert ids_in('because = ("BT-99", "SIMPLE-2", "VT-5D-7")  # HR-1') == {"BT-99", "SIMPLE-2", "VT-5D-7"}
    assert NOT_THERE not in load_rulebook()


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.__name__)
def test_every_id_in_the_source_is_that_of_a_clause(package: ModuleType) -> None:
    rulebook = load_rulebook()
    files = Path(str(package.__file__)).parent.rglob("*.py")
    wrong = {(file.name, each) for file in files for each in ids_in(file.read_text("utf-8")) if each not in rulebook}
    assert not wrong


def test_every_form_of_an_id_is_sought() -> None:
    assert all(CLAUSE_ID.fullmatch(clause.id) for group in load_rulebook().groups for clause in group.clauses)


def test_the_generated_texts_are_up_to_date() -> None:
    rulebook = load_rulebook()
    written = clause_source.TEXTS_FILE.read_text(encoding="utf-8")
    if written != clause_source.generate_texts(rulebook, clause_source.find_cited_clauses(rulebook)):
        pytest.fail(f"The clauses or the rulings that cite them have changed: run `{clause_source.WRITE_COMMAND}`.")


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
    written = clause_source.generate_texts(book, ["AB-3", "AB-1", "AB-2", NOT_THERE])
    texts = json.loads(written)
    assert texts == {"AB-1": 'A "red" one.', "AB-2": 'Don\'t say "it".', "AB-3": long}
    assert list(texts) == ["AB-1", "AB-2", "AB-3"]


def test_an_unknown_clause_id_decodes_as_plain_text() -> None:
    """A client has to decode clauses that a newer server cites."""
    assert convert([NOT_THERE], type=Clauses) == (NOT_THERE,)


def test_the_command_prints_the_file_and_writes_it_only_on_request(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clause_source, "TEXTS_FILE", tmp_path / "clause_texts.json")
    printed = CliRunner().invoke(clause_source.main, [])
    assert not list(tmp_path.iterdir())
    CliRunner().invoke(clause_source.main, ["--write"])
    assert printed.output == clause_source.TEXTS_FILE.read_text(encoding="utf-8")
