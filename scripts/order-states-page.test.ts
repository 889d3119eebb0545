import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { renderOrderStates } from './order-states-page.ts'

test('docs/order-states.md shows the table of order states as it is', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../docs/order-states.md'), 'utf8')
  expect(page, 'run npm run order-states').toBe(renderOrderStates())
})
