"""The guide: what each place, card, tile and step does, in the reader's language."""
