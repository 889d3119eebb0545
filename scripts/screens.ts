/**
 * Takes the screenshots in README and docs: `npm run screens` while `npm start` runs.
 * Another address: npm run screens -- http://localhost:3001
 */
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from './find-chromium.mjs'

const output = path.resolve(import.meta.dirname, '../docs/screens')
const address = process.argv[2] ?? 'http://localhost:3000'
const PAGES = { home: '/', collection: '/facial-serums', product: '/products/forever-skin-serum' }
const WINDOWS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
]
/** How much of a long page is shown. */
const SCREENFULS = 2

await mkdir(output, { recursive: true })
const executablePath = findChromium()
const browser = await chromium.launch({
  args: ['--no-sandbox', '--disable-gpu'],
  ...(executablePath && { executablePath }),
})
for (const viewport of WINDOWS) {
  const page = await browser.newPage({ viewport: { ...viewport, height: viewport.height * SCREENFULS } })
  for (const [name, pagePath] of Object.entries(PAGES)) {
    // Twice: fonts that were late for the first render are cached for the second.
    await page.goto(address + pagePath)
    await page.reload({ waitUntil: 'networkidle' })
    const file = path.join(output, `${name}-${viewport.width}.webp`)
    await sharp(await page.screenshot())
      .webp({ quality: 80 })
      .toFile(file)
    process.stdout.write(`${path.basename(file)}\n`)
  }
  await page.close()
}
await browser.close()
