"""A table that is not there, painted with its truth: for tests, the bench and the virtual table."""
