"""What supervisors and managers look at: returns, disputes, sheets, and who people are."""
