import { createHmac, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { MESSAGES } from '#contract/messages.ts'
import { judgeTry, PROOF_ROUNDS, WAVE_FAILURES } from '#domain/money/card-testing.ts'
import type { RaiseAlert } from '#server/alerts/raise-alert.ts'
import type { Database, Orm } from '#server/platform/db/database.ts'
import type { SenderUnits } from '#server/platform/http/sender-address.ts'
import { failed, type PayAnswer } from './pay-responses.ts'
import type { CheckoutTickets } from './tickets.ts'
import {
  claimTry,
  claimTryForCharge,
  countFailures,
  deleteTry,
  hasTry,
  insertTry,
  lockFirstAlert,
} from './tries.queries.ts'

export type CheckoutGateDeps = {
  database: Pick<Database, 'orm'>
  tickets: CheckoutTickets
  raiseAlert: RaiseAlert
  secretKey: string
  /** Hashes per round required of a buyer without failures. */
  proofWork: number
  log: Logger
  now: () => Date
}

/** Evidence about a sender besides its address. */
export type Evidence = Pick<SenderUnits, 'network' | 'isIpv6'> & {
  /** Headers sent by the page: the ticket it got when the dialog opened, and its proof of work. */
  ticket?: string | undefined
  proof?: string | undefined
}

export type TryRequest = Evidence & { checkoutKey: string; client: string; foldedEmail: string }

/** Release `tryId` if no order comes of it. */
export type Admission = { tryId: string | undefined } | { refusal: PayAnswer }

export type CheckoutGate = ReturnType<typeof createCheckoutGate>

/** Saves a query; the database enforces the actual interval. */
const ALERT_PAUSE_MS = 60_000

/**
 * Decides which payments reach the provider. A try is stored before it is judged, so concurrent ones see each other
 * across all processes.
 */
export function createCheckoutGate({
  database,
  tickets,
  raiseAlert,
  secretKey,
  proofWork,
  log,
  now,
}: CheckoutGateDeps) {
  const { orm } = database
  let alertedAt = -Infinity

  function hashOf(unit: string): string {
    return createHmac('sha256', secretKey).update(unit).digest('base64url')
  }

  function challenge(ticket: string, work: number): Admission {
    const answer = failed(429, 'proof', MESSAGES.tooManyRequests)
    return { refusal: { ...answer, body: { ...answer.body, challenge: { ticket, rounds: PROOF_ROUNDS, work } } } }
  }

  function refuse(): Admission {
    return { refusal: failed(429, 'throttled', MESSAGES.tooManyRequests) }
  }

  async function judge({ checkoutKey, client, network, isIpv6, foldedEmail, ticket, proof }: TryRequest) {
    const counted = {
      checkoutKey,
      clientHash: hashOf(`client ${client}`),
      networkHash: hashOf(`network ${network}`),
      foldedEmail,
    }
    const failures = await countFailures(orm, counted)
    if (failures.declinedCards >= WAVE_FAILURES) alertOnWave(failures.declinedCards)
    const sender = {
      ticketAgeMs: ticket === undefined ? undefined : tickets.ageOf(ticket),
      provenWork: ticket && proof ? tickets.provenWork(ticket, proof) : 0,
      isIpv6,
    }
    const verdict = judgeTry(failures, sender, proofWork)
    return { ...counted, verdict }
  }

  /** In the background: the payment neither waits for it nor fails with it. */
  function alertOnWave(declinedCards: number): void {
    const time = now().getTime()
    if (time - alertedAt < ALERT_PAUSE_MS) return
    alertedAt = time
    raiseOnce(declinedCards).catch((error: unknown) => {
      alertedAt = -Infinity
      log.error({ err: error }, 'failed to alert the owner about card testing')
    })
  }

  async function raiseOnce(declinedCards: number): Promise<void> {
    await orm.transaction(async (tx) => {
      if (!(await lockFirstAlert(tx, 'card-testing'))) return
      await raiseAlert(tx, {
        kind: 'card-testing',
        subject: `Since ${now().toISOString().slice(0, 16).replace('T', ' ')} UTC`,
        detail:
          `${declinedCards} cards were declined in the last hour. Your customers can still pay: while this lasts, ` +
          `their browsers do a moment of extra work at checkout, and senders with failed cards are held back. ` +
          `You don't need to do anything.`,
      })
    })
  }

  return {
    async admit(request: TryRequest): Promise<Admission> {
      const { checkoutKey, ticket } = request
      // The page retries with the new ticket; a made-up ticket is no advantage.
      if (ticket !== undefined && tickets.ageOf(ticket) === undefined) return challenge(tickets.issue(), 0)
      const first = await judge(request)
      if (first.verdict.kind === 'refuse') return refuse()
      if (first.verdict.kind === 'prove') return challenge(ticket ?? tickets.issue(), first.verdict.work)

      const id = randomUUID()
      const { verdict, clientHash, networkHash } = first
      const isNew = await insertTry(orm, { id, checkoutKey, ticket, clientHash, networkHash, lane: verdict.lane })
      if (!isNew && !(await hasTry(orm, checkoutKey))) return challenge(tickets.issue(), 0)
      // Judge again now that others can see this try: the last one stored sees all of them.
      const { verdict: second } = await judge(request)
      if (second.kind === 'admit') return { tryId: isNew ? id : undefined }
      if (isNew) await deleteTry(orm, id)
      return second.kind === 'refuse' ? refuse() : challenge(ticket ?? tickets.issue(), second.work)
    },

    /**
     * Call it in the transaction that stores the order. Returns false if the try is gone; then nothing may be charged.
     */
    claim: (tx: Orm, checkoutKey: string, orderId: string): Promise<boolean> => claimTry(tx, checkoutKey, orderId),

    /** The same for a charge that pays a request. */
    claimCharge: (tx: Orm, checkoutKey: string, attemptId: string): Promise<boolean> =>
      claimTryForCharge(tx, checkoutKey, attemptId),

    async release(tryId: string | undefined): Promise<void> {
      if (tryId) await deleteTry(orm, tryId)
    },
  }
}
