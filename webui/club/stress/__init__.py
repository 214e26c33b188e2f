"""What a club is put through: a crowd of pages, servers that die, lines that are cut, clocks that disagree."""
