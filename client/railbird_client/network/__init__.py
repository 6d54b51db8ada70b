"""The way to a server: finding it, recognizing it, and one link that reconnects by itself."""
