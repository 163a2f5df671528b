"""The kernels that play compiled rounds: the flat, the full and the step kernel."""
