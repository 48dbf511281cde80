"""Events and triplets that a large language model wrote for LoCoMo, block by block, compared with ours."""
