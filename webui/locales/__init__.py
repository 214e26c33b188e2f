"""Words in the reader's language: catalogues of translations, and what is missing in them."""
