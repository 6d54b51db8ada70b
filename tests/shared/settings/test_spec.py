"""Tests of declared settings: what a record says of its fields, and what follows from it."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import pytest
from msgspec import Meta, Struct

from railbird_shared.settings.kinds import Choice, Number, Switch, Text
from railbird_shared.settings.spec import Part, Spec, settings_of, with_settings


class Colour(StrEnum):
    RED = "red"
    BLACK = "black"


class Rail(Struct, frozen=True):
    limit: Annotated[int | None, Meta(ge=0, le=99), Spec("How many.", label="Watchers")] = None
    speaks: Annotated[bool, Spec("Whether they speak.")] = False


class Terms(Struct, frozen=True):
    name: str = ""
    seats: Annotated[int, Meta(ge=2, le=10), Spec("Seats.", unit="seats", told=lambda n: f"There are {n} seats.")] = 6
    worth: Annotated[str, Meta(max_length=20), Spec("Worth.")] = ""
    colour: Annotated[Colour | None, Spec("Colour.")] = None
    rail: Annotated[Rail | None, Part("rail_")] = None


class ServerTerms(Terms, frozen=True):
    seats: int = 8
    rail: Rail = Rail()


SETTINGS = {setting.name: setting for setting in settings_of(Terms)}


def test_the_annotated_fields_of_a_record_and_of_its_parts_are_settings() -> None:
    assert [*SETTINGS] == ["seats", "worth", "colour", "rail_limit", "rail_speaks"]
    assert [setting.optional for setting in SETTINGS.values()] == [False, False, True, True, False]
    assert SETTINGS["rail_limit"].path == ("rail", "limit")
    assert SETTINGS["rail_limit"].flag == "--rail-limit"
    assert SETTINGS["rail_speaks"].off_flag == "--no-rail-speaks"


def test_the_kind_of_a_setting_follows_from_its_type() -> None:
    assert SETTINGS["seats"].kind == Number(2, 10, "SEATS", whole=True)
    assert SETTINGS["worth"].kind == Text(20, least=0)
    assert SETTINGS["colour"].kind == Choice(("red", "black"), Colour)
    assert SETTINGS["rail_speaks"].kind == Switch()
    assert SETTINGS["colour"].kind.parse("red") is Colour.RED

    class Unknown(Struct):
        field: Annotated[bytes, Spec("None.")] = b""

    with pytest.raises(TypeError, match="needs a kind"):
        settings_of(Unknown)


def test_a_field_that_is_declared_again_keeps_its_spec() -> None:
    again = {setting.name: setting for setting in settings_of(ServerTerms)}
    assert again.keys() == SETTINGS.keys()
    assert (again["seats"].default, again["seats"].spec.help) == (8, "Seats.")


def test_values_are_told_in_words() -> None:
    seats = SETTINGS["seats"]
    assert (seats.in_words(6), seats.sentences(6)) == ("6 seats", ("There are 6 seats.",))
    assert SETTINGS["rail_speaks"].in_words(True) == "yes"
    assert SETTINGS["worth"].sentences("1 EUR") == ()
    assert seats.refusal("--seats", 11) == "--seats cannot be 11: choose a whole number from 2 to 10."


def test_values_are_read_and_replaced_in_parts() -> None:
    limit = SETTINGS["rail_limit"]
    assert limit.value_in(Terms()) is None
    terms = with_settings(Terms(), {"name": "Den", "seats": 4, "rail_limit": 3})
    assert terms == Terms("Den", 4, rail=Rail(3))
    assert limit.value_in(terms) == 3
    assert with_settings(terms, {"rail_limit": None}).rail is None, "a part as usual is left out"
    assert with_settings(ServerTerms(), {"rail_speaks": True, "rail_limit": 2}).rail == Rail(2, speaks=True)


def test_a_large_limit_is_told_with_commas_and_a_port_without() -> None:
    assert Number(0, 10**12, whole=True).allowed == "a whole number from 0 to 1,000,000,000,000"
    assert Number(0, 65535, whole=True).allowed == "a whole number from 0 to 65535"
    assert Number(0.1, 1e9).allowed == "a number from 0.1 to 1,000,000,000"


def test_a_further_spec_of_a_field_adds_to_the_one_before_it() -> None:
    class Cut(Struct):
        cuts: Annotated[int, Spec("Cuts.", label="Cuts"), Spec(kind=Number(0, 9, whole=True), values=(0, 1))] = 0

    [cuts] = settings_of(Cut)
    assert (cuts.help, cuts.spec.label, cuts.spec.values, cuts.kind) == ("Cuts.", "Cuts", (0, 1), cuts.spec.kind)
