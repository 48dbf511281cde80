"""Which names mean whom, as people ask for them and decide about them."""
