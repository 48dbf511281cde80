"""What sentences say, denied or not: labelled by reading, against what the rules find."""
