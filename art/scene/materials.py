"""Surfaces. Colours are linear-light RGB; every factory returns one shared material per set of arguments."""

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
    """A plain opaque surface. mottle is (scale, second colour), bump is (scale, strength, distance)."""
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
    """Glass or oil, coloured by what its volume absorbs: absorb is (colour, density per cm).

    Shadow and diffuse rays pass straight through with the tint `shadow`. That replaces caustics, which
    would be all fireflies at these sample counts, and gives the glowing coloured shadow on the stone.
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
def mineral(name, texture, colours, scale, relief, depth, roughness, specular=0.2):
    """Plaster, stone, wood or linen: a baked map between two colours and a baked relief.

    scale is how often the map repeats per centimetre, depth what its height means in centimetres.
    """
    dark, light = colours
    shader = Shader(name)
    inputs = {
        "Base Color": shader.mix_colour(baked(shader, texture + "_colour", scale), rgba(dark), rgba(light)),
        "Normal": shader.bump(baked(shader, texture + "_height", scale), relief, depth),
        "Roughness": roughness,
        "Specular": specular,
    }
    return shader.finish(shader.node("BsdfPrincipled", inputs).outputs[0])


@lru_cache(maxsize=None)
def foliage(name, dark, light, roughness=0.45, translucency=0.35, veins=0.12):
    """Leaves and petals: a midrib and side veins along the UVs, mottled colour, light shining through."""
    shader = Shader(name)
    uv = shader.node("SeparateXYZ", {0: shader.node("UVMap").outputs[0]}).outputs
    aside = shader.math("ABSOLUTE", shader.math("SUBTRACT", uv[0], 0.5))
    ripple = shader.math("SINE", shader.math("MULTIPLY", shader.math("MULTIPLY_ADD", aside, -0.35, uv[1]), 60.0))
    blade = shader.node("MapRange", {"Value": aside, "From Min": 0.0, "From Max": 0.045}).outputs[0]
    colour = shader.mix_colour(shader.noise(1.6, 6), rgba(dark), rgba(light))
    rib = rgba(tuple(min(1.0, channel * 1.7 + 0.03) for channel in light))
    colour = shader.mix_colour(blade, rib, colour)
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
