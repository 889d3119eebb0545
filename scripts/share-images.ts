/**
 * Renders the share cards: the product's picture next to its name, in the shop's fonts. Run by hand (`npm run
 * pictures`) after a picture or a name changed; the results are committed, with a fingerprint of what each was made
 * from, and only what changed is re-rendered.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { z } from 'zod'
import { products } from '../db/seed/products.ts'
import { findChromium } from './find-chromium.mjs'

const root = path.resolve(import.meta.dirname, '..')
const output = path.join(root, 'public/share')
const ledger = path.join(root, 'art/masters/share-cards.json')
const fonts = path.join(root, 'node_modules/@fontsource-variable')
const SIZE = { width: 1200, height: 630 }

async function dataUrl(file: string, type: string): Promise<string> {
  return `data:${type};base64,${(await readFile(file)).toString('base64')}`
}

const displayFont = await dataUrl(
  path.join(fonts, 'cormorant-garamond/files/cormorant-garamond-latin-wght-normal.woff2'),
  'font/woff2',
)
const textFont = await dataUrl(path.join(fonts, 'jost/files/jost-latin-wght-normal.woff2'), 'font/woff2')

function card(eyebrow: string, title: string, picture: string): string {
  return `<!doctype html><style>
    @font-face { font-family: Display; src: url(${displayFont}); font-weight: 300 700 }
    @font-face { font-family: Text; src: url(${textFont}); font-weight: 100 900 }
    body { margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 1fr 504px; background: #f6f0e6; color: #20281f }
    div { padding: 0 72px; align-self: center }
    p { font: 500 22px Text; letter-spacing: .16em; text-transform: uppercase; color: #8f5417; margin: 0 0 20px }
    h1 { font: 500 84px/1 Display; letter-spacing: -.012em; margin: 0 }
    b { display: block; margin-top: 56px; font: 500 38px Display }
    img { width: 504px; height: 630px; object-fit: cover }
  </style><div><p>${eyebrow}</p><h1>${title}</h1><b>Bloomera</b></div><img src="${picture}">`
}

const cards = [
  {
    name: 'shop',
    eyebrow: 'Botanical skincare oils',
    title: 'Slow oils for quiet, luminous skin',
    picture: 'forever-skin-serum',
  },
  ...products.map(({ id, name, category }) => ({ name: id, eyebrow: category, title: name, picture: id })),
]

const madeFrom = z
  .record(z.string(), z.string())
  .parse(existsSync(ledger) ? JSON.parse(await readFile(ledger, 'utf8')) : {})

async function fingerprint({ eyebrow, title, picture }: (typeof cards)[number]): Promise<string> {
  const master = await readFile(path.join(root, 'art/masters', `${picture}.webp`))
  return createHash('sha256')
    .update(card(eyebrow, title, picture))
    .update(master)
    .digest('hex')
    .slice(0, 16)
}

await mkdir(output, { recursive: true })
const executablePath = findChromium()
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(executablePath && { executablePath }),
})
const page = await browser.newPage({ viewport: SIZE })
for (const shown of cards) {
  const { name, eyebrow, title, picture } = shown
  const inputs = await fingerprint(shown)
  if (madeFrom[name] === inputs && existsSync(path.join(output, `${name}.jpg`))) continue
  const escaped = [eyebrow, title].map((text) => text.replaceAll('&', '&amp;'))
  await page.setContent(
    card(
      escaped[0] ?? '',
      escaped[1] ?? '',
      await dataUrl(path.join(root, 'art/masters', `${picture}.webp`), 'image/webp'),
    ),
  )
  await page.evaluate(() => document.fonts.ready)
  await sharp(await page.screenshot())
    .jpeg({ quality: 82, mozjpeg: true })
    .toFile(path.join(output, `${name}.jpg`))
  madeFrom[name] = inputs
  process.stdout.write(`share/${name}.jpg\n`)
}
await writeFile(ledger, `${JSON.stringify(madeFrom, null, 2)}\n`)
await browser.close()
