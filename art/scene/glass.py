"""Bottle glass: shapes and materials."""

import json
from dataclasses import dataclass

import materials
import mesh
import paths


@dataclass(frozen=True)
class Shape:
    """A bottle in centimeters: a cylinder with a rounded shoulder and a neck."""

    radius: float
    height: float
    neck_radius: float
    shoulder: float
    label: list  # lowest and highest edge of the label
    neck_height: float = 1.1
    wall: float = 0.2
    base: float = 0.55

    @property
    def inner_radius(self):
        return self.radius - self.wall

    @property
    def mouth(self):
        return self.height + self.neck_height


def read_shapes():
    shapes = json.loads((paths.ART / "shapes.json").read_text())["shapes"]
    return {name: Shape(**shape) for name, shape in shapes.items()}


SHAPES = read_shapes()

CLEAR = dict(ior=1.52, shadow=(0.93, 0.94, 0.93))
AMBER = dict(ior=1.52, shadow=(0.5, 0.26, 0.08), absorb=((0.88, 0.66, 0.05), 15.0))


def glass_material(kind):
    if kind == "milk":
        return materials.solid("milk glass", (0.72, 0.66, 0.58), roughness=0.22, coat=0.6, subsurface=0.15)
    return materials.dielectric(kind + " glass", **{"clear": CLEAR, "amber": AMBER}[kind])


def build_glass(shape, kind):
    """One closed solid: outer wall, lip, inner wall, thick base with a shallow punt underneath."""
    outer, inner = shape.radius, shape.inner_radius
    neck, bore = shape.neck_radius, shape.neck_radius - shape.wall * 0.8
    profile = mesh.fillet(
        [
            (0, 0.1),
            (outer - 0.62, 0.1, 0.15),
            (outer - 0.42, 0, 0.12),
            (outer, 0, 0.28),
            (outer, shape.height, shape.shoulder),
            (neck, shape.height, 0.14),
            (neck, shape.mouth, 0.05),
            (bore, shape.mouth, 0.05),
            (bore, shape.height - shape.wall * 0.6, 0.15),
            (inner, shape.height - shape.wall * 0.9, shape.shoulder * 0.9),
            (inner, shape.base, 0.45),
            (0, shape.base),
        ]
    )
    return mesh.lathe("glass", profile, glass_material(kind))
