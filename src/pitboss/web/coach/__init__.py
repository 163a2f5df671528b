"""The server's coach: accounts and drills of what people have seen and decided."""
