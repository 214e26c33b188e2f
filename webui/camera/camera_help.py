"""What can people do about a webcam that shows nothing?  In order of likelihood, by system."""

import sys

from companion.game import Say
from companion.words import mark

_IN_USE = mark("Another program may be using the camera: close video calls and other camera programs.")
_PLUG = mark("Unplug the camera and plug it in again, straight into the computer. It is found again by itself.")
_WINDOWS = mark("Windows: Settings → Privacy & security → Camera: switch on “Let desktop apps access your camera”.")
_MACOS = mark("macOS: System Settings → Privacy & Security → Camera: tick the box beside the program that started this one (mostly Terminal), then start the companion again.")  # fmt: skip  # noqa: E501
_LINUX = mark("Linux: your user may need the group “video”: sudo usermod -aG video $USER, then sign out and in again.")
_BY_SYSTEM = {"win32": (_IN_USE, _WINDOWS, _PLUG), "darwin": (_MACOS, _IN_USE, _PLUG)}


def help_for_webcam(say: Say, platform: str = sys.platform) -> list[str]:
    """What to try, the likeliest first."""
    return [say(text) for text in _BY_SYSTEM.get(platform, (_IN_USE, _LINUX, _PLUG))]
