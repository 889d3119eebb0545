import { describe, expect, test } from 'vitest'
import { findClaims, findDrugClaims } from './claims.ts'

/** "rule: phrase" for each finding, so a failing case shows what was found. */
function seen(text: string): string[] {
  return findClaims(text).map(({ rule, phrase }) => `${rule}: ${phrase}`)
}

test('reports position, rule, reason, and suggestion', () => {
  const text = 'Soft, and it cures dry skin.'
  const [finding, ...others] = findClaims(text)
  expect(others).toEqual([])
  expect(finding).toMatchObject({ phrase: 'cures', index: 13, rule: 'heals' })
  expect(finding?.why).toMatch(/\w/)
  expect(finding?.suggestion).toMatch(/\w/)
})

test('reports findings in text order, each with its rule', () => {
  expect(seen('The best oil: it treats acne and heals.')).toEqual([
    'superlative: best',
    'treats: treats',
    'disease-name: acne',
    'heals: heals',
  ])
})

test('accepts plain cosmetic copy', () => {
  expect(seen('Softens the look of fine lines. Skin feels supple and looks rested.')).toEqual([])
  expect(seen('')).toEqual([])
})

test('finds claims across letter case, line breaks, and typographic characters', () => {
  expect(seen('ECZEMA')).toEqual(['disease-name: ECZEMA'])
  expect(seen('removes\nwrinkles')).toEqual(['removes-marks: removes\nwrinkles'])
  expect(seen('an anti\u2011inflammatory oil')).toEqual(['germs-and-inflammation: anti\u2011inflammatory'])
  expect(seen('clinically\u00a0proven')).toEqual(['proof: clinically\u00a0proven'])
})

test('reports positions in the original text, curly quotes included', () => {
  const text = 'It’s “soft” and heals'
  expect(findClaims(text)[0]?.index).toBe(text.indexOf('heals'))
})

test('matches whole words only', () => {
  expect(seen('A healthy manicure, a secure cap, an obscure treatise')).toEqual([])
  expect(seen('The bestowed gift, a miraculously quiet lubrication')).toEqual(['lubricant: lubrication'])
})

