import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { SIZES } from '#domain/catalogue/sizes.ts'
import { ingredients } from '#seed/ingredients.ts'
import { products } from '#seed/products.ts'
import views from '#server/catalogue/product-views.json' with { type: 'json' }
import pictures from '#web/pictures/pictures.json' with { type: 'json' }

const publicFolder = path.resolve(import.meta.dirname, '../public')
const known: Record<string, { hash: string; widths: number[]; alt: string } | undefined> = pictures
const further: Record<string, { hash: string; widths: number[]; alt: string; product: string; sizes: string[] }> = views

const bottleSchema = z.object({ oil: z.string(), size: z.string(), label: z.object({ size: z.string() }) })
const setSchema = z.object({
  bottles: z.array(z.looseObject({})),
  camera: z.object({ frame: z.number() }),
  plants: z.array(
    z.object({
      at: z.array(z.number()).optional(),
      x: z.array(z.number()).optional(),
      path: z.array(z.array(z.number())).optional(),
    }),
  ),
})
const closeViewSchema = z.object({
  props: z.array(z.looseObject({ oil_name: z.string() })),
  camera: z.looseObject({}),
  seed: z.number(),
})
const place = z.array(z.number())
const flatLaySchema = z.object({
  alt: z.string(),
  seed: z.number(),
  plants: z.array(
    z.object({
      kind: z.string(),
      species: z.string().optional(),
      at: place.optional(),
      x: place.optional(),
      y: place.optional(),
      path: z.array(place).optional(),
    }),
  ),
  props: z.array(z.object({ kind: z.string(), at: place, oil_name: z.string(), radius: z.number() })),
})
const scaleSchema = z.object({
  alt: z.string(),
  seed: z.number(),
  bottles: z.array(z.object({ bottle: z.string(), at: place })),
  props: z.array(z.object({ kind: z.string(), at: place, count: z.number().optional() })),
})
const shapesSchema = z.object({ shapes: z.record(z.string(), z.object({ radius: z.number() })) })
const [MATCHBOX_WIDTH, CENT_RADIUS] = [3.6, 0.953]
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six']

const artFolder = path.resolve(import.meta.dirname, '../art')

function artFile(folder: string, name: string): string {
  return path.resolve(artFolder, folder, `${name}.json`)
}

function readArt(folder: string, name: string): unknown {
  return JSON.parse(readFileSync(artFile(folder, name), 'utf8'))
}

test("has every product's picture in every width, with alt text and a share card", () => {
  for (const { id } of products) {
    const picture = known[id]
    expect(picture?.alt, id).toMatch(/\w{3,}.*\w{3,}/)
    for (const width of picture?.widths ?? []) {
      for (const format of ['avif', 'webp']) {
        expect(
          existsSync(path.join(publicFolder, `pictures/${id}-${picture?.hash}-${width}.${format}`)),
          `${id} ${width} ${format}`,
        ).toBe(true)
      }
    }
    expect(existsSync(path.join(publicFolder, `share/${id}.jpg`)), id).toBe(true)
  }
})

