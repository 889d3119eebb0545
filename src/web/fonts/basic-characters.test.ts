import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { BASIC_CHARACTERS } from './basic-characters.ts'

const styles = readFileSync(path.join(import.meta.dirname, '../styles/fonts.css'), 'utf8')

/** The unicode-range of each face, by its file. */
function ranges(): Map<string, Set<number>> {
  const faces = styles.matchAll(/src: url\('([^']+\.woff2)'\)[^}]*?unicode-range:\s*([^;]+);/g)
  return new Map(Array.from(faces, ([, file = '', range = '']) => [path.basename(file), new Set(codesIn(range))]))
}

function* codesIn(range: string): Generator<number> {
  for (const [, from = '', to = from] of range.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g))
    for (let code = Number.parseInt(from, 16); code <= Number.parseInt(to, 16); code += 1) yield code
}

test('declares exactly the characters that the subset fonts have', () => {
  const basic = new Set(Array.from(BASIC_CHARACTERS, (character) => character.codePointAt(0)))
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.woff2'))
  expect(files).toHaveLength(3)
  for (const file of files) expect(ranges().get(file), file).toEqual(basic)
})

test('finds other Latin characters in the full fonts, which plain text never loads', () => {
  const whole = [...ranges()].filter(([file]) => file.includes('-latin-wght-'))
  expect(whole).toHaveLength(3)
  for (const [file, codes] of whole) {
    for (const character of 'ÄÉØßœ€') expect(codes.has(character.codePointAt(0) ?? 0), file).toBe(true)
    // Nor a line break, which has no glyph.
    for (const character of `${BASIC_CHARACTERS}\n\t`)
      expect(codes.has(character.codePointAt(0) ?? 0), file).toBe(false)
  }
})

test('keeps the fonts of every page within 45 KB', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.woff2'))
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(import.meta.dirname, file)).size, 0)
  expect(bytes).toBeLessThanOrEqual(45 * 1024)
})
