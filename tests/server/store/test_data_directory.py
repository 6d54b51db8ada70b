"""The data directory: for its owner alone, for one server at a time, and never begun anew over what was kept."""

from __future__ import annotations

import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from railbird_server.store.contents import back_up
from railbird_server.store.data_directory import CERTIFICATE_NAME, DATABASE_NAME, LOCK_NAME, DataDirectory
from railbird_server.store.protocols import StoreError
from railbird_server.store.schema import connect
from railbird_shared.network.run_file import RUN_FILE_NAME

on_posix = pytest.mark.skipif(os.name != "posix", reason="other systems have no modes")
as_root = pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="only root can give files away")

ANOTHER_SERVER = "Another server keeps its tables in "


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "data"
    path.mkdir(mode=0o700)
    return path


def refusal(folder: Path) -> str:
    """Returns why a directory cannot be used."""
    with pytest.raises(StoreError) as refused:
        DataDirectory(folder)
    sentence = str(refused.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence


def use(folder: Path) -> None:
    """Takes a directory and opens its database, as a server does."""
    with contextlib.closing(DataDirectory(folder)) as directory:
        connect(directory.database).close()


def content(folder: Path) -> dict[str, bytes]:
    return {each.name: each.read_bytes() for each in folder.iterdir() if each.name != LOCK_NAME}


# --- a database that has lost its content ----------------------------------------------------------------------------


def backup(folder: Path) -> None:
    """Puts a backup of another folder into this one, under a name of the host's own."""
    source = folder.parent / "other.db"
    connect(source).close()
    back_up(source, folder / "tuesday")


REMAINS: dict[str, Callable[[Path], object]] = {
    f"{DATABASE_NAME}-wal": lambda folder: (folder / f"{DATABASE_NAME}-wal").write_bytes(b"frames"),
    f"{DATABASE_NAME}-journal": lambda folder: (folder / f"{DATABASE_NAME}-journal").write_bytes(b"pages"),
    f"{DATABASE_NAME}.old": lambda folder: (folder / f"{DATABASE_NAME}.old").write_bytes(b"pages"),
    CERTIFICATE_NAME: lambda folder: (folder / CERTIFICATE_NAME).write_text("key and certificate"),
    RUN_FILE_NAME: lambda folder: (folder / RUN_FILE_NAME).write_text("{}"),
    "tuesday": backup,
}
"""What lies in a folder that a server has used, and how it gets there."""


@pytest.mark.parametrize("remains", REMAINS)
@pytest.mark.parametrize("lost", [b"", b"\0", b"S"])
def test_an_empty_database_beside_files_of_ours_is_not_begun_anew(folder: Path, remains: str, lost: bytes) -> None:
    REMAINS[remains](folder)
    (folder / DATABASE_NAME).write_bytes(lost)
    before = content(folder)
    assert refusal(folder) == (
        f"{folder / DATABASE_NAME} has lost its content, for {remains} of a server lies beside it: move every "
        f"{DATABASE_NAME}* away, and put a backup in its place or begin anew."
    )
    assert content(folder) == before


@pytest.mark.parametrize("remains", [f"{DATABASE_NAME}-wal", f"{DATABASE_NAME}-journal"])
def test_a_missing_database_whose_log_is_there_is_not_begun_anew(folder: Path, remains: str) -> None:
    REMAINS[remains](folder)
    before = content(folder)
    assert "has lost its content" in refusal(folder)
    assert content(folder) == before


@pytest.mark.parametrize("cut", [0, 1])
def test_what_only_the_log_holds_survives_a_database_cut_to_nothing(folder: Path, cut: int) -> None:
    database = folder / DATABASE_NAME
    connection = connect(database)
    connection.execute("insert into players values ('p1', x'00', 'Wren', 0, '')")
    kept = {each.name: each.read_bytes() for each in folder.iterdir()}
    connection.close()
    for name, data in kept.items():
        (folder / name).write_bytes(data)
    os.truncate(database, cut)
    refusal(folder)
    database.write_bytes(kept[DATABASE_NAME])
    use(folder)
    with contextlib.closing(sqlite3.connect(database)) as restored:
        assert restored.execute("select name from players").fetchall() == [("Wren",)]


@pytest.mark.parametrize("remains", REMAINS)
def test_the_sentence_leads_out_of_it(folder: Path, remains: str) -> None:
    REMAINS[remains](folder)
    (folder / DATABASE_NAME).touch()
    refusal(folder)
    away = folder.parent / "away"
    away.mkdir()
    for file in folder.glob(f"{DATABASE_NAME}*"):
        file.rename(away / file.name)
    use(folder)


@pytest.mark.parametrize("started", [b"", b"\0"])
def test_an_empty_file_alone_is_a_new_database(folder: Path, started: bytes) -> None:
    (folder / DATABASE_NAME).write_bytes(started)
    (folder / "notes.txt").write_text("of the host's own")
    (folder / "server.log").write_text("")
    use(folder)
    use(folder)


@pytest.mark.parametrize("remains", [CERTIFICATE_NAME, RUN_FILE_NAME, "tuesday"])
def test_a_database_that_was_moved_away_is_begun_anew(folder: Path, remains: str) -> None:
    REMAINS[remains](folder)
    use(folder)


@pytest.mark.parametrize("link", ["to an empty file", "to nothing"])
@on_posix
def test_a_database_may_lie_elsewhere(folder: Path, link: str) -> None:
    elsewhere = folder.parent / "elsewhere.db"
    if link == "to an empty file":
        elsewhere.touch()
    (folder / DATABASE_NAME).symlink_to(elsewhere)
    use(folder)
    assert (folder / DATABASE_NAME).is_symlink()
    assert elsewhere.stat().st_size > 1
    (folder / CERTIFICATE_NAME).touch()
    os.truncate(elsewhere, 0)
    assert "has lost its content" in refusal(folder)


class Crash(BaseException):
    """The end of a process in the middle of what it does."""


@pytest.mark.parametrize("moment", ["journal_mode", "create table invites", "add column showdown", "user_version = 6"])
def test_a_new_database_is_there_whole_or_not_at_all(
    folder: Path, monkeypatch: pytest.MonkeyPatch, moment: str
) -> None:
    """A crash in the middle of a first start leaves nothing that the next one takes for a database that was lost."""
    begun = folder / "begun"

    class Dying(sqlite3.Connection):
        def executescript(self, sql_script: str, /) -> sqlite3.Cursor:
            if moment in sql_script and not begun.exists():
                begun.touch()
                raise Crash
            return super().executescript(sql_script)

        def execute(self, sql: str, parameters: object = (), /) -> sqlite3.Cursor:
            if moment in sql and not begun.exists():
                begun.touch()
                raise Crash
            return super().execute(sql, parameters)  # type: ignore[arg-type]

    real = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *some, **more: real(*some, factory=Dying, **more))
    (folder / CERTIFICATE_NAME).touch()
    with pytest.raises(Crash):
        use(folder)
    database = folder / DATABASE_NAME
    assert not database.exists() or database.stat().st_size > 1
    use(folder)


