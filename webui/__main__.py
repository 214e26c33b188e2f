"""``python -m webui`` is the command ``bazaar``."""

from webui.cli import bazaar

if __name__ == "__main__":
    bazaar()
