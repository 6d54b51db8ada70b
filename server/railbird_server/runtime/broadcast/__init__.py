"""What a table tells, and to whom: frames to seats and spectators at once, or to a rail behind a delay."""
