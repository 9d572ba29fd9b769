"""How a verb writes a picture: what is refused before the work, and a file that is whole or not there."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from certificates.claims.certificate import target_of, write_bytes
from certificates.cli.text import quoted
from exact.errors import OutOfRange, Unsupported

ENDINGS = (".png", ".svg", ".pdf")


def check_picture(file: Path) -> None:
    """Refuse, before the work, a picture of an unknown format, a file that cannot be written, and a missing matplotlib."""
    if file.suffix not in ENDINGS:
        raise OutOfRange(f"the format of a picture is told by its ending, one of {', '.join(ENDINGS)}, and {quoted(str(file))} has none of them")
    target_of(file)
    if find_spec("matplotlib") is None:
        raise Unsupported("a picture needs matplotlib, which is not installed: pip install 'exactpld[plot]', or in a clone pip install -e '.[plot]'")


def write_picture(draw: Callable[[Path], None], file: Path) -> None:
    """Draw under a temporary name, then write the file."""
    with tempfile.TemporaryDirectory() as scratch:
        drawn = Path(scratch) / f"picture{file.suffix}"
        draw(drawn)
        write_bytes(drawn.read_bytes(), file)