test('has a small drawing without scripts for every ingredient', () => {
  for (const { slug } of ingredients) {
    const file = path.join(publicFolder, `botanicals/${slug}.svg`)
    expect(readFileSync(file, 'utf8'), slug).not.toMatch(/<script|\son\w+=|href="(?!#)|<text/i)
    expect(statSync(file).size, slug).toBeLessThan(8 * 1024)
  }
})

test('has every additional view of a product in every width, with alt text, and not in the list that all pages load', () => {
  for (const [name, { product, hash, widths, alt }] of Object.entries(further)) {
    expect(products.some(({ id }) => id === product)).toBe(true)
    expect(known[name], name).toBeUndefined()
    expect(alt, name).toMatch(/\w{3,}.*\w{3,}/)
    for (const width of widths)
      for (const format of ['avif', 'webp'])
        expect(existsSync(path.join(publicFolder, `pictures/${name}-${hash}-${width}.${format}`)), name).toBe(true)
  }
})

test('has originals of at least 1600 px on their long side', async () => {
  const masters = path.resolve(import.meta.dirname, '../art/masters')
  for (const file of readdirSync(masters).filter((name) => name.endsWith('.webp'))) {
    const { width, height } = await sharp(path.join(masters, file)).metadata()
    expect(Math.max(width, height), file).toBeGreaterThanOrEqual(1600)
  }
})

test('composes a close-up of every oil in its own color, no two alike', () => {
  const arrangements = products.map(({ id }) => {
    const { oil } = bottleSchema.parse(readArt('bottles', id))
    const { props, camera, seed } = closeViewSchema.parse(readArt('pictures', `${id}-texture`))
    for (const prop of props) expect(prop.oil_name, id).toBe(oil)
    return { seed, seen: JSON.stringify([camera, props.map((prop) => ({ ...prop, oil_name: '' }))]) }
  })
  expect(new Set(arrangements.map(({ seed }) => seed)).size).toBe(products.length)
  expect(new Set(arrangements.map(({ seen }) => seen)).size).toBe(products.length)
})

test('composes every size a product is sold in, in its own bottle, and no other', () => {
  for (const { id, prices } of products) {
    const { size: own } = bottleSchema.parse(readArt('bottles', id))
    for (const size of SIZES) {
      const isFurther = size in prices && size !== own
      expect(existsSync(artFile('pictures', `${id}-${size}`)), `${id}-${size}`).toBe(isFurther)
      if (!isFurther) continue
      const { bottles } = setSchema.parse(readArt('pictures', `${id}-${size}`))
      expect(bottles).toEqual([expect.objectContaining({ bottle: id, size })])
    }
  }
})

test("composes no size with a plant closer to the edge than in the product's own picture", () => {
  for (const { id, prices } of products) {
    for (const size of SIZES.filter((candidate) => candidate in prices)) {
      if (!existsSync(artFile('pictures', `${id}-${size}`))) continue
      // Positions are rounded to a tenth of a millimeter.
      expect(reach(`${id}-${size}`), `${id}-${size}`).toBeLessThanOrEqual(reach(id) + 0.001)
    }
  }
})

/** How far from the center the outermost plant is, as a share of what the height of the picture covers. */
function reach(name: string): number {
  const { camera, plants } = setSchema.parse(readArt('pictures', name))
  const across = plants.flatMap(({ at, x, path: points }) => [
    at?.[0],
    ...(x ?? []),
    ...(points ?? []).map(([first]) => first),
  ])
  return Math.max(...across.map((distance) => Math.abs(distance ?? 0))) / camera.frame
}

/** The plant that represents an ingredient in a picture, and a word for it that every description contains. */
const SHOWN_AS: Record<string, [plant: string, word: RegExp]> = {
  'apricot-kernel-oil': ['apricot', /apricot/i],
  'argan-oil': ['argan', /argan/i],
  calendula: ['calendula', /calendula/i],
  'camellia-seed-oil': ['camellia', /camellia/i],
  chamomile: ['chamomile', /chamomile/i],
  'evening-primrose-oil': ['evening-primrose', /evening primrose/i],
  frankincense: ['frankincense', /frankincense/i],
  geranium: ['geranium', /geranium/i],
  'hemp-seed-oil': ['hemp', /hemp/i],
  'jojoba-oil': ['jojoba', /jojoba/i],
  lavender: ['lavender', /lavender/i],
  'marula-oil': ['marula', /marula/i],
  neroli: ['neroli', /orange blossom/i],
  rose: ['rose', /a pink rose/i],
  'rosehip-seed-oil': ['rosehips', /rosehips/i],
  rosemary: ['rosemary', /rosemary/i],
  sandalwood: ['sandalwood', /sandalwood/i],
  'sea-buckthorn-oil': ['sea-buckthorn', /sea buckthorn/i],
  squalane: ['olive', /olives/i],
  'sweet-almond-oil': ['almond', /almonds/i],
  'tamanu-oil': ['tamanu', /tamanu/i],
  'tea-tree': ['tea-tree', /tea tree/i],
  vanilla: ['vanilla', /vanilla/i],
}
/** One that no one would recognize, and one that isn't modeled well enough. */
const NOT_SHOWN = new Set(['ylang-ylang', 'coconut-oil'])

test('lays out and names every key ingredient of a product that has a known plant, and no other', () => {
  for (const { id, keyIngredients } of products) {
    const { plants, alt } = flatLaySchema.parse(readArt('pictures', `${id}-ingredients`))
    const shown = keyIngredients.filter((slug) => !NOT_SHOWN.has(slug))
    const expected = shown.flatMap((slug) => SHOWN_AS[slug]?.[0] ?? slug)
    // Orange blossom lies among orange leaves.
    const seen = plants.map(({ species, kind }) => species ?? kind).filter((plant) => plant !== 'orange')
    expect(new Set(seen), id).toEqual(new Set(expected))
    for (const [slug, [, word]] of Object.entries(SHOWN_AS))
      expect(word.test(alt), `${id} ${slug}`).toBe(shown.includes(slug))
  }
})

test("lays ingredients around a dish of the product's own oil and none of them in it", () => {
  const arrangements = products.map(({ id }) => {
    const { oil } = bottleSchema.parse(readArt('bottles', id))
    const { plants, props, seed } = flatLaySchema.parse(readArt('pictures', `${id}-ingredients`))
    const [dish, ...others] = props
    expect(others).toEqual([])
    expect(dish, id).toMatchObject({ kind: 'dish', oil_name: oil })
    for (const plant of plants)
      for (const point of placesOf(plant)) expect(apart(point, dish?.at ?? []), id).toBeGreaterThan(dish?.radius ?? 0)
    return { seed, seen: JSON.stringify(plants) }
  })
  expect(new Set(arrangements.map(({ seed }) => seed)).size).toBe(products.length)
  expect(new Set(arrangements.map(({ seen }) => seen)).size).toBe(products.length)
})

type Plant = z.infer<typeof flatLaySchema>['plants'][number]

function placesOf({ at, x, y, path: points }: Plant): number[][] {
  const corners = (x ?? []).flatMap((across) => (y ?? []).map((away) => [across, away]))
  return [...(at ? [at] : []), ...corners, ...(points ?? [])]
}

function apart([x = NaN, y = NaN]: number[], [otherX = NaN, otherY = NaN]: number[]): number {
  return Math.hypot(x - otherX, y - otherY)
}

test('shows the scale of every product: its own bottle, named by its size, with a freestanding matchbox and pennies', () => {
  const { shapes } = shapesSchema.parse(JSON.parse(readFileSync(path.resolve(artFolder, 'shapes.json'), 'utf8')))
  const arrangements = products.map(({ id, name }) => {
    const { size, label } = bottleSchema.parse(readArt('bottles', id))
    const { bottles, props, alt, seed } = scaleSchema.parse(readArt('pictures', `${id}-scale`))
    const [bottle] = bottles
    expect(bottles).toEqual([expect.objectContaining({ bottle: id })])
    expect(alt, id).toContain(`${label.size.slice(0, 1)}-ounce bottle of ${name} `)
    expect(props.map(({ kind }) => kind)).toEqual(['matchbox', 'matches', 'coins'])
    const [matchbox, matches, coins] = props
    const roomFor = (thing?: { at: number[] }) =>
      apart(thing?.at ?? [], bottle?.at ?? []) - (shapes[size]?.radius ?? NaN)
    expect(roomFor(matchbox), id).toBeGreaterThan(MATCHBOX_WIDTH / 2)
    expect(roomFor(coins), id).toBeGreaterThan(CENT_RADIUS)
    expect(alt).toContain(`${NUMBERS[matches?.count ?? 0]} loose matches`)
    expect(alt).toContain(`${NUMBERS[coins?.count ?? 0]} cents`)
    return { seed, seen: JSON.stringify(props) }
  })
  expect(new Set(arrangements.map(({ seed }) => seed)).size).toBe(products.length)
  expect(new Set(arrangements.map(({ seen }) => seen)).size).toBe(products.length)
})

test('assigns a picture of a size to that size', () => {
  for (const [name, { product, sizes }] of Object.entries(further))
    expect(sizes, name).toEqual(SIZES.filter((size) => name === `${product}-${size}`))
})

test('calls no picture a photograph', () => {
  for (const [name, picture] of Object.entries({ ...known, ...further }))
    expect(picture?.alt, name).not.toMatch(/photo/i)
})
