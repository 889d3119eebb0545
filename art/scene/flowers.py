"""Flowers: open ones with one or more rings of petals, roses, geranium heads, lavender, fallen petals."""

import math
from dataclasses import dataclass

import materials
import mesh
from leaves import UP, leaf_material, leaf_mesh, rest_stem
from mathutils import Matrix, Vector
from scatter import scatter

GOLDEN_ANGLE = math.pi * (3 - math.sqrt(5))


@dataclass(frozen=True)
class OpenFlower:
    """An open flower, seen into. Centimeters and radians."""

    rings: tuple  # from the outermost in: (petals, length, width, rise)
    petal: tuple  # color at the root and at the tip
    disc: tuple = None  # radius and height of a dome of florets, and their color
    stamens: tuple = None  # (count, length, color of the threads, color of the tips)
    cup: float = None  # how much a petal is cupped; None varies it by petal
    ruffle: float = 0.05
    shape: str = "ray"  # of a petal: one of PETAL_SHAPES


OPEN_FLOWERS = {
    "calendula": OpenFlower(
        rings=((23, 1.55, 0.36, -0.02), (21, 1.42, 0.35, 0.16), (17, 1.15, 0.32, 0.40), (11, 0.8, 0.26, 0.75)),
        petal=((0.72, 0.20, 0.008), (0.86, 0.36, 0.018)),
        disc=(0.40, 0.14, (0.42, 0.13, 0.015)),
        ruffle=0.03,
        shape="strap",
    ),
    "chamomile": OpenFlower(
        rings=((15, 1.05, 0.36, -0.12), (9, 1.0, 0.34, 0.05)),
        petal=((0.62, 0.62, 0.48), (0.80, 0.78, 0.72)),
        disc=(0.42, 0.42, (0.78, 0.46, 0.03)),
    ),
    "neroli": OpenFlower(
        rings=((5, 1.35, 0.62, 0.32),),
        petal=((0.68, 0.66, 0.50), (0.80, 0.77, 0.70)),
        stamens=(16, 0.62, (0.78, 0.76, 0.66), (0.75, 0.42, 0.05)),
        cup=0.5,
    ),
    "geranium": OpenFlower(
        rings=((5, 0.85, 0.72, 0.3),),
        petal=((0.62, 0.20, 0.26), (0.76, 0.36, 0.40)),
        stamens=(5, 0.3, (0.70, 0.45, 0.45), (0.55, 0.25, 0.15)),
        cup=0.2,
    ),
    "camellia": OpenFlower(
        rings=((3, 2.0, 2.0, 0.10), (3, 1.85, 1.9, 0.24)),
        petal=((0.72, 0.70, 0.56), (0.82, 0.80, 0.75)),
        stamens=(130, 0.85, (0.78, 0.68, 0.36), (0.74, 0.42, 0.03)),
        cup=0.3,
        ruffle=0.09,
        shape="heart",
    ),
    "evening-primrose": OpenFlower(
        rings=((4, 1.9, 2.3, 0.22),),
        petal=((0.56, 0.42, 0.06), (0.82, 0.62, 0.18)),
        stamens=(8, 0.85, (0.72, 0.62, 0.22), (0.74, 0.52, 0.10)),
        cup=0.35,
        ruffle=0.08,
        shape="heart",
    ),
}


def ray_mesh(rng, material, length, width, cup, curl, ruffle):
    """One petal of an open flower, along +y from its root, facing +z, with a slight notch at its tip."""
    phase = rng.uniform(0, 6)

    def surface(u, v):
        x = (u - 0.5) * 2
        half = width / 2 * max(1e-3, math.sin(math.pi * (v**0.9 * 0.86 + 0.02))) if v >= 0.01 else width * 0.06
        y = v * length * (1 - 0.10 * x * x * v - 0.04 * (1 - abs(x)) * v * v)
        z = cup * length * v**1.5 * 0.6 - curl * length * max(0.0, v - 0.6) ** 2 * 2 + cup * 0.5 * x * x * half
        return x * half, y, z + ruffle * math.sin(x * 5 + phase) * v * v * width

    return mesh.grid("petal", surface, 10, 12, material)


def strap_mesh(rng, material, length, width, cup, curl, ruffle):
    """A ray floret of a marigold: a ribbon with two grooves, blunt, with three small teeth at its end."""
    phase, twist, sway = rng.uniform(0, 6), rng.uniform(-0.35, 0.35), rng.uniform(-0.06, 0.06)

    def surface(u, v):
        x = (u - 0.5) * 2
        half = width / 2 * (0.45 + 0.55 * min(1.0, v / 0.3) ** 0.7) * (1 - 0.30 * max(0.0, v - 0.72) / 0.28)
        teeth = 0.055 * (1 - abs(math.cos(1.5 * math.pi * x))) + 0.05 * x**4
        y = v * length * (1 - teeth * v**6)
        arch = 0.35 * half * (1 - x * x) + 0.06 * width * math.cos(2 * math.pi * x)
        z = cup * length * v**1.4 * 0.45 - curl * length * max(0.0, v - 0.5) ** 2 * 1.5 + arch
        bent = x * half * math.cos(twist * v) + sway * length * v * v
        return bent, y, z + x * half * math.sin(twist * v) + ruffle * math.sin(x * 4 + phase) * v * v * width

    return mesh.grid("strap", surface, 12, 14, material)


