"""Made-up tile pictures: whole sets that nobody has seen, one style a seed."""
