"""What operators see of a server: its log, metrics and health."""
