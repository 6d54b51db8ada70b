"""Tables that the player follows besides the one that they are at."""
