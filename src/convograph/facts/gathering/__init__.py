"""The statements of all turns and triplets seen together, in the order of saying, corrections among them."""
