"""What can be set for a running companion?  Values with their meaning and default."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """How the server behaves; none of it touches the game."""

    host: str = "0.0.0.0"
    """Address to listen on; all of them by default, so that phones on the same network reach it."""
    port: int = 8484
    """Port to listen on; 0 takes any free one."""
    names: tuple[str, ...] = ("bazaar.local",)
    """Host names answered to besides localhost and this machine's addresses."""
    url: str = ""
    """Where phones come in through a proxy, as ``https://bazaar.example``; else this machine's own address is told."""
    secure: bool = False
    """True where phones are served over HTTPS; this computer's own browser then uses ``plain_port``."""
    plain_port: int = 0
    """Beside HTTPS: the port of plain HTTP for this computer itself and for the help page ``/ca``."""
    shared: bool = False
    """True where many tables are served below one address, ``/t/CODE``: each has cookies of its own there."""
    heartbeat_s: float = 10.0
    """An open event stream says something at least this often."""
    threads: int = 16
    """Requests that Flask works on at once."""
    upload_max_bytes: int = 12 * 1024 * 1024
    picture_max_pixels: int = 50_000_000
    upload_s: float = 60.0
    """So long a picture may take to come in."""
    restore_max_bytes: int = 512 * 1024 * 1024
    restore_s: float = 600.0
    body_max_bytes: int = 64 * 1024
    body_s: float = 10.0
    """So long any other body may take to come in."""
    join_limit: str = "12 per minute; 60 per hour"
    photo_limit: str = "20 per minute"
    pictures_limit: str = "240 per minute"
    """Pictures of a phone that is the camera."""
    greet_limit: str = "60 per minute"
    """Greetings of eyes that start."""
    rival_pauses_s: tuple[float, float, float] = (1.0, 2.0, 5.0)
    """So long the app's seats do nothing after what people should have seen: an action, dice or cards, an undo."""
    code_life_s: float = 600.0
    """A join code dies after this; the table screen shows a fresh one well before."""

    def cookie_name(self, secure: bool) -> str:
        """Cookies ignore ports, so the port is part of the name; over HTTPS the browser keeps it to this host.

        In a club a cookie is kept to its table by its path, and is the same whichever server answers.
        """
        if self.shared:
            return "bazaar_table"
        return f"{'__Host-' if secure else ''}bazaar_{self.port}"
