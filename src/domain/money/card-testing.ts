/**
 * Who may send a card to the provider. Card testers try out stolen cards by the thousand; what stops them must never
 * stop buyers, so nothing here closes the checkout: the free lane has a budget, and behind it a browser has to show
 * some work. Only an address that failed by itself can be refused.
 */

/** What did not lead to a payment within the last hour. Open means that the outcome is not known yet. */
export type Failures = {
  /** Declined or open, of senders that had to prove nothing. */
  free: number
  /** Declined, of senders that had shown their work. */
  proven: number
  /** Declined or open, of senders that had shown their work and had failed before. */
  suspect: number
  /** Declined or open, of this sender's address. */
  client: number
  /** Declined, of the cards that were declined for this sender. */
  card: number
  /** Declined, of the sender's /24 or /48. Strangers share it. */
  network: number
  /** Declined, of this email address. Anybody can type it. */
  person: number
}

export type Sender = {
  /** Undefined without a ticket. */
  ticketAgeMs: number | undefined
  /** The work per round that came with the request; 0 for none. */
  provenWork: number
  isIpv6: boolean
}

/** free: nothing was asked of the sender; proven: work was; suspect: work was, within a budget that suspects share. */
export type Lane = 'free' | 'proven' | 'suspect'
export type TryVerdict =
  | { kind: 'admit'; lane: Lane }
  /** The expected number of hashes per round. */
  | { kind: 'prove'; work: number }
  | { kind: 'refuse' }

/** More failures than this within an hour are a wave, and the free lane ends. */
export const WAVE_FAILURES = 30
/** What all suspects together may send in an hour. With the free lane this stays below 100. */
const SUSPECT_BUDGET = 40
/** From here on one sender, card or person has to show work even while everything else is quiet. */
const MANY_OF_ONE = 5
const MANY_OF_NETWORK = 20
/** From here on one sender or card is refused for the rest of the hour. */
const MAX_OF_ONE = 10
/** During a wave a buyer may mistype a card once before the address is suspect. */
const SUSPECT_CLIENT = 2
const SUSPECT_IPV6_NETWORK = 10
/** Less time than anyone takes to type an address. */
const HUMAN_MS = 3000

/** Separate small puzzles take much the same time for everyone; a single large one is a lottery. */
export const PROOF_ROUNDS = 16
/** 32 times the base work: slow, and still a way to pay. */
const MAX_DOUBLINGS = 5
/** Work grows by a doubling for so many failures of senders that had shown theirs. */
const PROVEN_PER_DOUBLING = 20

/** `baseWork` is what a buyer without any failures has to show during a wave, in hashes per round. */
export function judgeTry(failures: Failures, sender: Sender, baseWork: number): TryVerdict {
  const { free, proven, suspect, client, card, network, person } = failures
  if (client >= MAX_OF_ONE || card >= MAX_OF_ONE) return { kind: 'refuse' }
  const isWave = free + proven + suspect >= WAVE_FAILURES
  const isQuiet = Math.max(client, card, person) < MANY_OF_ONE && network < MANY_OF_NETWORK
  if (!isWave && isQuiet) return { kind: 'admit', lane: 'free' }

  const lane = isSuspect(failures, sender, isWave) ? 'suspect' : 'proven'
  if (lane === 'suspect' && suspect >= SUSPECT_BUDGET) return { kind: 'refuse' }
  const work = baseWork * 2 ** doublings(failures, sender)
  // Half is enough, as the wave may have grown while the browser was at work.
  return sender.provenWork * 2 >= work ? { kind: 'admit', lane } : { kind: 'prove', work }
}

function isSuspect({ client, card, network }: Failures, { isIpv6 }: Sender, isWave: boolean): boolean {
  if (!isWave) return client >= MANY_OF_ONE || card >= MANY_OF_ONE
  return client >= SUSPECT_CLIENT || (isIpv6 && network >= SUSPECT_IPV6_NETWORK)
}

function doublings({ proven, client, network, person }: Failures, { ticketAgeMs = 0 }: Sender): number {
  const signs =
    Math.floor(proven / PROVEN_PER_DOUBLING) +
    Math.min(client, 3) +
    Math.min(Math.floor(network / 4), 3) +
    Number(person >= MANY_OF_ONE) +
    Number(ticketAgeMs < HUMAN_MS)
  return Math.min(signs, MAX_DOUBLINGS)
}

/** The provider answered these about a token or about nothing; no card was tried. */
export const CODES_WITHOUT_CARD = [
  'BAD_REQUEST',
  'CARD_TOKEN_EXPIRED',
  'CARD_TOKEN_USED',
  'INVALID_CARD_DATA',
  'INVALID_VALUE',
  'NOT_FOUND',
] as const
