"""What a club hands out: the ladder of an evening or a season, and the cards of its tables on paper."""
