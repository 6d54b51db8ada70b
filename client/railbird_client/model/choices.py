"""Choices that are neither bets nor draws: which part of the pot, which hand, how many runs; digits make them."""

from __future__ import annotations

from typing import NamedTuple

from railbird_shared.actions import Claim, Declaration, Declare, LegalActions, Run

SIDES = {Declaration.HIGH: "High", Declaration.LOW: "Low", Declaration.BOTH: "Both ways"}
RUNS = ("Once", "Twice", "Three times")


class Choice(NamedTuple):
    """Something to choose: its words and the act it is."""

    label: str
    action: Declare | Claim | Run


class Question(NamedTuple):
    """What is asked, at length and in a word, and the choices in the order of their digits."""

    words: str
    lead: str
    choices: tuple[Choice, ...]

    def chosen(self, name: str) -> Choice | None:
        """Returns the choice that a digit stands for; the tenth answers to 0."""
        place = (int(name) or 10) if name.isdecimal() else 0
        return self.choices[place - 1] if 1 <= place <= len(self.choices) else None


def question(legal: LegalActions) -> Question | None:
    """Returns what a player is asked beside betting and drawing, None where it is nothing of the kind."""
    if legal.declare:
        sides = tuple(Choice(words, Declare(side)) for side, words in SIDES.items())
        return Question("Which part of the pot do you go for? All say it at once.", "Declare", sides)
    if legal.claims:
        hands = tuple(Choice(hand[:1].upper() + hand[1:], Claim(hand)) for hand in legal.claims)
        return Question("Say your hand: it counts for no more than that.", "Claim", hands)
    if legal.runs is not None:
        runs = tuple(Choice(words, Run(times)) for times, words in enumerate(RUNS[: legal.runs], start=1))
        return Question("How often shall the rest be dealt? All have to agree.", "Deal it", runs)
    return None
