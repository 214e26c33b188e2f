"""The companion in the browser: pages, what they ask of the server, and the command ``bazaar``."""
