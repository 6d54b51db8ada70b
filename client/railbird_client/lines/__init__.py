"""Play by lines of words: what a player types becomes requests, and what happens becomes sentences to be spoken."""
