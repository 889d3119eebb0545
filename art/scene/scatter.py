"""Random spots on the stage for small things."""

from mathutils import Vector


def scatter(stage, rng, count, x, y, apart):
    """Up to `count` spots in a rectangle that don't overlap each other or a slab's edge."""
    spots = []
    for _ in range(count * 40):
        if len(spots) == count:
            break
        at = Vector((rng.uniform(*x), rng.uniform(*y), 0))
        if stage.is_flat(at.x, at.y, apart * 0.8) and all((at - other).xy.length > apart * 1.6 for other in spots):
            spots.append(at)
    for spot in spots:
        spot.z = stage.height_at(spot.x, spot.y)
    return spots
