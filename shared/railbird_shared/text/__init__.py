"""Text from other people: cleaned, compared for look-alikes, and the nearest name to a wrong one."""
