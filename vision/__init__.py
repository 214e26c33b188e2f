"""The eye: from pictures of a table to what lies on it, as scores and plain numbers."""
