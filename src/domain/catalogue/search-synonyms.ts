import type { Concern, Scent, SkinType } from './facts.ts'
import type { IngredientGroup } from './product.ts'
import { CONDITIONS_NOTE, HAIR_GROWTH_NOTE, MARKS_NOTE, MISSING_ROWS, TOPIC_ROWS } from './search-notes.ts'

/** A fact to search and filter products by. */
export type Facet = `skin:${SkinType}` | `concern:${Concern}` | `scent:${Scent}` | `free:${IngredientGroup}` | 'vegan'

/** What shoppers say, and what the shop says about it: a fact, words of its texts, or both; neither for a topic. */
export type Meaning = {
  facets: readonly Facet[]
  words: readonly string[]
  /** Shown above the results. */
  note?: string
  /** Only counts in the names of products; the sentence to show if none is named so. */
  missing?: string
  /** If no product is named so, the rest is searched for without it. */
  isAside?: boolean
}

type Row = [said: string, facets: readonly Facet[], words?: readonly string[], note?: string]

/**
 * Phrases are separated by commas; the longest one wins. Shoppers may type a disease; results only say what a cosmetic
 * may claim, and the word appears only in the heading with their search.
 */
const ROWS: readonly Row[] = [
  [
    'sensitive, sensitive skin, delicate, delicate skin, reactive, reactive skin, irritated, irritated skin, irritation, easily irritated, gentle, allergy prone',
    ['skin:sensitive'],
  ],
  [
    'eczema, psoriasis, dermatitis, skin condition, skin conditions, itchy, itchy skin, itch, itching',
    ['skin:sensitive'],
    [],
    CONDITIONS_NOTE,
  ],
  [
    'dry, dry skin, very dry skin, dryness, dehydrated, dehydrated skin, parched, flaky, flaky skin, tight skin, chapped, winter skin',
    ['concern:dryness'],
  ],
  [
    'hydrating, hydration, hydrate, moisturizing, moisturising, moisturizer, moisturiser, moisture',
    ['concern:dryness'],
    ['moisture'],
  ],
  ['stretch mark, stretch marks, stretchmarks, scar, scars, scarring, acne scars', ['concern:dryness'], [], MARKS_NOTE],
  [
    'oily, oily skin, greasy skin, pore, pores, large pores, clogged pores, clog pores, not clog pores, comedogenic, non comedogenic, noncomedogenic',
    ['skin:oily'],
  ],
  ['shine, shiny, shiny skin, mattifying, matte', ['concern:shine'], ['unshiny']],
  ['combination, combination skin, combo skin', ['skin:combination']],
  ['normal skin', ['skin:normal']],
  ['mature, mature skin, aging, ageing, aging skin, anti aging, antiaging, menopause', ['skin:mature'], ['mature']],
  [
    'pimple, pimples, zit, zits, breakout, breakouts, blemish, blemishes, blemish prone, blemish prone skin, blackhead, blackheads, whiteheads, spots, clear skin',
    ['concern:blemishes'],
    ['blemish'],
  ],
  ['acne, acne prone, acne prone skin', ['concern:blemishes'], ['blemish'], CONDITIONS_NOTE],
  ['rosacea', ['concern:blotchiness'], ['calm'], CONDITIONS_NOTE],
  ['melasma', ['concern:uneven-tone'], ['sallow'], CONDITIONS_NOTE],
  ['dandruff, cradle cap', [], ['scalp'], CONDITIONS_NOTE],
  [
    'hair growth, hair loss, thinning hair, bald, baldness, balding, alopecia',
    ['concern:dry-hair'],
    [],
    HAIR_GROWTH_NOTE,
  ],
  [
    'redness, red skin, red face, blotchy, blotchy skin, blotchiness, flushing, calm, calming, soothing, soothe',
    ['concern:blotchiness'],
    ['calm'],
  ],
  [
    'wrinkle, wrinkles, fine line, fine lines, lines, anti wrinkle, wrinkle free, no wrinkles, crows feet, crow s feet',
    ['concern:fine-lines'],
  ],
  ['firm, firming, firmness, sagging, sagging skin, loose skin, lifting, neck, jaw, jawline', ['concern:firmness']],
  [
    'dull, dull skin, dullness, glow, glowing, glowing skin, glowy, radiance, radiant, brighten, brightening, bright, brighter, tired skin, luminous',
    ['concern:dullness'],
    ['glow', 'brightening', 'radiance'],
  ],
  [
    'uneven, uneven tone, uneven skin tone, dark spot, dark spots, age spots, sun spots, hyperpigmentation, discoloration, sallow',
    ['concern:uneven-tone'],
    ['sallow'],
  ],
  ['rough, rough skin, bumpy, bumpy skin, rough patches, dry patches, texture', ['concern:roughness'], ['rough']],
  ['hand, hands, dry hands, cracked hands, cuticle, cuticles, nail, nails', ['concern:hands']],
  [
    'shaving, shaved, shave, razor burn, razor bumps, razor, ingrown, ingrown hair, ingrown hairs, waxing, waxed, bikini line, bikini',
    ['concern:shaving'],
    ['shaved'],
  ],
  ['dry hair, damaged hair, dry ends, split ends, dry scalp, brittle hair', ['concern:dry-hair']],
  ['frizz, frizzy, frizzy hair, flyaways, curly hair, curls, curly', ['concern:frizz'], ['frizz']],
  [
    'unscented, fragrance free, scent free, perfume free, fragrancefree, scentless, odorless, no scent, no fragrance, no perfume, no smell, not smell, without scent, without fragrance, without perfume, free of fragrance, free from fragrance',
    ['scent:unscented'],
  ],
  ['floral, flowery, flowers', ['scent:floral']],
  ['citrus, citrusy, orange, orange blossom', ['scent:orange-blossom'], ['neroli']],
  ['herbal, herby', ['scent:herbal']],
  ['woody, woodsy, resin, resinous', ['scent:woody']],
  ['vegan, plant based, plantbased', ['vegan']],
  [
    'light, lightweight, non greasy, not greasy, not oily, non oily, not heavy, no grease, greaseless, weightless',
    [],
    ['light', 'weightless', 'thin'],
  ],
  ['fast absorbing, quick absorbing, absorbs fast, absorbs quickly', [], ['minute']],
  [
    'gift, gifts, present, presents, birthday, christmas, holiday, stocking stuffer, mom, mum, mother, mothers day, mother s day, wife, girlfriend, grandma, sister, friend',
    [],
    ['gift'],
  ],
  ['make up', [], ['makeup']],
  ['night, nighttime, evening', [], ['night', 'evening', 'bedtime']],
  ['bedtime, overnight, sleep', [], ['bedtime']],
  ['morning, daytime, am', [], ['morning']],
  ['intimate, bikini oil, vulva, yoni', [], ['intimate']],
  ['calendula, marigold', [], ['calendula']],
  ['orange flower', [], ['neroli']],
  ['feet, foot, heel, heels', [], ['feet', 'heel']],
  ['fragrant, scented, smells good, smell good', [], ['scent']],
]

