"""Choices that are neither bets nor draws: which part of the pot, which hand, how many runs; digits make them."""

from __future__ import annotations

from typing import NamedTuple

from railbird_shared.actions import Claim, Declaration, Declare, LegalActions, Run

DECLARATION_LABELS = {Declaration.HIGH: "High", Declaration.LOW: "Low", Declaration.BOTH: "Both ways"}
RUN_LABELS = ("Once", "Twice", "Three times")


class ActionOption(NamedTuple):
    """Something to choose: its words and the act it is."""

    label: str
    action: Declare | Claim | Run


class ActionChoice(NamedTuple):
    """What is asked, at length and in a word, and the choices in the order of their digits."""

    question: str
    label: str
    options: tuple[ActionOption, ...]

    def option_for(self, name: str) -> ActionOption | None:
        """Returns the choice that a digit stands for; the tenth answers to 0."""
        place = (int(name) or 10) if name.isdecimal() else 0
        return self.options[place - 1] if 1 <= place <= len(self.options) else None


def build_action_choice(legal: LegalActions) -> ActionChoice | None:
    """Returns what a player is asked beside betting and drawing, None where it is nothing of the kind."""
    if legal.declare:
        sides = tuple(ActionOption(words, Declare(side)) for side, words in DECLARATION_LABELS.items())
        return ActionChoice("Which part of the pot do you go for? All say it at once.", "Declare", sides)
    if legal.claims:
        hands = tuple(ActionOption(hand[:1].upper() + hand[1:], Claim(hand)) for hand in legal.claims)
        return ActionChoice("Say your hand: it counts for no more than that.", "Claim", hands)
    if legal.max_runs is not None:
        runs = tuple(ActionOption(words, Run(times)) for times, words in enumerate(RUN_LABELS[: legal.max_runs], start=1))
        return ActionChoice("How often shall the rest be dealt? All have to agree.", "Deal it", runs)
    return None
