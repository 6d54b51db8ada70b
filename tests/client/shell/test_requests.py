from __future__ import annotations

from railbird_client.shell.launch import WatchServer
from railbird_client.shell.link_events import SessionEvent
from railbird_client.shell.requests import SessionRequests
from railbird_client.shell.server_link import ServerLink
from railbird_shared.network.address import Address
from railbird_shared.tournament.commands import ListTournaments


async def test_what_is_asked_before_or_after_the_session_is_dropped() -> None:
    plan = WatchServer(Address("table.example", 7777))
    requests = SessionRequests(ServerLink(plan, name="Wren", find_tokens=lambda _: (), save_token=lambda *_: None))
    events: list[SessionEvent] = []
    requests.ask_tournaments(ListTournaments())
    async with requests.running(events.append):
        pass
    requests.ask_tournaments(ListTournaments())
    assert events == []
