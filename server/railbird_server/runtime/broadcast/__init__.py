"""Sends the frames of a table to seats and spectators: at once, or to a rail behind a delay."""
