/** Lays all masters out on one sheet, so that a clone or a stray among them is seen at a glance. Part of `npm run pictures`. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'

const root = path.resolve(import.meta.dirname, '..')
const masters = path.join(root, 'art/masters')
const COLUMNS = 6
const CELL = { width: 300, height: 375 }
const GAP = 12

const files = (await readdir(masters)).filter((name) => /\.(webp|jpg|png)$/.test(name)).toSorted()
const rows = Math.ceil(files.length / COLUMNS)
const cells = await Promise.all(
  files.map(async (file, index) => ({
    input: await sharp(path.join(masters, file))
      .resize({ ...CELL, fit: 'cover' })
      .toBuffer(),
    left: GAP + (index % COLUMNS) * (CELL.width + GAP),
    top: GAP + Math.floor(index / COLUMNS) * (CELL.height + GAP),
  })),
)
await sharp({
  create: {
    width: GAP + COLUMNS * (CELL.width + GAP),
    height: GAP + rows * (CELL.height + GAP),
    channels: 3,
    background: '#f6f0e6',
  },
})
  .composite(cells)
  .webp({ quality: 80 })
  .toFile(path.join(root, 'docs/contact-sheet.webp'))
