"""Build one picture and render it to a multilayer EXR with the passes the denoiser needs.

blender -b --factory-startup -P art/scene/render.py -- <picture> <out.exr> [scale %] [samples] [first sample]
"""

import json
import random
import resource
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import bpy  # noqa: E402

bpy.ops.wm.read_factory_settings(use_empty=True)

import botanicals  # noqa: E402
import bottle  # noqa: E402
import camera  # noqa: E402
import light  # noqa: E402
import paths  # noqa: E402
import props  # noqa: E402
import slabs  # noqa: E402


def build_scene(picture):
    rng = random.Random(picture.get("seed", 7))
    is_flipped = picture.get("is_flipped", False)
    stage = slabs.Stage(picture.get("wall"), picture["layout"], picture.get("slabs", ()), is_flipped)
    for item in picture.get("bottles", ()):
        at = stage.rest(item.get("at", stage.spot))
        bottle.build_bottle(item["bottle"], at, item.get("turn", 0), item.get("size"))
    for item in picture.get("plants", ()):
        botanicals.build_plant(stage, rng, **item)
    for item in picture.get("props", ()):
        props.build_prop(stage, rng, **item)
    light.build_light(picture["shadow"], picture.get("mirrored"), picture.get("is_overhead", False))
    camera.build_camera(**picture["camera"])


def configure(width, height, samples, first, out):
    scene = bpy.context.scene
    render, cycles = scene.render, scene.cycles
    render.engine = "CYCLES"
    render.resolution_x, render.resolution_y = width, height
    render.resolution_percentage = 100
    render.threads_mode, render.threads = "FIXED", 2
    cycles.device = "CPU"
    # Each part continues the sample sequence, so the mean of all parts equals a single render.
    cycles.samples, cycles.sample_offset = samples, first
    cycles.use_adaptive_sampling, cycles.adaptive_threshold, cycles.adaptive_min_samples = True, 0.04, 16
    cycles.use_denoising = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 12, 2, 3
    cycles.transmission_bounces, cycles.transparent_max_bounces, cycles.volume_bounces = 12, 24, 0
    cycles.caustics_refractive = cycles.caustics_reflective = False
    cycles.blur_glossy, cycles.sample_clamp_indirect = 0.5, 6
    cycles.debug_use_spatial_splits = True
    scene.view_layers[0].cycles.denoising_store_passes = True
    settings = render.image_settings
    settings.file_format, settings.color_depth, settings.exr_codec = "OPEN_EXR_MULTILAYER", "16", "ZIP"
    render.filepath = out


def main():
    name, out, *rest = sys.argv[sys.argv.index("--") + 1 :]
    scale = float(rest[0]) / 100 if rest else 1.0
    picture = json.loads((paths.ART / "pictures" / (name + ".json")).read_text())
    samples = int(rest[1]) if len(rest) > 1 else picture["samples"]
    first = int(rest[2]) if len(rest) > 2 else 0
    build_scene(picture)
    width, height = picture["size"]
    configure(round(width * scale), round(height * scale), samples, first, out)
    started = time.time()
    bpy.ops.render.render(write_still=True)
    spent = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    print(f"rendered {name} in {time.time() - started:.0f} s, {spent:.0f} s of CPU")


main()
