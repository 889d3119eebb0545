"""The stage: plaster wall and floor, stone slabs, and the height of the surface at a point."""

import math

import bpy
import materials
import mesh

WALL_AT = 14.0  # cm behind the bottle

# Plaster between a darker and a lighter tint; one tint per category of product.
WALLS = {
    "cream": ((0.50, 0.43, 0.345), (0.62, 0.55, 0.46)),
    "clay": ((0.46, 0.315, 0.235), (0.57, 0.41, 0.315)),
    "sage": ((0.345, 0.345, 0.275), (0.445, 0.44, 0.365)),
    "rose": ((0.52, 0.385, 0.325), (0.635, 0.495, 0.425)),
}

# Slabs from back to front, and the position of a single bottle. A slab is a block (size) or a disc (radius, height).
LAYOUTS = {
    "step": {
        "slabs": [
            {"at": [1.4, 3.4], "size": [8.5, 5.0, 3.8], "turn": -14},
            {"at": [-0.3, -0.6], "size": [10.5, 6.6, 0.9], "turn": 3},
        ],
        "spot": [-0.6, -0.8],
    },
    "step-left": {
        "slabs": [
            {"at": [-2.6, 3.6], "size": [7.0, 5.0, 3.0], "turn": 12},
            {"at": [0.5, -0.5], "size": [10.0, 6.4, 0.9], "turn": -4},
        ],
        "spot": [0.5, -0.7],
    },
    "tile": {"slabs": [{"at": [0.2, 0.6], "size": [9.5, 7.0, 1.2], "turn": 7}], "spot": [-0.1, 0.0]},
    "disc": {"slabs": [{"at": [0.0, 0.2], "radius": 4.5, "height": 1.0}], "spot": [0.0, 0.0]},
    "column": {
        "slabs": [
            {"at": [3.1, 3.8], "radius": 2.5, "height": 4.6},
            {"at": [-0.3, -0.2], "radius": 4.4, "height": 0.8},
        ],
        "spot": [-0.6, -0.4],
    },
    "stack": {
        "slabs": [
            {"at": [0.3, 0.4], "size": [12.0, 7.4, 0.7], "turn": -5},
            {"at": [-0.2, 0.2], "size": [7.4, 5.6, 0.8], "turn": 8, "on": 0.7},
        ],
        "spot": [-0.1, 0.0],
    },
    "ledge": {"slabs": [{"at": [-4.6, 0.8], "size": [16.0, 7.6, 1.5], "turn": 4}], "spot": [-0.3, 0.0]},
    "ledge-right": {"slabs": [{"at": [4.6, 0.8], "size": [16.0, 7.6, 1.5], "turn": -4}], "spot": [0.3, 0.0]},
    "arch": {
        "slabs": [{"at": [0.0, 0.2], "size": [9.0, 6.0, 0.9], "turn": -6}],
        "arch": {"at": [0.4, 5.6], "width": 8.4, "height": 12.6},
        "spot": [-0.2, -0.2],
    },
    "floor": {"slabs": [], "spot": [0.0, 0.0]},
    # One surface without a wall, for close-ups: light may come from behind.
    "top": {"slabs": [], "spot": [0.0, 0.0], "is_open": True},
}


def stone():
    tints = (0.56, 0.49, 0.40), (0.74, 0.68, 0.60)
    return materials.mineral("stone", "stone", tints, scale=0.09, relief=0.55, depth=0.12, roughness=0.6, specular=0.3)


def ceramic(name, ground, second, speckle):
    return materials.skin(name, ground, second, (0, 0, 0), (speckle, 2.6, 0.16), 0.24, 0.0, 0.05, 0.0)


def wash(tint):
    """The wall's plaster as a table top: troweled smooth, so that small things show on it."""
    return materials.mineral("wash " + tint, "plaster", WALLS[tint], 0.045, relief=0.18, depth=0.25, roughness=0.85)


# Slab materials. In close-ups a surface must be plain: the oil is the subject.
SURFACES = {
    "stone": stone,
    "cream-ceramic": lambda: ceramic("cream ceramic", (0.66, 0.59, 0.50), (0.58, 0.51, 0.42), (0.22, 0.15, 0.09)),
    "sage-ceramic": lambda: ceramic("sage ceramic", (0.38, 0.41, 0.32), (0.31, 0.34, 0.26), (0.12, 0.11, 0.07)),
    "clay-ceramic": lambda: ceramic("clay ceramic", (0.55, 0.36, 0.27), (0.47, 0.29, 0.21), (0.20, 0.10, 0.06)),
    "rose-ceramic": lambda: ceramic("rose ceramic", (0.62, 0.45, 0.38), (0.54, 0.38, 0.32), (0.25, 0.13, 0.10)),
    "cream-wash": lambda: wash("cream"),
    "clay-wash": lambda: wash("clay"),
    "rose-wash": lambda: wash("rose"),
    "slate": lambda: materials.mineral(
        "slate", "stone", ((0.075, 0.078, 0.075), (0.13, 0.13, 0.122)), 0.07, 0.12, 0.1, 0.5, specular=0.35
    ),
}


