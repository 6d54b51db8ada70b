"""The first screen: what can be played, where, and by which invitation."""
