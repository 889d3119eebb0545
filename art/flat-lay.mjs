// A product's ingredients, laid out around a dish of its oil, from above.
import { between, choose, dice } from './dice.mjs'

const around = (at, dx, dy) => [Number((at[0] + dx).toFixed(2)), Number((at[1] + dy).toFixed(2))]
const tilt = (roll) => [between(roll, -9, 9), between(roll, -9, 9), between(roll, 0, 360)]

/** Two opposite points of a circle, and the direction from one to the other. */
function across(roll, at, length) {
  const angle = between(roll, 0, 2 * Math.PI)
  const [dx, dy] = [(Math.cos(angle) * length) / 2, (Math.sin(angle) * length) / 2]
  return { start: around(at, -dx, -dy), end: around(at, dx, dy), aside: [-dy / length, dx / length], angle }
}

/** A twig lying on the table, slightly bent. */
function twig(roll, at, species, length, more = {}) {
  const { start, end, aside } = across(roll, at, length)
  const bend = between(roll, -1.4, 1.4)
  return {
    kind: 'sprig',
    species,
    path: [
      [...start, 0.25],
      [...around(at, aside[0] * bend, aside[1] * bend), 0.4],
      [...end, 0.25],
    ],
    ...more,
  }
}

/** Flowers of one species, side by side. */
function flowers(roll, at, species, scales, reach) {
  const first = between(roll, 0, 2 * Math.PI)
  return scales.map((scale, i) => {
    const angle = first + (i * 2 * Math.PI) / scales.length
    const spot = scales.length === 1 ? at : around(at, Math.cos(angle) * reach, Math.sin(angle) * reach)
    const size = Number((scale * between(roll, 0.95, 1.05)).toFixed(2))
    return { kind: 'flower', species, at: spot, tilt: tilt(roll), scale: size }
  })
}

const box = (at, half) => ({
  x: [around(at, -half, 0)[0], around(at, half, 0)[0]],
  y: [around(at, 0, -half)[1], around(at, 0, half)[1]],
})

function fruits(roll, at, species, count, reach, more = {}) {
  const first = between(roll, 0, 2 * Math.PI)
  return Array.from({ length: count }, (_, i) => {
    const angle = first + (i * 2 * Math.PI) / count + between(roll, -0.3, 0.3)
    const spot = around(at, Math.cos(angle) * reach, Math.sin(angle) * reach)
    const [turn, lean] = [Math.round(roll() * 360), Math.round(between(roll, 40, 75))]
    return { kind: 'fruit', species, at: spot, turn, tilt: lean, ...more }
  })
}

/**
 * How an ingredient is shown: the radius of its circle in centimeters, its plants, and its alt text. An ingredient
 * without a recognizable or convincing plant isn't shown: ylang-ylang, coconut.
 */
