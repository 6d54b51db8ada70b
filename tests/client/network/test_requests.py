from __future__ import annotations

from railbird_client.network.link import Answered, Link, Offline, Requests


def never() -> Link:
    raise Offline("There is no connection.")


async def test_what_is_asked_before_or_after_the_session_is_dropped() -> None:
    async def ask() -> None:
        raise AssertionError("Nobody waits for the answer.")

    requests, events = Requests(never), list[Answered]()
    requests.start(ask(), refused=lambda _: None)
    async with requests.running(events.append):
        pass
    requests.start(ask(), refused=lambda _: None)
    assert events == []
