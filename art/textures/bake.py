"""Bake tileable relief and color maps for plaster, stone, wood and linen.

/usr/bin/python3 art/textures/bake.py   ->  art/work/textures/*.png
Procedural noise inside the renderer costs about 40 % more per sample than looking these up.
"""

from pathlib import Path

import numpy as np
import OpenImageIO as oiio

SIZE = 2048
OUT = Path(__file__).resolve().parent.parent / "work" / "textures"


def frequencies():
    f = np.fft.fftfreq(SIZE) * SIZE
    return np.meshgrid(f, f)


def from_spectrum(amplitude, seed):
    """Tileable noise with a given amplitude per frequency; mean 0, deviation 1."""
    phase = np.random.default_rng(seed).uniform(0, 2 * np.pi, (SIZE, SIZE))
    field = np.fft.ifft2(amplitude * np.exp(1j * phase)).real
    field -= field.mean()
    return field / field.std()


def fractal(fall, lowest, highest, seed, stretch=(1.0, 1.0)):
    """Noise whose power falls with frequency; stretch below 1 elongates it along that axis."""
    fx, fy = frequencies()
    k = np.hypot(fx / stretch[0], fy / stretch[1])
    k[0, 0] = 1
    return from_spectrum(k ** (-fall / 2) * (k >= lowest) * (k <= highest), seed)


def save(name, field):
    grey = np.clip((field - field.mean()) / field.std() / 6 + 0.5, 0, 1)
    pixels = np.ascontiguousarray((grey * 255).astype(np.uint8)[:, :, None])
    out = oiio.ImageOutput.create(str(OUT / (name + ".png")))
    out.open(str(OUT / (name + ".png")), oiio.ImageSpec(SIZE, SIZE, 1, "uint8"))
    out.write_image(pixels)
    out.close()


def bake_plaster():
    grain = fractal(2.6, 2, 400, 1) + 0.25 * np.abs(fractal(1.6, 10, 300, 2))
    trowel = fractal(2.6, 3, 200, 5, stretch=(4.0, 1.0))
    save("plaster_height", grain * 0.6 + trowel * 0.4)
    save("plaster_colour", fractal(3.2, 1, 40, 3) + 0.3 * grain)


def bake_stone():
    """Travertine: wavering bands and scattered pits."""
    y = np.linspace(0, 1, SIZE, endpoint=False)[:, None]
    bands = np.sin((y * 14 + fractal(3, 1, 60, 8) * 0.35) * 2 * np.pi) * 0.6 + fractal(2.2, 3, 300, 9) * 0.6
    pits = np.clip((fractal(1.8, 30, 300, 10) - 1.6) / 0.6, 0, 1)
    save("stone_colour", bands)
    save("stone_height", bands * 0.3 - pits * 4)


def bake_wood():
    """Straight grain: rings cut lengthwise, fine fibres."""
    x = np.linspace(0, 1, SIZE, endpoint=False)[None, :]
    rings = np.sin((x * 22 + fractal(3.4, 1, 30, 21, stretch=(1.0, 0.2)) * 0.5) * 2 * np.pi)
    fibres = fractal(1.4, 20, 700, 22, stretch=(1.0, 0.04))
    save("wood_colour", rings * 0.7 + fibres * 0.7)
    save("wood_height", rings * 0.2 + fibres)


def bake_linen():
    u, v = np.meshgrid(np.arange(SIZE), np.arange(SIZE))
    thread = 16
    slub = fractal(2, 2, 60, 11) * 1.6
    warp = np.sin((u + slub) * 2 * np.pi / thread) * np.sign(np.sin(v * np.pi / thread))
    weft = np.sin((v + slub.T) * 2 * np.pi / thread) * np.sign(np.sin(u * np.pi / thread))
    save("linen_height", np.maximum(warp, weft) + fractal(2, 5, 200, 12) * 0.3)
    save("linen_colour", fractal(2.4, 2, 200, 13) + 0.3 * np.maximum(warp, weft))


if __name__ == "__main__":
    OUT.mkdir(parents=True, exist_ok=True)
    for bake in (bake_plaster, bake_stone, bake_wood, bake_linen):
        bake()
        print(bake.__name__)
