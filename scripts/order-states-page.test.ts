import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { renderOrderStates } from './order-states-page.ts'

test('shows the current table of order states in docs/order-states.md', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../docs/order-states.md'), 'utf8')
  expect(page, 'run npm run order-states').toBe(renderOrderStates())
})