def plaster(tint, relief=0.5):
    return materials.mineral(
        "plaster " + tint,
        "plaster",
        WALLS[tint],
        scale=0.03,
        relief=relief,
        depth=0.5,
        roughness=0.85,
        is_backdrop=True,
    )


class Slab:
    """One stone, which can tell if a point of the stage is on it."""

    def __init__(self, at, size=None, turn=0.0, radius=None, height=None, on=0.0, of="stone"):
        self.at, self.size, self.radius = at, size, radius
        self.turn = math.radians(turn)
        self.top = on + (height if radius else size[2])
        if radius:
            profile = mesh.fillet([(0, 0), (radius, 0, 0.1), (radius, height, 0.13), (0, height)])
            self.object = mesh.lathe("disc", profile, SURFACES[of](), 160)
        else:
            self.object = mesh.block("slab", size, SURFACES[of]())
        self.object.location = (*at, on)
        self.object.rotation_euler = (0, 0, self.turn)

    def covers(self, x, y):
        dx, dy = x - self.at[0], y - self.at[1]
        if self.radius:
            return math.hypot(dx, dy) <= self.radius
        along = dx * math.cos(self.turn) + dy * math.sin(self.turn)
        across = dy * math.cos(self.turn) - dx * math.sin(self.turn)
        return abs(along) <= self.size[0] / 2 and abs(across) <= self.size[1] / 2


def build_room(tint):
    """A floor and a wall of the same plaster, meeting at a crisp line."""

    def surface(u, v):
        x = (u - 0.5) * 200
        return (x, -60 + (60 + WALL_AT) * v * 2, 0) if v < 0.5 else (x, WALL_AT, (v - 0.5) * 160)

    room = mesh.grid("room", surface, 4, 200, plaster(tint))
    for polygon in room.polygons:
        polygon.use_smooth = False
    mesh.place(room)


def build_arch(tint, at, width, height, depth=1.2):
    """A plaster panel with a round top behind the bottle."""
    radius = width / 2
    outline = [(-radius, 0)]
    for i in range(49):
        angle = math.pi * (1 - i / 48)
        outline.append((radius * math.cos(angle), height - radius + radius * math.sin(angle)))
    outline.append((radius, 0))
    count = len(outline)
    vertices = [(x, y, z) for y in (0, depth) for x, z in outline]
    faces = [tuple(range(count)), tuple(range(2 * count - 1, count - 1, -1))]
    faces += [(i + 1, i, i + count, i + 1 + count) for i in range(count - 1)]
    panel = bpy.data.meshes.new("arch")
    panel.from_pydata(vertices, [], faces)
    panel.materials.append(plaster(tint, relief=0.25))
    edge = mesh.place(mesh.smooth(panel, 40), (*at, 0)).modifiers.new("edge", "BEVEL")
    edge.width, edge.segments, edge.limit_method = 0.12, 4, "ANGLE"


def flip_layout(plan):
    """The same stones with left and right exchanged."""

    def flip(item):
        x, y = item["at"]
        return {**item, "at": [-x, y], **({"turn": -item["turn"]} if "turn" in item else {})}

    flipped = {**plan, "slabs": [flip(slab) for slab in plan["slabs"]], "spot": [-plan["spot"][0], plan["spot"][1]]}
    return {**flipped, "arch": flip(plan["arch"])} if "arch" in plan else flipped


class Stage:
    """The room with its slabs. Props given as [x, y] rest on the highest surface below them."""

    def __init__(self, wall, layout, extra_slabs=(), is_flipped=False):
        plan = flip_layout(LAYOUTS[layout]) if is_flipped else LAYOUTS[layout]
        if not plan.get("is_open"):
            build_room(wall)
        if "arch" in plan:
            build_arch(wall, **plan["arch"])
        self.spot = plan["spot"]
        self.slabs = [Slab(**slab) for slab in [*plan["slabs"], *extra_slabs]]

    def height_at(self, x, y):
        return max([0.0, *(slab.top for slab in self.slabs if slab.covers(x, y))])

    def rest(self, point):
        """A point in space; a missing third coordinate means: on the surface below."""
        if len(point) == 3:
            return tuple(point)
        return (*point, self.height_at(*point))

    def is_flat(self, x, y, reach):
        """Return True if the surface around a point is level, so a small object can lie there."""
        here = self.height_at(x, y)
        around = ((x + reach, y), (x - reach, y), (x, y + reach), (x, y - reach))
        return all(self.height_at(*point) == here for point in around)
