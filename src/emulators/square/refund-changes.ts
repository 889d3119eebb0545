import type { Entry } from './books.ts'
import { newId } from './ids.ts'
import type { Payment, Refund } from './objects.ts'
import type { World } from './world.ts'

const ENDINGS: Record<string, Refund['status']> = { 'emulator:reject': 'REJECTED', 'emulator:fail': 'FAILED' }

/** What happens to a refund after PENDING; one that fails returns its amount to the payment. */
export function settledRefundEntries(world: World, refund: Refund): Entry[] {
  const settled: Refund = {
    ...refund,
    status: ENDINGS[refund.reason ?? ''] ?? 'COMPLETED',
    updated_at: world.clock.stamp(),
  }
  const payment = world.books.payments.get(refund.payment_id)
  const entries: Entry[] = [
    { kind: 'refund', refund: settled },
    ...world.webhooks.announce('refund.updated', 'refund', settled),
  ]
  if (!payment || settled.status === 'COMPLETED') return entries
  const restored = withRefunded(world, payment, -refund.amount_money.amount)
  return [
    ...entries,
    { kind: 'payment', payment: restored },
    ...world.webhooks.announce('payment.updated', 'payment', restored),
  ]
}

export function withRefunded({ clock }: World, payment: Payment, moreCents: number, refundId?: string): Payment {
  return {
    ...payment,
    updated_at: clock.stamp(),
    refunded_money: {
      amount: (payment.refunded_money?.amount ?? 0) + moreCents,
      currency: payment.total_money.currency,
    },
    refund_ids: [...(payment.refund_ids ?? []), ...(refundId ? [refundId] : [])],
    version_token: newId.versionToken(),
  }
}
