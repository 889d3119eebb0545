"""One light for every set: a soft window, a low sun through leaves, a weak fill and a rim.

For close-ups of a surface the window is behind it, reflected in the pool of oil.
"""

import math
import random

import bpy
import leaves
import materials
import mesh
from mathutils import Vector
from slabs import WALL_AT

SUN_AT = Vector((-46, -30, 44))
LEAVES_AT = 0.72  # position of the shadow leaves along the beam, from the sun to the wall


def build_area(name, at, towards, size, energy, colour):
    light = bpy.data.lights.new(name, "AREA")
    light.shape, light.size, light.size_y = "RECTANGLE", *size
    light.energy, light.color = energy, colour
    lamp = mesh.link(bpy.data.objects.new(name, light))
    lamp.location = at
    lamp.rotation_euler = (Vector(towards) - Vector(at)).to_track_quat("-Z", "Y").to_euler()


def build_shadow_leaves(seed, sprigs=3, leaf="olive", spread=(-11, 11), band=(4, 14)):
    """Sprigs hung in the sun's beam. spread and band are the area of the wall that their shadows fall on."""
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


def build_light(shadow, mirrored=None, is_overhead=False):
    """mirrored, the camera's pitch in degrees, sets the light for a close view of a reflective surface; is_overhead
    sets it for flat lays seen from above."""
    build_world(0.12 if mirrored is None else 0.3)
    if is_overhead:
        build_overhead_light(shadow)
        return
    if mirrored is not None:
        build_mirrored_window(mirrored, shadow)
        return
    build_area("window", (-26, -10, 22), (0, 0, 4), (16, 22), 11000, (1, 0.95, 0.89))
    build_area("sun", SUN_AT, (0, 4, 6), (1.6, 1.6), 190000, (1, 0.84, 0.64))
    build_area("fill", (24, -16, 14), (0, 0, 4), (14, 14), 900, (1, 0.95, 0.9))
    build_area("rim", (10, 12.5, 20), (0, 0, 5), (7, 7), 1200, (1, 0.95, 0.88))
    if shadow:
        build_shadow_leaves(**shadow)


def build_overhead_light(shadow):
    """A window and a sun in the upper left, as on a table by a window; leaf shadows only at the edges."""
    sun = Vector((-40, 34, 52))
    build_area("window", (-24, 16, 26), (0, 0, 0), (16, 22), 16000, (1, 0.96, 0.91))
    build_area("sun", sun, (0, 0, 0), (2.0, 2.0), 240000, (1, 0.86, 0.68))
    build_area("fill", (22, -18, 20), (0, 0, 0), (16, 16), 1500, (1, 0.96, 0.92))
    if shadow:
        hang_leaves_over_surface(sun, **shadow)


def build_world(strength):
    world = bpy.data.worlds.new("room light")
    world.use_nodes = True
    background = world.node_tree.nodes["Background"].inputs
    background["Color"].default_value = (0.95, 0.93, 0.9, 1)
    background["Strength"].default_value = strength
    bpy.context.scene.world = world


def build_mirrored_window(pitch, shadow, far=26.0):
    """Four window panes, placed so that a level surface reflects them to the camera; a sun behind lights the oil."""
    angle = math.radians(pitch)
    # At a low angle a pool reflects more of the window than it shows of itself, so only a corner should be reflected.
    # From above it would reflect all of it, so the window is farther away, and most of the pool shows its own color.
    aside, size = (-6.0, 1.0) if pitch < 25 else (-3.2, 0.5)
    middle = Vector((aside, far * math.cos(angle), far * math.sin(angle)))
    upward = Vector((0, -math.sin(angle), math.cos(angle)))
    for column in (-1, 1):
        for row in (-1, 1):
            at = middle + (Vector((column * 2.4, 0, 0)) + upward * row * 3.1) * size
            build_area("pane", at, at - middle, (3.6 * size, 5.0 * size), 620 * size * size, (1, 0.97, 0.93))
    sun = Vector((-34, 30, 34))
    build_area("sun", sun, (0, 0, 1), (1.6, 1.6), 120000, (1, 0.86, 0.68))
    build_area("window", (-26, -12, 22), (0, 0, 1), (16, 22), 2600 if pitch < 25 else 4200, (1, 0.95, 0.89))
    build_area("fill", (20, -14, 16), (0, 0, 1), (14, 14), 900, (1, 0.95, 0.9))
    if shadow:
        hang_leaves_over_surface(sun, **shadow)


def hang_leaves_over_surface(sun, seed, sprigs=2, leaf="olive", height=1.0):
    """Sprigs in the beam of a sun from behind, whose shadows fall across the surface but not on its middle."""
    rng = random.Random(seed)
    matte = materials.solid("shadow leaf", (0.02, 0.02, 0.02), 1.0)
    for i in range(sprigs):
        side = -1 if (i + seed) % 2 else 1
        first = Vector((side * rng.uniform(5, 7), rng.uniform(2, 6), height))
        last = Vector((side * rng.uniform(-1.5, 1.0), rng.uniform(2.6, 5) if i % 2 else rng.uniform(-5, -3), height))
        start, end = sun.lerp(first, 0.78), sun.lerp(last, 0.78)
        bend = (start + end) / 2 + Vector((0, 0, rng.uniform(0.5, 2)))
        leaves.build_shadow_sprig((start, bend, end), leaf, matte, rng)