def heart_mesh(rng, material, length, width, cup, curl, ruffle):
    """A broad petal, narrow at its root and notched at its end: evening primrose, camellia."""
    phase, notch = rng.uniform(0, 6), rng.uniform(0.10, 0.2)

    def surface(u, v):
        x = (u - 0.5) * 2
        if v < 0.66:
            share = 0.16 + 0.84 * math.sin(math.pi / 2 * v / 0.66) ** 1.1
        else:
            share = math.sqrt(max(0.0, 1 - ((v - 0.66) / 0.36) ** 2))
        half = width / 2 * share
        y = v * length * (1 - notch * math.exp(-((x / 0.4) ** 2)) * v**4)
        z = cup * length * v**1.5 * 0.5 - curl * length * max(0.0, v - 0.55) ** 2 * 1.2 + cup * 0.5 * x * x * half
        return x * half, y, z + ruffle * math.sin(x * 6 + phase) * v * v * width * 0.5

    return mesh.grid("heart petal", surface, 20, 20, material)


PETAL_SHAPES = {"ray": ray_mesh, "strap": strap_mesh, "heart": heart_mesh}


def build_flower(stage, rng, species, at, tilt=(0, 0, 0), scale=1.0, lift=0.3):
    """An open flower. tilt in degrees; lift is the height of its center above the surface at scale 1."""
    flower = OPEN_FLOWERS[species]
    skin = materials.petal(species + " petal", *flower.petal)
    heart = flower.disc[0] if flower.disc else 0.22
    parts = []
    for ring, (count, length, width, rise) in enumerate(flower.rings):
        for i in range(count):
            cup = rng.uniform(0.08, 0.3) if flower.cup is None else flower.cup + rng.uniform(-0.1, 0.1)
            stretch = rng.uniform(0.9, 1.08)
            build = PETAL_SHAPES[flower.shape]
            petal = mesh.place(build(rng, skin, length * stretch, width, cup, rng.uniform(0.1, 0.5), flower.ruffle))
            around = 2 * math.pi * (i + 0.5 * ring + rng.uniform(-0.15, 0.15)) / count
            petal.matrix_local = (
                Matrix.Rotation(around, 4, "Z")
                @ Matrix.Translation((0, heart * 0.55, 0.04 * ring))
                @ Matrix.Rotation(rise + rng.uniform(-0.1, 0.1), 4, "X")
            )
            parts.append(petal)
    if flower.disc:
        parts += floret_disc(rng, species, *flower.disc)
    if flower.stamens:
        parts += stamen_tuft(rng, species, *flower.stamens)
    at = Vector(stage.rest(at)) + UP * (lift * scale if len(at) == 2 else 0)
    return mesh.group(species, parts, at, [math.radians(angle) for angle in tilt], scale)


def floret_disc(rng, species, radius, height, colour):
    """The dome of tiny florets at the center of a daisy, in a sunflower's spiral."""
    material = materials.solid(species + " floret", colour, 0.7)
    floret = mesh.lump("floret", material, 0, (), 2)
    florets = []
    count = 110
    for i in range(count):
        r, angle = radius * math.sqrt(i / count), i * GOLDEN_ANGLE
        z = 0.12 + height * (1 - (r / radius) ** 2)
        tilt = (rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3), 0)
        florets.append(mesh.place(floret, (r * math.cos(angle), r * math.sin(angle), z), tilt, (0.055, 0.055, 0.1)))
    dome = mesh.lump("dome", material, 0, (), 3)
    return [*florets, mesh.place(dome, (0, 0, 0.08), (0, 0, 0), (radius, radius, height * 0.9 + 0.03))]


def stamen_tuft(rng, species, count, length, thread_colour, tip_colour):
    thread = materials.solid(species + " thread", thread_colour, 0.6)
    anther = mesh.lump("anther", materials.solid(species + " anther", tip_colour, 0.7), 0, (), 2)
    parts = []
    for i in range(count):
        angle, lean = i * GOLDEN_ANGLE, 0.12 + 0.3 * math.sqrt(i / count)
        tip = Vector((math.cos(angle) * lean, math.sin(angle) * lean, 1)).normalized()
        tip *= length * rng.uniform(0.85, 1.1)
        parts.append(mesh.tube("thread", [Vector((0, 0, 0)), tip * 0.5, tip], 0.022, thread, 0.3, 2))
        parts.append(mesh.place(anther, tip, (0, 0, angle), (0.05, 0.05, 0.085)))
    return parts


