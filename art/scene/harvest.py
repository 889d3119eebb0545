"""Plant products: seeds and kernels, resin, vanilla pods, sandalwood."""

import math
from dataclasses import dataclass

import materials
import mesh
from leaves import UP
from mathutils import Vector
from scatter import scatter


def teardrop(point):
    """A ball with a pointed end at +x: almonds, apricot kernels."""
    taper = 1 - 0.48 * max(0.0, point.x) ** 1.7
    return Vector((point.x * 1.14, point.y * taper, point.z * taper))


def three_sided(point):
    """Jojoba: three seeds grow pressed together in one capsule, so each has blunt edges and a flat root."""
    angle = math.atan2(point.z, point.y)
    bulge = 1 + 0.09 * math.cos(3 * angle + 0.5)
    taper = 1 - 0.25 * max(0.0, point.x) ** 2
    return Vector((max(point.x, -0.93), point.y * bulge * taper, point.z * bulge * taper))


@dataclass(frozen=True)
class Seed:
    """A small dry thing: a lump with three radii in centimeters, streaked between two colors."""

    radii: tuple
    colour: tuple
    second: tuple
    shape: object = None  # moves each point of the unit ball
    relief: float = 0.45  # of the streaks
    roughness: float = 0.6
    scar: tuple = None  # color of the spot where it was attached to the plant
    resin: bool = False  # translucent and irregular


SEEDS = {
    "jojoba": Seed(
        (0.46, 0.27, 0.26), (0.038, 0.013, 0.007), (0.085, 0.032, 0.014), three_sided, 0.6, 0.5, (0.34, 0.25, 0.15)
    ),
    "argan": Seed((0.52, 0.30, 0.27), (0.15, 0.075, 0.03), (0.27, 0.155, 0.07), teardrop, 0.3, 0.4, (0.30, 0.2, 0.1)),
    "apricot-kernel": Seed((0.52, 0.36, 0.2), (0.17, 0.065, 0.022), (0.31, 0.14, 0.055), teardrop, 0.7),
    "almond": Seed((0.78, 0.42, 0.24), (0.15, 0.055, 0.019), (0.30, 0.13, 0.05), teardrop, 0.9, 0.68),
    "hemp": Seed((0.17, 0.14, 0.13), (0.10, 0.085, 0.05), (0.22, 0.19, 0.12), None, 0.2, 0.45),
    "frankincense": Seed((0.31, 0.25, 0.23), (0.50, 0.21, 0.035), (0.66, 0.44, 0.18), resin=True),
}


def seed_meshes(species, rng, variants=6):
    seed = SEEDS[species]
    shift = rng.uniform(0, 90)
    if seed.resin:
        # Resin tears that ran down the bark and dried: drops of many sizes, clear inside, dusty outside.
        skin = materials.solid(
            species, seed.colour, 0.5, mottle=(2.2, seed.second), subsurface=0.6, bump=(9, 0.35, 0.05), coat=0.15
        )
        bumps = ((0.8, 0.22), (2.2, 0.13), (6.0, 0.03))
        shapes = [teardrop if i % 2 else None for i in range(variants)]
        return [mesh.lump(species, skin, shift + i * 3.7, bumps, 5, shape) for i, shape in enumerate(shapes)]
    skin = materials.husk(species, seed.colour, seed.second, seed.roughness, relief=seed.relief, scar=seed.scar)
    bumps = ((1.1, 0.13), (3.0, 0.035))
    return [mesh.lump(species, skin, shift + i * 3.7, bumps, 4, seed.shape) for i in range(variants)]


