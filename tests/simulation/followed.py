"""The tables that a simulated person follows besides their own: folded by the shared code, compared with the truth."""

from __future__ import annotations

import random
from collections.abc import Callable

from msgspec import structs

from railbird_shared.protocol.commands import Command, FollowTable, Resume, UnfollowTable
from railbird_shared.protocol.folding import fold_all
from railbird_shared.protocol.messages import Followed, Snapshot, Step, TableClosed
from railbird_shared.protocol.validation import is_valid
from railbird_shared.protocol.view import TableView

Require = Callable[[object, str], None]
"""Fails with the sentence unless the condition holds."""

CheckView = Callable[[str, int, TableView], None]
"""Checks a view after the step of an epoch and a number."""


class FollowedViews:
    """What one program knows of the tables that it follows; `last_seen` outlives the connection."""

    def __init__(self, require: Require, check_view: CheckView) -> None:
        self._require = require
        self._check_view = check_view
        self._views: dict[str, TableView] = {}
        self._last_seen: dict[str, Resume] = {}

    def lose_connection(self) -> None:
        """Notes that the server sends no followed table any more."""
        self._views.clear()

    def take(self, followed: Followed) -> None:
        """Folds what a followed table sends."""
        table = followed.table
        match followed.message:
            case Snapshot(epoch=epoch, seq=seq, view=view) as snapshot:
                self._require(view.table == table, f"is sent {view.table} in place of {table}")
                self._require(is_valid(snapshot, len(view.seats)), "is sent a followed table that cannot be")
                self._views[table] = view
                self._last_seen[table] = Resume(table, epoch, seq)
            case Step() as step:
                self._fold(table, step)
            case TableClosed():
                self._views.pop(table, None)
            case _:
                pass

    def _fold(self, table: str, step: Step) -> None:
        view, at = self._views.get(table), self._last_seen.get(table)
        if at is None:
            self._require(False, f"is sent step {step.seq} of a followed table before the table")
            return
        if step.epoch == at.epoch and step.seq <= at.seq:
            return  # it comes again where the program has asked again from an earlier step
        self._require(
            (step.epoch, step.seq) == (at.epoch, at.seq + 1), f"misses a step of a followed table before {step.seq}"
        )
        self._last_seen[table] = structs.replace(at, seq=step.seq)
        if view is not None:  # a program that was resumed has the steps alone
            self._views[table] = view = fold_all(fold_all(view, step.public), step.private)
            self._check_view(step.epoch, step.seq, view)

    def wish(self, tables: list[str], own: str, chance: random.Random) -> Command | None:
        """Returns a command to follow a table, or one no longer; None where there is none to choose."""
        others = [table for table in tables if table != own]
        if not others:
            return None
        table = chance.choice(others)
        if table in self._views and chance.random() < 0.5:
            return UnfollowTable(table=table)
        seen = self._last_seen.get(table)
        if seen is not None and table not in self._views and chance.random() < 0.5:
            return FollowTable(table=table, epoch=seen.epoch, seq=seen.seq)
        return FollowTable(table=table)