const SHOWN = {
  'apricot-kernel-oil': {
    radius: 3.2,
    words: 'apricots, one of them halved',
    plants(roll, at) {
      const [whole, half] = fruits(roll, at, 'apricot', 2, 1.75)
      return [
        { ...whole, scale: 0.85 },
        { ...half, scale: 0.82, turn: Math.round(between(roll, -40, 40)), tilt: 82, is_half: true },
      ]
    },
  },
  'argan-oil': {
    radius: 1.9,
    words: 'argan kernels',
    plants: (roll, at) => [{ kind: 'seeds', species: 'argan', count: 13, ...box(at, 1.5) }],
  },
  calendula: {
    radius: 2.9,
    words: 'calendula',
    plants: (roll, at) => flowers(roll, at, 'calendula', [0.88, 0.74], 1.5),
  },
  'camellia-seed-oil': {
    radius: 2.8,
    words: 'camellia blossom',
    plants(roll, at) {
      // The leaves stick out from under the flower.
      const below = twig(roll, at, 'camellia', 4.8, { count: 6, lift: 0 })
      return [
        { ...below, path: below.path.map(([x, y]) => [x, y, 0.12]) },
        ...flowers(roll, at, 'camellia', [0.82], 0).map((flower) => ({ ...flower, lift: 0.75 })),
      ]
    },
  },
  chamomile: {
    radius: 2.3,
    words: 'chamomile',
    plants: (roll, at) =>
      flowers(roll, at, 'chamomile', [1, 0.85, 0.9], 1.4).map((flower) => ({ ...flower, lift: 0.4 })),
  },
  'evening-primrose-oil': {
    radius: 2.9,
    words: 'evening primrose flowers',
    plants: (roll, at) => flowers(roll, at, 'evening-primrose', [0.78, 0.68], 1.45),
  },
  frankincense: {
    radius: 1.8,
    words: 'frankincense tears',
    plants: (roll, at) => [{ kind: 'seeds', species: 'frankincense', count: 11, ...box(at, 1.3) }],
  },
  geranium: {
    radius: 2.5,
    words: 'a head of pink geranium',
    plants: (roll, at) => [{ kind: 'geranium', at }],
  },
  'hemp-seed-oil': {
    radius: 1.8,
    words: 'hemp seeds',
    plants: (roll, at) => [{ kind: 'heap', species: 'hemp', at, radius: 1.5, count: 190 }],
  },
  'jojoba-oil': {
    radius: 1.9,
    words: 'dark jojoba seeds',
    plants: (roll, at) => [{ kind: 'heap', species: 'jojoba', at, radius: 1.6, count: 22 }],
  },
  lavender: {
    radius: 3,
    words: 'lavender',
    plants(roll, at) {
      const { start, end, aside } = across(roll, at, 6.6)
      return [-0.55, 0, 0.6].map((shift) => {
        const [dx, dy] = [aside[0] * shift * 2, aside[1] * shift * 2]
        const bend = between(roll, -0.3, 0.3)
        return {
          kind: 'lavender',
          path: [
            [...around(start, dx * 0.25, dy * 0.25), 0.3],
            [...around(at, dx + bend, dy + bend), 0.4],
            [...around(end, dx * 1.7, dy * 1.7), 0.4],
          ],
          scale: 0.9,
        }
      })
    },
  },
  'marula-oil': {
    radius: 2.6,
    words: 'freckled yellow marula fruit',
    plants: (roll, at) => fruits(roll, at, 'marula', 3, 1.5),
  },
  neroli: {
    radius: 2.6,
    words: 'orange blossom',
    plants: (roll, at) => [
      twig(roll, at, 'orange', 4, { count: 4, scale: 0.8 }),
      ...flowers(roll, at, 'neroli', [1, 0.85], 1.2),
    ],
  },
  rose: {
    radius: 2.6,
    words: 'a pink rose',
    plants: (roll, at) => [{ kind: 'rose', at, colour: 'pink', tilt: tilt(roll), scale: 1.15 }],
  },
  'rosehip-seed-oil': {
    radius: 2.3,
    words: 'rosehips',
    plants: (roll, at) => [{ kind: 'rosehips', count: 6, ...box(at, 1.7) }],
  },
  rosemary: { radius: 3, words: 'rosemary', plants: (roll, at) => [twig(roll, at, 'rosemary', 6)] },
  sandalwood: {
    radius: 2.8,
    words: 'sticks of sandalwood',
    plants: (roll, at) => [{ kind: 'sandalwood', at, turn: Math.round(roll() * 180) }],
  },
  'sea-buckthorn-oil': {
    radius: 2.8,
    words: 'sea buckthorn berries',
    plants: (roll, at) => [twig(roll, at, 'sea-buckthorn', 5.4, { berries: 34 })],
  },
  squalane: {
    radius: 2.9,
    words: 'olives on their twig',
    plants: (roll, at) => [
      twig(roll, at, 'olive', 5.8, { count: 13 }),
      ...fruits(roll, at, 'olive', 3, 1.2, { tilt: 84 }),
    ],
  },
  'sweet-almond-oil': {
    radius: 2.2,
    words: 'almonds',
    plants: (roll, at) => [{ kind: 'seeds', species: 'almond', count: 8, ...box(at, 1.7) }],
  },
  'tamanu-oil': {
    radius: 2.3,
    words: 'tamanu nuts, some broken open',
    plants: (roll, at) => [{ kind: 'tamanu', count: 4, ...box(at, 1.6) }],
  },
  'tea-tree': { radius: 3, words: 'a tea tree sprig', plants: (roll, at) => [twig(roll, at, 'tea-tree', 6)] },
  vanilla: {
    radius: 3.6,
    words: 'vanilla pods',
    plants: (roll, at) => [{ kind: 'vanilla', at, turn: Math.round(roll() * 180), scale: 0.9 }],
  },
}

