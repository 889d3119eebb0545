"""Leaves, sprigs, and the stems that other plants share."""

import math
from dataclasses import dataclass, replace

import materials
import mesh
import rosemary
from mathutils import Vector

UP = Vector((0, 0, 1))


@dataclass(frozen=True)
class Sprig:
    """A leafy twig, in centimeters."""

    length: float  # of a leaf
    width: float
    count: int  # of leaves
    colour: tuple  # of a leaf: darker and lighter
    pairs: bool = False  # leaves are opposite one another, not alternating
    spread: float = 0.7  # angle to the stem: 0 along it, 1 perpendicular
    peak: float = 0.75  # below 1, a leaf is widest near its base
    serration: float = 0.0
    stem: float = 0.06
    roughness: float = 0.45


SPRIGS = {
    "olive": Sprig(2.4, 0.62, 13, ((0.10, 0.14, 0.06), (0.19, 0.24, 0.12))),
    "argan": Sprig(1.9, 0.55, 14, ((0.08, 0.12, 0.04), (0.17, 0.21, 0.08))),
    "sea-buckthorn": Sprig(2.3, 0.3, 18, ((0.13, 0.17, 0.10), (0.25, 0.28, 0.19))),
    "orange": Sprig(3.0, 1.35, 7, ((0.04, 0.10, 0.025), (0.10, 0.18, 0.05)), roughness=0.25),
    "camellia": Sprig(2.5, 1.15, 6, ((0.03, 0.075, 0.025), (0.075, 0.14, 0.045)), serration=0.05, roughness=0.22),
    "rose": Sprig(1.9, 1.2, 7, ((0.05, 0.10, 0.035), (0.11, 0.17, 0.06)), pairs=True, serration=0.10),
    "eucalyptus": Sprig(1.7, 1.35, 8, ((0.15, 0.20, 0.15), (0.25, 0.30, 0.24)), pairs=True, peak=0.9),
    "fern": Sprig(1.5, 0.34, 20, ((0.08, 0.14, 0.05), (0.16, 0.22, 0.09)), pairs=True, spread=1.0),
    "tea-tree": Sprig(1.4, 0.18, 80, ((0.05, 0.11, 0.03), (0.11, 0.18, 0.055)), spread=0.75, stem=0.045),
    "jojoba": Sprig(2.0, 0.95, 7, ((0.16, 0.19, 0.11), (0.27, 0.30, 0.19)), pairs=True, spread=0.8, roughness=0.6),
    "rosemary": Sprig(1.35, 0.17, 120, ((0.035, 0.065, 0.035), (0.10, 0.135, 0.085)), spread=0.5, stem=0.07),
}


def leaf_material(species):
    plant = SPRIGS[species]
    return materials.foliage(species + " leaf", *plant.colour, roughness=plant.roughness)


def stem_material():
    return materials.solid("stem", (0.17, 0.13, 0.07), 0.7)


def leaf_mesh(rng, material, length, width, peak=0.75, serration=0.0):
    """A leaf along +y, facing +z, with its own curl, droop and fold."""
    curl, droop, fold = rng.uniform(0.1, 0.4), rng.uniform(-0.1, 0.5), rng.uniform(0, 0.5)
    wave, phase = 0.04, rng.uniform(0, 6)

    def surface(u, v):
        half = width / 2 * math.sin(math.pi * min(1.0, v**peak)) ** 0.9 * (1 - 0.15 * v) if 0 < v < 1 else 0.002
        half *= 1 - serration * ((v * 14) % 1)
        x = (u - 0.5) * 2
        lift = fold * abs(x) * half - curl * x * x * half + wave * math.sin(v * 9 + phase) * abs(x) * width
        return x * half, v * length, lift - droop * v * v * length * 0.3

    if width < 0.2:
        return mesh.grid("needle", surface, 4, 10, material)
    return mesh.grid("leaf", surface, 10, 56 if serration else 28, material)


class Stem:
    """A quadratic curve with a start, a control point and an end."""

    def __init__(self, start, bend, end):
        self.start, self.bend, self.end = Vector(start), Vector(bend), Vector(end)

    def at(self, t):
        return self.start * (1 - t) ** 2 + self.bend * 2 * t * (1 - t) + self.end * t * t

    def heading(self, t):
        return (self.at(min(1.0, t + 0.02)) - self.at(t - 0.02)).normalized()

    def build(self, radius, material, taper=0.6):
        return mesh.tube("stem", [self.at(i / 5) for i in range(6)], radius, material, taper)


