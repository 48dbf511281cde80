"""Ways to remember, side by side over one store; none of them knows of another."""
