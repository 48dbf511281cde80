"""Chat models: the adapter for OpenAI's protocol, and wrappers that take a model and are one."""
