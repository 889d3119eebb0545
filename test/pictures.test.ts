import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ingredients } from '#seed/ingredients.ts'
import { products } from '#seed/products.ts'
import pictures from '#web/pictures/pictures.json' with { type: 'json' }

const publicFolder = path.resolve(import.meta.dirname, '../public')
const known: Record<string, { hash: string; widths: number[]; alt: string } | undefined> = pictures

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

test('calls no picture a photograph', () => {
  for (const [name, picture] of Object.entries(known)) expect(picture?.alt, name).not.toMatch(/photo/i)
})
