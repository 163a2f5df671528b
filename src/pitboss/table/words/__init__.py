"""How a table is put into words: phrases, sentences, transcripts and the layout as text."""
