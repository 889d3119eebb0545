"""Fruit: apricots whole and halved, marula, rose hips, tamanu nuts."""

import math

import materials
import mesh
from leaves import UP, leaf_mesh, stem_material
from mathutils import Matrix, Vector, noise
from scatter import scatter


def apricot_skin():
    freckles = ((0.36, 0.04, 0.01), 10, 0.40)
    return materials.skin(
        "apricot", (0.72, 0.26, 0.035), (0.46, 0.055, 0.012), (0.6, -0.5, 0.5), freckles, 0.66, sheen=0.7, fuzz=0.3
    )


def marula_skin():
    """Ripe marula falls green and turns a waxy yellow on the ground, freckled where it lay."""
    freckles = ((0.17, 0.08, 0.025), 6, 0.5)
    return materials.skin(
        "marula", (0.60, 0.36, 0.085), (0.47, 0.33, 0.08), (-0.4, 0.3, 0.9), freckles, 0.5, fuzz=0.35
    )


def olive_skin():
    """Olives ripen from green through violet to black; these have just started."""
    freckles = ((0.30, 0.32, 0.12), 9, 0.3)
    ground, blush = (0.15, 0.18, 0.035), (0.075, 0.05, 0.035)
    return materials.skin("olive", ground, blush, (0.5, -0.3, 0.4), freckles, 0.34, fuzz=0.1)


def drupe(point, seam, dimple):
    """A stone fruit from a unit ball: a dimple for the stalk at +z and a seam from there down the +x side."""
    around = math.atan2(point.y, point.x)
    waist = math.sqrt(max(0.0, 1 - min(1.0, abs(point.z)) ** 2))
    inwards = seam * math.exp(-((around / 0.13) ** 2)) * waist
    beside = 0.45 * seam * math.exp(-(((abs(around) - 0.42) / 0.3) ** 2)) * waist
    wide = 1 - inwards + beside
    well = dimple * math.exp(-((1 - point.z) ** 2 * 3 + point.x**2 + point.y**2) / 0.06)
    return Vector((point.x * wide, point.y * wide * 0.96, point.z * 0.97 - well))


DRUPES = {
    "apricot": dict(radius=1.75, skin=apricot_skin, seam=0.07, dimple=0.22, bumps=((0.8, 0.07), (2.0, 0.015))),
    "marula": dict(radius=1.2, skin=marula_skin, seam=0.0, dimple=0.05, bumps=((0.9, 0.12), (2.4, 0.03))),
    "olive": dict(radius=0.72, skin=olive_skin, seam=0.0, dimple=0.06, bumps=((0.9, 0.06), (3.0, 0.012)), slim=0.76),
}


def build_fruit(stage, rng, species, at, scale=1.0, turn=0.0, tilt=55.0, is_half=False):
    """tilt in degrees lays the fruit on its side, so the stalk end and seam are seen at an angle."""
    plan = DRUPES[species]
    radius = plan["radius"] * scale * rng.uniform(0.94, 1.05)
    ground = Vector(stage.rest(at))
    if is_half:
        build_half(rng, plan, ground, radius, turn, tilt)
        return
    slim = plan.get("slim", 1.0)

    def shape(point):
        round_one = drupe(point, plan["seam"], plan["dimple"])
        return Vector((round_one.x * slim, round_one.y * slim, round_one.z))

    body = mesh.lump(species, plan["skin"](), rng.uniform(0, 90), plan["bumps"], 5, shape)
    scar = mesh.lump("stalk scar", materials.solid("stalk scar", (0.09, 0.055, 0.025), 0.9), 3, ((2, 0.3),), 2)
    parts = [mesh.place(body), mesh.place(scar, (0, 0, 0.95 - plan["dimple"] * 0.95), (0, 0, 0), (0.07, 0.07, 0.05))]
    turned = (math.radians(tilt) + rng.uniform(-0.15, 0.15), rng.uniform(-0.2, 0.2), math.radians(turn))
    # A long one lies on its side.
    mesh.group(species, parts, ground + UP * radius * 0.95 * slim, turned, radius)


