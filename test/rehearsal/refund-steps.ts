import type { Owner } from './owner.ts'
import { dollars } from './pay-steps.ts'
import type { Relay } from './relay-events.ts'
import { needed, StepFailed } from './report.ts'
import type { Stage } from './stage.ts'

const CENTS = 1234
const AMOUNT = dollars(CENTS)

/** Makes a partial refund at the desk, then checks Square, the order and the email. */
export async function refundPart(
  { step, world, picture, untilSeen, seeMail }: Stage,
  owner: Owner | undefined,
  paid: string | undefined,
  relay: Relay | undefined,
): Promise<void> {
  const number = await step('Refund', `${AMOUNT} of the order, at the desk`, async () => {
    const [order, desk] = [needed(paid, 'paying by card'), needed(owner, 'signing in')]
    await desk.refund(order, AMOUNT.slice(1))
    await picture(desk.page, 'refund')
    return { seen: 'accepted', value: order }
  })

  await step('Refund: at Square', `${AMOUNT}, completed`, async () => {
    const order = needed(number, 'the refund')
    const payment = (await world.square.payments()).find(({ reference }) => reference === order)
    let last = 'nothing'
    const all = await untilSeen(
      async () => {
        const refunds = await world.square.refundsOf(payment?.id ?? '')
        if (refunds.length > 0) last = refunds.map(({ cents, status }) => `${dollars(cents)}, ${status}`).join(' and ')
        return refunds.some(({ status }) => status === 'COMPLETED') ? refunds : undefined
      },
      () => `booked: ${last}`,
    )
    if (all.length !== 1 || all[0]?.cents !== CENTS) throw new StepFailed(`booked: ${last}`)
    return { seen: `booked: ${last}`, value: undefined }
  })

  await step('Refund: order', `shows ${AMOUNT}`, async () => {
    const [order, desk] = [needed(number, 'the refund'), needed(owner, 'signing in')]
    const seen = await untilSeen(
      async () => {
        await relay?.turn()
        const { refundedCents } = await desk.readOrder(order)
        return refundedCents === CENTS ? `shows ${dollars(refundedCents)}` : undefined
      },
      () => `shows no refund of ${AMOUNT}`,
    )
    return { seen, value: undefined }
  })

  await step('Refund: email', 'a notice', () => seeMail(`Order ${needed(number, 'the refund')}: ${AMOUNT} refunded`))
}