def build_seeds(stage, rng, species, count, x, y, scale=1.0):
    seed, variants = SEEDS[species], seed_meshes(species, rng)
    length, width, height = (radius * scale for radius in seed.radii)
    for spot in scatter(stage, rng, count, x, y, max(length * 0.72, width * 1.3)):
        size = rng.uniform(0.6, 1.25) if seed.resin else rng.uniform(0.85, 1.12)
        turn = (rng.uniform(-0.3, 0.3), rng.uniform(-0.15, 0.15), rng.uniform(0, 6.3))
        radii = (length * size, width * size * rng.uniform(0.9, 1.1), height * size)
        mesh.place(rng.choice(variants), spot + UP * radii[2] * 0.92, turn, radii)


def build_heap(stage, rng, species, at, radius, count, scale=1.0):
    """Seeds poured on one spot: each one settles on those poured before it, where the heap is lowest."""
    seed, variants = SEEDS[species], seed_meshes(species, rng)
    length, width, height = (half * scale for half in seed.radii)
    base, reach = Vector(stage.rest(at)), (length + width) / 2
    fallen = []

    def top_at(x, y):
        under = [z for a, b, z in fallen if math.hypot(x - a, y - b) < reach * 1.15]
        return max(under) + height * 1.15 if under else 0.0

    for _ in range(count):
        tries = []
        for _ in range(6):
            far, around = radius * rng.random() ** 0.62, rng.uniform(0, 6.3)
            tries.append((far * math.cos(around), far * math.sin(around)))
        x, y = min(tries, key=lambda spot: top_at(*spot))
        z = top_at(x, y)
        fallen.append((x, y, z))
        lying = 0.3 if z == 0 else 0.7
        turn = (rng.uniform(-lying, lying), rng.uniform(-lying, lying), rng.uniform(0, 6.3))
        size = rng.uniform(0.85, 1.12)
        place = base + Vector((x, y, z + height * 0.92))
        mesh.place(rng.choice(variants), place, turn, (length * size, width * size, height * size))


def build_vanilla(stage, rng, at, count=4, turn=20, scale=1.0):
    """Cured pods: dark, oily, wrinkled lengthwise, fanned on the surface."""
    skin = materials.solid(
        "vanilla", (0.018, 0.008, 0.005), 0.36, mottle=(3, (0.035, 0.016, 0.009)), bump=(16, 0.5, 0.06)
    )
    base = Vector(stage.rest(at))
    for i in range(count):
        heading = math.radians(turn + i * 9 + rng.uniform(-4, 4))
        ahead = Vector((math.cos(heading), math.sin(heading), 0))
        aside = Vector((-ahead.y, ahead.x, 0))
        bow = rng.uniform(-0.5, 0.7)
        length = rng.uniform(7.2, 8.4) * scale
        start = base + aside * (i * 0.16 - 0.3) + UP * (0.17 + 0.1 * (i % 2))
        points = [start + ahead * length * (k / 6 - 0.5) + aside * bow * math.sin(math.pi * k / 6) for k in range(7)]
        knots = mesh.tube("vanilla", points, 0.19 * scale, skin, 0.25, 5).data.splines[0].bezier_points
        knots[0].radius, knots[-1].radius = 0.25, 0.3
        knots[-1].co += aside * 0.3 * scale


def build_sandalwood(stage, rng, at, count=4, turn=25, scale=1.0):
    """Split sticks of heartwood side by side, the last one laid across the others."""
    tints = (0.26, 0.13, 0.06), (0.44, 0.26, 0.135)
    wood = materials.mineral("sandalwood", "wood", tints, scale=0.12, relief=0.5, depth=0.08, roughness=0.6)
    base = Vector(stage.rest(at))
    thick = 0.56 * scale
    heading = math.radians(turn)
    aside = Vector((-math.sin(heading), math.cos(heading), 0))
    for i in range(count):
        across = i == count - 1
        stick = mesh.block("sandalwood", (rng.uniform(4.2, 5.4) * scale, thick, thick), wood, 0.05)
        beside = Vector((0.2, 0, thick)) if across else aside * ((i - (count - 2) / 2) * thick * 1.5)
        stick.location = base + beside
        stick.rotation_euler = (0, 0, heading + math.radians(34 if across else rng.uniform(-3, 3)))
