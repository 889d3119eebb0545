/**
 * Decides who may send a card to the provider. Card testers try stolen cards by the thousand. The defense must never
 * stop buyers, and they share addresses with strangers, so nothing here closes the checkout: the free lane has a budget,
 * and beyond it a browser has to do a proof of work. Invented tokens and unknown outcomes can only add to that work.
 * Only an address from which many cards that exist were declined, most of them after the hardest work, is refused.
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
  /** Of these, declined. */
  clientDeclined: number
  /** Of these, declines of cards that exist, and cards that are being charged right now. */
  clientCards: number
  /** Declined, with any of the cards that were declined for this sender. */
  card: number
  /** Declined, from the sender's /24 or /48. Strangers share it. */
  network: number
  /** Cards of the /24 or /48 that exist and were declined, or that are being charged right now. */
  networkCards: number
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
 * free: no proof required; proven: with a proof of work; suspect: with a proof of work, the hardest once all suspects
 * together have used up their budget.
 */
export type Lane = 'free' | 'proven' | 'suspect'
export type TryVerdict =
  | { kind: 'admit'; lane: Lane }
  /** Expected number of hashes per round. */
  | { kind: 'prove'; work: number }
  | { kind: 'refuse' }

/** This many failures within an hour are a wave, which closes the free lane. */
export const WAVE_FAILURES = 30
/** From here on, all suspects have to do the hardest work. */
const SUSPECT_BUDGET = 40
/** From here on a single sender, card or email address needs a proof of work even without a wave. */
const MANY_OF_ONE = 5
const MANY_OF_NETWORK = 20
/** From here on a sender whose cards were declined, or with a card that was, has to do the hardest work. */
const HARDEST_OF_ONE = 10
/** An address from which this many cards were declined, or are being charged, is refused. */
export const MAX_CARDS_OF_ADDRESS = 30
/** The same for an IPv6 /48, where addresses cost nothing, but which may be a whole town. */
export const MAX_CARDS_OF_NETWORK = 120
/** During a wave a buyer may mistype a card once before the address becomes suspect. */
const SUSPECT_CLIENT = 2
const SUSPECT_IPV6_NETWORK = 10
/** Takes less time than typing an address. */
const HUMAN_MS = 3000

/** Many small puzzles take about the same time for everyone; the time for a single large one varies widely. */
export const PROOF_ROUNDS = 16
/** 32 times the base work: slow, but still a way to pay. */
const MAX_DOUBLINGS = 5
/** 64 times the base work, for suspects: the way to pay for a buyer who shares an address with card testers. */
const HARDEST_DOUBLINGS = 6
/** Work doubles for every this many failures of senders with a proof. */
const PROVEN_PER_DOUBLING = 20

/** `baseWork` is what a buyer without failures has to show during a wave, in hashes per round. */
export function judgeTry(failures: Failures, sender: Sender, baseWork: number): TryVerdict {
  const { free, proven, suspect, client, card, network, person } = failures
  if (isUsedUp(failures, sender)) return { kind: 'refuse' }
  const isWave = free + proven + suspect >= WAVE_FAILURES
  const isQuiet = Math.max(client, card, person) < MANY_OF_ONE && network < MANY_OF_NETWORK
  if (!isWave && isQuiet) return { kind: 'admit', lane: 'free' }

  const lane = isSuspect(failures, sender, isWave) ? 'suspect' : 'proven'
  const isHardest = lane === 'suspect' && hasTriedOften(failures)
  const work = baseWork * 2 ** (isHardest ? HARDEST_DOUBLINGS : doublings(failures, sender))
  // Half is enough, because the wave may have grown while the browser was working.
  return sender.provenWork * 2 >= work ? { kind: 'admit', lane } : { kind: 'prove', work }
}

function isUsedUp({ clientCards, networkCards }: Failures, { isIpv6 }: Sender): boolean {
  return clientCards >= MAX_CARDS_OF_ADDRESS || (isIpv6 && networkCards >= MAX_CARDS_OF_NETWORK)
}

function isSuspect({ clientDeclined, card, network }: Failures, { isIpv6 }: Sender, isWave: boolean): boolean {
  if (!isWave) return clientDeclined >= MANY_OF_ONE || card >= MANY_OF_ONE
  return clientDeclined >= SUSPECT_CLIENT || (isIpv6 && network >= SUSPECT_IPV6_NETWORK)
}

function hasTriedOften({ suspect, clientCards, card }: Failures): boolean {
  return suspect >= SUSPECT_BUDGET || Math.max(clientCards, card) >= HARDEST_OF_ONE
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
