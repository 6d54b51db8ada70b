"""Addresses, fingerprints, announcements, and the run file of a server."""
