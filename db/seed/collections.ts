import type { SeedCollection, SeedNeed } from './seed-types.ts'

/** In menu order. */
export const collections: readonly SeedCollection[] = [
  {
    slug: 'facial-serums',
    name: 'Facial Serums',
    eyebrow: 'For the face',
    lead: 'Three to five drops each. Choose by what you would like to see in the mirror; they all sink in.',
    shelfText: 'Three to five drops, pressed onto damp skin.',
    seoDescription: 'Facial oil serums, each for a different morning: radiance, renewal, firmness, brightness, calm.',
    searchWords: 'face',
    noun: 'facial serums',
    picture: 'shelf-face',
    products: [
      'first-light-serum',
      'forever-skin-serum',
      'petal-renewal-serum',
      'pure-bloom',
      'sos-serum-blemish-blend',
      'velvet-contour-serum',
    ],
  },
  {
    slug: 'focus-care',
    name: 'Focus Care',
    eyebrow: 'Where you need it',
    lead: 'Concentrated oils for the spots that ask for more: dry patches, tired ends, the look of blemish-prone skin.',
    shelfText: 'Concentrated, for the spots that ask for more.',
    cardLabel: 'Focus Care',
    seoDescription:
      'Concentrated oils for the spots that need more than a glance: dry patches, tired ends, blemish-prone skin.',
    noun: 'focus care products',
    failureText: 'Failed to load products. Please try again.',
    picture: 'shelf-focus',
    products: ['barrier-rescue-oil', 'bloomera-hair-skin-restore', 'sos-serum-blemish-blend'],
  },
  {
    slug: 'body-hair',
    name: 'Body & Hair',
    title: 'Body & Hair Collection',
    eyebrow: 'From head to toe',
    lead: 'One generous size each. Press onto damp skin after the shower, or work a few drops through dry ends.',
    shelfText: 'One generous size, after the shower or through dry ends.',
    seoDescription: 'Body and hair oils in one generous size, from a woody floral to one with no scent at all.',
    noun: 'body & hair products',
    picture: 'shelf-body',
    products: [
      'floral-wood-body-oil',
      'vanilla-sun-body-oil',
      'meadow-calm-oil',
      'neroli-dusk-body-oil',
      'orchard-hand-cuticle-oil',
      'silk-root-hair-oil',
      'sunday-ritual-oil',
      'tender-bloom-intimate-oil',
    ],
  },
]

/** The cards of "Shop by Need". */
export const needs: readonly SeedNeed[] = [
  { name: 'Glow & radiance', picture: 'need-glow', collection: 'facial-serums' },
  { name: 'Calm & comfort', picture: 'need-calm', product: 'barrier-rescue-oil' },
  { name: 'Clear-looking skin', picture: 'need-blemish', collection: 'focus-care' },
  { name: 'Body & hair', picture: 'need-body', collection: 'body-hair' },
]

/** The featured cards of the home page. */
export const featured = [
  { productId: 'forever-skin-serum', badge: 'Best Seller' },
  { productId: 'pure-bloom', badge: 'Staff Pick' },
  { productId: 'bloomera-hair-skin-restore', badge: 'Low Stock' },
  { productId: 'floral-wood-body-oil', badge: 'Customer Favorite' },
]

/** The only tracked stock of the demo; everything else is unlimited. */
export const demoStock = [{ productId: 'bloomera-hair-skin-restore', size: '4oz', onHand: 6 }]
