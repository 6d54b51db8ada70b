"""A process beside the server that answers lines, so that the event loop never waits for long thoughts."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator, Sequence


class ProcessLost(Exception):
    """A process has ended, hangs, or could not be started; the message says which."""


def worker_command(module: str) -> tuple[str, ...]:
    """Returns what starts a module as a process; -P keeps the folder of the server's start out of its imports."""
    return (sys.executable, "-P", "-m", module)


@contextlib.asynccontextmanager
async def worker_process(command: Sequence[str]) -> AsyncIterator[Process]:
    """Runs a process for as long as the context lasts; raises ProcessLost where it cannot be started.

    It stands in a session of its own, so that an interrupt from the keyboard reaches the server alone.
    """
    try:
        process = await asyncio.create_subprocess_exec(
            *command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, start_new_session=True
        )
    except (OSError, NotImplementedError) as error:
        raise ProcessLost(f"it cannot be started ({type(error).__name__})") from None
    try:
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        if process.stdin is not None:
            process.stdin.close()
        await process.communicate()


async def exchange(process: Process, line: bytes, seconds: float) -> bytes:
    """Sends a line to a process and returns its answer; raises ProcessLost where none comes within so many seconds."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(seconds):
            process.stdin.write(line)
            await process.stdin.drain()
            answer = await process.stdout.readline()
    except TimeoutError:
        raise ProcessLost("it hangs") from None
    except (OSError, ValueError) as error:
        raise ProcessLost(type(error).__name__) from None
    if not answer.endswith(b"\n"):
        raise ProcessLost("it has ended")
    return answer
