/**
 * Decides who may send a card to the provider. Card testers try stolen cards by the thousand. The defense must never
 * stop buyers, so nothing here closes the checkout: the free lane has a budget, and beyond it a browser has to do a
 * proof of work. Only an address with failures of its own can be refused.
 */

/** Tries within the last hour that did not lead to a payment. Open means the outcome isn't known yet. */
export type Failures = {
  /** Declined or open, from senders in the free lane. */
  free: number
  /** Declined, from senders with a proof of work. */
  proven: number
  /** Declined or open, from senders with a proof of work and earlier failures. */
  suspect: number
  /** Declined or open, from this sender's address. */
  client: number
  /** Declined, with any of the cards that were declined for this sender. */
  card: number
  /** Declined, from the sender's /24 or /48. Strangers share it. */
  network: number
  /** Declined, with this email address. Anyone can type it. */
  person: number
}

export type Sender = {
  /** Undefined without a ticket. */
  ticketAgeMs: number | undefined
  /** Work per round shown by the request; 0 without a proof. */
  provenWork: number
  isIpv6: boolean
}

/**
 * free: no proof required; proven: with a proof of work; suspect: with a proof of work, within a budget shared by all
 * suspects.
 */
export type Lane = 'free' | 'proven' | 'suspect'
export type TryVerdict =
  | { kind: 'admit'; lane: Lane }
  /** Expected number of hashes per round. */
  | { kind: 'prove'; work: number }
  | { kind: 'refuse' }

/** This many failures within an hour are a wave, which closes the free lane. */
export const WAVE_FAILURES = 30
/** Hourly budget of all suspects together. With the free lane this stays below 100. */
const SUSPECT_BUDGET = 40
/** From here on a single sender, card or email address needs a proof of work even without a wave. */
const MANY_OF_ONE = 5
const MANY_OF_NETWORK = 20
/** From here on a single sender or card is refused for the rest of the hour. */
const MAX_OF_ONE = 10
/** During a wave a buyer may mistype a card once before the address becomes suspect. */
const SUSPECT_CLIENT = 2
const SUSPECT_IPV6_NETWORK = 10
/** Takes less time than typing an address. */
const HUMAN_MS = 3000

/** Many small puzzles take about the same time for everyone; the time for a single large one varies widely. */
export const PROOF_ROUNDS = 16
/** 32 times the base work: slow, but still a way to pay. */
const MAX_DOUBLINGS = 5
/** Work doubles for every this many failures of senders with a proof. */
const PROVEN_PER_DOUBLING = 20

/** `baseWork` is what a buyer without failures has to show during a wave, in hashes per round. */
export function judgeTry(failures: Failures, sender: Sender, baseWork: number): TryVerdict {
  const { free, proven, suspect, client, card, network, person } = failures
  if (client >= MAX_OF_ONE || card >= MAX_OF_ONE) return { kind: 'refuse' }
  const isWave = free + proven + suspect >= WAVE_FAILURES
  const isQuiet = Math.max(client, card, person) < MANY_OF_ONE && network < MANY_OF_NETWORK
  if (!isWave && isQuiet) return { kind: 'admit', lane: 'free' }

  const lane = isSuspect(failures, sender, isWave) ? 'suspect' : 'proven'
  if (lane === 'suspect' && suspect >= SUSPECT_BUDGET) return { kind: 'refuse' }
  const work = baseWork * 2 ** doublings(failures, sender)
  // Half is enough, because the wave may have grown while the browser was working.
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

/** Provider errors about a token or the request: no card was tried. */
export const CODES_WITHOUT_CARD = [
  'BAD_REQUEST',
  'CARD_TOKEN_EXPIRED',
  'CARD_TOKEN_USED',
  'INVALID_CARD_DATA',
  'INVALID_VALUE',
  'NOT_FOUND',
] as const
