// Composes the additional views of each product: node art/compose.mjs [--check]
// Writes pictures/<product>-texture.json from the product's data: its oil and closure (bottles/), its family
// (the wall of its main picture) and its viscosity (db/seed); pictures/<product>-<size>.json for every size it's sold
// in, except that of its main picture; -ingredients from its key ingredients; and -scale from the size of its bottle.
// A random number seeded by the name varies everything else, so no two pictures share an arrangement, and the same
// one always comes out the same.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { products } from '../db/seed/products.ts'
import { SIZES } from '../src/domain/catalogue/sizes.ts'
import { between, choose, dice } from './dice.mjs'
import { layOut } from './flat-lay.mjs'

const art = fileURLToPath(new URL('.', import.meta.url))
const readJson = (...path) => JSON.parse(readFileSync(join(art, ...path), 'utf8'))

const OIL_WORDS = {
  'pale-gold': 'pale gold',
  gold: 'golden',
  honey: 'honey-colored',
  'amber-gold': 'amber-gold',
  orange: 'bright orange',
  'rosy-amber': 'rosy amber',
  'green-gold': 'green-gold',
}

/** The surfaces of each family: their names in scene/slabs.py, and words for alt text. */
const SURFACES = {
  cream: ['cream-ceramic', 'stone'],
  sage: ['slate', 'sage-ceramic'],
  clay: ['clay-ceramic', 'stone'],
  rose: ['rose-ceramic'],
}
const SURFACE_WORDS = {
  stone: 'pale stone',
  slate: 'gray slate',
  'cream-ceramic': 'cream ceramic',
  'sage-ceramic': 'sage ceramic',
  'clay-ceramic': 'clay-colored ceramic',
  'rose-ceramic': 'rose-colored ceramic',
}
const LEAVES = ['olive', 'rose', 'argan', 'eucalyptus', 'orange', 'fern']

/** Thin oils spread out and lie flat; thicker ones stand higher. */
const body = (texture) => (/medium/i.test(texture) ? { height: 0.3, spread: 0.9 } : { height: 0.22, spread: 1.08 })

/** Layout and camera, by form. */
const FORMS = {
  drop(roll, oil, { height, spread }) {
    const pitch = between(roll, 15, 19)
    const x = between(roll, -0.5, 0.5)
    return {
      camera: { frame: between(roll, 6.2, 6.9), aim: [0, 0, 2.5], pitch, focus: [x, -0.3, 2.6], f_stop: 0.16 },
      props: [
        { kind: 'pool', at: [between(roll, -0.3, 0.3), 0], oil_name: oil, radius: 1.6 * spread, height },
        { kind: 'dropper', at: [x, -0.2], oil_name: oil, height: between(roll, 2.1, 2.6) },
      ],
      words: (color, surface) =>
        `A drop of ${color} oil about to fall from a glass dropper, over a small pool on ${surface}.`,
    }
  },
  pool(roll, oil, { height, spread }) {
    const side = choose(roll, [-1, 1])
    return {
      camera: {
        frame: between(roll, 6.6, 7.4),
        aim: [0, 0.3, 1],
        pitch: between(roll, 34, 52),
        focus: [0, -0.6, 1.2],
        f_stop: 0.16,
      },
      props: [
        {
          kind: 'pool',
          at: [side * between(roll, 0.5, 1.3), between(roll, -0.9, 0.2)],
          oil_name: oil,
          radius: Number((between(roll, 2.1, 2.5) * spread).toFixed(2)),
          height,
        },
      ],
      words: (color, surface) =>
        `A pool of ${color} oil on ${surface}, a window mirrored in it, leaf shadows beside it.`,
    }
  },
}

/** Droppers drip, though every second one shows a pool; oil that's poured or pumped is always in a pool. */
const formOf = (top, index) => (top === 'dropper' && index % 2 === 0 ? 'drop' : 'pool')

function composeTextures() {
  const used = {}
  return products.map(({ id, texture }) => {
    const { oil, top } = readJson('bottles', `${id}.json`)
    const { wall } = readJson('pictures', `${id}.json`)
    const roll = dice(`${id}-texture`)
    const turn = (used[wall] = (used[wall] ?? -1) + 1)
    const form = formOf(top, turn)
    // On pitted stone, a pool looks like varnish.
    const fitting = SURFACES[wall].filter((surface) => form !== 'pool' || surface.endsWith('ceramic'))
    const surface = fitting[Math.floor(turn / 2) % fitting.length]
    const { words, camera, props } = FORMS[form](roll, oil, body(texture))
    return [
      `${id}-texture`,
      {
        alt: words(OIL_WORDS[oil], SURFACE_WORDS[surface]),
        size: [1280, 1600],
        samples: 10,
        layout: 'top',
        slabs: [{ at: [0, 150], size: [400, 320, 1], of: surface }],
        camera,
        mirrored: camera.pitch,
        seed: Math.floor(roll() * 10_000),
        shadow: { seed: Math.floor(roll() * 10_000), leaf: choose(roll, LEAVES) },
        props,
      },
    ]
  })
}

/** How many centimeters the height of a picture covers, so that a bigger bottle looks bigger. */
const FRAMES = { '1oz': 14, '2oz': 15, '4oz': 17 }

/** A plant on the other side of the bottle, nearer to it by `squeeze`. */
function flip({ at, x, path, tilt, turn, ...plant }, squeeze) {
  const opposite = (distance) => Number((-distance * squeeze).toFixed(2))
  const across = ([first, ...others]) => [opposite(first), ...others]
  return {
    ...plant,
    ...(at && { at: across(at) }),
    ...(x && { x: [opposite(x[1]), opposite(x[0])] }),
    ...(path && { path: path.map(across) }),
    ...(turn !== undefined && { turn: -turn }),
    ...(tilt !== undefined && { tilt: Array.isArray(tilt) ? [tilt[0], -tilt[1], -tilt[2]] : tilt }),
  }
}

