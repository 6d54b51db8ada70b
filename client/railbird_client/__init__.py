"""The terminal client: screens, widgets and the pure model they draw."""
