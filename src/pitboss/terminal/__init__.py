"""The terminal game: one person at the table of any book, alone."""
