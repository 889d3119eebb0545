"""Bottle closures: dropper, screw cap, pump. Each builder returns the objects it made."""

import materials
import mesh
import oil
from mathutils import Vector

FINISHES = {
    "black": dict(colour=(0.006, 0.006, 0.006), roughness=0.36, specular=0.35),
    "gold": dict(colour=(0.83, 0.58, 0.27), roughness=0.22, metallic=1.0),
}
BULBS = {"black": (0.007, 0.007, 0.007), "gold": (0.56, 0.51, 0.43)}


def finish(name):
    if name == "wood":
        tints = (0.30, 0.17, 0.08), (0.50, 0.31, 0.16)
        return materials.mineral("cap wood", "wood", tints, scale=0.22, relief=0.3, depth=0.05, roughness=0.5)
    return materials.solid("cap " + name, **FINISHES[name])


def ribs(name, low, high):
    """Only the black molded closures are grooved; metal ones are turned smooth."""
    return (64, 0.045, low + 0.08, high - 0.12) if name == "black" else None


def build_pipette(shape, level):
    """Above the oil it is glass in air; below, glass in oil, whose relative index is nearly one."""
    above = materials.dielectric("pipette", 1.5, (0.95, 0.95, 0.95))
    below = materials.dielectric("pipette in oil", 1.04, (1.0, 1.0, 1.0))
    top, tip = shape.mouth, shape.base + 0.45
    tube = [(0.34, level + 0.01), (0.34, top), (0.25, top), (0.25, level + 0.01), (0.34, level + 0.01)]
    point = [(0, level - 0.01), (0.34, level - 0.01), (0.34, tip + 0.75, 0.3), (0.13, tip), (0, tip)]
    return [
        mesh.lathe("pipette", mesh.fillet(tube), above, 48),
        mesh.lathe("pipette in oil", mesh.fillet(point), below, 48),
    ]


def build_dropper(shape, name, level):
    low = shape.height + 0.10
    high, radius = low + 1.45, shape.neck_radius + 0.22
    collar = mesh.fillet(
        [(radius - 0.08, low), (radius, low, 0.05), (radius, high, 0.12), (0.55, high), (0.55, high - 0.05)]
    )
    bulb = mesh.fillet(
        [
            (0.76, high - 0.02),
            (0.76, high + 0.28, 0.08),
            (0.62, high + 0.36, 0.08),
            (0.64, high + 1.0),
            (0.62, high + 1.7, 0.2),
            (0.56, high + 2.35, 0.42),
            (0, high + 2.42),
        ]
    )
    parts = [
        mesh.lathe("collar", collar, finish(name), 256 if name == "black" else 128, ribs(name, low, high)),
        mesh.lathe("bulb", bulb, materials.solid("bulb " + name, BULBS[name], 0.55, specular=0.4), 96),
    ]
    return parts + (build_pipette(shape, level) if level else [])


def build_cap(shape, name, height=1.7):
    low, radius = shape.height + 0.08, shape.neck_radius + 0.22
    profile = mesh.fillet([(radius - 0.08, low), (radius, low, 0.05), (radius, low + height, 0.14), (0, low + height)])
    segments = 256 if name == "black" else 128
    return [mesh.lathe("cap", profile, finish(name), segments, ribs(name, low, low + height))]


def build_pump(shape, name, level):
    low, radius = shape.height + 0.08, shape.neck_radius + 0.22
    high = low + 1.3
    collar = mesh.fillet(
        [
            (radius - 0.08, low),
            (radius, low, 0.05),
            (radius, high, 0.12),
            (0.45, high, 0.05),
            (0.45, high + 0.35, 0.08),
            (0.22, high + 0.35),
            (0.22, high + 1.0),
            (0, high + 1.0),
        ]
    )
    head = mesh.fillet([(0, high + 0.95), (0.6, high + 0.95, 0.06), (0.64, high + 1.5, 0.14), (0, high + 1.56)])
    spout = [(0.2, 1.26), (1.2, 1.28), (1.75, 1.2), (2.0, 0.9)]
    metal = finish(name)
    segments = 256 if name == "black" else 128
    parts = [
        mesh.lathe("collar", collar, metal, segments, ribs(name, low, high)),
        mesh.lathe("head", head, metal, 96),
        mesh.tube("spout", [Vector((x, 0, high + z)) for x, z in spout], 0.19, metal, 0.35, 8),
    ]
    return parts + (build_straw(shape, level, low) if level else [])


def build_straw(shape, level, top):
    """The pump's tube: like a pipette, in two parts with two indices."""
    above = materials.dielectric("straw", 1.3, (0.96, 0.96, 0.96))
    below = materials.dielectric("straw in oil", 1.04, (1.0, 1.0, 1.0))
    foot = shape.base + 0.35

    def rod(low, high):
        return [(0, low), (0.2, low), (0.2, high), (0, high)]

    return [
        mesh.lathe("straw", mesh.fillet(rod(level + 0.01, top)), above, 32),
        mesh.lathe("straw in oil", mesh.fillet(rod(foot, level - 0.01)), below, 32),
    ]


def build_closure(shape, top, name, fill):
    """fill is None for opaque glass: then nothing is built inside."""
    level = oil.surface_height(shape, fill) if fill else None
    if top == "dropper":
        return build_dropper(shape, name, level)
    if top == "pump":
        return build_pump(shape, name, level)
    if top == "cap":
        return build_cap(shape, name)
    raise ValueError("no such closure: " + top)
