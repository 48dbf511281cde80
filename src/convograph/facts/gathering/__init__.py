"""The statements of all turns and triplets taken together, in the order of saying, including corrections."""