def build_half(rng, plan, ground, radius, turn, tilt):
    """A half, cut along the seam, with its stone: the ball's far side is flattened onto the cut."""
    shift = rng.uniform(0, 90)
    hollow = 0.5

    def shape(point):
        # Upside down, so that the stalk end is at the top of the cut when the half leans toward the camera.
        turned_over = drupe(Vector((point.x, point.y, -point.z)), plan["seam"], plan["dimple"])
        point = Vector((turned_over.x, turned_over.y, -turned_over.z))
        if point.y < 0:
            return point
        reach = math.hypot(point.x, point.z * 0.85) / hollow
        depth = 0.3 * math.sqrt(1 - reach * reach) if reach < 1 else 0.03 * (reach - 1) * (1.9 - reach)
        return Vector((point.x, -depth if reach < 1 else depth, point.z))

    look = dict(mottle=(5, (0.60, 0.15, 0.015)), bump=(14, 0.5, 0.06), subsurface=0.15)
    flesh = materials.solid("apricot flesh", (0.70, 0.24, 0.028), 0.40, **look)
    body = mesh.lump("half", plan["skin"](), shift, plan["bumps"], 6, shape)
    # The icosphere keeps its face order: faces of the flattened side are flesh, wherever they end up.
    ball = mesh.lump("ball", flesh, shift, (), 6)
    cut = {polygon.index for polygon in ball.polygons if polygon.center.y > 0}
    body.materials.append(flesh)
    for polygon in body.polygons:
        polygon.material_index = 1 if polygon.index in cut else 0
    mesh.smooth(body, 42)
    wood = materials.solid(
        "apricot stone", (0.20, 0.085, 0.03), 0.7, mottle=(4, (0.33, 0.17, 0.07)), bump=(7, 0.8, 0.12)
    )
    stone = mesh.lump("stone", wood, shift, ((1.6, 0.08),), 4)
    parts = [mesh.place(body), mesh.place(stone, (0, -0.02, 0), (0, 0, 0), (0.40, 0.26, 0.47))]
    # Built with its cut toward +y: a right angle turns that up, the rest leans it toward the camera.
    turned = (math.radians(180 - tilt), 0, math.radians(turn))
    mesh.group("half", parts, ground + UP * radius * 0.8, turned, radius)


def hip_skin():
    flecks = ((0.16, 0.03, 0.012), 8, 0.2)
    return materials.skin(
        "rose hip", (0.36, 0.018, 0.008), (0.50, 0.075, 0.014), (-0.9, 0.3, 0.2), flecks, 0.42, fuzz=0.12
    )


def build_hip(rng, scale):
    """One hip along x: a flask, narrow toward the crown of dried sepals, on a thin stalk."""
    slim, neck = rng.uniform(0.56, 0.78), rng.uniform(0.25, 0.5)

    def shape(point):
        wide = slim * (1 - neck * max(0.0, point.x) ** 2.2)
        return Vector((point.x * 1.04, point.y * wide, point.z * wide))

    body = mesh.place(mesh.lump("hip", hip_skin(), rng.uniform(0, 90), ((1.0, 0.10), (3.2, 0.02)), 4, shape))
    half = 0.58 * scale * rng.uniform(0.85, 1.15)
    body.scale = (half,) * 3
    dry = materials.solid("rose hip crown", (0.06, 0.036, 0.02), 0.9, mottle=(5, (0.12, 0.075, 0.04)))
    ring = mesh.place(mesh.lump("hip eye", dry, 2, ((3, 0.3),), 2), (half * 0.97, 0, 0), (0, 0, 0), 1)
    ring.scale = (half * 0.16, half * 0.22, half * 0.22)
    parts = [body, ring]
    for i in range(rng.choice((2, 4, 5, 5))):
        sepal = mesh.place(leaf_mesh(rng, dry, half * rng.uniform(0.45, 0.95), half * 0.2))
        lean = Matrix.Rotation(-rng.uniform(0.3, 1.3), 4, "Z")
        sepal.matrix_local = Matrix.Translation((half * 0.98, 0, 0)) @ Matrix.Rotation(i * 1.256, 4, "X") @ lean
        parts.append(sepal)
    reach, bend = rng.uniform(0.9, 1.7) * scale, rng.uniform(-0.35, 0.35)
    middle, end = Vector((-half - reach * 0.5, bend * 0.3, 0.03)), Vector((-half - reach, bend, 0.02))
    stalk = [Vector((-half, 0, 0)), middle, end]
    parts.append(mesh.tube("stalk", stalk, 0.032 * scale, stem_material(), 0.15))
    return parts, half * slim


