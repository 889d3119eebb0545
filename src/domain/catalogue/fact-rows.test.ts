import { expect, test } from 'vitest'
import { factMarks, factRows } from './fact-rows.ts'
import { blendFacts } from './facts.ts'

const JOJOBA = { groups: [], origin: ['plants'] }
const ALMOND = { groups: ['nuts', 'stone-fruit'], origin: ['plants'] }
const LAVENDER = { groups: ['essential-oils'], origin: ['plants'] }
const UNKNOWN = { skinTypes: [], concerns: [], scents: [], scent: '', texture: '', absorbsIn: '', whenToUse: '' }

test('lists the facts in the order of the page, and only those that are known', () => {
  expect(factRows({ ...UNKNOWN, ...blendFacts([]) })).toEqual([])
  expect(
    factRows({
      ...blendFacts([JOJOBA, ALMOND]),
      skinTypes: ['dry', 'sensitive'],
      concerns: ['fine-lines', 'dryness'],
      scents: ['unscented'],
      scent: 'A faint green note at first',
      texture: 'Light',
      absorbsIn: 'A minute or two',
      whenToUse: 'Morning and night',
    }),
  ).toEqual([
    { label: 'Skin types', text: 'Dry, sensitive' },
    { label: 'Good for', text: 'Look of fine lines, dryness' },
    { label: 'Scent', text: 'Unscented. A faint green note at first' },
    { label: 'Texture', text: 'Light' },
    { label: 'Absorbs in', text: 'A minute or two' },
    { label: 'When', text: 'Morning and night' },
    { label: 'Free of', text: 'Coconut, essential oils, olive' },
    { label: 'Contains', text: 'Nuts, stone fruit kernels' },
    { label: 'Vegan', text: 'Every ingredient comes from plants' },
  ])
})

test('marks what is not in an oil, and nothing for one without listed ingredients', () => {
  expect(factMarks({ ...UNKNOWN, ...blendFacts([JOJOBA]), scents: ['unscented'] })).toEqual([
    'Unscented',
    'No essential oils',
    'No nuts',
    'No coconut',
  ])
  expect(factMarks({ ...UNKNOWN, ...blendFacts([ALMOND, LAVENDER]), scents: ['unscented'] })).toEqual(['No coconut'])
  expect(factMarks({ ...UNKNOWN, ...blendFacts([]) })).toEqual([])
})
