"""Replays every hand of files and folders of hand histories, and summarizes the results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct, to_builtins

from railbird_server.history.notation import BadHistory
from railbird_server.history.parser import parse_histories
from railbird_server.history.replay import ComparisonLevel, Difference, Verdict, replay

FILE_SUFFIXES = (".phh", ".phhs")
"""The suffixes of the format: of a file of one hand, and of several."""


class NothingToReplay(Exception):
    """There is no file to read, or none with a hand in it; the message is one sentence."""


class HandReport(Struct, frozen=True):
    """One hand: its file, its name if the file has several, and the verdict."""

    file: str
    hand: str
    verdict: Verdict

    def __str__(self) -> str:
        name = f"{self.file} [{self.hand}]" if self.hand else self.file
        if self.verdict.difference:
            return f"{name}: {self.verdict.difference}"
        return "\n".join(f"{name}: agreed deviation: {deviation}" for deviation in self.verdict.deviations)


class Summary(Struct, frozen=True):
    """All hands that were replayed."""

    reports: tuple[HandReport, ...]

    @property
    def failed(self) -> int:
        """How many hands differ from the rules."""
        return sum(1 for report in self.reports if report.verdict.difference)

    def as_json(self) -> object:
        """Returns the summary as plain values."""
        hands = [
            {
                "file": report.file,
                "hand": report.hand,
                "failed": report.verdict.difference is not None,
                "compared": report.verdict.compared.value,
                "first_difference": to_builtins(report.verdict.difference),
                "agreed_deviations": list(report.verdict.deviations),
            }
            for report in self.reports
        ]
        return {"replayed": len(hands), "failed": self.failed, "hands": hands}

    def __str__(self) -> str:
        lines = [str(report) for report in self.reports]
        return "\n".join([*filter(None, lines), f"{len(self.reports):,} replayed, {self.failed:,} failed"])


def verify(paths: Sequence[Path]) -> Summary:
    """Replays every hand of the files, and of the files in the folders; raises NothingToReplay."""
    reports = tuple(report for file in _files(paths) for report in _replay_file(file))
    if not reports:
        raise NothingToReplay("There is no hand to replay: name files, or folders with .phh or .phhs files in them.")
    return Summary(reports)


def _files(paths: Sequence[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            yield from sorted(file for file in path.rglob("*") if file.suffix in FILE_SUFFIXES and file.is_file())
        elif path.exists():
            yield path
        else:
            raise NothingToReplay(f"There is no file {str(path)!r}.")


def _replay_file(file: Path) -> Iterator[HandReport]:
    try:
        hands = parse_histories(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise NothingToReplay(f"The file {str(file)!r} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        yield _unreadable_report(file, "This is no hand history, for it is no text.")
    except BadHistory as error:
        yield _unreadable_report(file, str(error))
    else:
        for name, fields in hands.items():
            yield HandReport(str(file), name, replay(fields))


def _unreadable_report(file: Path, sentence: str) -> HandReport:
    return HandReport(str(file), "", Verdict(ComparisonLevel.NOTHING, Difference(0, "", "a hand history", sentence)))