/** The set of a product's main picture from the other side, in different light, with the bottle of another size. */
function composeSize(id, size) {
  const own = readJson('pictures', `${id}.json`)
  const bottle = readJson('bottles', `${id}.json`)
  const roll = dice(`${id}-${size}`)
  const frame = Number((own.camera.frame + FRAMES[size] - FRAMES[bottle.size]).toFixed(2))
  // A narrower picture would cut off what is at the edge of a wide one.
  const squeeze = Math.min(1, frame / own.camera.frame)
  return {
    alt: `The ${size.replace('oz', '-ounce')} ${own.alt[0].toLowerCase()}${own.alt.slice(1)}`,
    size: [1280, 1600],
    samples: 12,
    wall: own.wall,
    layout: own.layout,
    is_flipped: true,
    camera: { ...own.camera, frame },
    seed: Math.floor(roll() * 10_000),
    shadow: { ...own.shadow, seed: Math.floor(roll() * 10_000) },
    bottles: own.bottles.map((item) => ({ ...item, size, turn: -item.turn })),
    plants: own.plants.map((plant) => flip(plant, squeeze)),
  }
}

function composeSizes() {
  return products.flatMap(({ id, prices }) => {
    const shown = readJson('bottles', `${id}.json`).size
    const others = SIZES.filter((size) => size in prices && size !== shown)
    return others.map((size) => [`${id}-${size}`, composeSize(id, size)])
  })
}

const COUNTED = ['no', 'one', 'two', 'three', 'four', 'five', 'six']

/** A product's bottle on the floor of its family's room, next to objects of familiar size. */
function composeScale() {
  const { shapes } = readJson('shapes.json')
  return products.map(({ id, name }) => {
    const { size, label } = readJson('bottles', `${id}.json`)
    const { wall, shadow } = readJson('pictures', `${id}.json`)
    const roll = dice(`${id}-scale`)
    const side = choose(roll, [-1, 1])
    const { radius, height } = shapes[size]
    const [matches, coins] = [2 + Math.floor(roll() * 3), 3 + Math.floor(roll() * 4)]
    const x = -side * between(roll, 0.9, 1.3)
    const beside = (distance) => Number((x + side * distance).toFixed(2))
    const [ounces] = /^\d/.exec(label.size)
    const things = `an open matchbox, ${COUNTED[matches]} loose matches and a stack of ${COUNTED[coins]} cents`
    return [
      `${id}-scale`,
      {
        alt: `The ${ounces}-ounce bottle of ${name} beside ${things}.`,
        size: [1280, 1600],
        samples: 10,
        wall,
        layout: 'floor',
        camera: { frame: Math.max(14, Number((height + 8).toFixed(2))) },
        seed: Math.floor(roll() * 10_000),
        shadow: { ...shadow, seed: Math.floor(roll() * 10_000) },
        bottles: [{ bottle: id, at: [x, between(roll, 0.2, 0.8)], turn: Math.round(-side * between(roll, 0, 6)) }],
        props: [
          {
            kind: 'matchbox',
            at: [beside(radius + between(roll, 2.5, 2.9)), between(roll, -0.6, 0.6)],
            turn: Math.round(-side * between(roll, 12, 34)),
            opened: between(roll, 1.1, 1.7),
          },
          {
            kind: 'matches',
            at: [beside(between(roll, 2.2, 3.6)), between(roll, -4.8, -4)],
            turn: Math.round(90 + between(roll, -35, 35)),
            count: matches,
          },
          { kind: 'coins', at: [beside(-radius - between(roll, 1, 1.3)), between(roll, -3.4, -2)], count: coins },
        ],
      },
    ]
  })
}

/** The surface that ingredients are laid out on, by family. */
const TABLES = {
  cream: ['cream-wash', 'cream plaster'],
  sage: ['slate', 'gray slate'],
  clay: ['clay-wash', 'clay-colored plaster'],
  rose: ['rose-wash', 'rose-colored plaster'],
}

function composeIngredients() {
  return products.map(({ id, keyIngredients }) => {
    const { oil } = readJson('bottles', `${id}.json`)
    const { wall } = readJson('pictures', `${id}.json`)
    const [surface, surfaceWords] = TABLES[wall]
    return [
      `${id}-ingredients`,
      layOut(id, { keyIngredients, oil, oilWords: OIL_WORDS[oil], surface, surfaceWords }),
    ]
  })
}

/** JSON with lists of numbers on one line, as in the handwritten pictures. */
function toText(picture) {
  const numbers = /\[\s+(-?[\d.]+(?:,\s+-?[\d.]+)*)\s+\]/g
  const text = JSON.stringify(picture, null, 2).replaceAll(numbers, (_, list) => `[${list.replaceAll(/\s+/g, ' ')}]`)
  return `${text}\n`
}

const { values: options } = parseArgs({ options: { check: { type: 'boolean' } } })
for (const [name, picture] of [...composeTextures(), ...composeSizes(), ...composeIngredients(), ...composeScale()]) {
  const file = join(art, 'pictures', `${name}.json`)
  // Compares values: line wrapping is up to the formatter.
  const before = existsSync(file) ? JSON.stringify(readJson('pictures', `${name}.json`)) : ''
  const isCurrent = before === JSON.stringify(picture)
  if (isCurrent) continue
  if (options.check) {
    console.error(`pictures/${name}.json is not what compose.mjs generates`)
    process.exitCode = 1
  } else {
    writeFileSync(file, toText(picture))
    console.log(name)
  }
}
