"""Denoise a Cycles render with Open Image Denoise's neural nets: prefilter albedo and normal, then denoise color.

/usr/bin/python3 art/denoise/denoise.py <out.exr> <render.exr>...
Several renders are parts of one picture, with equally many samples each.
The tone curve and auto-exposure are those of Open Image Denoise; infer.mjs runs the nets.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import OpenImageIO as oiio

HERE = Path(__file__).resolve().parent
GRAIN = 16

# Open Image Denoise's perceptual curve: linear, then a power, then a logarithm.
A, B, C, D = 1.41283765e3, 1.64593172, 4.31384981e-1, -2.94139609e-3
E, F, G = 1.92653254e-1, 6.26026094e-3, 9.98620152e-1
Y0, Y1, X0, X1 = 1.57945760e-6, 3.22087631e-2, 2.23151711e-3, 3.70974749e-1


def encode(y):
    power = B * np.maximum(y, 1e-12) ** C + D
    return np.where(y <= Y0, A * y, np.where(y <= Y1, power, E * np.log(y + F) + G))


def decode(x):
    power = np.maximum((x - D) / B, 1e-9) ** (1 / C)
    return np.where(x <= X0, x / A, np.where(x <= X1, power, np.exp((x - G) / E) - F))


CURVE_TOP = float(encode(np.float64(65504.0)))


def exposure(colour):
    """The scale that brings the log-average of 16x16 blocks to middle gray."""
    luminance = np.tensordot(np.array([0.212671, 0.715160, 0.072169]), colour, 1)
    rows, columns = (side // GRAIN * GRAIN for side in luminance.shape)
    blocks = luminance[:rows, :columns].reshape(rows // GRAIN, GRAIN, columns // GRAIN, GRAIN).mean((1, 3))
    return 0.18 / float(np.exp2(np.log2(blocks[blocks > 1e-8]).mean()))


def run_net(net, planes):
    """Run a net over (channels, height, width); reflected padding, as replicated edges leave a dark seam."""
    _, height, width = planes.shape
    padding = ((0, 0), (0, -height % GRAIN), (0, -width % GRAIN))
    padded = np.ascontiguousarray(np.pad(planes, padding, mode="reflect"), dtype=np.float32)
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "in.bin", Path(folder) / "out.bin"
        padded.tofile(source)
        shape = [str(side) for side in padded.shape]
        subprocess.run(["node", str(HERE / "infer.mjs"), net, str(source), str(target), *shape], check=True)
        result = np.fromfile(target, np.float32).reshape(3, *padded.shape[1:])
    return result[:, :height, :width]


def read_pixels(path):
    image = oiio.ImageInput.open(path)
    names, pixels = list(image.spec().channelnames), image.read_image("float")
    image.close()
    return names, pixels


def read_passes(paths):
    parts = [read_pixels(path) for path in paths]
    names, pixels = parts[0][0], np.mean([pixels for _, pixels in parts], axis=0)

    def planes(layer, channels):
        index = [next(i for i, name in enumerate(names) if name.endswith(f"{layer}.{c}")) for c in channels]
        return pixels[:, :, index].transpose(2, 0, 1)

    noisy = "Noisy Image" if any("Noisy Image" in name for name in names) else "Combined"
    albedo = np.clip(planes("Denoising Albedo", "RGB"), 0, 1)
    normal = np.clip(planes("Denoising Normal", "XYZ"), -1, 1) * 0.5 + 0.5
    return planes(noisy, "RGB"), albedo, normal


def write_exr(path, planes):
    pixels = np.ascontiguousarray(planes.transpose(1, 2, 0), dtype=np.float32)
    out = oiio.ImageOutput.create(path)
    out.open(path, oiio.ImageSpec(pixels.shape[1], pixels.shape[0], 3, "half"))
    out.write_image(pixels)
    out.close()


def main(target, *sources):
    colour, albedo, normal = read_passes(sources)
    albedo = np.clip(run_net("rt_alb", albedo), 0, 1)
    normal = np.clip(run_net("rt_nrm", normal), 0, 1)
    scale = exposure(colour)
    toned = encode(np.maximum(colour, 0) * scale) / CURVE_TOP
    clean = np.maximum(run_net("rt_hdr_calb_cnrm", np.concatenate((toned, albedo, normal))), 0)
    write_exr(target, decode(clean * CURVE_TOP) / scale)


if __name__ == "__main__":
    main(*sys.argv[1:])
