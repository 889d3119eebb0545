"""What is gathered from plants: seeds and kernels, resin, hips, fruit, vanilla pods, sandalwood."""

import math
from dataclasses import dataclass

import materials
import mesh
from leaves import UP, leaf_mesh, stem_material
from mathutils import Matrix, Vector
from scatter import scatter


def teardrop(point):
    """A ball drawn to a point at +x: almonds, apricot kernels."""
    taper = 1 - 0.42 * max(0.0, point.x) ** 1.6
    return Vector((point.x * 1.12, point.y * taper, point.z * taper))


@dataclass(frozen=True)
class Seed:
    """A small dry thing: a lump with three radii in centimetres, mottled between two colours."""

    radii: tuple
    colour: tuple
    second: tuple
    shape: object = None  # moves each point of the unit ball
    grain: bool = False  # a deeper, finer relief
    resin: bool = False  # translucent and irregular


SEEDS = {
    "jojoba": Seed((0.30, 0.19, 0.17), (0.17, 0.065, 0.03), (0.25, 0.10, 0.045)),
    "argan": Seed((0.48, 0.30, 0.28), (0.15, 0.07, 0.03), (0.26, 0.14, 0.06), grain=True),
    "apricot-kernel": Seed((0.52, 0.36, 0.2), (0.20, 0.075, 0.025), (0.30, 0.13, 0.05), teardrop, grain=True),
    "almond": Seed((0.72, 0.40, 0.23), (0.18, 0.065, 0.022), (0.28, 0.115, 0.045), teardrop, grain=True),
    "hemp": Seed((0.17, 0.14, 0.13), (0.10, 0.085, 0.05), (0.22, 0.19, 0.12)),
    "tamanu": Seed((0.62, 0.58, 0.56), (0.14, 0.085, 0.04), (0.27, 0.18, 0.09), grain=True),
    "frankincense": Seed((0.36, 0.25, 0.24), (0.36, 0.14, 0.025), (0.58, 0.33, 0.11), resin=True),
}


def seed_meshes(species, variants=4):
    seed = SEEDS[species]
    if seed.resin:
        skin = materials.solid(
            species, seed.colour, 0.32, mottle=(1.6, seed.second), subsurface=0.3, bump=(4, 0.5, 0.1), coat=0.3
        )
        return [mesh.lump(species, skin, i * 3.7, ((0.9, 0.5), (2.6, 0.1)), 4) for i in range(variants)]
    bump = (9, 0.6, 0.08) if seed.grain else (5, 0.25, 0.05)
    skin = materials.solid(species, seed.colour, 0.5, mottle=(3.0, seed.second), bump=bump)
    return [mesh.lump(species, skin, i * 3.7, ((1.1, 0.12), (3.0, 0.03)), 4, seed.shape) for i in range(variants)]


def build_seeds(stage, rng, species, count, x, y, scale=1.0):
    seed, variants = SEEDS[species], seed_meshes(species)
    length, width, height = (radius * scale for radius in seed.radii)
    for spot in scatter(stage, rng, count, x, y, max(length * 0.72, width * 1.3)):
        size = rng.uniform(0.85, 1.12)
        turn = (rng.uniform(-0.15, 0.15), rng.uniform(-0.15, 0.15), rng.uniform(0, 6.3))
        radii = (length * size, width * size, height * size)
        mesh.place(rng.choice(variants), spot + UP * radii[2] * 0.92, turn, radii)


def build_rosehips(stage, rng, count, x, y, scale=1.0):
    """Red hips lying on their side, with the dried crown at one end and a bit of stalk at the other."""
    red = materials.solid("rosehip", (0.23, 0.008, 0.006), 0.26, mottle=(1.5, (0.33, 0.02, 0.008)), coat=0.3)
    dry = materials.solid("rosehip crown", (0.10, 0.06, 0.03), 0.8)
    stalk = [Vector((-0.48, 0, 0)), Vector((-0.75, 0.03, 0.04)), Vector((-1.0, 0.1, 0.02))]
    for spot in scatter(stage, rng, count, x, y, 0.6 * scale):
        body = mesh.lump("hip", red, rng.uniform(0, 9), ((1.1, 0.06),), 4)
        parts = [mesh.place(body, (0, 0, 0), (0, 0, 0), (0.52, 0.33, 0.33))]
        for i in range(5):
            sepal = mesh.place(leaf_mesh(rng, dry, 0.42, 0.14))
            sepal.matrix_local = (
                Matrix.Translation((0.49, 0, 0)) @ Matrix.Rotation(i * 1.256, 4, "X") @ Matrix.Rotation(-0.9, 4, "Z")
            )
            parts.append(sepal)
        parts.append(mesh.tube("stalk", stalk, 0.035, stem_material(), 0.2))
        size = scale * rng.uniform(0.85, 1.1)
        turn = (rng.uniform(0, 6), rng.uniform(-0.1, 0.1), rng.uniform(0, 6.3))
        mesh.group("rosehip", parts, spot + UP * 0.33 * size, turn, size)


@dataclass(frozen=True)
class Fruit:
    """A round fruit; mottle is the size of its patches of second colour, crease the depth of its seam."""

    radius: float
    colour: tuple
    second: tuple
    roughness: float
    mottle: float
    crease: float = 0.0


FRUITS = {
    "marula": Fruit(1.0, (0.46, 0.27, 0.05), (0.54, 0.37, 0.09), 0.45, 2.2),
    "apricot": Fruit(1.75, (0.62, 0.19, 0.022), (0.48, 0.075, 0.02), 0.62, 0.55, crease=0.09),
}


def build_fruit(stage, rng, species, at, scale=1.0, turn=0.0):
    fruit = FRUITS[species]
    skin = materials.solid(
        species,
        fruit.colour,
        fruit.roughness,
        mottle=(fruit.mottle, fruit.second),
        bump=(22, 0.12, 0.02),
        subsurface=0.1,
    )

    def shape(point):
        seam = fruit.crease * math.exp(-((math.atan2(point.y, point.x) / 0.15) ** 2)) * (1 - abs(point.z) * 0.5)
        dimple = 0.16 * math.exp(-((point.z - 1.0) ** 2 + point.x**2 + point.y**2) / 0.07)
        return Vector((point.x * (1 - seam), point.y * (1 - seam), point.z * 0.93 - dimple))

    radius = fruit.radius * scale
    body = mesh.lump(species, skin, rng.uniform(0, 9), ((1.0, 0.05),), 5, shape)
    at = Vector(stage.rest(at)) + UP * radius * 0.9
    mesh.place(body, at, (rng.uniform(-0.35, 0.35), rng.uniform(-0.35, 0.35), math.radians(turn)), radius)


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
