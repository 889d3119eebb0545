import type { CardFace, Token } from './objects.ts'

const VISA: CardFace = {
  card_brand: 'VISA',
  last_4: '1111',
  exp_month: 11,
  exp_year: 2036,
  bin: '411111',
  fingerprint: 'sq-1-emulated-card-nonce-ok',
  card_type: 'CREDIT',
  prepaid_type: 'NOT_PREPAID',
}

const GIFT_CARD: CardFace = { ...VISA, card_brand: 'SQUARE_GIFT_CARD', last_4: '0000', bin: '778332' }

const DECLINES = new Map([
  ['cnon:card-nonce-rejected-cvv', 'CVV_FAILURE'],
  ['cnon:card-nonce-rejected-postalcode', 'ADDRESS_VERIFICATION_FAILURE'],
  ['cnon:card-nonce-rejected-expiration', 'INVALID_EXPIRATION'],
  ['cnon:card-nonce-declined', 'GENERIC_DECLINE'],
  ['cnon:card-nonce-already-used', 'CARD_TOKEN_USED'],
  ['cnon:gift-card-nonce-insufficient-funds', 'INSUFFICIENT_FUNDS'],
  ['cnon:gift-card-nonce-insufficient-permission', 'INSUFFICIENT_PERMISSIONS'],
  ['ccof:customer-card-id-requires-verification', 'CARD_DECLINED_VERIFICATION_REQUIRED'],
  ['ccof:customer-card-id-declined', 'GENERIC_DECLINE'],
  ['ccof:customer-card-id-rejected-postalcode', 'ADDRESS_VERIFICATION_FAILURE'],
  ['ccof:customer-card-id-rejected-expiration', 'INVALID_EXPIRATION'],
  ['bnon:bank-nonce-failure', 'GENERIC_DECLINE'],
  ['bnon:bank-nonce-account-unusable', 'INVALID_ACCOUNT'],
  ['bnon:bank-nonce-insufficient-funds', 'INSUFFICIENT_FUNDS'],
  ['bnon:bank-nonce-invalid-account', 'INVALID_ACCOUNT'],
  ['bnon:bank-nonce-buyer-refused-payment', 'GENERIC_DECLINE'],
  ['wnon:cash-app-declined', 'GENERIC_DECLINE'],
  ['wnon:afterpay-or-clearpay-declined', 'GENERIC_DECLINE'],
])

const ACCEPTED = new Set([
  'cnon:card-nonce-ok',
  'cnon:gift-card-nonce-ok',
  'ccof:customer-card-id-ok',
  'bnon:bank-nonce-ok',
  'wnon:cash-app-ok',
  'wnon:afterpay-or-clearpay-ok',
])

/** Square's fixed test tokens: usable by anyone, any number of times. */
export function findTestToken(id: string): Token | undefined {
  const decline = DECLINES.get(id)
  if (!decline && !ACCEPTED.has(id)) return undefined
  const card = id.includes('gift-card') ? GIFT_CARD : VISA
  const base = { id, createdAt: 0, isReusable: true, ...(decline && { decline }) }
  if (id.startsWith('bnon:')) return { ...base, sourceType: 'BANK_ACCOUNT', entryMethod: 'KEYED' }
  if (id.startsWith('wnon:cash')) return { ...base, sourceType: 'WALLET', entryMethod: 'KEYED' }
  if (id.startsWith('wnon:')) return { ...base, sourceType: 'BUY_NOW_PAY_LATER', entryMethod: 'KEYED' }
  return { ...base, sourceType: 'CARD', entryMethod: id.startsWith('ccof:') ? 'ON_FILE' : 'KEYED', card }
}
