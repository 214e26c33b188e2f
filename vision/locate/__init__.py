"""Where the board lies in a picture, and why a picture shows none."""
