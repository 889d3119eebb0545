/** Types can't see into SQL, where a list of order states could diverge from the domain's table. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ORDER_STATES } from '#domain/orders/order-states.ts'

const root = path.resolve(import.meta.dirname, '..')
const sources = globSync('src/{server,desk}/**/*.{ts,tsx}', { cwd: root })
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

const anyState = `'(?:${ORDER_STATES.join('|')})'`
/** Comparisons, in TypeScript or SQL, and lists. */
const NAMED = new RegExp(
  String.raw`\bstate\b\)?\s*(?:={1,3}|!==?|<>|(?:not )?in)\s*\(?\s*${anyState}|[[(]${anyState}, ${anyState}`,
  'i',
)
/** These two words are only ever order states. */
const UNMISTAKABLE = /'(?:pending_payment|payment_failed)'/

const having = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)

test('the pattern matches what it is meant to', () => {
  const found = [
    `if (order.state === 'shipped')`,
    `where o.state in ('paid', 'packed')`,
    `where state <> 'cancelled'`,
    `eq(ordersTable.state, 'x') || ['paid', 'packed'].includes(state)`,
  ]
  expect(found.filter((text) => !NAMED.test(text))).toEqual([])
  expect(sources.length).toBeGreaterThan(200)
})

test('names the states of an order in the domain only', () => {
  expect(having(NAMED)).toEqual([])
  expect(having(UNMISTAKABLE)).toEqual([])
})

test('changes the state of an order in the queries of orders only', () => {
  expect(having(/update\(ordersTable\)|\bupdate orders\b/)).toEqual(['src/server/orders/orders.queries.ts'])
})
