"""Where the art folder and its git-ignored working folder are."""

from pathlib import Path

ART = Path(__file__).resolve().parent.parent
WORK = ART / "work"