def build_geranium(stage, rng, at, scale=1.0, flowers=11):
    """A head of geranium: small five-petalled flowers on a dome, over two lobed leaves."""
    base = Vector(stage.rest(at))
    for i in range(flowers):
        lean, around = math.acos(1 - 0.75 * (i + 0.5) / flowers), i * GOLDEN_ANGLE
        out = Vector((math.sin(lean) * math.cos(around), math.sin(lean) * math.sin(around), math.cos(lean)))
        spot = base + out * 1.05 * scale + UP * 0.45 * scale
        tilt = [math.degrees(angle) for angle in out.to_track_quat("Z", "Y").to_euler()]
        build_flower(stage, rng, "geranium", tuple(spot), tilt, 0.72 * scale)
    green = materials.foliage("geranium leaf", (0.06, 0.11, 0.035), (0.13, 0.19, 0.07), veins=0.25)
    for side in (-1, 1):
        leaf = mesh.place(lobed_leaf_mesh(rng, green, 1.5 * scale))
        leaf.location = base + Vector((side * 1.25 * scale, -0.35 * scale, 0.12))
        leaf.rotation_euler = (math.radians(14), math.radians(-8 * side), rng.uniform(0, 6.3))


def lobed_leaf_mesh(rng, material, radius):
    """A round leaf with seven shallow lobes and a ruffled edge."""
    phase = rng.uniform(0, 6)

    def surface(u, v):
        angle = 2 * math.pi * u
        reach = radius * v * (0.82 + 0.12 * abs(math.cos(3.5 * angle)) + 0.03 * math.cos(21 * angle))
        lift = 0.10 * radius * v * v * math.sin(7 * angle + phase) + 0.16 * radius * v * v
        return reach * math.cos(angle), reach * math.sin(angle), lift

    return mesh.grid("lobed leaf", surface, 84, 10, material)


ROSES = {
    "pink": ((0.66, 0.30, 0.25), (0.80, 0.47, 0.43)),
    "blush": ((0.76, 0.52, 0.42), (0.84, 0.66, 0.58)),
    "deep": ((0.42, 0.06, 0.09), (0.60, 0.17, 0.19)),
}


def rose_petal_mesh(rng, material, t):
    """A petal of a rose head; t runs from the center (0) to the outermost petal (1)."""
    opening = math.radians(3 + 66 * t**1.25)
    length = 0.95 + 0.38 * t
    span = 1.5 - 0.78 * t
    curl = 0.5 + 3.4 * t
    root = 0.05 + 0.10 * t
    phase = rng.uniform(0, 6)
    steps = 10

    def surface(u, v):
        x = (u - 0.5) * 2
        radius, height = root, 0.0
        reach = v * (1 - 0.13 * x * x)
        for i in range(steps):
            along = reach * (i + 0.5) / steps
            lean = opening * (0.55 + 0.6 * along) + curl * max(0.0, along - 0.74) ** 2 * 6
            radius += math.sin(lean) * length * reach / steps
            height += math.cos(lean) * length * reach / steps
        # The belly term makes even closed inner petals bulge; the twist tucks one edge under the next petal.
        radius += 0.17 * math.sin(math.pi * min(1.0, reach * 1.05)) * (1 - 0.4 * t) + 0.05 * x * (1 - t)
        radius += 0.02 * math.sin(x * 4 + phase) * v
        angle = x * span * (v**0.45) * (1 - 0.25 * v**6)
        return radius * math.cos(angle), radius * math.sin(angle), height

    return mesh.grid("rose petal", surface, 14, 16, material)


def build_rose(stage, rng, at, colour="pink", tilt=(0, 0, 0), scale=1.0, petals=26, leaves=2):
    """A rose head: petals in a spiral, more open toward the outside. tilt in degrees."""
    skin = materials.petal("rose " + colour, *ROSES[colour], translucency=0.3)
    parts = []
    for i in range(petals):
        t = (i / (petals - 1)) ** 0.9
        blade = mesh.place(rose_petal_mesh(rng, skin, t))
        blade.rotation_euler = (rng.uniform(-0.05, 0.05), rng.uniform(-0.05, 0.05), i * GOLDEN_ANGLE)
        blade.location = (0, 0, -0.06 * t)
        parts.append(blade)
    for i in range(leaves):
        leaf = mesh.place(leaf_mesh(rng, leaf_material("rose"), 1.9, 1.25, serration=0.1))
        leaf.matrix_local = (
            Matrix.Rotation((i - (leaves - 1) / 2) * 1.7 + rng.uniform(-0.3, 0.3), 4, "Z")
            @ Matrix.Translation((0, 0.45, -0.02))
            @ Matrix.Rotation(0.12, 4, "X")
        )
        parts.append(leaf)
    return mesh.group("rose", parts, stage.rest(at), [math.radians(angle) for angle in tilt], scale)


