"""The law evaluated once over its finite domain, into small arrays for the kernels."""
