"""What a question asks for: the facts and sentences that answer it, and the person it is about."""
