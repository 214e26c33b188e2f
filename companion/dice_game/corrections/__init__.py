"""What does not add up, and how the table puts a value right."""
