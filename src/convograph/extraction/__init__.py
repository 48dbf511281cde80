"""What a turn says, extracted by rules: times, mentions, triplets, events. Pure functions over text and parses."""
