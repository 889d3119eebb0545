"""The label: a patch of a cylinder around the bottle's front, with an image made from labels/label.html."""

import json
import math

import bpy
import materials
import mesh
import paths

ARC = json.loads((paths.ART / "shapes.json").read_text())["labelArc"]  # radians around the front


def build_label(shape, image, printed):
    radius = shape.radius + (0.006 if printed else 0.012)
    low, high = shape.label

    def surface(u, v):
        angle = -math.pi / 2 + (u - 0.5) * ARC
        return radius * math.cos(angle), radius * math.sin(angle), low + v * (high - low)

    material = materials.ink(image) if printed else materials.paper(image)
    label = mesh.link(bpy.data.objects.new("label", mesh.grid("label", surface, 96, 2, material)))
    if not printed:
        sheet = label.modifiers.new("sheet", "SOLIDIFY")
        sheet.thickness = 0.01
        sheet.offset = -1
    return label
