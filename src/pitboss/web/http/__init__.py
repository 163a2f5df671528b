"""The server: routes, pages, sessions, limits and errors."""
