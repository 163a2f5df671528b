"""The audit: from each clause to its code and tests, and independent checks of logs and shoes."""
