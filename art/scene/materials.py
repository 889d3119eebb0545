"""Surfaces. Colors are linear-light RGB; every factory returns one shared material per set of arguments."""

from functools import lru_cache

import bpy
import paths


class Shader:
    """A thin wrapper that makes a material's node tree readable."""

    def __init__(self, name):
        self.material = bpy.data.materials.new(name)
        self.material.use_nodes = True
        self.tree = self.material.node_tree
        self.tree.nodes.clear()
        self.output = self.tree.nodes.new("ShaderNodeOutputMaterial")

    def node(self, kind, inputs=None, **settings):
        """Add a node; inputs maps a socket's name or index to a value or to another node's output."""
        node = self.tree.nodes.new("ShaderNode" + kind)
        for key, value in settings.items():
            setattr(node, key, value)
        for socket, value in (inputs or {}).items():
            if isinstance(value, bpy.types.NodeSocket):
                self.tree.links.new(value, node.inputs[socket])
            else:
                node.inputs[socket].default_value = value
        return node

    def math(self, operation, *values):
        return self.node("Math", dict(enumerate(values)), operation=operation).outputs[0]

    def mix_colour(self, factor, first, second):
        return self.node("MixRGB", {"Fac": factor, "Color1": first, "Color2": second}).outputs[0]

    def noise(self, scale, detail=4):
        where = self.node("TexCoord").outputs["Object"]
        return self.node("TexNoise", {"Vector": where, "Scale": scale, "Detail": detail}).outputs["Fac"]

    def bump(self, height, strength, distance):
        return self.node("Bump", {"Height": height, "Strength": strength, "Distance": distance}).outputs[0]

    def mix(self, factor, first, second):
        return self.node("MixShader", {"Fac": factor, 1: first, 2: second}).outputs[0]

    def finish(self, surface, volume=None):
        self.tree.links.new(surface, self.output.inputs["Surface"])
        if volume:
            self.tree.links.new(volume, self.output.inputs["Volume"])
        return self.material


def rgba(colour):
    return (*colour, 1.0)


@lru_cache(maxsize=None)
def solid(name, colour, roughness=0.5, metallic=0.0, specular=0.5, mottle=None, bump=None, coat=0.0, subsurface=0.0):
    """A plain opaque surface. mottle is (scale, second color), bump is (scale, strength, distance)."""
    shader = Shader(name)
    base = rgba(colour)
    if mottle:
        base = shader.mix_colour(shader.noise(mottle[0], 6), base, rgba(mottle[1]))
    inputs = {
        "Base Color": base,
        "Roughness": roughness,
        "Metallic": metallic,
        "Specular": specular,
        "Clearcoat": coat,
        "Subsurface": subsurface,
    }
    if subsurface:
        inputs["Subsurface Color"] = rgba(colour)
        inputs["Subsurface Radius"] = (0.3, 0.2, 0.15)
    if bump:
        inputs["Normal"] = shader.bump(shader.noise(bump[0], 4), bump[1], bump[2])
    return shader.finish(shader.node("BsdfPrincipled", inputs).outputs[0])


@lru_cache(maxsize=None)
def dielectric(name, ior, shadow, absorb=None):
    """Glass or oil, colored by volume absorption: absorb is (color, density per cm).

    Shadow and diffuse rays pass straight through with the tint `shadow`. That replaces caustics, which
    would be nothing but fireflies at these sample counts, and gives the glowing colored shadow on the stone.
    """
    shader = Shader(name)
    glass = shader.node("BsdfGlass", {"IOR": ior, "Roughness": 0.0, "Color": rgba((1, 1, 1))}).outputs[0]
    straight = shader.node("BsdfTransparent", {"Color": rgba(shadow)}).outputs[0]
    path = shader.node("LightPath").outputs
    passes = shader.math("MAXIMUM", path["Is Shadow Ray"], path["Is Diffuse Ray"])
    volume = None
    if absorb:
        volume = shader.node("VolumeAbsorption", {"Color": rgba(absorb[0]), "Density": absorb[1]}).outputs[0]
    return shader.finish(shader.mix(passes, glass, straight), volume)


def baked(shader, texture, scale):
    """A tileable map from textures/bake.py, projected from all sides."""
    where = shader.node("TexCoord").outputs["Object"]
    scaled = shader.node("Mapping", {"Vector": where, "Scale": (scale,) * 3}).outputs[0]
    image = bpy.data.images.load(str(paths.WORK / "textures" / (texture + ".png")), check_existing=True)
    image.colorspace_settings.name = "Non-Color"
    lookup = shader.node("TexImage", {"Vector": scaled}, image=image, projection="BOX", projection_blend=0.1)
    return lookup.outputs["Color"]


