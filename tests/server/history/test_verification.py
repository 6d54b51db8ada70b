"""Files and folders."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird_server.history.replay import NothingToReplay, verify
from support.history_builders import history_text

FOLDED = "d dh p1 AhKd\nd dh p2 2c7d\nd dh p3 9s9h\np3 f\np1 f"
GOOD = history_text(FOLDED, finishing_stacks=[99, 101, 100])
BAD = history_text(FOLDED.replace("p1 f", "p1 cbr 3"))


def test_a_folder_is_searched_with_its_subfolders(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.phh").write_text(GOOD)
    (tmp_path / "b.phh").write_text(BAD)
    (tmp_path / "notes.txt").write_text("no hand")
    summary = verify([tmp_path])
    assert [Path(report.file).name for report in summary.reports] == ["b.phh", "a.phh"]
    assert summary.failed == 1
    lines = str(summary).splitlines()
    assert lines[0].startswith(f"{tmp_path / 'b.phh'}: action 5, 'p1 cbr 3': the file says that this act is legal;")
    assert lines[1:] == ["2 replayed, 1 failed"]


def test_hands_of_a_file_with_several_are_reported_by_name(tmp_path: Path) -> None:
    file = tmp_path / "evening.phhs"
    file.write_text(f"[1]\n{GOOD}\n\n[2]\n{BAD}\n")
    lines = str(verify([file])).splitlines()
    assert lines[0].startswith(f"{file} [2]: action 5")
    assert lines[1] == "2 replayed, 1 failed"


def test_an_agreed_deviation_is_reported_but_is_no_failure(tmp_path: Path) -> None:
    file = tmp_path / "a.phh"
    deal = "d dh p1 AhKd\nd dh p2 2c7d\nd dh p3 9s9h\np3 cbr 50\np1 f\np2 cbr 100\nd db 2s3s4s\nd db Jd\nd db Qc"
    file.write_text(history_text(deal, starting_stacks=[100, 100, 50], finishing_stacks=[99, 50, 101]))
    lines = str(verify([file])).splitlines()
    assert lines[0].startswith(f"{file}: agreed deviation: action 6")
    assert lines[1] == "1 replayed, 0 failed"


@pytest.mark.parametrize("content", [b"\xff\xfe", b"variant = ", b"hello", b""])
def test_an_invalid_file_is_a_failure(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "a.phh"
    file.write_bytes(content)
    summary = verify([file])
    assert summary.failed == 1
    assert str(summary.reports[0]).endswith(".")


def test_an_empty_folder_or_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NothingToReplay, match="no hand to replay"):
        verify([tmp_path])
    with pytest.raises(NothingToReplay, match="no file"):
        verify([tmp_path / "gone.phh"])


def test_the_json_summary_has_the_comparison_level_of_each_hand(tmp_path: Path) -> None:
    (tmp_path / "a.phh").write_text(GOOD)
    (tmp_path / "b.phh").write_text(BAD)
    assert verify([tmp_path]).as_json() == {
        "replayed": 2,
        "failed": 1,
        "hands": [
            {
                "file": str(tmp_path / "a.phh"),
                "hand": "",
                "failed": False,
                "compared": "stacks",
                "first_difference": None,
                "agreed_deviations": [],
            },
            {
                "file": str(tmp_path / "b.phh"),
                "hand": "",
                "failed": True,
                "compared": "actions",
                "first_difference": {
                    "action": 5,
                    "text": "p1 cbr 3",
                    "expected": "this act is legal",
                    "engine": "The least you can raise to is 4.",
                    "clause": "BT-33",
                },
                "agreed_deviations": [],
            },
        ],
    }


RECORDED = Path(__file__).parents[4] / "shared" / "phh"


@pytest.mark.skipif(not RECORDED.is_dir(), reason="the recorded hands are not beside the checkout")
def test_the_recorded_hands_beside_the_checkout_replay_without_a_difference() -> None:
    """Televised hands, hands of a program, and the examples of the format, from ../shared/phh."""
    summary = verify([RECORDED])
    assert [str(report) for report in summary.reports if report.verdict.difference] == []