# --- a folder that others may write ----------------------------------------------------------------------------------


@on_posix
@pytest.mark.parametrize("mode", [0o720, 0o702, 0o722, 0o770, 0o775, 0o777, 0o1777, 0o2770])
def test_a_folder_that_others_may_write_is_refused(folder: Path, mode: int) -> None:
    folder.chmod(mode)
    assert refusal(folder) == (
        f"Others may write in {folder}: take that from them with `chmod go-w {folder}`, "
        "or choose another directory with --data."
    )
    assert content(folder) == {}
    folder.chmod(mode & ~0o022)
    use(folder)


@on_posix
@pytest.mark.parametrize("mode", [0o700, 0o750, 0o711, 0o755])
def test_a_folder_that_others_may_read_is_taken(folder: Path, mode: int) -> None:
    folder.chmod(mode)
    use(folder)


@on_posix
def test_a_folder_is_made_for_its_owner_alone_whatever_the_mask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        use(tmp_path / "new")
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


@on_posix
def test_a_link_is_judged_by_the_folder_to_which_it_leads(folder: Path) -> None:
    link = folder.parent / "link"
    link.symlink_to(folder)
    use(link)
    folder.chmod(0o777)
    assert "Others may write" in refusal(link)


@as_root
@pytest.mark.parametrize("given_away", ["folder", "link"])
def test_a_folder_or_a_link_of_another_user_is_refused(folder: Path, given_away: str) -> None:
    link = folder.parent / "link"
    link.symlink_to(folder)
    os.chown(folder if given_away == "folder" else link, 12345, -1, follow_symlinks=False)
    assert refusal(link) == f"{link} belongs to another user: choose another directory with --data."


# --- one server at a time --------------------------------------------------------------------------------------------


def leave_lock(_: Path) -> None:
    """Does nothing."""


def replace_lock(lock: Path) -> None:
    other = lock.with_name("other")
    other.touch()
    other.replace(lock)


@pytest.mark.skipif(sys.platform == "win32", reason="there nobody can remove a file that is locked")
@pytest.mark.parametrize("tamper", [leave_lock, Path.unlink, replace_lock])
def test_no_second_server_gets_in_whatever_becomes_of_the_lock(folder: Path, tamper: Callable[[Path], object]) -> None:
    with contextlib.closing(DataDirectory(folder)):
        tamper(folder / LOCK_NAME)
        assert refusal(folder).startswith(ANOTHER_SERVER)
        assert refusal(folder).startswith(ANOTHER_SERVER)
    use(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="there nobody can remove a file that is locked")
def test_no_second_server_gets_in_by_another_way_to_the_folder(folder: Path) -> None:
    link = folder.parent / "link"
    link.symlink_to(folder)
    with contextlib.closing(DataDirectory(folder)):
        (folder / LOCK_NAME).unlink()
        assert refusal(link).startswith(ANOTHER_SERVER)


def test_a_directory_that_is_refused_stays_free(folder: Path) -> None:
    (folder / CERTIFICATE_NAME).touch()
    (folder / DATABASE_NAME).touch()
    refusal(folder)
    (folder / DATABASE_NAME).unlink()
    use(folder)


HOLDER = """
import subprocess, sys
from pathlib import Path
from railbird_server.store.data_directory import DataDirectory
directory = DataDirectory(Path(sys.argv[1]))
child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
print("taken", flush=True)
input()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="other systems have no SIGKILL")
def test_a_server_that_is_killed_leaves_no_lock_even_if_its_children_live_on(folder: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"taken\n"
        assert refusal(folder).startswith(ANOTHER_SERVER)
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        use(folder)
