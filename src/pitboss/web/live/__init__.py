"""One table in one process: what people do at it, what is stored, what follows."""
