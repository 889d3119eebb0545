"""Rosemary: narrow leaves in crossed pairs around a woody stem, with a tuft of young ones in each axil."""

import math

import materials
import mesh
from mathutils import Vector

UP = Vector((0, 0, 1))


def needle_mesh(rng, material, length, width):
    """A leaf with rolled-under edges: from above a dark rounded ribbon with a furrow, pale underneath."""
    bow, sway = rng.uniform(-0.18, 0.10), rng.uniform(-0.05, 0.05)

    def surface(u, v):
        x = (u - 0.5) * 2
        blunt = math.sqrt(max(0.02, 1 - max(0.0, v - 0.8) ** 2 / 0.042))
        half = width / 2 * (0.55 + 0.45 * min(1.0, v / 0.2)) * blunt
        furrow = 0.10 * width * math.exp(-((x / 0.22) ** 2))
        z = -0.55 * half * x * x - furrow + bow * length * v * v
        return x * half + sway * length * v * v, v * length, z

    return mesh.grid("rosemary leaf", surface, 6, 8, material)


def grow_shoot(rng, at, heading, nodes, leaves, scale, sideways):
    """One shoot; at and heading are functions of 0..1 along it, sideways is the axis of its first pair."""
    for i in range(nodes):
        t = (i + 0.3 + rng.uniform(-0.15, 0.15)) / nodes
        along = heading(t)
        side = (sideways - along * sideways.dot(along)).normalized()
        young = t**3
        for k in range(6):
            in_axil = k > 1
            angle = i * math.pi / 2 + (k % 2) * math.pi + rng.uniform(-0.35, 0.35) + (0.5 if in_axil else 0)
            out = side * math.cos(angle) + along.cross(side) * math.sin(angle)
            lean = rng.uniform(0.75, 1.15) * (1 - 0.6 * young) * (0.6 if in_axil else 1)
            y = (along * math.cos(lean) + out * math.sin(lean)).normalized()
            # The dark upper side faces outward, where it's visible.
            facing = out * math.cos(lean) - along * math.sin(lean)
            x = y.cross(facing).normalized()
            size = (1.9 - 0.9 * young) * rng.uniform(0.8, 1.15) * (rng.uniform(0.3, 0.6) if in_axil else 1)
            blade = mesh.place(rng.choice(leaves))
            blade.matrix_world = mesh.frame(at(t) + out * 0.04 * scale, x, y, x.cross(y), size * scale)


def grow_rosemary(stem, rng, scale):
    tones = [((0.030, 0.062, 0.036), (0.075, 0.115, 0.070)), ((0.045, 0.080, 0.045), (0.11, 0.15, 0.095))]
    look = dict(roughness=0.38, translucency=0.12, veins=0.0, under=(0.34, 0.37, 0.30))
    skins = [materials.foliage(f"rosemary {i}", *tone, **look) for i, tone in enumerate(tones)]
    leaves = [needle_mesh(rng, skin, 1.0, rng.uniform(0.095, 0.125)) for skin in skins for _ in range(6)]
    second, relief = (0.20, 0.17, 0.12), (9, 0.5, 0.05)
    bark = materials.solid("rosemary bark", (0.13, 0.10, 0.07), 0.85, mottle=(4, second), bump=relief)
    stem.build(0.085 * scale, bark, 0.6)
    length = (stem.end - stem.start).length
    across = (stem.end - stem.start).cross(UP).normalized()
    grow_shoot(rng, stem.at, stem.heading, round(length * 3.1 / scale), leaves, scale, across)
    for _ in range(3):
        start = rng.uniform(0.15, 0.6)
        root, along = stem.at(start), stem.heading(start)
        aside = along.cross(UP).normalized() * rng.choice((-1, 1))
        ahead = (along + aside * rng.uniform(0.4, 0.7) + UP * rng.uniform(0, 0.35)).normalized()
        reach = rng.uniform(1.4, 2.4) * scale
        shoot = [root, root + ahead * reach * 0.5, root + ahead * reach]
        mesh.tube("rosemary shoot", shoot, 0.05 * scale, bark, 0.6)
        nodes = round(reach * 3.6 / scale)
        grow_shoot(rng, lambda t: shoot[0].lerp(shoot[2], t), lambda t: ahead, nodes, leaves, scale * 0.8, aside)
