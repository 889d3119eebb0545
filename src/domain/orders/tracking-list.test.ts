import { expect, test } from 'vitest'
import { matchTracking, type TrackedOrder } from './tracking-list.ts'

const ORDERS: TrackedOrder[] = [
  { id: 'a', number: 'BLM-FB4HZESC-6C6R', firstName: 'María', lastName: 'González' },
  { id: 'b', number: 'BLM-FY7246G3-XASA', firstName: 'Denise', lastName: 'Okafor' },
  { id: 'c', number: 'BLM-CP2MWFKP-Q8MS', firstName: 'Séan', lastName: 'O’Brien' },
]
const [FIRST, SECOND, THIRD] = ['9400111201080805483016', '1Z5R89390357567127', '986578788855']

function match(lines: string[], orders = ORDERS) {
  const { numbers, unmatched } = matchTracking(lines.join('\n'), orders)
  return { numbers: Object.fromEntries(numbers), unmatched: unmatched.map(({ line, why }) => `${line}: ${why}`) }
}

test('assigns one number per line to the orders in sequence', () => {
  expect(match(['9400 1112 0108 0805 4830 16', '', ` ${SECOND}\r`])).toEqual({
    numbers: { a: FIRST, b: SECOND },
    unmatched: [],
  })
})

test('matches two columns by order number or name, in either order', () => {
  const lines = [`Okafor, ${SECOND}`, `${FIRST}\tblm-fb4hzesc-6c6r`, `"sean obrien";"${THIRD}"`]
  expect(match(lines)).toEqual({ numbers: { a: FIRST, b: SECOND, c: THIRD }, unmatched: [] })
  expect(match([`FY7246G3XASA,USPS Ground,${FIRST}`]).numbers).toEqual({ b: FIRST })
})

test('prefers a carrier’s number to any other that could be one', () => {
  expect(match([`Okafor;Invoice 20261117;${SECOND}`]).numbers).toEqual({ b: SECOND })
  expect(match(['Okafor;ZEBRA 1234567']).numbers).toEqual({ b: 'ZEBRA1234567' })
})

test('skips empty cells, and keeps quotes inside a cell', () => {
  expect(match([`;;${FIRST};;`]).numbers).toEqual({ a: FIRST })
  expect(match([` "Okafor" ;  ; "${FIRST}" `]).numbers).toEqual({ b: FIRST })
  expect(match([`Oka"for; ${FIRST}`]).unmatched).toEqual([`Oka"for; ${FIRST}: none of these orders`])
})

test('says which lines it could not match, and why', () => {
  expect(match(['Order, Tracking', `Nobody, ${FIRST}`, `Okafor, soon`, 'hello'])).toEqual({
    numbers: {},
    unmatched: [
      'Order, Tracking: none of these orders',
      `Nobody, ${FIRST}: none of these orders`,
      'Okafor, soon: not a tracking number',
      'hello: not a tracking number',
    ],
  })
  expect(match([`Okafor, ${FIRST}`, `Okafor, ${SECOND}`]).unmatched).toEqual([
    `Okafor, ${SECOND}: this order is in the list twice`,
  ])
  expect(match([FIRST, SECOND, THIRD, FIRST].map(String)).unmatched).toEqual([`${FIRST}: more numbers than orders`])
})

test('never guesses between two customers with the same name', () => {
  const twins = [...ORDERS, { id: 'd', number: 'BLM-TXD9RTEY-PQQG', firstName: 'Ada', lastName: 'Okafor' }]
  expect(match([`Okafor, ${FIRST}`], twins)).toEqual({
    numbers: {},
    unmatched: [`Okafor, ${FIRST}: 2 orders have this name; use the order number`],
  })
  expect(match([`Ada Okafor, ${FIRST}`], twins).numbers).toEqual({ d: FIRST })
})

test('assigns the numbers without a name to the orders without one', () => {
  expect(match([FIRST ?? '', `González, ${SECOND}`, THIRD ?? '']).numbers).toEqual({ a: SECOND, b: FIRST, c: THIRD })
})
