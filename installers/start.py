"""Where the single-file program begins: the command ``bazaar``, or a child process of it that tries a camera."""

import multiprocessing

from webui.cli import bazaar

if __name__ == "__main__":
    multiprocessing.freeze_support()
    bazaar()
