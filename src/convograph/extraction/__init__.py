"""What a turn says, read without a model: times, mentions, triplets, events. Pure functions over text and parses."""
