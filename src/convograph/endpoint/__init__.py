"""Servers with OpenAI's protocol: addresses, connections, failures, retries."""
