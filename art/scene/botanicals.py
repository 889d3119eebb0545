"""Plants by name. A picture's "plants" each give a kind and the arguments of its builder.

Every builder takes the stage (to rest things on it), a random source (so that a picture always comes
out the same) and its own arguments; positions of two numbers rest on the surface below them.
"""

import flowers
import fruit
import harvest
import leaves

BUILDERS = {
    "sprig": leaves.build_sprig,
    "flower": flowers.build_flower,
    "rose": flowers.build_rose,
    "geranium": flowers.build_geranium,
    "petals": flowers.build_petals,
    "lavender": flowers.build_lavender,
    "seeds": harvest.build_seeds,
    "heap": harvest.build_heap,
    "rosehips": fruit.build_rosehips,
    "fruit": fruit.build_fruit,
    "tamanu": fruit.build_tamanu,
    "vanilla": harvest.build_vanilla,
    "sandalwood": harvest.build_sandalwood,
}


def build_plant(stage, rng, kind, **arguments):
    BUILDERS[kind](stage, rng, **arguments)
