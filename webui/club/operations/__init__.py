"""What keeping a club running takes: health, figures, the hand-over at an end, backups."""
