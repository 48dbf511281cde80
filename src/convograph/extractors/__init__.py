"""What neural models find in turns, behind the protocols that the rules satisfy, too. All of it is optional."""