function meaningsOf([said, meaning]: readonly [said: string, meaning: Meaning]): [phrase: string, Meaning][] {
  return said.split(', ').map((phrase) => [phrase, meaning])
}

export const SYNONYMS: ReadonlyMap<string, Meaning> = new Map(
  [
    ...ROWS.map(([said, facets, words = [], note]) => [said, { facets, words, ...(note && { note }) }] as const),
    ...MISSING_ROWS.map(([said, missing, words = [], isAside]) => {
      return [said, { facets: [], words, missing, ...(isAside && { isAside: true }) }] as const
    }),
    ...TOPIC_ROWS.map(([said, note]) => [said, { facets: [], words: [], ...(note && { note }) }] as const),
  ].flatMap(meaningsOf),
)

const LONG_ENOUGH = 5
/** No other word begins like one of these, as “clean” begins like “cleanser”. */
const KNOWN_UNFINISHED = ['sunscreen', 'sunblock', 'pregnant', 'psoriasis', 'dermatitis']

/** Also while one of these words is being typed, so that “sunscr” doesn't find what contains no sunscreen. */
export function findMeaning(typed: readonly string[]): Meaning | undefined {
  const phrase = typed.join(' ')
  const known = SYNONYMS.get(phrase)
  if (known || phrase.length < LONG_ENOUGH) return known
  const meant = KNOWN_UNFINISHED.find((word) => word.startsWith(phrase))
  return meant === undefined ? undefined : SYNONYMS.get(meant)
}

