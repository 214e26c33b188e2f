"""What a browser loads: the HTML of each page, scripts, style and art, the guide."""
