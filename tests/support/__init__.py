"""Small real stand-ins that tests share: encoders without weights, conversations, pictures of a memory."""
