"""The process that finds chances for the tables of a server, so that the event loop never counts cards.

    python -m railbird_server.runtime.equity_process

Questions and answers are lines of JSON. The latest equities are kept, whatever chips they are for.
"""

from __future__ import annotations

import random
from functools import lru_cache

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from railbird_server.error_text import describe_error
from railbird_server.rules.equity import Equities, Spot, find_equities
from railbird_server.stdin_worker import answer_lines
from railbird_server.table.hand.all_in_reveal import OpenSpot
from railbird_shared.game.bad_setup import BadSetup
from railbird_shared.protocol.chances import WHOLE, SpotChances
from railbird_shared.protocol.events import Pot

KEPT_SPOTS = 256
"""How many spots are remembered; the same cards are often asked for again with more chips in the pot."""


class ChancesQuestion(Struct, frozen=True):
    """The spots of one table whose chances are asked for."""

    spots: tuple[OpenSpot, ...]


class ChancesAnswer(Struct, frozen=True):
    """The chances of the spots, in order, or the fault, without any text that could hold a card."""

    spots: tuple[SpotChances, ...] = ()
    fault: str = ""


_encoder = msgspec.json.Encoder()
_questions: msgspec.json.Decoder[ChancesQuestion] = msgspec.json.Decoder(ChancesQuestion)
_answers: msgspec.json.Decoder[ChancesAnswer] = msgspec.json.Decoder(ChancesAnswer)


def encode_question(question: ChancesQuestion) -> bytes:
    """Returns a question as a line."""
    return _encoder.encode(question) + b"\n"


def decode_answer(line: bytes) -> ChancesAnswer:
    """Decodes a line with an answer; raises msgspec.DecodeError for anything else."""
    return _answers.decode(line)


def answer_line(line: bytes) -> bytes:
    """Returns the line that answers a line with a question; an error in a count is an answer, too."""
    try:
        found = answer(_questions.decode(line))
    except Exception as error:  # noqa: BLE001  a fault in one count must not end the counts of other tables
        found = ChancesAnswer(fault=describe_error(error))
    return _encoder.encode(found) + b"\n"


def answer(question: ChancesQuestion) -> ChancesAnswer:
    """Answers a question."""
    return ChancesAnswer(tuple(chances_of(each) for each in question.spots))


def chances_of(found: OpenSpot) -> SpotChances:
    """Returns the chances of one spot as clients are told them; raises BadSetup for rules by which no hand wins."""
    spot = found.spot
    equities = _equities(replace(spot, pots=tuple(Pot(1, pot.seats) for pot in spot.pots)))
    pots = [replace(equity, chips=pot.chips) for equity, pot in zip(equities.pots, spot.pots, strict=True)]
    equities = replace(equities, pots=tuple(pots))
    shares = in_hundredths([float(equities.share(hand.seat)) for hand in spot.hands])
    seats = [hand.seat for hand in spot.hands]
    return SpotChances(found.street, tuple(zip(seats, shares, strict=True)), run=found.run, estimate=not equities.exact)


@lru_cache(maxsize=KEPT_SPOTS)
def _equities(spot: Spot) -> Equities:
    if not spot.pots:
        raise BadSetup("A chance needs a pot to win.")
    return find_equities(spot, random.Random(len(spot.gone)))  # noqa: S311  it estimates, it does not deal


def in_hundredths(shares: list[float]) -> list[int]:
    """Returns shares in hundredths of a percent that add up to the whole, the largest fractions rounded up."""
    exact = [share * WHOLE for share in shares]
    found = [int(each) for each in exact]
    order = sorted(range(len(exact)), key=lambda place: found[place] - exact[place])
    for place in order[: round(sum(exact)) - sum(found)]:
        found[place] += 1
    return found


if __name__ == "__main__":
    answer_lines(answer_line)
