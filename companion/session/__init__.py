"""One running game: its log on disk, chance, undo, and what each seat may see."""
