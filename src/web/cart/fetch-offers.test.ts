import { expect, test } from 'vitest'
import { fetchOffers } from './fetch-offers.ts'

const serum = {
  id: 'pure-bloom',
  name: 'Pure Bloom',
  image_url: '/pictures/pure-bloom-0123456789-1280.webp',
  price_cents: 3400,
  has_sizes: true,
  size_1oz_price_cents: 2500,
  size_2oz_price_cents: 3400,
  size_4oz_price_cents: null,
  single_size_info: null,
  sold_out: ['2oz'],
  skin_types: ['dry'],
  cautions: [{ groups: ['nuts'], names: 'argan oil' }],
}
const oil = {
  ...serum,
  id: 'body-oil',
  name: 'Body Oil',
  image_url: '/uploads/0123456789abcdef0123',
  price_cents: 4600,
  has_sizes: false,
  single_size_info: '4oz',
  sold_out: [],
}

function answering(status: number, body: string): typeof fetch {
  return async () => new Response(body, { status })
}

const marks = { skinTypes: ['dry'], cautions: [{ groups: ['nuts'], names: 'argan oil' }] }

test('parses rows into offers, with the sizes they have', async () => {
  expect(await fetchOffers(answering(200, JSON.stringify({ products: [serum, oil] })))).toEqual([
    {
      id: 'pure-bloom',
      name: 'Pure Bloom',
      image: '/pictures/pure-bloom-0123456789',
      pricing: { kind: 'sized', prices: { '1oz': 2500, '2oz': 3400 } },
      soldOut: ['2oz'],
      ...marks,
    },
    {
      id: 'body-oil',
      name: 'Body Oil',
      image: '/uploads/0123456789abcdef0123',
      pricing: { kind: 'single', priceCents: 4600, info: '4oz' },
      soldOut: [],
      ...marks,
    },
  ])
})

test('distinguishes an unreachable shop from one without products', async () => {
  const free = { ...oil, price_cents: 0 }
  expect(await fetchOffers(answering(503, '{"products":[]}'))).toBeUndefined()
  expect(await fetchOffers(answering(200, '<html>'))).toBeUndefined()
  expect(await fetchOffers(answering(200, '{"products":[{}]}'))).toBeUndefined()
  expect(await fetchOffers(answering(200, JSON.stringify({ products: [free] })))).toBeUndefined()
  expect(await fetchOffers(() => Promise.reject(new TypeError('Failed to fetch')))).toBeUndefined()
})
