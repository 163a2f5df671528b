"""The evidence pack of a finished round: one signed file that proves itself."""
