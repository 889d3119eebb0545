import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { MOST_COMPARED } from '#domain/catalogue/compare.ts'
import { numberWord } from '#domain/text/number-words.ts'

test('the styles count up to as many oils as are compared', async () => {
  const styles = await readFile(new URL('../styles/compare.css', import.meta.url), 'utf8')
  const word = numberWord(MOST_COMPARED)
  expect([...styles.matchAll(/symbols: ' · (.+)'/g)].map(([, text]) => text)).toEqual([
    `up to ${word}`,
    `we show the first ${word}`,
  ])
  expect(styles).toContain(`range: 0 ${MOST_COMPARED};`)
})
