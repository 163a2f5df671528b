"""Price, table and simulator held against each other over rules drawn at random."""
