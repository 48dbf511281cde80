"""What callers give becomes stored turns and memos: identity, extension, conflicts, live conversations."""
