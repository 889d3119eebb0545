import { randomUUID } from 'node:crypto'
import type { PaymentResponse } from '#contract/checkout.ts'
import { createOrderLinks } from '#server/orders/order-links.ts'
import { answerChallenges } from '../answer-challenges.ts'
import type { Told } from '../chaos/buyer.ts'
import type { AskedBuyer, ToldLater } from '../chaos/requests.ts'
import type { TestEmulator } from '../square-emulator.ts'
import { createRecord, type FaultBuyer, type FaultPayment, post, readAnswer, type Verdict } from './fault-buyer.ts'

/** A paused process doesn't respond, and may hold the order's lock. */
const STATUS_MS = 4000

let addresses = 0

/**
 * A buyer who pays a request made after they bought. The same card again joins the charge that was started, so it also
 * returns its outcome.
 */
export function createFaultPayer(square: TestEmulator, asked: AskedBuyer, secretKey: string): FaultBuyer {
  const token = createOrderLinks(secretKey).tokenFor(asked.orderId)
  const told: Told[] = []

  async function openPayment(): Promise<FaultPayment> {
    const checkoutId = randomUUID()
    const body = JSON.stringify({ token, requestId: asked.requestId, sourceId: await square.tokenize() })
    const record = createRecord(told, checkoutId)

    async function press(address: string, timeoutMs?: number): Promise<Verdict | 'pending' | undefined> {
      const answer = await answerChallenges(async (headers) => {
        addresses += 1
        const from = { 'x-forwarded-for': `10.8.${(addresses >> 8) & 255}.${addresses & 255}` }
        const received = await post(
          `${address}/functions/v1/pay-balance`,
          body,
          { 'idempotency-key': checkoutId, ...from, ...headers },
          timeoutMs,
        )
        return received && { status: received.status, body: received.body as PaymentResponse }
      })
      const verdict = readAnswer(answer)
      return verdict === 'paid' || verdict === 'failed' ? record(verdict, null) : verdict
    }

    return {
      checkoutId,
      async pay(address) {
        const verdict = await press(address)
        return verdict === 'pending' ? undefined : verdict
      },
      status: (address) => press(address, STATUS_MS),
    }
  }

  return { told, openPayment }
}

/** The final outcome of each of the buyer's cards. */
export function toldOfRequest(asked: AskedBuyer, told: readonly Told[]): ToldLater {
  const has = (outcome: Told['outcome']) => told.some((one) => one.outcome === outcome)
  return { ...asked, outcome: has('paid') ? 'paid' : has('unanswered') ? 'unanswered' : 'failed' }
}
