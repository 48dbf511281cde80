"""Write transactions over an owner's rows, what they remove with everything derived from it, and damaged rows."""
