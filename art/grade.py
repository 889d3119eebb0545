"""Grade a denoised EXR and write the finished picture; the suffix of the target chooses PNG, JPEG or WebP.

blender -b --factory-startup -P art/grade.py -- <denoised.exr> <target>
"""

import sys

import bpy

FORMATS = {"png": "PNG", "jpg": "JPEG", "webp": "WEBP"}
QUALITY = 93
EXPOSURE = -0.5


def main():
    source, target = sys.argv[sys.argv.index("--") + 1 :]
    scene = bpy.context.scene
    view = scene.view_settings
    view.view_transform, view.look = "Filmic", "High Contrast"
    view.exposure = EXPOSURE
    settings = scene.render.image_settings
    settings.file_format = FORMATS[target.rsplit(".", 1)[1]]
    settings.color_mode, settings.color_depth, settings.quality = "RGB", "8", QUALITY
    image = bpy.data.images.load(source)
    image.colorspace_settings.name = "Linear"
    image.save_render(target, scene=scene)


main()
