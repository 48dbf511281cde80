"""Servers that speak OpenAI's protocol: where they are, how they are asked, and how they fail."""
