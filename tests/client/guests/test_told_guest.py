"""Guests who are led by words over a line."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from railbird_client.guests.guest import FAREWELL, Guest
from railbird_client.guests.house import OTHER_LINE, GuestHouse
from railbird_client.guests.told_guest import MAX_LINE_LENGTH, ToldGuest, TypedLine
from support.guest_channels import GuestTerminal, run_house


@pytest.mark.parametrize(
    ("typed", "shown", "lines"),
    [
        ("call\r", "call\r\n", ["call"]),
        ("  say h\u00e4 \r", "  say h\u00e4 \r\n", ["say h\u00e4"]),
        ("cak\x7fll\r", "cak\b \bll\r\n", ["call"]),
        ("\x7f\x7fx\r", "x\r\n", ["x"]),
        ("fold\x15c\r", "fold" + 4 * "\b \b" + "c\r\n", ["c"]),
        ("\x1b[Acall\x1b[31m\r", "call\r\n", ["call"]),
        ("\x04", "", [None]),
        ("a\x04\x03", "a", [None]),
        ("\r\r", "\r\n\r\n", ["", ""]),
    ],
)
def test_a_line_is_edited_for_a_terminal(typed: str, shown: str, lines: list[str | None]) -> None:
    line = TypedLine(edited=True)
    found = (
        [line.take(bytes([byte])) for byte in typed.encode()] if "\x1b" not in typed else [line.take(typed.encode())]
    )
    assert "".join(each for each, _ in found) == shown
    assert [each for _, some in found for each in some] == lines


def test_a_line_of_a_pipe_is_taken_as_it_is_and_no_longer_than_it_may_be() -> None:
    line = TypedLine(edited=False)
    assert line.take(b"call\r\n" + b"x" * 10_000) == ("", ["call"])
    assert line.take(b"\n") == ("", ["x" * MAX_LINE_LENGTH])
    assert line.take(b"\xff\n") == ("", ["\ufffd"])


async def lead(house: GuestHouse, told: ToldGuest) -> None:
    with house.admit(Guest("test:Ada", "Ada", "10.0.0.9"), told) as home:
        await told.run(home)


async def test_a_guest_is_led_by_words_until_they_leave_and_a_second_line_takes_over(tmp_path: Path) -> None:
    async with run_house(tmp_path) as (house, _):
        terminals = [GuestTerminal(), GuestTerminal()]
        guests = [ToldGuest(terminal, terminal=True) for terminal in terminals]
        leading = []
        for told, terminal in zip(guests, terminals, strict=True):
            leading.append(asyncio.create_task(lead(house, told)))
            await terminal.wait_for("Connecting", "There is no table yet.")
        assert await terminals[0].wait_until_closed() == OTHER_LINE
        guests[1].pause()
        guests[1].feed(b"he")
        guests[1].tell("Somebody comes.")
        guests[1].feed(b"lp\r")
        await terminals[1].wait_for("Somebody comes.")
        guests[1].resume()
        await terminals[1].wait_for("quit")
        guests[1].feed(b"quit\r")
        assert await terminals[1].wait_until_closed() == FAREWELL
        await asyncio.gather(*leading)
        assert not len(house)


async def test_a_guest_whose_input_ends_leaves_and_one_whose_line_ends_is_told_nothing(tmp_path: Path) -> None:
    async with run_house(tmp_path) as (house, _):
        for number, expected in enumerate((FAREWELL, None, "The house closes.")):
            terminal = GuestTerminal()
            told = ToldGuest(terminal, terminal=False)
            leading = asyncio.create_task(lead(house, told))
            await terminal.wait_for("There is no table yet.")
            if number == 0:
                told.end_input()
            else:
                told.end(expected or "")
            await leading
            assert terminal.closed_with == expected
            assert b"\r" not in terminal.written
