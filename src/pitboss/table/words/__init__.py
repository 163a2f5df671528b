"""The words of a table: phrases, sentences, transcripts and the layout as text."""
