/** What Square does on its own as time passes. */
import type { Payment, Refund } from './objects.ts'
import { capture, release } from './payment-changes.ts'
import { settledRefundEntries } from './refund-changes.ts'
import type { World } from './world.ts'

export function settlePaymentLater(world: World, payment: Payment): void {
  const { clock, settings, books } = world
  if (payment.status === 'APPROVED' && payment.delayed_until) {
    clock.at(Date.parse(payment.delayed_until), () => {
      const current = books.payments.get(payment.id)
      if (current?.status !== 'APPROVED') return
      books.write(
        current.delay_action === 'COMPLETE' ? capture(world, current).entries : release(world, current).entries,
      )
    })
  }
  if (payment.status === 'PENDING') {
    clock.at(Date.parse(payment.created_at) + settings.timing.bankMs, () => {
      const current = books.payments.get(payment.id)
      if (current?.status === 'PENDING') books.write(capture(world, current).entries)
    })
  }
}

export function settleRefundLater(world: World, refund: Refund): void {
  const { clock, settings, books } = world
  if (refund.status !== 'PENDING') return
  clock.at(Date.parse(refund.created_at) + settings.timing.refundMs, () => {
    const current = books.refunds.get(refund.id)
    if (current?.status === 'PENDING') books.write(settledRefundEntries(world, current))
  })
}

/** After a start: resumes what an earlier run left open. */
export function settleWhatIsOpen(world: World): void {
  for (const payment of world.books.payments.values()) settlePaymentLater(world, payment)
  for (const refund of world.books.refunds.values()) settleRefundLater(world, refund)
}
