import { expect, test } from 'vitest'
import { homeState, nearStates } from './neighbor-states.ts'
import { type StateCode, US_STATES } from './us-states.ts'

const ALL = Object.keys(US_STATES) as StateCode[]

test('neighbors are neighbors both ways, and no state is its own', () => {
  for (const state of ALL) {
    const [home, ...around] = nearStates(state)
    expect(home).toBe(state)
    expect(around).not.toContain(state)
    for (const other of around) expect(nearStates(other), `${other} beside ${state}`).toContain(state)
  }
})

test('Utah has six, and the islands none', () => {
  expect(nearStates('UT')).toEqual(['UT', 'AZ', 'CO', 'ID', 'NM', 'NV', 'WY'])
  expect(nearStates('HI')).toEqual(['HI'])
  expect(nearStates('AK')).toEqual(['AK'])
})

test.each([
  ['482 Orchard Lane, Provo, UT 84601', 'UT'],
  ['1 Main St, Suite 4, Portland, OR 97201-1234', 'OR'],
  ['1 Main St, Santa Fe, New Mexico 87501', 'NM'],
  ['1 Main St, Denver, co 80014, USA', 'CO'],
  ['PO Box 12, Denver', 'UT'],
  ['', 'UT'],
])('finds the state of %j', (address, state) => {
  expect(homeState(address)).toBe(state)
})
