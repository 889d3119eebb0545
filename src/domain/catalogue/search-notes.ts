/** What shoppers type that isn't about the oils we make. Phrases are separated by commas, as in search-synonyms.ts. */

/** Above results for a disease or a symptom. Results only say what a cosmetic may claim. */
export const CONDITIONS_NOTE = 'Our oils are cosmetics and don’t treat skin conditions.'

export const MARKS_NOTE = 'No oil takes away scars or stretch marks. Ours help dry skin look and feel smoother.'

export const HAIR_GROWTH_NOTE = 'Our oils don’t make hair grow. They’re for how it looks and feels.'

/** An allergy to a word that isn't a known ingredient. */
export const UNSURE_NOTE =
  'We couldn’t match that to an ingredient. If an oil’s page lists its ingredients, check there; if in doubt, ask us.'

/**
 * Products the shop may not have. Only names, categories and “Also found by” count, because texts also say what an oil
 * is not (“contains no sunscreen”). If no product has any of the words, the sentence is shown, and an aside (“for men”)
 * isn't searched for.
 */
export const MISSING_ROWS: readonly [said: string, note: string, words?: readonly string[], isAside?: boolean][] = [
  [
    'sunscreen, sunscreens, sun screen, spf, sun protection, sunblock, sun block, uv protection',
    'Our oils don’t contain sunscreen. Wear one on top.',
    ['sunscreen', 'sunblock', 'spf', 'uv'],
  ],
  [
    'lip, lips, chapped lips, dry lips, cracked lips, lip balm, lip oil, lip care',
    'None of our oils is made for lips.',
    ['lip'],
  ],
  [
    'baby, babies, baby oil, newborn, newborns, infant, infants, toddler, toddlers, kid, kids, child, children',
    'None of our oils is made for children. Ask a pediatrician before using one.',
    ['baby', 'newborn', 'infant', 'toddler', 'kid', 'child', 'children'],
  ],
  [
    'men, mens, men s, man, for men, guys, women, womens, women s, woman, for women, unisex',
    'None of our oils is just for men or just for women. Go by skin type and scent.',
    ['men', 'man', 'guys', 'women', 'woman', 'unisex'],
    true,
  ],
  ['oil free', 'Everything we make is an oil. For a light one, search for “lightweight”.'],
  ['refill, refills, refillable', 'We don’t sell refills.', ['refill']],
  [
    'soap, shampoo, conditioner, lotion, cream, balm, cleanser, face wash, body wash, toner, scrub, face mask, deodorant, makeup remover, candle, candles',
    'We don’t make that. Our oils are for face, body and hair.',
  ],
]

/** About shopping here rather than about an oil, so they aren't looked for in oils. */
export const TOPIC_ROWS: readonly [said: string, note?: string][] = [
  [
    'pregnant, pregnancy, pregnancy safe, while pregnant, during pregnancy, expecting, nursing, breastfeeding, breast feeding, postpartum, maternity',
    'Pregnant or nursing? Ask your doctor first, and check the ingredients on each oil’s page.',
  ],
  [
    'gift card, gift cards, giftcard, giftcards, e gift card, gift certificate, gift certificates, gift voucher, gift vouchers',
    'We don’t have gift cards.',
  ],
  [
    'ship to canada, canada, mexico, uk, europe, australia, international, internationally, international shipping, ship internationally, ship abroad, abroad, overseas, worldwide, worldwide shipping',
    'We ship within the United States only.',
  ],
  ['peanut, peanuts', 'Avoiding peanuts? Search for “peanut free”.'],
  ['coupon, coupons, coupon code, promo, promos, promo code, promo codes, discount, discounts, discount code, voucher'],
  ['return, returns, return policy, refund, refunds, refund policy, exchange, exchanges'],
  ['shipping, free shipping, shipping cost, shipping policy, delivery, ship, new mexico'],
  ['expire, expires, expired, expiration, expiration date, expiry, expiry date, shelf life, best by, use by, go bad'],
  ['best seller, best sellers, best selling, bestseller, bestsellers, bestselling, most popular, popular, favorites'],
]
