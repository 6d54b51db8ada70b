"""The first screen: what can be played, and where."""
