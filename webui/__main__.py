"""``python -m webui`` is the command ``bazaar``."""

from webui.cli import main

if __name__ == "__main__":
    main()
