"""What the eye sees: widgets that draw values of the model and say what was clicked."""
