/**
 * Numbers, codes and amounts that cause outcomes, all of which a person can type. The first block is from Square's
 * sandbox; the emulator's own numbers all start with 4000 0000 0000 9.
 */
import type { RequestFault } from './faults.ts'

/** What happens to the request that charges the card. "After" means that the money has moved. */
export type InputFault = Extract<
  RequestFault,
  | 'hang'
  | 'hang-after'
  | 'reset-before'
  | 'reset-after'
  | '500-before'
  | '500-after'
  | 'html-200'
  | 'stall-body'
  | 'slow'
>

export type TokenizeFault = 'error' | 'unknown' | 'throw'

export type TestCard = {
  number: string
  title: string
  decline?: string
  fault?: InputFault
  tokenize?: TokenizeFault
  /** Cards from countries that require 3-D Secure: declined unless tokenized with verification details. */
  verification?: 'frictionless' | 'challenge' | 'failing'
  isExpiredToken?: boolean
}

export const TEST_CARDS: TestCard[] = [
  { number: '4111111111111111', title: 'Visa, pays' },
  { number: '5105105105105100', title: 'Mastercard, pays' },
  { number: '6011000000000004', title: 'Discover, pays' },
  { number: '30000000000004', title: 'Diners Club, pays' },
  { number: '3569990010095841', title: 'JCB, pays, asks for no ZIP' },
  { number: '340000000000009', title: 'American Express, pays, CVV of 4 digits' },
  { number: '6222988812340000', title: 'China UnionPay, pays, asks for no ZIP' },
  { number: '4000000000000002', title: 'Declined: GENERIC_DECLINE', decline: 'GENERIC_DECLINE' },
  { number: '4000000000000010', title: 'Pays (the real one declines it only as a card on file)' },
  {
    number: '4800000000000004',
    title: '3-D Secure without a challenge; declined when tokenized without verification details',
    verification: 'frictionless',
  },
  {
    number: '4310000000201019',
    title: '3-D Secure with a challenge: the bank asks for a code, which is 123456',
    verification: 'challenge',
  },
  { number: '4811110000000008', title: '3-D Secure that fails without a challenge', verification: 'failing' },
  { number: '4000000000009995', title: 'Declined: INSUFFICIENT_FUNDS', decline: 'INSUFFICIENT_FUNDS' },
  { number: '4000000000009011', title: 'No answer, not charged', fault: 'hang' },
  { number: '4000000000009029', title: 'No answer, but charged', fault: 'hang-after' },
  { number: '4000000000009037', title: 'Connection reset, not charged', fault: 'reset-before' },
  { number: '4000000000009045', title: 'Connection reset, but charged', fault: 'reset-after' },
  { number: '4000000000009052', title: 'Answer 500, not charged', fault: '500-before' },
  { number: '4000000000009060', title: 'Answer 500, but charged', fault: '500-after' },
  { number: '4000000000009078', title: 'Answer 200 with a web page in it, but charged', fault: 'html-200' },
  { number: '4000000000009086', title: 'Answer that stops after its headers, but charged', fault: 'stall-body' },
  { number: '4000000000009094', title: 'Pays after a long wait', fault: 'slow' },
  { number: '4000000000009102', title: 'Tokenizing ends with status Error', tokenize: 'error' },
  { number: '4000000000009110', title: 'Tokenizing ends with status Unknown', tokenize: 'unknown' },
  { number: '4000000000009128', title: 'Tokenizing throws a TokenizationError', tokenize: 'throw' },
  { number: '4000000000009136', title: 'Token that has expired: CARD_TOKEN_EXPIRED', isExpiredToken: true },
]

/** Other things to type, for the page that lists them. */
export const OTHER_TRIGGERS = [
  { input: 'CVV 911', title: 'Declined: CVV_FAILURE' },
  { input: 'ZIP 99999', title: 'Declined: ADDRESS_VERIFICATION_FAILURE' },
  { input: 'Expiry 01/40', title: 'Declined: INVALID_EXPIRATION' },
  { input: 'CVV 222', title: 'With a card that fails: only its first request fails, a repeat gets through' },
  { input: 'Amount $22.22', title: 'Pays with risk level MODERATE' },
  { input: 'Amount $33.33', title: 'Pays with risk level HIGH' },
  { input: 'Refund reason "emulator:reject"', title: 'The refund ends REJECTED' },
  { input: 'Refund reason "emulator:fail"', title: 'The refund ends FAILED' },
] as const

const FIRST_REQUEST_ONLY_CVV = '222'

export type TypedCard = { number: string; expMonth: number; expYear: number; cvv: string; postalCode: string }

/** The outcome that the typed values cause; undefined if the number isn't a test card. */
export function findTestCard(card: TypedCard): (TestCard & { isFaultOnce: boolean }) | undefined {
  const known = TEST_CARDS.find(({ number }) => number === card.number)
  if (!known) return undefined
  const decline = known.decline ?? declineByDetails(card)
  return { ...known, ...(decline && { decline }), isFaultOnce: card.cvv === FIRST_REQUEST_ONLY_CVV }
}

function declineByDetails({ cvv, postalCode, expMonth, expYear }: TypedCard): string | undefined {
  if (cvv === '911') return 'CVV_FAILURE'
  if (postalCode === '99999') return 'ADDRESS_VERIFICATION_FAILURE'
  if (expMonth === 1 && expYear === 2040) return 'INVALID_EXPIRATION'
  return undefined
}

/** The risk Square reports for two amounts of its sandbox. */
export function riskLevelOf(amountCents: number): string {
  if (amountCents === 2222) return 'MODERATE'
  if (amountCents === 3333) return 'HIGH'
  return 'NORMAL'
}