const DISH = { radius: 2.9, size: 2.45 }
const GAP = 0.25
/** The share of the picture that the circles cover; the rest is table. */
const FILLED = 0.57
const SHAPE = 4 / 5

/** Pushes circles apart until none overlap and all are inside the picture, as far as there's room. */
function spread(name, radii) {
  const area = radii.reduce((sum, radius) => sum + Math.PI * radius * radius, 0)
  const height = Number(Math.sqrt(area / FILLED / SHAPE).toFixed(1))
  const limits = [(height * SHAPE) / 2, height / 2]
  const circles = radii.map((radius, i) => {
    const roll = dice(`${name} circle ${i}`)
    return { radius, at: limits.map((limit) => (roll() - 0.5) * 1.6 * limit) }
  })
  for (let step = 0; step < 600; step += 1) {
    for (const [i, one] of circles.entries())
      for (const other of circles.slice(i + 1)) {
        const [dx, dy] = [other.at[0] - one.at[0], other.at[1] - one.at[1]]
        const far = Math.hypot(dx, dy) || 0.01
        const push = (one.radius + other.radius + GAP - far) / 2
        if (push <= 0) continue
        one.at = [one.at[0] - (dx / far) * push, one.at[1] - (dy / far) * push]
        other.at = [other.at[0] + (dx / far) * push, other.at[1] + (dy / far) * push]
      }
    for (const circle of circles)
      circle.at = circle.at.map((place, axis) => {
        const limit = limits[axis] - circle.radius - 0.2
        return Math.max(-limit, Math.min(limit, place))
      })
  }
  return { height, spots: circles.map(({ at }) => at.map((place) => Number(place.toFixed(2)))) }
}

const list = (words) => `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`

export function layOut(id, { keyIngredients, oil, oilWords, surface, surfaceWords }) {
  const name = `${id}-ingredients`
  const roll = dice(name)
  const shown = keyIngredients.filter((slug) => slug in SHOWN)
  const { height, spots } = spread(name, [DISH.radius, ...shown.map((slug) => SHOWN[slug].radius)])
  const [dishAt, ...others] = spots
  const words = shown.map((slug) => SHOWN[slug].words)
  const alt = `${list(words)}, around a small dish of ${oilWords} oil on ${surfaceWords}, seen from above.`
  return {
    alt: alt[0].toUpperCase() + alt.slice(1),
    size: [1280, 1600],
    samples: 4,
    layout: 'top',
    slabs: [{ at: [0, 0], size: [400, 400, 1], on: -1, of: surface }],
    camera: { frame: height, aim: [0, 0, 0], pitch: 86, focus: [0, 0, 0.8], f_stop: 0.16 },
    is_overhead: true,
    seed: Math.floor(roll() * 10_000),
    shadow: { seed: Math.floor(roll() * 10_000), leaf: choose(roll, ['olive', 'rose', 'eucalyptus']) },
    plants: shown.flatMap((slug, i) => SHOWN[slug].plants(dice(`${name} ${slug}`), others[i])),
    props: [{ kind: 'dish', at: dishAt, oil_name: oil, radius: DISH.size }],
  }
}
