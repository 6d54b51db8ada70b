"""Why a server cannot listen is one sentence that says what to do."""

from __future__ import annotations

import errno
import os
import socket

import pytest

from railbird_server.runtime.listen_error import CannotListen

NO_ADDRESS = "This machine has no address 'den': choose 127.0.0.1 with --host, or 0.0.0.0 for the LAN."


def failed(number: int) -> OSError:
    return OSError(number, os.strerror(number))


@pytest.mark.parametrize(
    ("error", "sentence", "status"),
    [
        (socket.gaierror(socket.EAI_NONAME, "no such name"), NO_ADDRESS, 2),
        (UnicodeError("label too long"), NO_ADDRESS, 2),
        (failed(errno.EADDRNOTAVAIL), NO_ADDRESS, 2),
        (OSError("could not bind on any address out of [('den', 80)]"), NO_ADDRESS, 2),  # asyncio's, since Python 3.13
        (failed(errno.EADDRINUSE), "Port 80 is taken: choose another one with --port.", 1),
        (failed(errno.EACCES), "Port 80 is not for everybody: choose one above 1023 with --port.", 1),
        (failed(errno.EMFILE), "Port 80 of den cannot be listened on: Too many open files.", 1),
    ],
)
def test_each_reason_has_a_sentence_and_a_status(error: OSError | UnicodeError, sentence: str, status: int) -> None:
    refused = CannotListen(error, "den", 80)
    assert (str(refused), refused.status) == (sentence, status)


def test_the_sentence_about_another_port_names_its_settings() -> None:
    def sentence(number: int) -> str:
        return str(CannotListen(failed(number), "den", 9100, purpose="for the metrics", settings="metrics-"))

    assert sentence(errno.EADDRINUSE) == "Port 9100 for the metrics is taken: choose another one with --metrics-port."
    assert sentence(errno.EADDRNOTAVAIL) == (
        "This machine has no address 'den' for the metrics: choose 127.0.0.1 with --metrics-host."
    )
