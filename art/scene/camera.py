"""One kind of camera: a 100 mm lens looking slightly down. Only the distance changes, with the size of the set."""

import math

import bpy
import mesh
from mathutils import Vector

LENS = 100.0
SENSOR = 32.0
PITCH = math.radians(6.7)
F_STOP = 0.10  # centimeter units: a hundredth of the real f-number


def build_camera(frame, aim=None, pitch=None, focus=None, f_stop=F_STOP):
    """frame is how many centimeters the picture's height covers at the bottle; aim is the point at its center."""
    distance = frame * LENS / SENSOR
    target = Vector(aim or (0.15, 0, frame * 0.36))
    angle = PITCH if pitch is None else math.radians(pitch)
    lens = bpy.data.cameras.new("camera")
    lens.lens, lens.sensor_fit, lens.sensor_height, lens.clip_end = LENS, "VERTICAL", SENSOR, 1000
    camera = mesh.link(bpy.data.objects.new("camera", lens))
    camera.location = target + Vector((0, -math.cos(angle), math.sin(angle))) * distance
    camera.rotation_euler = (target - camera.location).to_track_quat("-Z", "Y").to_euler()
    lens.dof.use_dof = True
    lens.dof.focus_distance = (Vector(focus or (0, -1.6, 4)) - camera.location).length
    lens.dof.aperture_fstop = f_stop
    bpy.context.scene.camera = camera
