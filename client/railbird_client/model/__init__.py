"""What is drawn and what keys mean, as plain values: no Textual, no socket, no rule of any game."""
