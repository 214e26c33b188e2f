"""What outlasts the evening: games on disk, backups, pictures that were kept, tables to take home."""
