"""Oil out of its bottle: poured to a pool, smeared, dripping from a dropper."""

import math

import materials
import mesh
import oil
from mathutils import Vector, noise

STEP = 0.022  # cm between the points of a sheet of oil
HIDDEN = -0.05  # where there is no oil the sheet lies this far below the surface

# A film is a fraction as deep as a bottle: its colour is drawn stronger so that it is known as the same oil.
FILM_DEPTH = 2.4


def film_material(name):
    (colour, density), shadow = oil.OILS[name]["absorb"], oil.OILS[name]["shadow"]
    return materials.dielectric("film " + name, oil.IOR, shadow, (colour, density * FILM_DEPTH))


def joined(distances, softness):
    """The smooth union of shapes that are given by their signed distances."""
    nearest = distances[0]
    for other in distances[1:]:
        blend = max(0.0, min(1.0, 0.5 + 0.5 * (other - nearest) / softness))
        nearest = other * (1 - blend) + nearest * blend - softness * blend * (1 - blend)
    return nearest


def swell(inside, rim, height):
    """Height of a liquid that far inside its outline: it rises at the rim at its contact angle, then lies flat."""
    if inside <= 0:
        return max(HIDDEN, inside * 1.2)
    share = min(1.0, inside / rim)
    return height * (1 - (1 - share) ** 2.2)


def build_sheet(stage, at, size, oil_name, height_at):
    """A sheet over a rectangle around `at`; only its upper side exists, the ground closes the body."""
    x0, y0, z0 = stage.rest(at)
    columns, rows = round(size[0] / STEP), round(size[1] / STEP)

    def surface(u, v):
        x, y = (u - 0.5) * size[0], (v - 0.5) * size[1]
        return x, y, height_at(x, y)

    sheet = mesh.grid("film", surface, columns, rows, film_material(oil_name))
    return mesh.place(sheet, (x0, y0, z0))


def drops_around(rng, count, reach, size):
    """Small drops that fell beside: (x, y, radius)."""
    drops = []
    for _ in range(count):
        angle, far = rng.uniform(0, 6.3), rng.uniform(*reach)
        drops.append((far * math.cos(angle) * 1.05, far * math.sin(angle), rng.uniform(*size)))
    return drops


def build_pool(stage, rng, at, oil_name, radius=1.6, height=0.24, drops=6):
    """A puddle of a few that ran together, with small drops beside it."""
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
            level = max(level, swell(r - math.hypot(x - a, y - b), r * 0.9, min(height * 0.85, r * 0.75)))
        return level + (0.004 * noise.noise(Vector((x * 0.7, y * 0.7, shift))) if level > 0 else 0)

    build_sheet(stage, at, (radius * 5.0, radius * 4.8), oil_name, height_at)


def rounded(one, other, corner):
    """The lesser of two distances to an edge, with the corner where the edges meet rounded off."""
    if one >= corner or other >= corner:
        return min(one, other)
    return corner - math.hypot(corner - one, corner - other)


def build_smear(stage, rng, at, oil_name, length=5.2, width=1.5, height=0.15, turn=-24.0):
    """A stroke of a spatula: ridges along it, thick where it began, thin and uneven where it ended."""
    heading, shift = math.radians(turn), rng.uniform(0, 90)
    cos, sin = math.cos(heading), math.sin(heading)
    bow = rng.uniform(0.3, 0.8) * rng.choice((-1, 1))

    def height_at(x, y):
        along = (x * cos + y * sin) / length + 0.5
        across = y * cos - x * sin - bow * (2 * along - 1) ** 2 * 0.6
        fingers = 0.17 * noise.noise(Vector((across * 1.9, shift, 0))) * max(0.0, along) ** 2
        end = min(along + 0.03, 1.0 + fingers - along) * length
        wave = 0.16 * noise.noise(Vector((along * 3, across * 0.4, shift)))
        inside = rounded(width * (1 - 0.22 * along) - abs(across) + wave, end, 0.6)
        ridge = noise.noise(Vector((along * 1.1, across * 5.5, shift)))
        ridge += 0.5 * noise.noise(Vector((along * 2, across * 13, shift)))
        body = height * (1.15 - 0.75 * max(0.0, min(1.0, along))) * (1 + 0.42 * ridge)
        blob = 0.16 * math.exp(-((along - 0.08) ** 2 * 60 + across * across * 1.6))
        return swell(inside, 0.3, max(0.02, body + blob))

    build_sheet(stage, at, (length + 2.4, length + 1.6), oil_name, height_at)


def build_dropper_tip(stage, rng, at, oil_name, height=2.3, drop=0.34):
    """A glass pipette that hangs into the picture with a drop about to fall."""
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
    for i in range(15):
        t = i / 14
        # A pendant drop: round below, drawn in towards the mouth.
        hanging.append((drop * math.sin(math.pi * t) ** 0.8 * (1 - 0.38 * t) + mouth * t**6, -drop * 2.35 * (1 - t)))
    filled = [(bore + overlap, 0.03), (inner + overlap, 1.03), (inner + overlap, 7.2), (0, 7.16)]
    body = [(0, hanging[0][1]), *hanging[1:-1], (mouth * 0.96, 0.004), *filled]
    parts = [
        mesh.lathe("pipette", glass, clear, 96),
        mesh.lathe("dropper oil", [Vector(point) for point in body], film_material(oil_name), 96),
    ]
    lean = (rng.uniform(-0.08, 0.03), rng.uniform(-0.16, 0.16), 0)
    return mesh.group("dropper", parts, (x, y, ground + height), lean)
