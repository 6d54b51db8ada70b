"""The application: its screens and states, the controller of a session with a server, and colour themes."""
