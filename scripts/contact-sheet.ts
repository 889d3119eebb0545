/** Lays out all pictures on one sheet, to spot a duplicate or an outlier at a glance. Part of `npm run pictures`. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp, { type OverlayOptions } from 'sharp'
import { products } from '../db/seed/products.ts'
import { viewOf } from './picture-views.ts'

const root = path.resolve(import.meta.dirname, '..')
const masters = path.join(root, 'art/masters')
const drawings = path.join(root, 'public/botanicals')
const PAPER = '#f6f0e6'
const GAP = 12
const WIDTH = 1884

const RATIO = 5 / 4
const PICTURE_COLUMNS = 6
const DRAWING_COLUMNS = 13

/** Places the files side by side in rows, uncropped; returns where the next row starts. */
async function layOut(files: readonly string[], columns: number, from: number) {
  const width = Math.floor((WIDTH - GAP) / columns) - GAP
  const height = Math.round(width * RATIO)
  const cells: OverlayOptions[] = await Promise.all(
    files.map(async (file, index) => ({
      input: await sharp(file).resize({ width, height, fit: 'contain', background: PAPER }).toBuffer(),
      left: GAP + (index % columns) * (width + GAP),
      top: from + Math.floor(index / columns) * (height + GAP),
    })),
  )
  return { cells, end: from + Math.ceil(files.length / columns) * (height + GAP) }
}

/** Products in catalog order, each before its views, then everything else. */
function byShelf(one: string, other: string): number {
  const shelf = (file: string) => {
    const { name } = path.parse(file)
    const index = products.findIndex(({ id }) => id === (viewOf(name)?.product ?? name))
    return index < 0 ? products.length : index
  }
  const view = (file: string) => viewOf(path.parse(file).name)?.place ?? -1
  return shelf(one) - shelf(other) || view(one) - view(other) || one.localeCompare(other)
}

const rendered = (await readdir(masters)).filter((name) => /\.(webp|jpg|png)$/.test(name)).toSorted(byShelf)
const drawn = (await readdir(drawings)).toSorted()
const pictures = await layOut(
  rendered.map((file) => path.join(masters, file)),
  PICTURE_COLUMNS,
  GAP,
)
const botanicals = await layOut(
  drawn.map((file) => path.join(drawings, file)),
  DRAWING_COLUMNS,
  pictures.end,
)
await sharp({ create: { width: WIDTH, height: botanicals.end, channels: 3, background: PAPER } })
  .composite([...pictures.cells, ...botanicals.cells])
  .webp({ quality: 80 })
  .toFile(path.join(root, 'docs/contact-sheet.webp'))
