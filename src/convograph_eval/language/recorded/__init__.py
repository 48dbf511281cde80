"""Events and triplets that a large language model extracted from LoCoMo, block by block, compared with ours."""
