"""Players without hands: they know what their seat knows and speak the same messages as people."""
