"""One probabilistic filter of what happens at the table: episodes of sight, courses of play, decisions from costs."""
