/**
 * Everything the rehearsal assumes about Square's sandbox, in one place, with the source of each. None of it has been
 * tested with an account: if a step fails at real Square, look here first, then correct docs/emulator-differences.md.
 */

/** Cards of Square's page of sandbox test values (developer.squareup.com/docs/testing/test-values, read in 2026). */
export const CARDS = {
  paid: { number: '4111111111111111', cvv: '111' },
  declined: { number: '4000000000000002', cvv: '111' },
  /** "Modal with Verification Code"; seen to ask in a sandbox in Square forum 27228. */
  challenged: { number: '4310000000201019', cvv: '111' },
} as const
export const BANK_CODE = '123456'

/** Any date in the future will do. A payment in dollars needs a ZIP code; 99999 would be declined. */
export const EXPIRY = '12/35'
export const ZIP = '84601'

/** The markup that public test suites of other shops use against the sandbox, WooCommerce's among them. */
export const CARD_FRAME = 'iframe.sq-card-component'
export const CARD_FIELDS = { number: '#cardNumber', expiry: '#expirationDate', cvv: '#cvv', zip: '#postalCode' }

/** Where the bank's challenge is shown isn't documented: any frame with a single text box and a button is taken for it. */
export const CHALLENGE = {
  box: 'input:not([type=hidden]):not([type=submit]):not([type=button]):not([type=checkbox])',
  button: 'button, input[type=submit]',
  approve: /approve|submit|verify|confirm|continue|next|ok/i,
}

/** The button is drawn by Google's script in our element; the sheet is a frame in the emulator, and unknown at Google. */
export const GOOGLE_PAY = {
  button: '[data-wallet="google-pay"] button',
  emulatedSheet: 'body > iframe.sq-wallet-sheet',
  whyNotInSandbox: 'it needs Chrome with a Google account that has a card, and Google’s own window',
}

/**
 * Square challenges by the rules of the location's country. A location in the US may be let through without a code
 * unless a rule of Square's Risk Manager asks for one (forum 2349, 27228).
 */
export const NO_CHALLENGE = 'Square took the payment without asking for a code, as it may for a location in the US'

/** Subscribed to for the length of the rehearsal, and relayed from the Events API if this machine can't be reached. */
export const EVENT_TYPES = ['payment.created', 'payment.updated', 'refund.created', 'refund.updated']

/** True whatever is rehearsed. */
export const NEVER_PROVED = [
  'Apple Pay: needs Safari on an Apple device and your real domain.',
  'Your own mail server: the rehearsal’s emails stay on this machine.',
  'The challenge of a real bank: the sandbox has a single one of its own.',
]

/** Also true if Square was the emulator. */
export const NOT_PROVED_BY_EMULATOR = [
  'Square’s own script, card form and 3-D Secure challenge: these came from the emulator.',
  'The hosts that Square’s script really loads from: the emulator uses those of Square’s documentation.',
  'Test cards, test code and decline codes of the sandbox.',
  'The Events API, webhook subscriptions and their signature key.',
  'How long Square takes to book a refund.',
]
