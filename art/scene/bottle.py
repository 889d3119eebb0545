"""A whole bottle from a file in bottles/: glass, oil, label and closure on one turntable."""

import json
import math

import caps
import glass
import label
import mesh
import oil
import paths


def read_bottle(name):
    return json.loads((paths.ART / "bottles" / (name + ".json")).read_text())


def build_bottle(name, at, turn=0.0, size=None):
    """size overrides the size in the product's main picture, which changes the shape and a line on the label."""
    spec = read_bottle(name)
    if size:
        spec["size"] = size
    shape = glass.SHAPES[spec["size"]]
    opaque = spec["glass"] == "milk"
    fill = None if opaque else spec.get("fill", 0.86)
    parts = [glass.build_glass(shape, spec["glass"])]
    if not opaque:
        parts.append(oil.build_oil(shape, spec["oil"], fill))
    # The pump's spout points to the side, however the label is turned.
    closure = mesh.group("closure", caps.build_closure(shape, spec["top"], spec["finish"], fill))
    closure.rotation_euler = (0, 0, math.radians(spec.get("spout", 0)))
    parts.append(closure)
    label_name = f"{name}-{size}" if size else name
    parts.append(label.build_label(shape, str(paths.WORK / "labels" / (label_name + ".png")), spec["label"]["printed"]))
    return mesh.group(name, parts, at, (0, 0, math.radians(turn)))