@lru_cache(maxsize=None)
def mineral(name, texture, colours, scale, relief, depth, roughness, specular=0.2, is_backdrop=False):
    """Plaster, stone, wood or linen: a baked map between two colors and a baked relief.

    scale is the number of repeats per centimeter, depth the relief's height in centimeters.
    A backdrop is smooth when it is seen through glass: a bottle is a strong lens that squeezes the wall behind it
    into upright streaks, sharp ones, which read as wood grain in the oil. A real lens would blur them.
    """
    dark, light = colours
    shader = Shader(name)
    map_share = baked(shader, texture + "_colour", scale)
    if is_backdrop:
        depth_in_glass = shader.node("LightPath").outputs["Transmission Depth"]
        in_air = shader.math("LESS_THAN", depth_in_glass, 0.5)
        map_share = shader.mix_colour(in_air, rgba((0.5, 0.5, 0.5)), map_share)
        relief = shader.math("MULTIPLY", in_air, relief)
    inputs = {
        "Base Color": shader.mix_colour(map_share, rgba(dark), rgba(light)),
        "Normal": shader.bump(baked(shader, texture + "_height", scale), relief, depth),
        "Roughness": roughness,
        "Specular": specular,
    }
    return shader.finish(shader.node("BsdfPrincipled", inputs).outputs[0])


@lru_cache(maxsize=None)
def skin(name, ground, blush, towards, speckle=None, roughness=0.5, sheen=0.0, fuzz=0.1, subsurface=0.06):
    """The skin of a fruit, on a unit ball: a ground color, a blush on the side it turned `towards` the sun, and
    speckles (color, how many per radius, how wide) that crowd where the blush is."""
    shader = Shader(name)
    where = shader.node("TexCoord").outputs["Object"]
    facing = shader.node("VectorMath", {0: where, 1: towards}, operation="DOT_PRODUCT").outputs["Value"]
    cloud = shader.math("MULTIPLY_ADD", shader.noise(1.4, 5), 1.3, shader.math("ADD", facing, -0.65))
    share = shader.node(
        "MapRange", {"Value": cloud, "From Min": -0.25, "From Max": 0.85}, interpolation_type="SMOOTHSTEP"
    ).outputs[0]
    colour = shader.mix_colour(share, rgba(ground), rgba(blush))
    fine = shader.noise(7, 5)
    colour = shader.mix_colour(shader.math("MULTIPLY", fine, 0.22), colour, rgba(tuple(c * 0.55 for c in blush)))
    if speckle:
        tint, crowd, width = speckle
        cells = shader.node("TexVoronoi", {"Vector": where, "Scale": crowd}).outputs
        # Every cell has its own threshold, so specks differ in size and many cells have none.
        own = shader.node("SeparateColor", {0: cells["Color"]}).outputs[0]
        limit = shader.math("MULTIPLY", shader.math("SUBTRACT", own, 0.35), width)
        inside = shader.math("LESS_THAN", cells["Distance"], limit)
        colour = shader.mix_colour(shader.math("MULTIPLY", inside, 0.7), colour, rgba(tint))
    inputs = {
        "Base Color": colour,
        "Roughness": shader.math("MULTIPLY_ADD", fine, 0.2, roughness - 0.1),
        "Specular": 0.4,
        "Sheen": sheen,
        "Subsurface": subsurface,
        "Subsurface Color": colour,
        "Subsurface Radius": (0.12, 0.06, 0.03),
        "Normal": shader.bump(shader.math("ADD", shader.noise(46, 2), fine), fuzz, 0.03),
    }
    return shader.finish(shader.node("BsdfPrincipled", inputs).outputs[0])


@lru_cache(maxsize=None)
def husk(name, colour, second, roughness=0.6, grain=5.0, relief=0.45, scar=None):
    """The dry coat of a seed lying along x: streaks and wrinkles run lengthwise; scar is the pale spot at its root."""
    shader = Shader(name)
    where = shader.node("TexCoord").outputs["Object"]
    drawn = shader.node("Mapping", {"Vector": where, "Scale": (0.7, grain, grain)}).outputs[0]
    streaks = shader.node("TexNoise", {"Vector": drawn, "Scale": 1.0, "Detail": 5}).outputs["Fac"]
    share = shader.node("MapRange", {"Value": streaks, "From Min": 0.3, "From Max": 0.7}).outputs[0]
    base = shader.mix_colour(share, rgba(colour), rgba(second))
    base = shader.mix_colour(shader.math("MULTIPLY", shader.noise(2.2, 4), 0.35), base, rgba(colour))
    if scar:
        x = shader.node("SeparateXYZ", {0: where}).outputs[0]
        at_root = shader.math("LESS_THAN", x, shader.math("MULTIPLY_ADD", shader.noise(3, 3), 0.12, -0.97))
        base = shader.mix_colour(at_root, base, rgba(scar))
    inputs = {
        "Base Color": base,
        "Roughness": roughness,
        "Specular": 0.35,
        "Normal": shader.bump(streaks, relief, 0.06),
    }
    return shader.finish(shader.node("BsdfPrincipled", inputs).outputs[0])