# Colors at root and tip, length and width of a fallen petal.
LOOSE_PETALS = {
    "rose": (ROSES["pink"], 1.35, 1.3),
    "blush": (ROSES["blush"], 1.35, 1.3),
    "calendula": (OPEN_FLOWERS["calendula"].petal, 1.25, 0.4),
    "chamomile": (OPEN_FLOWERS["chamomile"].petal, 0.95, 0.34),
    "neroli": (OPEN_FLOWERS["neroli"].petal, 1.2, 0.6),
}


def loose_petal_mesh(rng, material, length, width):
    """A fallen petal, cupped, resting on its convex side."""
    if width < length / 2:
        return strap_mesh(rng, material, length, width, rng.uniform(0.05, 0.3), rng.uniform(0, 0.5), 0.05)
    cup, phase, widest = rng.uniform(0.3, 0.55), rng.uniform(0, 6), 0.62

    def surface(u, v):
        x = (u - 0.5) * 2
        if v < widest:
            share = 0.12 + 0.88 * math.sin(math.pi / 2 * v / widest) ** 0.9
        else:
            share = math.sqrt(max(0.0, 1 - ((v - widest) / (1 - widest)) ** 2))
        half = width / 2 * share
        z = cup * (x * x * half * 0.8 + (v - 0.45) ** 2 * length * 0.9) + 0.05 * math.sin(x * 4 + phase) * v * share
        return x * half, (v - 0.5) * length, z

    return mesh.grid("loose petal", surface, 12, 28, material)


def build_petals(stage, rng, species, count, x, y, scale=1.0):
    colours, length, width = LOOSE_PETALS[species]
    skin = materials.petal("loose " + species, *colours)
    for spot in scatter(stage, rng, count, x, y, 0.72 * scale):
        blade = loose_petal_mesh(rng, skin, length * rng.uniform(0.8, 1.1), width * rng.uniform(0.85, 1.1))
        turn = (rng.uniform(-0.12, 0.12), rng.uniform(-0.12, 0.12), rng.uniform(0, 6.3))
        mesh.place(blade, spot + UP * 0.06, turn, scale)


LAVENDER = ((0.135, 0.085, 0.22), (0.20, 0.135, 0.30), (0.10, 0.07, 0.15))


def build_lavender(stage, rng, path, scale=1.0, whorls=11):
    """One stem of lavender: whorls of small swollen buds toward the tip, narrow leaves at the base."""
    stem = rest_stem(stage, path)
    tones = [materials.solid(f"lavender {i}", tone, 0.75) for i, tone in enumerate(LAVENDER)]
    buds = [mesh.lump("bud", tone, i, ((2.5, 0.3),), 3) for i, tone in enumerate(tones)]
    stem.build(0.045 * scale, materials.solid("lavender stem", (0.16, 0.20, 0.12), 0.7), 0.3)
    for i in range(whorls):
        t = 0.60 + 0.40 * (i / (whorls - 1))
        along = stem.heading(t)
        side = along.orthogonal().normalized()
        girth = (1.0 - 0.45 * (i / whorls) ** 2) * scale
        for k in range(7):
            angle = k * 2 * math.pi / 7 + i * 0.5 + rng.uniform(-0.2, 0.2)
            out = side * math.cos(angle) + along.cross(side) * math.sin(angle)
            y = (along * 1.1 + out * rng.uniform(0.4, 1.3)).normalized()
            x = y.orthogonal().normalized()
            spot = stem.at(t) + out * 0.13 * girth + along * rng.uniform(-0.12, 0.12)
            size = Matrix.Diagonal((0.085 * girth, 0.21 * girth, 0.085 * girth, 1))
            mesh.place(rng.choice(buds)).matrix_world = mesh.frame(spot, x, y, x.cross(y)) @ size
    foliage = materials.foliage("lavender leaf", (0.17, 0.21, 0.14), (0.26, 0.30, 0.22))
    along = (stem.bend - stem.start).normalized()
    for i in range(4):
        aside = along.cross(UP).normalized() * (-1) ** i
        y = (along + aside * 0.55 + UP * 0.2).normalized()
        x = y.cross(UP).normalized()
        leaf = mesh.place(leaf_mesh(rng, foliage, 1.5, 0.16))
        leaf.matrix_world = mesh.frame(stem.at(0.06 + 0.09 * i), x, y, x.cross(y), scale)
