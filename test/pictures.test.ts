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

const bottleSchema = z.object({ oil: z.string(), size: z.string() })
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

function artFile(folder: string, name: string): string {
  return path.resolve(import.meta.dirname, '../art', folder, `${name}.json`)
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

test('has every further view of a product in every width, with alt text, outside of what all pages load', () => {
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

test('composes a close view of every oil in its own color, no two alike', () => {
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

test("composes no size with a plant nearer to the edge than in the product's own picture", () => {
  for (const { id, prices } of products) {
    for (const size of SIZES.filter((candidate) => candidate in prices)) {
      if (!existsSync(artFile('pictures', `${id}-${size}`))) continue
      // Positions are rounded to a tenth of a millimeter.
      expect(reach(`${id}-${size}`), `${id}-${size}`).toBeLessThanOrEqual(reach(id) + 0.001)
    }
  }
})

/** How far from the middle the outermost plant stands, as a part of what the height of the picture covers. */
function reach(name: string): number {
  const { camera, plants } = setSchema.parse(readArt('pictures', name))
  const across = plants.flatMap(({ at, x, path: points }) => [
    at?.[0],
    ...(x ?? []),
    ...(points ?? []).map(([first]) => first),
  ])
  return Math.max(...across.map((distance) => Math.abs(distance ?? 0))) / camera.frame
}

test('assigns a picture of a size to that size', () => {
  for (const [name, { product, sizes }] of Object.entries(further))
    expect(sizes, name).toEqual(SIZES.filter((size) => name === `${product}-${size}`))
})

test('calls no picture a photograph', () => {
  for (const [name, picture] of Object.entries({ ...known, ...further }))
    expect(picture?.alt, name).not.toMatch(/photo/i)
})