describe('drug claims', () => {
  test('finds names of diseases', () => {
    expect(seen('For acne, eczema, psoriasis, rosacea and dermatitis')).toEqual([
      'disease-name: acne',
      'disease-name: eczema',
      'disease-name: psoriasis',
      'disease-name: rosacea',
      'disease-name: dermatitis',
    ])
    expect(seen('Kind to acne-prone skin')).toEqual(['disease-name: acne'])
    expect(seen('Helps blemish-prone skin look calmer')).toEqual([])
  })

  test('finds treating as a claim', () => {
    expect(seen('It treats dry skin')).toEqual(['treats: treats'])
    expect(seen('An oil that treated my rash')).toEqual(['treats: treated'])
    expect(seen('Treat skin to reduce redness')).toEqual(['treats: Treat'])
  })

  test('accepts treating oneself', () => {
    expect(seen('Treat yourself. It is a treat, a small treat, and I treated myself twice.')).toEqual([])
    expect(seen('Treat your ends to a few drops')).toEqual([])
    expect(seen('Good on color-treated hair')).toEqual([])
    expect(seen('3. Treat (Actives)')).toEqual([])
  })

  test('finds a treatment for something', () => {
    expect(seen('A treatment for scars')).toEqual(['treatment: treatment for'])
    expect(seen('A therapeutic, medicated oil')).toEqual(['treatment: therapeutic', 'treatment: medicated'])
    expect(seen('A pre-wash hair treatment')).toEqual([])
  })

  test('finds healing, curing, and repairing', () => {
    expect(seen('heals')).toEqual(['heals: heals'])
    expect(seen('a cure')).toEqual(['heals: cure'])
    expect(seen('repairs the barrier')).toEqual(['heals: repairs'])
    expect(seen('regenerating remedy')).toEqual(['heals: regenerating', 'heals: remedy'])
  })

  test('accepts curing vanilla and the name Restore', () => {
    expect(seen('Drawn from cured pods')).toEqual([])
    expect(seen('Cured my dry hands')).toEqual(['heals: Cured'])
    expect(seen('Bloomera Hair + Skin Restore')).toEqual([])
  })

  test('finds clearing blemishes', () => {
    expect(seen('Clears breakouts')).toEqual(['blemishes: Clears breakouts'])
    expect(seen('It got rid of my stubborn pimples')).toEqual(['blemishes: got rid of my stubborn pimples'])
    expect(seen('My blemishes are gone')).toEqual(['blemishes: blemishes are gone'])
    expect(seen('SOS Serum Blemish Blend, Blemish Control')).toEqual([])
    expect(seen('Reduces the look of blemishes')).toEqual([])
  })

  test('finds removing wrinkles and scars', () => {
    expect(seen('Removes wrinkles')).toEqual(['removes-marks: Removes wrinkles'])
    expect(seen('Erases deep-set fine lines')).toEqual(['removes-marks: Erases deep-set fine lines'])
    expect(seen('Fades dark spots and fills in wrinkles')).toEqual([
      'removes-marks: Fades dark spots',
      'removes-marks: fills in wrinkles',
    ])
    expect(seen('My scars have vanished')).toEqual(['removes-marks: scars have vanished'])
    expect(seen('Reverses aging')).toEqual(['removes-marks: Reverses aging'])
  })

  test('accepts the look of lines and the category Anti-Aging', () => {
    expect(seen('Reduces the appearance of fine lines')).toEqual([])
    expect(seen('Smooths the look of wrinkles')).toEqual([])
    expect(seen('Anti-Aging')).toEqual([])
  })

  test('finds collagen and blood flow', () => {
    expect(seen('Boosts collagen')).toEqual(['body-function: collagen'])
    expect(seen('Stimulates blood flow')).toEqual(['body-function: Stimulates blood flow'])
    expect(seen('Speeds up cell turnover')).toEqual(['body-function: Speeds up cell turnover'])
    expect(seen('Skin looks plumper; Renewal; boosts shine')).toEqual([])
  })

  test('finds growing hair', () => {
    expect(seen('Regrows hair')).toEqual(['hair-growth: Regrows'])
    expect(seen('For hair growth and hair loss')).toEqual(['hair-growth: hair growth', 'hair-growth: hair loss'])
    expect(seen('It grew my hair back')).toEqual(['hair-growth: grew my hair'])
    expect(seen('Hair looks fuller. Olives grow slowly.')).toEqual([])
  })

  test('finds germs and inflammation', () => {
    expect(seen('antibacterial, antifungal, antiseptic')).toEqual([
      'germs-and-inflammation: antibacterial',
      'germs-and-inflammation: antifungal',
      'germs-and-inflammation: antiseptic',
    ])
    expect(seen('Anti-inflammatory; kills bacteria')).toEqual([
      'germs-and-inflammation: Anti-inflammatory',
      'germs-and-inflammation: kills bacteria',
    ])
    expect(seen('An antioxidant for the bottle')).toEqual([])
  })

  test('finds pain and itch', () => {
    expect(seen('Natural pain relief')).toEqual(['pain: pain relief'])
    expect(seen('Eases sore muscles')).toEqual(['pain: Eases sore muscles'])
    expect(seen('Soothes the itch')).toEqual(['pain: Soothes the itch'])
    expect(seen('We took pains with the label. Stop if it itches.')).toEqual([])
  })

  test('finds detox', () => {
    expect(seen('A detoxifying oil that draws out toxins')).toEqual(['detox: detoxifying', 'detox: draws out toxins'])
    expect(seen('Draws toxins')).toEqual(['detox: Draws toxins'])
    expect(seen('Skin feels clean')).toEqual([])
  })

  test('finds sun protection', () => {
    expect(seen('With natural SPF 15')).toEqual(['sun-protection: SPF'])
    expect(seen('Doubles as sunscreen')).toEqual(['sun-protection: sunscreen'])
    expect(seen('Protects your skin from UVA')).toEqual(['sun-protection: Protects your skin from UVA'])
    expect(seen('Not just a moisturizer but a sunscreen')).toEqual(['sun-protection: sunscreen'])
  })

  test('accepts advice to wear sunscreen and denials', () => {
    expect(seen('In the morning, finish with sunscreen.')).toEqual([])
    expect(seen('Wear it under your sunscreen')).toEqual([])
    expect(seen('It is not a sunscreen and contains no SPF.')).toEqual([])
    expect(seen('Vanilla Sun Body Oil')).toEqual([])
  })

  test('finds lubricants, which are devices', () => {
    expect(seen('A gentle lubricant')).toEqual(['lubricant: lubricant'])
    expect(seen('Condom-safe')).toEqual(['lubricant: Condom-safe'])
    expect(seen('Not only an oil. A lubricant.')).toEqual(['lubricant: lubricant'])
    expect(seen('No scent and a fine lubricant')).toEqual(['lubricant: lubricant'])
  })

  test('accepts denials as warnings', () => {
    expect(seen('This is not a lubricant.')).toEqual([])
    expect(seen('It isn’t meant as a lubricant; oil weakens latex condoms.')).toEqual([])
  })
})

