"""Meshes made from profiles, grids and curves. One Blender unit is one centimeter."""

import math

import bmesh
import bpy
from mathutils import Matrix, Vector, noise


def link(obj):
    bpy.context.scene.collection.objects.link(obj)
    return obj


def place(mesh, location=(0, 0, 0), rotation=(0, 0, 0), scale=1.0):
    """Add an instance of a mesh to the scene."""
    obj = link(bpy.data.objects.new(mesh.name, mesh))
    obj.location = location
    obj.rotation_euler = rotation
    obj.scale = (scale,) * 3 if isinstance(scale, (int, float)) else scale
    return obj


def group(name, children, location=(0, 0, 0), rotation=(0, 0, 0), scale=1.0):
    """Parent objects to one empty, so they move together."""
    root = link(bpy.data.objects.new(name, None))
    for child in children:
        child.parent = root
    root.location = location
    root.rotation_euler = rotation
    root.scale = (scale,) * 3
    return root


def frame(origin, x, y, z, scale=1.0):
    """The matrix that maps the unit axes to x, y, z at an origin."""
    axes = Matrix((x, y, z)).transposed().to_4x4()
    return Matrix.Translation(origin) @ axes @ Matrix.Scale(scale, 4)


def smooth(mesh, angle=None):
    for polygon in mesh.polygons:
        polygon.use_smooth = True
    if angle is not None:
        mesh.use_auto_smooth = True
        mesh.auto_smooth_angle = math.radians(angle)
    return mesh


def fillet(corners, steps=8):
    """Round the corners of a 2D profile. A corner is (radius, height) or (radius, height, rounding)."""
    outline = []
    for i, corner in enumerate(corners):
        here = Vector(corner[:2])
        rounding = corner[2] if len(corner) > 2 else 0
        if rounding <= 0 or i in (0, len(corners) - 1):
            outline.append(here)
            continue
        back = Vector(corners[i - 1][:2]) - here
        ahead = Vector(corners[i + 1][:2]) - here
        back_length, ahead_length = back.length, ahead.length
        back.normalize()
        ahead.normalize()
        reach = min(rounding / math.tan(back.angle(ahead) / 2), back_length * 0.49, ahead_length * 0.49)
        start, end = here + back * reach, here + ahead * reach
        # Support points next to the arc keep smooth shading from bleeding into the straight parts.
        outline.append(start + back * min(0.02, reach * 0.2))
        pull = here * 0.9 + (start + end) * 0.05
        for step in range(steps + 1):
            t = step / steps
            outline.append((1 - t) ** 2 * start + 2 * t * (1 - t) * pull + t * t * end)
        outline.append(end + ahead * min(0.02, reach * 0.2))
    return outline


def lathe(name, profile, material, segments=128, ribs=None):
    """Turn a profile of (radius, height) around the vertical axis.

    ribs, if given, is (count, depth, lowest, highest): vertical grooves between two heights.
    """
    vertices, faces, rows = [], [], len(profile)
    for i in range(segments):
        angle = 2 * math.pi * i / segments
        for radius, height in profile:
            if ribs and ribs[2] < height < ribs[3] and radius > 0.3:
                radius = radius - ribs[1] * (0.5 + 0.5 * math.cos(angle * ribs[0]))
            vertices.append((radius * math.cos(angle), radius * math.sin(angle), height))
    for i in range(segments):
        j = (i + 1) % segments
        for k in range(rows - 1):
            faces.append((i * rows + k, j * rows + k, j * rows + k + 1, i * rows + k + 1))
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    edit = bmesh.new()
    edit.from_mesh(mesh)
    bmesh.ops.remove_doubles(edit, verts=edit.verts, dist=1e-4)
    bmesh.ops.dissolve_degenerate(edit, edges=edit.edges, dist=1e-5)
    bmesh.ops.recalc_face_normals(edit, faces=edit.faces)
    edit.to_mesh(mesh)
    edit.free()
    mesh.materials.append(material)
    return place(smooth(mesh, 50))


def grid(name, surface, columns, rows, material):
    """A sheet through the points surface(u, v), with u and v from 0 to 1, which are also the UVs."""
    width = columns + 1
    vertices = [surface(u / columns, v / rows) for v in range(rows + 1) for u in range(width)]
    faces = [
        (v * width + u, v * width + u + 1, (v + 1) * width + u + 1, (v + 1) * width + u)
        for v in range(rows)
        for u in range(columns)
    ]
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata(vertices, [], faces)
    layer = mesh.uv_layers.new(name="UV")
    for loop in mesh.loops:
        layer.data[loop.index].uv = ((loop.vertex_index % width) / columns, (loop.vertex_index // width) / rows)
    mesh.materials.append(material)
    return smooth(mesh)


def tube(name, points, radius, material, taper=0.6, resolution=4):
    """A round rod through points; taper is how much thinner the far end is."""
    curve = bpy.data.curves.new(name, "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth = radius
    curve.bevel_resolution = resolution
    curve.use_fill_caps = True
    spline = curve.splines.new("BEZIER")
    spline.bezier_points.add(len(points) - 1)
    for i, (knot, point) in enumerate(zip(spline.bezier_points, points)):
        knot.co = point
        knot.handle_left_type = knot.handle_right_type = "AUTO"
        knot.radius = 1 - taper * i / (len(points) - 1)
    curve.materials.append(material)
    return link(bpy.data.objects.new(name, curve))


def lump(name, material, seed=0.0, bumps=((1.1, 0.22), (3.0, 0.03)), detail=4, shape=None):
    """A unit ball displaced by noise; bumps are (frequency, depth). shape may move each point first."""
    edit = bmesh.new()
    bmesh.ops.create_icosphere(edit, subdivisions=detail, radius=1)
    shift = Vector((seed, seed * 2.1, seed * 0.7))
    for vertex in edit.verts:
        swell = sum(noise.noise(vertex.co * frequency + shift) * depth for frequency, depth in bumps)
        point = vertex.co * (1 + swell)
        vertex.co = shape(point) if shape else point
    mesh = bpy.data.meshes.new(name)
    edit.to_mesh(mesh)
    edit.free()
    mesh.materials.append(material)
    return smooth(mesh)


def block(name, size, material, bevel=0.13):
    """A box with softened edges, standing on z = 0."""
    edit = bmesh.new()
    bmesh.ops.create_cube(edit, size=1)
    bmesh.ops.scale(edit, vec=size, verts=edit.verts)
    bmesh.ops.translate(edit, vec=(0, 0, size[2] / 2), verts=edit.verts)
    bmesh.ops.bevel(edit, geom=edit.edges[:] + edit.verts[:], offset=bevel, segments=5, profile=0.5, affect="EDGES")
    mesh = bpy.data.meshes.new(name)
    edit.to_mesh(mesh)
    edit.free()
    mesh.materials.append(material)
    return place(smooth(mesh, 35))
