"""Check finished pictures for denoising artifacts: noise, fireflies, waxy surfaces and clipped highlights.

/usr/bin/python3 art/quality.py [names...]   ->  a line per master; ends with 1 if one fails
"""

import sys
from pathlib import Path

import numpy as np
import OpenImageIO as oiio

MASTERS = Path(__file__).resolve().parent / "masters"

LONG_SIDE = 1600
# Flat areas of a finished master still show the grain of their material; sampling noise adds a finer one.
MOST_NOISE = 2.2  # deviation from the neighbors in the quietest tenth of the picture, in 255ths
LEAST_DETAIL = 0.12  # the same for the median area: less is waxy
MOST_FIREFLIES = 6  # single pixels that outshine all their neighbors, per million
FIREFLY = 45  # by this many 255ths
MOST_CLIPPED = 0.02  # share of pixels that are pure white


def read_grey(path):
    pixels = oiio.ImageBuf(str(path)).get_pixels(oiio.FLOAT)[:, :, :3] * 255
    return pixels @ np.array([0.2126, 0.7152, 0.0722])


def neighbours(grey):
    """The eight neighbors of every inner pixel, one layer each."""
    rows, columns = grey.shape
    offsets = [(y, x) for y in (0, 1, 2) for x in (0, 1, 2) if (y, x) != (1, 1)]
    return np.stack([grey[y : rows - 2 + y, x : columns - 2 + x] for y, x in offsets])


def measure(grey):
    around, inner = neighbours(grey), grey[1:-1, 1:-1]
    # Deviation from the plane through the neighbors, so that gradients don't count.
    residue = np.abs(inner - around.mean(0))
    rows, columns = (side // 32 * 32 for side in residue.shape)
    blocks = residue[:rows, :columns].reshape(rows // 32, 32, columns // 32, 32).mean((1, 3)).ravel()
    # A glint on an edge is a line of bright pixels; a firefly is a single one.
    lonely = inner - np.sort(around, axis=0)[-2] > FIREFLY
    return {
        "noise": float(np.quantile(blocks, 0.1)),
        "detail": float(np.median(blocks)),
        "fireflies": float(lonely.sum() / grey.size * 1e6),
        "clipped": float((grey > 254.5).mean()),
    }


def complaints(shape, found):
    if max(shape) < LONG_SIDE:
        yield f"only {max(shape)} px on its long side"
    if found["noise"] > MOST_NOISE:
        yield "noisy"
    if found["detail"] < LEAST_DETAIL:
        yield "waxy"
    if found["fireflies"] > MOST_FIREFLIES:
        yield "fireflies"
    if found["clipped"] > MOST_CLIPPED:
        yield "blown out"


def main(names):
    failed = False
    for path in sorted(MASTERS.glob("*.webp")):
        if names and path.stem not in names:
            continue
        grey = read_grey(path)
        found = measure(grey)
        problems = ", ".join(complaints(grey.shape, found))
        failed = failed or bool(problems)
        values = "  ".join(f"{key} {value:.3f}" for key, value in found.items())
        print(f"{path.stem:34} {values}  {problems or 'fine'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
