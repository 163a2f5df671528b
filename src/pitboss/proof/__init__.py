"""Rigs for tests and benchmarks: agreement, random play, invariants and counted rounds."""