def build_rosehips(stage, rng, count, x, y, scale=1.0):
    """Hips lying as they fell, each with a different rotation, size and crown."""
    for spot in scatter(stage, rng, count, x, y, 0.55 * scale):
        parts, thick = build_hip(rng, scale)
        turn = (rng.uniform(0, 6), rng.uniform(-0.12, 0.12), rng.uniform(0, 6.3))
        mesh.group("rosehip", parts, spot + UP * thick * 0.97, turn)


def tamanu_shell():
    return materials.husk("tamanu shell", (0.17, 0.105, 0.055), (0.33, 0.23, 0.13), 0.8, grain=3.2, relief=0.8)


def half_shell(shift, material):
    """An open half of a nut: the ball's upper side is folded inward as the inner wall, with a broken rim."""

    def shape(point):
        rough = 0.10 * noise.noise(Vector((math.atan2(point.y, point.x) * 1.7, shift, 0)))
        if point.z <= 0:
            return Vector((point.x, point.y, point.z + rough * (1 + point.z)))
        return Vector((point.x * 0.88, point.y * 0.88, -point.z * 0.86 + rough * (1 - point.z)))

    shell = mesh.lump("shell", material, shift, ((1.4, 0.05),), 5, shape)
    inner = materials.solid("tamanu inside", (0.30, 0.19, 0.10), 0.7, mottle=(3, (0.20, 0.11, 0.05)))
    shell.materials.append(inner)
    for polygon in shell.polygons:
        polygon.material_index = 1 if polygon.center.length < 0.945 and polygon.normal.dot(polygon.center) > 0 else 0
    return mesh.smooth(shell, 50)


def build_tamanu(stage, rng, count, x, y, scale=1.0):
    """Dried nuts: some whole, with a small point; every second one broken open on its wrinkled, oily kernel."""
    shell = tamanu_shell()
    kernel_skin = materials.solid(
        "tamanu kernel", (0.11, 0.045, 0.018), 0.42, mottle=(2.5, (0.20, 0.09, 0.035)), bump=(5, 0.7, 0.12)
    )
    for i, spot in enumerate(scatter(stage, rng, count, x, y, 0.78 * scale)):
        radius = 0.78 * scale * rng.uniform(0.9, 1.08)
        shift = rng.uniform(0, 90)
        if i % 2:

            def pointed(point):
                return Vector((point.x * (1 + 0.22 * max(0.0, point.x) ** 14), point.y, point.z))

            nut = mesh.lump("tamanu", shell, shift, ((1.2, 0.09), (4.5, 0.03)), 5, pointed)
            turn = (rng.uniform(0, 6), rng.uniform(-0.7, -0.2), rng.uniform(0, 6.3))
            mesh.place(nut, spot + UP * radius * 0.96, turn, radius)
            continue
        kernel = mesh.lump("kernel", kernel_skin, shift, ((1.5, 0.16), (4.0, 0.07)), 4)
        parts = [
            mesh.place(half_shell(shift, shell)),
            mesh.place(kernel, (0, 0, -0.12), (rng.uniform(0, 6), 0, 0), (0.70, 0.66, 0.66)),
        ]
        lean = (rng.uniform(0.45, 0.75), rng.uniform(-0.2, 0.2), rng.uniform(-0.5, 0.5))
        mesh.group("tamanu", parts, spot + UP * radius * 0.92, lean, radius)
