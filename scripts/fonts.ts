/**
 * Subsets the fonts to the characters that are enough for nearly every page: npm run fonts. The browser loads the full
 * fonts, from the packages, only for a page that needs them; see src/web/styles/fonts.css.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import subsetFont from 'subset-font'
import { BASIC_CHARACTERS } from '../src/web/fonts/basic-characters.ts'

const folder = path.resolve(import.meta.dirname, '../src/web/fonts')
const { resolve } = createRequire(import.meta.url)

/** Kerning, ligatures, accents, and the figures that the stylesheets select. */
const FEATURES = ['kern', 'liga', 'calt', 'ccmp', 'locl', 'mark', 'mkmk', 'lnum', 'tnum', 'pnum']

/** Headings have one weight; text has normal, medium and bold. */
const FONTS = [
  { name: 'cormorant-garamond', style: 'normal', wght: 500 },
  { name: 'cormorant-garamond', style: 'italic', wght: 500 },
  { name: 'jost', style: 'normal', wght: { min: 400, max: 700 } },
]

mkdirSync(folder, { recursive: true })
for (const { name, style, wght } of FONTS) {
  const source = readFileSync(resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-${style}.woff2`))
  const subset = await subsetFont(source, BASIC_CHARACTERS, {
    targetFormat: 'woff2',
    keepFeatures: FEATURES,
    variationAxes: { wght },
  })
  writeFileSync(path.join(folder, `${name}-${style}.woff2`), subset)
  process.stdout.write(`${name} ${style}: ${source.length} bytes, subset to ${subset.length}\n`)
}
