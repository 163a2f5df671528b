"""Price, table and simulator compared with each other under random rules."""
