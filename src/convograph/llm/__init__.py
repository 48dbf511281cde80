"""Chat models: the adapter for OpenAI's protocol, and wrappers that add to any chat model."""
