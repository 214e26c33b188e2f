"""A long evening against a real server: what it holds in memory, threads and files as the hours go by."""
