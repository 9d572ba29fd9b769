"""Builds the certificates under accept, reject, malformed and limit, always the same bytes.

    python3 tests/vectors/build.py [FOLDER]

Own code on purpose: it shares nothing with the checker nor with the package, only FORMAT.md. A file of `reject`
begins with the rule that must refuse it; a file of `limit` reaches a stated limit and breaks no rule of form.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from make import accept, limit, malformed, reject  # noqa: E402  (found by path, so that no package is needed)

FOLDERS = ("accept", "reject", "malformed", "limit")


def build() -> dict[str, dict[str, bytes]]:
    """Return folder -> file name -> content of every vector."""
    return {
        "accept": {name: text.encode() for name, text in accept.build().items()},
        "reject": {name: text.encode() for name, text in reject.build().items()},
        "malformed": malformed.build(),
        "limit": {name: text.encode() for name, text in limit.build().items()},
    }


def write(folder: Path) -> int:
    """Write every vector below the folder, remove files that are none, and return how many there are."""
    count = 0
    for kind, files in build().items():
        place = folder / kind
        place.mkdir(parents=True, exist_ok=True)
        for old in place.iterdir():
            if old.name not in files:
                old.unlink()
        for name, data in files.items():
            (place / name).write_bytes(data)
            count += 1
    return count


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    sys.stdout.write(f"{write(target)} vectors below {target}\n")
