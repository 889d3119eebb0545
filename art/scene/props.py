"""Things that are not plants: a bowl, a beaker, a notebook, folded linen, and poured oil."""

import math

import flowers
import known
import materials
import mesh
import oil
import pour
from mathutils import Vector, noise


def ceramic():
    return materials.solid(
        "ceramic", (0.60, 0.53, 0.44), 0.5, specular=0.35, mottle=(2.0, (0.54, 0.47, 0.385)), bump=(6, 0.15, 0.05)
    )


def build_bowl(stage, rng, at, holds, scale=1.0, count=9):
    """A shallow ceramic bowl with flowers heaped in it."""
    base = Vector(stage.rest(at))
    profile = [
        (0, 0),
        (1.5, 0, 0.2),
        (3.0, 1.6, 0.9),
        (3.15, 2.0, 0.06),
        (2.98, 2.0, 0.06),
        (2.8, 1.6, 0.9),
        (1.4, 0.25, 0.3),
        (0, 0.22),
    ]
    bowl = mesh.lathe("bowl", mesh.fillet(profile), ceramic())
    bowl.location, bowl.scale = base, (scale,) * 3
    for i in range(count):
        angle, reach = i * flowers.GOLDEN_ANGLE, 0.62 * math.sqrt(i)
        spot = Vector((reach * math.cos(angle), reach * math.sin(angle), 1.75 + 0.4 * (1 - i / count)))
        tilt = (rng.uniform(-20, 20), rng.uniform(-20, 20), rng.uniform(0, 360))
        flowers.build_flower(stage, rng, holds, tuple(base + spot * scale), tilt, 0.72 * scale)


def build_dish(stage, rng, at, oil_name, radius=2.6):
    """A small ceramic dish of oil."""
    depth = radius * 0.42
    profile = [
        (0, 0),
        (radius * 0.55, 0, 0.15),
        (radius * 0.95, depth * 0.75, radius * 0.3),
        (radius, depth, 0.05),
        (radius * 0.95, depth, 0.05),
        (radius * 0.88, depth * 0.75, radius * 0.3),
        (radius * 0.5, 0.2, 0.3),
        (0, 0.18),
    ]
    level = depth * 0.55
    # The oil's edge is slightly inside the wall, which closes it.
    brim = radius * 0.84
    surface = [(0, level), (brim * 0.9, level), (brim, level + 0.06)]
    body = [(0, 0.15), (radius * 0.5, 0.17, 0.3), (brim, level + 0.06), *reversed(surface[:2])]
    cream, shade, speckles = (0.70, 0.66, 0.58), (0.62, 0.57, 0.48), ((0.25, 0.17, 0.10), 2.2, 0.14)
    glaze = materials.skin("dish glaze", cream, shade, (0, 0, 0), speckles, 0.26, 0.0, 0.05, 0.0)
    dish = mesh.lathe("dish", mesh.fillet(profile), glaze, 160)
    oil_body = mesh.lathe("dish oil", mesh.fillet(body), pour.film_material(oil_name), 160)
    mesh.group("dish", [dish, oil_body], stage.rest(at))


def build_beaker(stage, rng, at, oil_name, scale=1.0, fill=0.55):
    """A straight laboratory beaker, partly filled."""
    clear = materials.dielectric("clear glass", 1.52, (0.93, 0.94, 0.93))
    level = 0.16 + 5.0 * fill
    outside = [(0, 0), (2.0, 0, 0.25), (2.0, 5.2, 0.08), (2.14, 5.35, 0.06), (2.0, 5.42, 0.05)]
    inside = [(1.88, 5.2, 0.08), (1.88, 0.16, 0.22), (0, 0.16)]
    meniscus = [(1.892, level + 0.05), (1.85, level + 0.045), (1.79, level + 0.005, 0.03)]
    wall = mesh.fillet([*outside, *inside])
    body = mesh.fillet([(0, 0.15), (1.892, 0.15, 0.22), *meniscus, (0, level)])
    parts = [mesh.lathe("beaker", wall, clear), mesh.lathe("beaker oil", body, oil.oil_material(oil_name))]
    mesh.group("beaker", parts, stage.rest(at), (0, 0, 0), scale)


def build_notebook(stage, rng, at, turn=0.0, size=(7.5, 10.0, 0.9)):
    """A closed cloth-bound notebook: boards, a block of pages set back between them, bound at one side."""
    green = (0.10, 0.13, 0.09), (0.15, 0.18, 0.12)
    cloth = materials.mineral("book cloth", "linen", green, scale=0.35, relief=0.3, depth=0.03, roughness=0.8)
    pages = materials.solid("pages", (0.62, 0.56, 0.46), 0.8)
    width, depth, height = size
    parts = []
    for z in (0, height - 0.14):
        board = mesh.block("board", (width, depth, 0.14), cloth, 0.04)
        board.location = (0, 0, z)
        parts.append(board)
    block = mesh.block("pages", (width - 0.35, depth - 0.4, height - 0.26), pages, 0.02)
    block.location = (0, 0, 0.13)
    spine = mesh.block("spine", (0.16, depth, height), cloth, 0.05)
    spine.location = (-width / 2 + 0.04, 0, 0)
    mesh.group("notebook", [*parts, block, spine], stage.rest(at), (0, 0, math.radians(turn)))


def build_linen(stage, rng, at, size=(14.0, 9.0), turn=0.0, folds=0.35):
    """A cloth laid on the surface in soft parallel folds."""
    undyed = (0.50, 0.43, 0.34), (0.62, 0.55, 0.45)
    cloth = materials.mineral("linen", "linen", undyed, scale=0.16, relief=0.5, depth=0.04, roughness=0.9)
    shift = rng.uniform(0, 50)

    def surface(u, v):
        x, y = (u - 0.5) * size[0], (v - 0.5) * size[1]
        fold = noise.noise(Vector((x * 0.16 + shift, y * 0.5, 0)))
        ripple = fold + 0.5 * noise.noise(Vector((x * 0.3, y * 1.1 + shift, 3)))
        hem = min(1.0, 6 * min(u, 1 - u, v, 1 - v))
        edge = 0.25 * noise.noise(Vector((x * 0.25, y * 0.25, shift)))
        return x + edge, y + edge, 0.05 + folds * max(0.0, ripple + 0.25) * (0.35 + 0.65 * hem)

    sheet = mesh.place(mesh.grid("linen", surface, 220, 160, cloth), stage.rest(at), (0, 0, math.radians(turn)))
    sheet.modifiers.new("sheet", "SOLIDIFY").thickness = 0.05


BUILDERS = {
    "bowl": build_bowl,
    "dish": build_dish,
    "beaker": build_beaker,
    "notebook": build_notebook,
    "linen": build_linen,
    "matchbox": known.build_matchbox,
    "matches": known.build_matches,
    "coins": known.build_coins,
    "pool": pour.build_pool,
    "dropper": pour.build_dropper_tip,
}


def build_prop(stage, rng, kind, **arguments):
    BUILDERS[kind](stage, rng, **arguments)
