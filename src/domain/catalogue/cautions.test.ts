import { expect, test } from 'vitest'
import { cautionsOf, cautionText, inSeries } from './cautions.ts'

const ALMOND = { name: 'Sweet Almond Oil', groups: ['nuts', 'stone-fruit'] }
const ARGAN = { name: 'Argan Oil', groups: ['nuts'] }
const ROSE = { name: 'Rose', groups: ['essential-oils'] }
const LAVENDER = { name: 'Lavender', groups: ['essential-oils'] }
const JOJOBA = { name: 'Jojoba Oil', groups: [] }

test('names every ingredient that a shopper may exclude, once', () => {
  expect(cautionsOf([JOJOBA, ALMOND, ROSE, ARGAN, LAVENDER])).toEqual([
    { groups: ['nuts', 'stone-fruit'], names: 'sweet almond oil' },
    { groups: ['essential-oils'], names: 'rose and lavender' },
    { groups: ['nuts'], names: 'argan oil' },
  ])
  expect(cautionsOf([JOJOBA])).toEqual([])
})

test('can’t tell what is in an oil without a list', () => {
  const [caution, ...others] = cautionsOf([])
  expect(others).toEqual([])
  expect(caution?.groups).toEqual(['nuts', 'coconut', 'essential-oils', 'stone-fruit', 'olive'])
  expect(caution && cautionText(caution)).toBe('Its ingredients aren’t listed, so we can’t tell')
})

test('says what is in it', () => {
  expect(cautionsOf([ALMOND]).map(cautionText)).toEqual(['Contains sweet almond oil, which you leave out'])
  expect(inSeries(['rose', 'neroli', 'vanilla'])).toBe('rose, neroli and vanilla')
})
