"""The lab: exact prices, charts, comparisons and runs, calculated by resident processes."""
