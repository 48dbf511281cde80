"""What a single turn of a person states: frames, names of kin and the learned reader, checked for misreadings."""
