"""Logs, signed heads and whole databases, verified and published."""
