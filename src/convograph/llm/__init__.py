"""Chat models: the adapter for OpenAI's protocol, and wrappers, each of which takes a model and is a model."""
