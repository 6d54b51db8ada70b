"""The profiles of a host: tables and tournaments, each under a name, and the files that keep them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from railbird_client.hosting.games_form import GamesForm, GamesSetup, with_part
from railbird_client.hosting.host_form import HostForm, HostSetup, table_as_kept_now
from railbird_client.record_file import NO_FILES, RecordFile, has_own_machine
from railbird_client.settings import player_settings
from railbird_client.tournament.tournament_form import TournamentForm, TournamentSetup
from railbird_shared.game.game_rules import BadSetup
from railbird_shared.house.house_rules import HouseRules
from railbird_shared.house.toml import MAX_CHARACTERS, from_toml, to_toml
from railbird_shared.text.text_cleaning import TABLE_NAME_LENGTH, clean_table_name, look_alike
from railbird_shared.tournament.structure import TournamentChoices

MAX_PROFILES = 50
"""How many profiles are kept; beyond them those saved first are forgotten."""

PROFILES_FILE_NAME = "profiles.json"
TOURNAMENTS_FILE_NAME = "tournaments.json"

SetupT = TypeVar("SetupT", bound=GamesSetup)
FormType = TypeVar("FormType", bound=GamesForm[Any])


class ProfileError(ValueError):
    """A request about a profile or a file cannot be carried out; the message is a sentence."""


class Profile(Struct, Generic[SetupT], frozen=True):
    """A setup under a name."""

    name: Annotated[str, Meta(max_length=TABLE_NAME_LENGTH)]
    setup: SetupT


class Profiles(Struct, Generic[SetupT], frozen=True, omit_defaults=True):
    """The profiles, the latest first, and what was opened last."""

    profiles: tuple[Profile[SetupT], ...] = ()
    last: SetupT | None = None

    def find(self, name: str) -> Profile[SetupT] | None:
        """Returns the profile of that name, however it is written."""
        return next((each for each in self.profiles if look_alike(each.name, name)), None)

    def without(self, name: str) -> tuple[Profile[SetupT], ...]:
        """Returns all profiles but the one of that name."""
        return tuple(each for each in self.profiles if not look_alike(each.name, name))


def profiles_path() -> Path:
    """Returns where this system keeps the profiles of a user's tables: beside the settings."""
    return player_settings.settings_path().with_name(PROFILES_FILE_NAME)


class ProfileFile(RecordFile[Profiles[SetupT]], Generic[SetupT, FormType]):
    """Reads and writes profiles; without a path they last for this run alone.

    `draft` is the form as the host left it without opening anything. `as_kept_now` makes a setup of the release before
    one of today.
    """

    kind: type[Profiles[SetupT]]
    what: ClassVar[str]
    as_kept_now: Callable[[dict[str, Any]], dict[str, Any]]

    def __init__(self, path: Path | None = None) -> None:
        then, kept = ", so you start without", path is not None
        super().__init__(path or profiles_path(), self.kind(), what=self.what, then=then, kept=kept)
        self.draft: FormType | None = None

    def decode(self, content: bytes) -> Profiles[SetupT]:
        """Returns the profiles that a file holds; raises DecodeError."""
        kept = msgspec.json.decode(content)
        if isinstance(kept, dict):
            places = [(each, "setup") for each in kept.get("profiles", ()) if isinstance(each, dict)]
            for holder, name in (*places, (kept, "last")):
                if isinstance(holder.get(name), dict):
                    holder[name] = self.as_kept_now(holder[name])
        return msgspec.convert(kept, self.kind)

    def save(self, name: str, setup: SetupT) -> str:
        """Keeps a setup under a name, in place of another of that name; returns the name. Raises ProfileError."""
        clean = clean_table_name(name)
        if not clean:
            raise ProfileError("Give the profile a name that can be shown.")
        self.update(lambda old: replace(old, profiles=(Profile(clean, setup), *old.without(clean))[:MAX_PROFILES]))
        return clean

    def delete(self, name: str) -> None:
        """Forgets a profile."""
        self.update(lambda old: replace(old, profiles=old.without(name)))

    def rename(self, name: str, to: str) -> str:
        """Gives a profile another name; returns it. Raises ProfileError."""
        clean, found = clean_table_name(to), self.load().find(name)
        if not clean:
            raise ProfileError("Give the profile a name that can be shown.")
        taken = self.load().find(clean)
        if found is None or (taken is not None and taken != found):
            raise ProfileError(f"There is a profile called {clean} already; take another name.")
        renamed = Profile(clean, found.setup)
        self.update(
            lambda old: replace(old, profiles=tuple(renamed if each == found else each for each in old.profiles))
        )
        return clean

    def remember(self, setup: SetupT) -> None:
        """Keeps what was opened last, to be proposed the next time."""
        self.update(lambda old: replace(old, last=setup))
        self.draft = None


class TableProfileFile(ProfileFile[HostSetup, HostForm]):
    """The profiles of tables."""

    kind = Profiles[HostSetup]
    what = "profiles"
    as_kept_now = staticmethod(table_as_kept_now)


class TournamentProfileFile(ProfileFile[TournamentSetup, TournamentForm]):
    """The profiles of tournaments."""

    kind = Profiles[TournamentSetup]
    what = "profiles of tournaments"
    as_kept_now = staticmethod(partial(with_part, name="choices", part=TournamentChoices))


class PlayerProfiles:
    """The files of a player's profiles in a folder; without one they last for this run alone."""

    def __init__(self, folder: Path | None = None) -> None:
        self.tables = TableProfileFile(folder and folder / PROFILES_FILE_NAME)
        self.tournaments = TournamentProfileFile(folder and folder / TOURNAMENTS_FILE_NAME)


def profiles_of(app: object) -> PlayerProfiles:
    """Returns the profiles that an application keeps, or empty ones where it shows a single screen and keeps none."""
    kept: PlayerProfiles | None = getattr(app, "profiles", None)
    return kept or PlayerProfiles()


def _named_file(typed: str) -> Path:
    """Returns the file that a player names; raises ProfileError for one who is not at this machine."""
    if not has_own_machine.get():
        raise ProfileError(NO_FILES)
    return Path(typed.strip()).expanduser()


def read_house_file(typed: str) -> HouseRules:
    """Returns the house rules in a file of TOML; raises ProfileError."""
    path = _named_file(typed)
    try:
        with path.open(encoding="utf-8") as file:
            return from_toml(file.read(MAX_CHARACTERS + 1))
    except BadSetup as fault:
        raise ProfileError(str(fault)) from None
    except (OSError, ValueError, RuntimeError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "it is not text in UTF-8"
        raise ProfileError(f"The file {path} cannot be read: {why}.") from None


def write_house_file(typed: str, house: HouseRules) -> Path:
    """Writes house rules into a new file, as `railbird-server house` reads them; raises ProfileError."""
    path = _named_file(typed)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(to_toml(house))
    except FileExistsError:
        raise ProfileError(f"There is a file {path} already; name another one.") from None
    except (OSError, ValueError) as fault:
        why = fault.strerror if isinstance(fault, OSError) else "it is no name of a file"
        raise ProfileError(f"The file {path} cannot be written: {why}.") from None
    return path
