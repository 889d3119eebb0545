"""One light for every picture: a soft window, a low sun through leaves, a weak fill and a rim."""

import random

import bpy
import leaves
import materials
import mesh
from mathutils import Vector
from slabs import WALL_AT

SUN_AT = Vector((-46, -30, 44))
LEAVES_AT = 0.72  # how far along the beam, from the sun to the wall, the shadow leaves hang


def build_area(name, at, towards, size, energy, colour):
    light = bpy.data.lights.new(name, "AREA")
    light.shape, light.size, light.size_y = "RECTANGLE", *size
    light.energy, light.color = energy, colour
    lamp = mesh.link(bpy.data.objects.new(name, light))
    lamp.location = at
    lamp.rotation_euler = (Vector(towards) - Vector(at)).to_track_quat("-Z", "Y").to_euler()


def build_shadow_leaves(seed, sprigs=3, leaf="olive", spread=(-11, 11), band=(4, 14)):
    """Sprigs hung in the sun's beam. spread and band are the stretch of wall their shadows fall on."""
    rng = random.Random(seed)
    matte = materials.solid("shadow leaf", (0.02, 0.02, 0.02), 1.0)
    low, high = band
    middle = (low + high) / 2
    for _ in range(sprigs):
        left = Vector((rng.uniform(spread[0], spread[0] + 10), WALL_AT, rng.uniform(middle - 1, high)))
        right = Vector((rng.uniform(spread[1] - 10, spread[1]), WALL_AT, rng.uniform(low, middle + 3)))
        start, end = SUN_AT.lerp(left, LEAVES_AT), SUN_AT.lerp(right, LEAVES_AT)
        bend = (start + end) / 2 + Vector((0, 0, rng.uniform(1, 4)))
        leaves.build_shadow_sprig((start, bend, end), leaf, matte, rng)


def build_light(shadow):
    build_area("window", (-26, -10, 22), (0, 0, 4), (16, 22), 11000, (1, 0.95, 0.89))
    build_area("sun", SUN_AT, (0, 4, 6), (1.6, 1.6), 190000, (1, 0.84, 0.64))
    build_area("fill", (24, -16, 14), (0, 0, 4), (14, 14), 900, (1, 0.95, 0.9))
    build_area("rim", (10, 12.5, 20), (0, 0, 5), (7, 7), 1200, (1, 0.95, 0.88))
    world = bpy.data.worlds.new("room light")
    world.use_nodes = True
    background = world.node_tree.nodes["Background"].inputs
    background["Color"].default_value = (0.95, 0.93, 0.9, 1)
    background["Strength"].default_value = 0.12
    bpy.context.scene.world = world
    if shadow:
        build_shadow_leaves(**shadow)
