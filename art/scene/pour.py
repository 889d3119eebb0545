"""Oil out of its bottle: poured to a pool, dripping from a dropper."""

import math

import materials
import mesh
import oil
from mathutils import Vector, noise

STEP = 0.022  # cm between the points of a sheet of oil
HIDDEN = -0.05  # depth of the sheet below the surface where there's no oil

# A film is much thinner than a bottle, so its color is stronger, to be recognized as the same oil.
FILM_DEPTH = 2.4


def film_material(name):
    (colour, density), shadow = oil.OILS[name]["absorb"], oil.OILS[name]["shadow"]
    return materials.dielectric("film " + name, oil.IOR, shadow, (colour, density * FILM_DEPTH))


def joined(distances, softness):
    """The smooth union of shapes given as signed distances."""
    nearest = distances[0]
    for other in distances[1:]:
        blend = max(0.0, min(1.0, 0.5 + 0.5 * (other - nearest) / softness))
        nearest = other * (1 - blend) + nearest * blend - softness * blend * (1 - blend)
    return nearest


def swell(inside, rim, height):
    """Height of a liquid at a distance inside its outline: rises from the rim at its contact angle, then is flat."""
    if inside <= 0:
        return max(HIDDEN, inside * 1.2)
    share = min(1.0, inside / rim)
    return height * (1 - (1 - share) ** 2.2)


def cap_height(far, radius, steepness=0.42):
    """Height of a small drop at a distance from its center: a spherical cap, shaped by surface tension."""
    if far >= radius:
        return HIDDEN
    high = radius * steepness
    ball = (radius * radius + high * high) / (2 * high)
    return math.sqrt(ball * ball - far * far) - (ball - high)


def build_sheet(stage, at, size, oil_name, height_at):
    """A sheet over a rectangle around `at`; only its upper side is modeled, and the ground closes the body."""
    x0, y0, z0 = stage.rest(at)
    columns, rows = round(size[0] / STEP), round(size[1] / STEP)

    def surface(u, v):
        x, y = (u - 0.5) * size[0], (v - 0.5) * size[1]
        return x, y, height_at(x, y)

    sheet = mesh.grid("film", surface, columns, rows, film_material(oil_name))
    return mesh.place(sheet, (x0, y0, z0))


def drops_around(rng, count, reach, size):
    """Small drops next to the pool: (x, y, radius)."""
    drops = []
    for _ in range(count):
        angle, far = rng.uniform(0, 6.3), rng.uniform(*reach)
        drops.append((far * math.cos(angle) * 1.05, far * math.sin(angle), rng.uniform(*size)))
    return drops


def build_pool(stage, rng, at, oil_name, radius=1.6, height=0.24, drops=6):
    """A puddle of a few merged drops, with small drops next to it."""
    lobes = [(0.0, 0.0, radius * 0.8)]
    for i in range(5):
        angle = i * 1.256 + rng.uniform(-0.5, 0.5)
        far = radius * rng.uniform(0.45, 0.95)
        lobes.append((far * math.cos(angle), far * math.sin(angle) * 0.85, radius * rng.uniform(0.26, 0.55)))
    beside = drops_around(rng, drops, (radius * 1.5, radius * 2.2), (0.1, 0.3))
    shift = rng.uniform(0, 90)

    def height_at(x, y):
        waver = 0.07 * noise.noise(Vector((x * 0.9, y * 0.9, shift))) * radius
        pool = joined([math.hypot(x - a, y - b) - r for a, b, r in lobes], radius * 0.5) + waver
        level = swell(-pool, 0.42, height)
        for a, b, r in beside:
            level = max(level, cap_height(math.hypot(x - a, y - b), r))
        return level + (0.004 * noise.noise(Vector((x * 0.7, y * 0.7, shift))) if level > 0 else 0)

    build_sheet(stage, at, (radius * 5.0, radius * 4.8), oil_name, height_at)


def build_dropper_tip(stage, rng, at, oil_name, height=2.3, drop=0.34):
    """A glass pipette that reaches into the picture, with a drop about to fall."""
    x, y, ground = stage.rest(at)
    clear = materials.dielectric("pipette", 1.5, (0.95, 0.95, 0.95))
    inner, outer, bore, mouth = 0.255, 0.34, 0.09, 0.15
    glass = mesh.fillet(
        [
            (bore, 0.0),
            (mouth, 0.0, 0.03),
            (outer, 0.95, 0.4),
            (outer, 14.0),
            (inner, 14.0),
            (inner, 1.0, 0.4),
            (bore, 0.0),
        ]
    )
    overlap = 0.012
    hanging = []
    for i in range(29):
        # Denser at the bottom, where the outline curves.
        t = (i / 28) ** 1.6
        # A pendant drop: round at the bottom, narrowing toward the mouth.
        wide = drop * math.sin(math.pi * t) ** (0.5 + 0.4 * t) * (1 - 0.38 * t)
        hanging.append((wide + mouth * t**6, -drop * 2.35 * (1 - t)))
    filled = [(bore + overlap, 0.03), (inner + overlap, 1.03), (inner + overlap, 7.2), (0, 7.16)]
    body = [(0, hanging[0][1]), *hanging[1:-1], (mouth * 0.96, 0.004), *filled]
    parts = [
        mesh.lathe("pipette", glass, clear, 96),
        mesh.lathe("dropper oil", [Vector(point) for point in body], film_material(oil_name), 96),
    ]
    lean = (rng.uniform(-0.08, 0.03), rng.uniform(-0.16, 0.16), 0)
    return mesh.group("dropper", parts, (x, y, ground + height), lean)
