"""Events and triplets that a large language model wrote for LoCoMo, block by block, as a mirror of what is found."""