@lru_cache(maxsize=None)
def foliage(name, dark, light, roughness=0.45, translucency=0.35, veins=0.12, under=None):
    """Leaves and petals: a midrib and side veins along the UVs, mottled color, light shining through. `under` is
    the color of the lower side where that differs."""
    shader = Shader(name)
    uv = shader.node("SeparateXYZ", {0: shader.node("UVMap").outputs[0]}).outputs
    aside = shader.math("ABSOLUTE", shader.math("SUBTRACT", uv[0], 0.5))
    ripple = shader.math("SINE", shader.math("MULTIPLY", shader.math("MULTIPLY_ADD", aside, -0.35, uv[1]), 60.0))
    blade = shader.node("MapRange", {"Value": aside, "From Min": 0.0, "From Max": 0.045}).outputs[0]
    colour = shader.mix_colour(shader.noise(1.6, 6), rgba(dark), rgba(light))
    rib = rgba(tuple(min(1.0, channel * 1.7 + 0.03) for channel in light))
    colour = shader.mix_colour(blade, rib, colour)
    if under:
        colour = shader.mix_colour(shader.node("NewGeometry").outputs["Backfacing"], colour, rgba(under))
    relief = shader.math("MULTIPLY_ADD", ripple, veins, blade)
    surface = shader.node(
        "BsdfPrincipled",
        {
            "Base Color": colour,
            "Roughness": roughness,
            "Specular": 0.35,
            "Normal": shader.bump(relief, 0.5, 0.03),
        },
    ).outputs[0]
    through = shader.node("BsdfTranslucent", {"Color": colour}).outputs[0]
    return shader.finish(shader.mix(translucency, surface, through))


@lru_cache(maxsize=None)
def petal(name, root, tip, roughness=0.6, translucency=0.4):
    """A petal that shades from its root (v = 0) to its tip (v = 1), with fine lengthwise lines."""
    shader = Shader(name)
    uv = shader.node("SeparateXYZ", {0: shader.node("UVMap").outputs[0]}).outputs
    blend = shader.node("MapRange", {"Value": uv[1], "From Min": 0.05, "From Max": 0.75}).outputs[0]
    colour = shader.mix_colour(blend, rgba(root), rgba(tip))
    lines = shader.math("SINE", shader.math("MULTIPLY", uv[0], 55.0))
    surface = shader.node(
        "BsdfPrincipled",
        {
            "Base Color": colour,
            "Roughness": roughness,
            "Specular": 0.25,
            "Sheen": 0.3,
            "Normal": shader.bump(lines, 0.12, 0.01),
        },
    ).outputs[0]
    through = shader.node("BsdfTranslucent", {"Color": colour}).outputs[0]
    return shader.finish(shader.mix(translucency, surface, through))


def label_image(shader, path):
    image = bpy.data.images.load(str(path), check_existing=True)
    return shader.node("TexImage", image=image, interpolation="Cubic").outputs


@lru_cache(maxsize=None)
def paper(path):
    """An uncoated paper label carrying an image."""
    shader = Shader("paper")
    image = label_image(shader, path)
    grain = shader.bump(shader.noise(14, 3), 0.12, 0.02)
    inputs = {"Base Color": image["Color"], "Roughness": 0.62, "Specular": 0.3, "Normal": grain}
    return shader.finish(shader.node("BsdfPrincipled", inputs).outputs[0])


@lru_cache(maxsize=None)
def ink(path):
    """Ink printed straight on the glass: the image's alpha decides where there is any."""
    shader = Shader("ink")
    image = label_image(shader, path)
    inked = shader.node("BsdfPrincipled", {"Base Color": image["Color"], "Roughness": 0.5, "Specular": 0.3}).outputs[0]
    bare = shader.node("BsdfTransparent").outputs[0]
    return shader.finish(shader.mix(image["Alpha"], bare, inked))
