"""Objects of familiar size, in centimeters: a matchbox, matches, coins."""

import math

import materials
import mesh

MATCHBOX = (3.6, 1.5, 5.3)  # standing
MATCH = 4.4
COIN = dict(radius=0.953, height=0.152)  # a cent
CARD = 0.05


def match_parts(rng):
    """One match along +z, its head up."""
    wood = materials.solid("match wood", (0.58, 0.42, 0.24), 0.75, mottle=(4, (0.48, 0.33, 0.18)), bump=(12, 0.3, 0.03))
    crumbs = dict(mottle=(9, (0.17, 0.02, 0.014)), bump=(22, 0.6, 0.03))
    head = materials.solid("match head", (0.26, 0.035, 0.022), 0.85, **crumbs)
    stick = mesh.block("match", (0.2, 0.2, MATCH), wood, 0.015)
    tip = mesh.place(mesh.lump("match head", head, rng.uniform(0, 90), ((2.0, 0.09),), 3), (0, 0, MATCH - 0.05))
    tip.scale = (0.15, 0.15, 0.24)
    return [stick, tip]


def build_matches(stage, rng, at, count=3, turn=0.0):
    """Matches dropped beside one another."""
    x, y, ground = stage.rest(at)
    for i in range(count):
        heading = math.radians(turn) + rng.uniform(-0.5, 0.5)
        spot = (x + rng.uniform(-0.4, 0.4), y + (i - (count - 1) / 2) * 0.42, ground + 0.11 + 0.02 * i)
        lying = (math.pi / 2, 0, heading)
        mesh.group("match", match_parts(rng), spot, lying)


def build_matchbox(stage, rng, at, turn=20.0, opened=1.5):
    """A plain matchbox on its end, open far enough to show the match heads."""
    wide, deep, tall = MATCHBOX
    kraft = materials.solid(
        "matchbox card", (0.40, 0.27, 0.155), 0.85, mottle=(2.5, (0.34, 0.22, 0.125)), bump=(30, 0.15, 0.02)
    )
    inside = materials.solid("matchbox tray", (0.60, 0.53, 0.42), 0.9, bump=(30, 0.15, 0.02))
    sand = dict(mottle=(20, (0.10, 0.06, 0.05)), bump=(45, 0.8, 0.03))
    striker = materials.solid("striker", (0.055, 0.032, 0.028), 0.95, **sand)
    band = materials.solid("matchbox band", (0.10, 0.13, 0.09), 0.8, bump=(30, 0.15, 0.02))

    def panel(name, size, where, skin):
        part = mesh.block(name, size, skin, 0.02)
        part.location = where
        return part

    parts = []
    for side in (-1, 1):
        parts.append(panel("sleeve", (wide, CARD, tall), (0, side * (deep - CARD) / 2, 0), kraft))
        parts.append(panel("sleeve side", (CARD, deep, tall), (side * (wide - CARD) / 2, 0, 0), kraft))
        beside = (side * (wide / 2 + 0.003), 0, tall * 0.01)
        parts.append(panel("striker", (CARD, deep * 0.78, tall * 0.98), beside, striker))
    # The only printing: a broad dark green band and a thin one above it.
    parts.append(panel("band", (wide * 0.998, 0.012, tall * 0.34), (0, -deep / 2 - 0.001, tall * 0.30), band))
    parts.append(panel("line", (wide * 0.998, 0.012, tall * 0.025), (0, -deep / 2 - 0.001, tall * 0.67), band))
    inner_wide, inner_deep, up = wide - 4 * CARD, deep - 4 * CARD, opened
    parts.append(panel("tray back", (inner_wide, CARD, tall), (0, inner_deep / 2, up), inside))
    for side in (-1, 1):
        parts.append(panel("tray side", (CARD, inner_deep, tall), (side * inner_wide / 2, 0, up), inside))
    parts.append(panel("tray end", (inner_wide, inner_deep, CARD), (0, 0, up + tall - CARD), inside))
    for i in range(13):
        for row in range(3):
            lean = (rng.uniform(-0.02, 0.02), rng.uniform(-0.02, 0.02), rng.uniform(0, 6))
            spot = ((i - 6) * 0.235, (row - 0.6) * 0.3, up + 0.1 + rng.uniform(0, 0.25))
            parts.append(mesh.group("match", match_parts(rng), spot, lean))
    mesh.group("matchbox", parts, stage.rest(at), (0, 0, math.radians(turn)))


def build_coins(stage, rng, at, count=3):
    """A low stack of cents: copper, some of them brown with age."""
    x, y, ground = stage.rest(at)
    radius, height = COIN["radius"], COIN["height"]
    tones = ((0.56, 0.25, 0.13), (0.30, 0.13, 0.07), (0.44, 0.19, 0.10))
    worn = dict(metallic=1.0, bump=(5, 0.2, 0.01))
    coppers = [
        materials.solid(f"coin {i}", tone, 0.33, mottle=(3, tuple(part * 0.7 for part in tone)), **worn)
        for i, tone in enumerate(tones)
    ]
    profile = mesh.fillet(
        [
            (0, 0.02),
            (radius - 0.12, 0.02),
            (radius - 0.1, 0.0, 0.01),
            (radius, 0.0, 0.015),
            (radius, height, 0.015),
            (radius - 0.1, height, 0.01),
            (radius - 0.12, height - 0.02),
            (0, height - 0.02),
        ]
    )
    for i in range(count):
        coin = mesh.lathe("coin", profile, coppers[i % 3], 160)
        coin.location = (x + rng.uniform(-0.14, 0.14), y + rng.uniform(-0.14, 0.14), ground + i * (height + 0.003))
        coin.rotation_euler = (0, 0, rng.uniform(0, 6))