describe('unprovable claims', () => {
  test('finds studies, doctors, and approvals', () => {
    expect(seen('Clinically proven and dermatologist-approved')).toEqual([
      'proof: Clinically proven',
      'proof: dermatologist-approved',
    ])
    expect(seen('FDA approved, recommended by dermatologists')).toEqual([
      'proof: FDA approved',
      'proof: recommended by dermatologists',
    ])
    expect(seen('If it hurts, ask a dermatologist.')).toEqual([])
  })

  test('finds absolute safety', () => {
    expect(seen('Chemical-free, non-toxic, hypoallergenic, 100% safe')).toEqual([
      'absolute-safety: Chemical-free',
      'absolute-safety: non-toxic',
      'absolute-safety: hypoallergenic',
      'absolute-safety: 100% safe',
    ])
    expect(seen('No synthetic fragrance, fragrance-free')).toEqual([])
  })

  test('finds guaranteed results', () => {
    expect(seen('Guaranteed results, guaranteed to please')).toEqual([
      'guarantee: Guaranteed results',
      'guarantee: guaranteed to',
    ])
    expect(seen('A money-back guarantee')).toEqual([])
  })

  test('finds superlatives', () => {
    expect(seen('The best, a miracle, #1')).toEqual(['superlative: best', 'superlative: miracle', 'superlative: #1'])
    expect(seen('Best Seller. Best before May, best kept cool.')).toEqual([])
  })
})

test('separates a customer’s praise from drug claims', () => {
  expect(findDrugClaims('Simply the best, a miracle in a bottle')).toEqual([])
  expect(findDrugClaims('The best, it cured my eczema').map(({ rule }) => rule)).toEqual(['heals', 'disease-name'])
})

/** A sentence that breaks each rule, and whether the rule also applies to customers' words. */
test.each([
  ['disease-name', 'drug', 'Good for psoriasis'],
  ['treats', 'drug', 'It treats dry skin'],
  ['treatment', 'drug', 'A treatment for dry ends'],
  ['heals', 'drug', 'It heals cracked hands'],
  ['blemishes', 'drug', 'It clears blemishes'],
  ['removes-marks', 'drug', 'It erases wrinkles'],
  ['body-function', 'drug', 'It boosts circulation'],
  ['hair-growth', 'drug', 'For hair loss'],
  ['germs-and-inflammation', 'drug', 'It kills germs'],
  ['pain', 'drug', 'It relieves aches'],
  ['detox', 'drug', 'It draws out toxins and detoxes'],
  ['sun-protection', 'drug', 'With SPF'],
  ['lubricant', 'drug', 'A lubricant'],
  ['proof', 'marketing', 'Clinically proven'],
  ['absolute-safety', 'marketing', 'Chemical-free'],
  ['guarantee', 'marketing', 'Results guaranteed'],
  ['superlative', 'marketing', 'The ultimate oil'],
])('classifies %s as a %s claim, with a reason and a suggestion', (rule, kind, text) => {
  const finding = findClaims(text).find((one) => one.rule === rule)
  expect(finding?.why).toMatch(/^[A-Z][^.]{15,}.*[.)]$/)
  expect(finding?.suggestion).toMatch(/^[A-Z].{10,}\.$/)
  expect(findDrugClaims(text).some((one) => one.rule === rule)).toBe(kind === 'drug')
})
