"""The books of this server, and the rules in force at its tables."""
