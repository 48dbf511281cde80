"""What a question asks for: the facts that hold it, the sentences that state it, and whom it means."""