/** What an oil must not have: ingredients of these groups, or these words in a row on its list of ingredients. */
export type LeftOut = { groups: readonly IngredientGroup[]; phrases: readonly string[] }

type LeftOutRow = [said: string, groups: readonly IngredientGroup[], phrases?: readonly string[]]

/** What shoppers exclude besides the shop's own ingredients (ingredient-names.ts). */
const LEFT_OUT_ROWS: readonly LeftOutRow[] = [
  ['nut, nuts, tree nut, tree nuts', ['nuts']],
  ['almond, almonds, almond oil, sweet almond, sweet almonds, sweet almond oil', [], ['almond', 'amygdalus']],
  // Whoever can't have one of them may not tolerate the others, either.
  [
    'walnut, walnuts, hazelnut, hazelnuts, cashew, cashews, pistachio, pistachios, pecan, pecans, macadamia, macadamias, brazil nut, brazil nuts',
    ['nuts'],
    ['juglans', 'corylus', 'anacardium', 'pistacia', 'carya', 'macadamia', 'bertholletia'],
  ],
  ['coconut, coconut oil, coconuts', ['coconut']],
  // A scent in texts, but in oils an ingredient.
  ['orange, oranges, orange blossom, orange flower', [], ['orange', 'aurantium']],
  ['essential oil, essential oils', ['essential-oils']],
  ['fragrance, fragrances, perfume, perfumes, scent, scents', ['essential-oils'], ['parfum', 'fragrance']],
  ['stone fruit, stone fruits, stonefruit, stone fruit kernels', ['stone-fruit']],
  ['olive, olives, olive oil', ['olive']],
  ['peanut, peanuts, peanut oil, groundnut, groundnuts', [], ['peanut', 'arachis']],
  ['sesame, sesame oil', [], ['sesame', 'sesamum']],
  ['shea, shea butter', [], ['shea', 'butyrospermum']],
  ['lanolin, wool', [], ['lanolin']],
  [
    'paraben, parabens',
    [],
    ['methylparaben', 'ethylparaben', 'propylparaben', 'butylparaben', 'isobutylparaben', 'isopropylparaben'],
  ],
  [
    'silicone, silicones',
    [],
    [
      'dimethicone',
      'amodimethicone',
      'dimethiconol',
      'cyclomethicone',
      'trimethicone',
      'cyclopentasiloxane',
      'silicone',
    ],
  ],
  ['sulfate, sulfates, sls, sulphates', [], ['sulfate', 'sulphate']],
  ['mineral oil, petroleum', [], ['paraffinum', 'petrolatum', 'petroleum', 'mineral']],
  ['alcohol', [], ['alcohol', 'ethanol']],
  ['gluten, wheat', [], ['wheat', 'triticum', 'barley', 'hordeum', 'rye', 'secale', 'oat', 'avena']],
  ['soy, soya', [], ['soy', 'soja', 'soybean']],
  ['dairy, milk', [], ['milk', 'lactis', 'whey', 'casein']],
  ['honey, beeswax, bee products', [], ['honey', 'mel', 'cera alba', 'cera flava', 'beeswax', 'propolis']],
  ['daisy, daisies, ragweed', [], ['calendula', 'chamomilla', 'chamomile', 'arnica']],
  ['palm, palm oil', [], ['palm', 'elaeis']],
]

export const LEFT_OUT: ReadonlyMap<string, LeftOut> = new Map(
  LEFT_OUT_ROWS.flatMap(([said, groups, phrases = []]) =>
    said.split(', ').map((phrase) => [phrase, { groups, phrases }] as const),
  ),
)

function longWords(phrases: Iterable<string>): Set<string> {
  return new Set([...phrases].flatMap((phrase) => phrase.split(' ')).filter(({ length }) => length > 3))
}

/** Words of excluded ingredients, for spelling correction. */
export const LEFT_OUT_WORDS: ReadonlySet<string> = longWords(LEFT_OUT.keys())

/** Every word of the two lists, for spelling correction. */
export const KNOWN_WORDS: ReadonlySet<string> = longWords([...SYNONYMS.keys(), ...LEFT_OUT.keys()])
