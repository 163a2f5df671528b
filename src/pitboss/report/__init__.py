"""What is printed: charts, comparisons and par sheets."""
