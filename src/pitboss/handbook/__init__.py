"""The documentation site: pages made from books, commands and notebooks, and how it is built."""
