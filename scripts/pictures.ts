/**
 * Generates the browser's files from the finished originals: AVIF and WebP in the layout's widths, a tiny placeholder,
 * and two manifests: what pages know by name, and the further views of products, which only the server knows. Run by
 * hand (`npm run pictures`) after an original changed; the results are committed, so that neither the build nor a
 * newcomer encodes anything. Files carry the hash of their original: only what changed is encoded.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import { PICTURE_WIDTHS, PLACEHOLDER_WIDTH } from '#domain/catalogue/picture-widths.ts'
import { viewOf } from './picture-views.ts'

const root = path.resolve(import.meta.dirname, '..')
const masters = path.join(root, 'art/masters')
const output = path.join(root, 'public/pictures')

type Picture = { hash: string; width: number; height: number; widths: number[]; placeholder: string; alt: string }

const alts = z.record(z.string(), z.string()).parse(JSON.parse(await readFile(path.join(masters, 'alt.json'), 'utf8')))

async function makePicture(file: string): Promise<[string, Picture]> {
  const { name } = path.parse(file)
  const alt = alts[name]
  if (alt === undefined) throw new Error(`art/masters/alt.json has no alt text for ${file}.`)
  const master = await readFile(path.join(masters, file))
  const hash = createHash('sha256').update(master).digest('hex').slice(0, 10)
  const { width, height } = await sharp(master).metadata()
  const widths = PICTURE_WIDTHS.filter((candidate) => candidate <= width)
  for (const candidate of widths) {
    const resized = sharp(master).resize(candidate)
    const target = path.join(output, `${name}-${hash}-${candidate}`)
    if (!existsSync(`${target}.avif`)) await resized.clone().avif({ quality: 52, effort: 5 }).toFile(`${target}.avif`)
    if (!existsSync(`${target}.webp`)) await resized.clone().webp({ quality: 78, effort: 5 }).toFile(`${target}.webp`)
  }
  const tiny = await sharp(master).resize(PLACEHOLDER_WIDTH).webp({ quality: 30 }).toBuffer()
  const placeholder = `data:image/webp;base64,${tiny.toString('base64')}`
  return [name, { hash, width, height, widths, placeholder, alt }]
}

await mkdir(output, { recursive: true })
const entries: [string, Picture][] = []
for (const file of (await readdir(masters)).filter((name) => /\.(webp|jpg|png)$/.test(name)).toSorted()) {
  entries.push(await makePicture(file))
  process.stdout.write(`${file}\n`)
}
for (const file of await readdir(output)) {
  const isWanted = entries.some(([name, { hash }]) => file.startsWith(`${name}-${hash}-`))
  if (!isWanted) await rm(path.join(output, file))
}
const views = entries.flatMap(([name, picture]) => {
  const view = viewOf(name)
  return view ? [{ name, ...view, picture }] : []
})
const ordered = views.toSorted((one, other) => one.place - other.place)
await writeManifest(
  'src/web/pictures/pictures.json',
  entries.filter(([name]) => !viewOf(name)),
)
await writeManifest(
  'src/server/catalogue/product-views.json',
  ordered.map(({ name, product, sizes, picture }) => [name, { product, sizes, ...picture }]),
)

async function writeManifest(file: string, listed: readonly (readonly [string, object])[]): Promise<void> {
  await writeFile(path.join(root, file), `${JSON.stringify(Object.fromEntries(listed), null, 2)}\n`)
}
