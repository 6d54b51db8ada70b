"""Launch plans: the options that become arguments of a server."""

from __future__ import annotations

from railbird_client.player_requests import HostTable, NewTable, PlayBots, ServerOptions


def test_only_options_that_were_given_become_server_arguments() -> None:
    assert ServerOptions("kitchen-table", 20).arguments == ("--house", "kitchen-table", "--clock", "20")
    assert HostTable(NewTable()).server_options.arguments == ()


def test_playing_against_bots_has_no_clock_by_default() -> None:
    assert PlayBots(NewTable()).server_options.arguments == ("--clock", "0")
