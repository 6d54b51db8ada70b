"""The way to a server: finding it, recognizing it, one link that reconnects by itself, and how friends join."""
