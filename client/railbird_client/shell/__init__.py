"""The application: its screens and states, and the controller of a session with a server."""
