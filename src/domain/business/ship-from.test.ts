import { expect, test } from 'vitest'
import { SHIP_FROM_EXAMPLE, shipFromOf } from './ship-from.ts'

test('reads the parts of an address', () => {
  const provo = { line1: '482 Orchard Lane', line2: null, city: 'Provo', stateCode: 'UT', zip: '84601' }
  expect(shipFromOf(SHIP_FROM_EXAMPLE)).toEqual(provo)
  expect(shipFromOf('482 Orchard Lane\nProvo, ut 84601, USA')).toEqual(provo)
  expect(shipFromOf('482 Orchard Lane, Suite 3, Provo, UT 84601-1234')).toEqual({
    ...provo,
    line2: 'Suite 3',
    zip: '84601-1234',
  })
})

test('guesses nothing', () => {
  expect(shipFromOf('')).toBeUndefined()
  expect(shipFromOf('Provo, UT 84601')).toBeUndefined()
  expect(shipFromOf('482 Orchard Lane, Provo, XX 84601')).toBeUndefined()
  expect(shipFromOf('482 Orchard Lane, Provo UT')).toBeUndefined()
})