def rest_stem(stage, path, clearance=0.12):
    """A stem through three points; a point given as [x, y] lies on the surface there."""
    points = []
    for point in path:
        x, y, z = stage.rest(point)
        points.append((x, y, z if len(point) == 3 else z + clearance))
    return Stem(*points)


def grow_sprig(stem, rng, plant, leaf, bark, lift=0.4):
    """Leaves along a stem, each tilted toward the camera so that none is seen edge-on."""
    parts = [stem.build(plant.stem, bark)]
    for i in range(plant.count):
        t = (i + 0.6) / plant.count
        along = stem.heading(t)
        for side in (-1, 1) if plant.pairs else ((-1) ** i,):
            shrink = (1 - 0.5 * t) * rng.uniform(0.85, 1.15)
            width = plant.width * rng.uniform(0.85, 1.15)
            blade = mesh.place(leaf_mesh(rng, leaf, plant.length, width, plant.peak, plant.serration))
            aside = along.cross(UP).normalized() * side
            forward = along * rng.uniform(0.75, 1.15) * (1.25 - plant.spread) * 1.6
            y = forward + aside * rng.uniform(0.8, 1.2) * plant.spread + UP * rng.uniform(0, lift)
            y.normalize()
            facing = UP + Vector((0, -1, 0)) * rng.uniform(0.2, 1.3) + aside * rng.uniform(-0.4, 0.4)
            x = y.cross(facing).normalized()
            blade.matrix_world = mesh.frame(stem.at(t), x, y, x.cross(y), shrink)
            parts.append(blade)
    ahead = (stem.end - stem.bend).normalized()
    x = ahead.cross(UP).normalized()
    tip = mesh.place(leaf_mesh(rng, leaf, plant.length * 0.6, plant.width * 0.6, plant.peak, plant.serration))
    tip.matrix_world = mesh.frame(stem.end, x, ahead, x.cross(ahead))
    return [*parts, tip]


def build_shadow_sprig(path, species, matte, rng):
    """A sprig seen only as a shadow: bigger, coarser leaves hidden from the camera and from glass."""
    plant = SPRIGS[species]
    plant = replace(
        plant,
        length=plant.length * 1.45,
        width=plant.width * 1.9,
        count=max(6, plant.count * 2 // 3),
        stem=0.12,
        serration=0.0,
    )
    for part in grow_sprig(Stem(*path), rng, plant, matte, matte, lift=0.8):
        part.visible_camera = part.visible_transmission = part.visible_glossy = False


def build_sprig(stage, rng, species, path, count=None, scale=1.0, lift=0.4, berries=0):
    plant = SPRIGS[species]
    stem = rest_stem(stage, path)
    if species == "rosemary":
        rosemary.grow_rosemary(stem, rng, scale)
        return
    sized = replace(plant, length=plant.length * scale, width=plant.width * scale, count=count or plant.count)
    grow_sprig(stem, rng, sized, leaf_material(species), stem_material(), lift)
    if berries:
        set_berries(stem, rng, berries, scale)


def set_berries(stem, rng, count, scale):
    """Sea buckthorn berries, crowded close to the twig."""
    skin = materials.solid(
        "berry", (0.74, 0.17, 0.008), 0.28, specular=0.5, mottle=(5, (0.64, 0.12, 0.006)), subsurface=0.12
    )
    berry = mesh.lump("sea buckthorn", skin, 0, ((1.5, 0.05),), 3)
    spots = []
    for _ in range(count * 12):
        if len(spots) == count:
            break
        at = stem.at(rng.uniform(0.08, 0.82))
        out = Vector((rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-0.2, 1))).normalized()
        spot = at + out * rng.uniform(0.24, 0.46) * scale
        # They touch without intersecting.
        if any((spot - other).length < 0.43 * scale for other in spots):
            continue
        spots.append(spot)
        size = rng.uniform(0.22, 0.27) * scale
        mesh.place(berry, spot, (rng.uniform(0, 6), rng.uniform(0, 6), 0), (size, size, size * 1.15))
