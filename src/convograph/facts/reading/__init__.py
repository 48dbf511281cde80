"""What one turn of a person says: frames, names of kin and the learned reader, checked against misreadings."""
