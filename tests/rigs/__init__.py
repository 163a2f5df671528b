"""For tests and benchmarks: agreement of kernel and table, random play, invariants, perft."""
