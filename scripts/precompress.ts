/** Compresses static assets once, at the highest level, next to the built files. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const folder = path.resolve(import.meta.dirname, '../build/client')
const TEXT = /\.(css|js|json|svg|txt|webmanifest)$/

const entries = await readdir(folder, { recursive: true })
await Promise.all(
  entries
    .filter((entry) => TEXT.test(entry))
    .map(async (entry) => {
      const file = path.join(folder, entry)
      const body = await readFile(file)
      await writeFile(`${file}.br`, await promisify(brotliCompress)(body))
      await writeFile(`${file}.gz`, await promisify(gzip)(body, { level: 9 }))
    }),
)
