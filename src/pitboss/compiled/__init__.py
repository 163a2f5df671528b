"""The law walked over its finite domain once, into small arrays that kernels can walk."""
