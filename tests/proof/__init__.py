"""Proof of the ledger: code watched while production runs, and books with one value changed."""
