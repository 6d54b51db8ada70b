"""The answers to what a player asks: their cards, the pot, the price, the rulings, and what they can say."""

from __future__ import annotations

from railbird_client.drawing.text_roles import capitalize
from railbird_client.lines.speech import amount_words
from railbird_client.lines.words import Asked, Player, turn_choices, working_words
from railbird_shared.protocol.view import TableView


def answer(asked: Asked, player: Player) -> tuple[str, ...]:
    """Returns the answer to a question, in sentences; each is a line."""
    match asked.query:
        case "turn" if player.turn is not None:
            assert player.view is not None
            return (turn_sentence(player.view, terse=player.terse),)
        case "turn":
            return ("It is not your turn.",)
        case _:
            return (f"Words that work now: {', '.join(working_words(player))}.",)


def turn_sentence(view: TableView, *, terse: bool = False) -> str:
    """Returns what the viewer is asked in their turn, with the price and the choices; empty while it is not theirs."""
    legal = view.you.legal
    if legal is None:
        return ""
    *most, last = turn_choices(legal)
    choices = capitalize(f"{', '.join(most)}, or {last}" if most else last)
    pot = "" if terse else f" The pot is {amount_words(view.total_pot)}."
    return f"Your turn.{pot} {choices}?"
