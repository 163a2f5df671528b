"""How the ledger is proven: code watched while production runs, and books with one word changed."""
