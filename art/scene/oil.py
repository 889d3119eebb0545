"""The oil in a bottle."""

import materials
import mesh

IOR = 1.47

# Absorption per centimeter of oil (color, density), and the tint of light that has passed through the bottle.
OILS = {
    "pale-gold": dict(absorb=((1.0, 0.80, 0.26), 0.50), shadow=(1.0, 0.92, 0.64)),
    "gold": dict(absorb=((1.0, 0.66, 0.08), 0.55), shadow=(1.0, 0.86, 0.50)),
    "honey": dict(absorb=((1.0, 0.70, 0.05), 0.90), shadow=(1.0, 0.83, 0.45)),
    "amber-gold": dict(absorb=((1.0, 0.63, 0.0), 1.00), shadow=(1.0, 0.81, 0.42)),
    "orange": dict(absorb=((1.0, 0.57, 0.0), 1.25), shadow=(1.0, 0.85, 0.38)),
    "rosy-amber": dict(absorb=((1.0, 0.59, 0.20), 0.66), shadow=(1.0, 0.80, 0.58)),
    "green-gold": dict(absorb=((0.88, 0.77, 0.02), 0.92), shadow=(0.94, 0.86, 0.44)),
}


def oil_material(name):
    return materials.dielectric("oil " + name, IOR, **OILS[name])


def surface_height(shape, fill):
    return shape.base + (shape.height - shape.base) * fill


def build_oil(shape, name, fill):
    """A closed body whose wall is slightly INSIDE the glass: no gap, and no coincident surfaces."""
    overlap = 0.012
    wall, floor, level = shape.inner_radius + overlap, shape.base - overlap, surface_height(shape, fill)
    inner = shape.inner_radius
    meniscus = [(wall, level + 0.06), (inner - 0.02, level + 0.055), (inner - 0.09, level + 0.005, 0.04)]
    profile = mesh.fillet([(0, floor), (wall, floor, 0.45), *meniscus, (0, level)])
    return mesh.lathe("oil", profile, oil_material(name))
