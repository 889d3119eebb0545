import { randomUUID } from 'node:crypto'
import { SquareClient } from 'square'
import { EVENT_TYPES } from './square-facts.ts'

type BooksParts = { baseUrl: string; accessToken: string; locationId: string }

export type BookedPayment = { id: string; reference: string; email: string; status: string; cents: number }
export type BookedRefund = { id: string; status: string; cents: number }

/** What Square itself says, without going through the shop. */
export async function openSquareBooks({ baseUrl, accessToken, locationId }: BooksParts) {
  const client = new SquareClient({ token: accessToken, baseUrl })
  const beginTime = new Date(Date.now() - 60_000).toISOString()

  return {
    /** Returns the subscription with the key that signs its events. */
    async subscribe(notificationUrl: string): Promise<{ id: string; signatureKey: string }> {
      const { subscription } = await client.webhooks.subscriptions.create({
        idempotencyKey: randomUUID(),
        subscription: { name: 'Rehearsal', eventTypes: EVENT_TYPES, notificationUrl },
      })
      const { id, signatureKey } = subscription ?? {}
      if (!id || !signatureKey)
        throw new Error('Square made no webhook subscription, or keeps its signature key secret')
      return { id, signatureKey }
    },

    async unsubscribe(subscriptionId: string): Promise<void> {
      await client.webhooks.subscriptions.delete({ subscriptionId })
    },

    async payments(): Promise<BookedPayment[]> {
      const found: BookedPayment[] = []
      for await (const payment of await client.payments.list({ locationId, beginTime }))
        found.push({
          id: payment.id ?? '',
          reference: payment.referenceId ?? '',
          email: payment.buyerEmailAddress ?? '',
          status: payment.status ?? '',
          cents: Number(payment.totalMoney?.amount ?? 0),
        })
      return found
    },

    async refundsOf(paymentId: string): Promise<BookedRefund[]> {
      const { payment } = await client.payments.get({ paymentId })
      return Promise.all(
        (payment?.refundIds ?? []).map(async (refundId) => {
          const { refund } = await client.refunds.get({ refundId })
          return { id: refundId, status: refund?.status ?? '', cents: Number(refund?.amountMoney.amount ?? 0) }
        }),
      )
    },

    /** Events are searchable only from then on. */
    async enableEvents(): Promise<void> {
      await client.events.enableEvents()
    },

    /** As Square would send them; the SDK would rename their fields. */
    async eventBodies(): Promise<string[]> {
      const response = await fetch(`${baseUrl}/v2/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          query: { filter: { event_types: EVENT_TYPES, created_at: { start_at: beginTime } } },
        }),
      })
      if (!response.ok) throw new Error(`Square's Events API answered ${response.status}`)
      const { events = [] } = (await response.json()) as { events?: unknown[] }
      return events.map((event) => JSON.stringify(event))
    },
  }
}
