"""Which tile lies in which cell, which way up, and how sure that is."""
