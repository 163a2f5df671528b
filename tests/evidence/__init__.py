"""The tests of evidence packs."""
