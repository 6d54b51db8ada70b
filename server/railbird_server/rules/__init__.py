"""Pure poker: no clock, no chance, no input or output."""
