import type { Owner } from './owner.ts'
import { needed, StepFailed, StepNotRun } from './report.ts'
import { CARDS, NO_CHALLENGE } from './square-facts.ts'
import type { Stage } from './stage.ts'

/** Returns the number of the paid order; undefined if there is none. */
export async function payByCard(stage: Stage, owner: Owner | undefined): Promise<string | undefined> {
  const number = await stage.step('Card 4111…', 'paid', () =>
    stage.asBuyer('card', async (buyer) => {
      await buyer.openCheckout()
      await buyer.fillCard(CARDS.paid)
      await stage.picture(buyer.page, 'card-form')
      await buyer.pay()
      const order = await buyer.arriveAtOrder()
      return { seen: `order ${order}`, value: order }
    }),
  )
  return compareOrder(stage, owner, 'Card 4111…', number)
}

export async function payByDeclinedCard({ step, asBuyer, world }: Stage): Promise<void> {
  await step('Declined card', 'refused, nothing taken', () =>
    asBuyer('declined', async (buyer) => {
      await buyer.openCheckout()
      await buyer.fillCard(CARDS.declined)
      await buyer.pay()
      const sentence = await buyer.refusal()
      const payments = await world.square.payments()
      if (payments.some(({ email, status }) => email === buyer.email && status === 'COMPLETED'))
        throw new StepFailed('Square took the money all the same')
      return { seen: sentence, value: undefined }
    }),
  )
}

export async function payByChallengedCard(stage: Stage, owner: Owner | undefined): Promise<void> {
  const number = await stage.step('3-D Secure', 'the bank asks for its code, then paid', () =>
    stage.asBuyer('3-d-secure', async (buyer) => {
      await buyer.openCheckout()
      await buyer.fillCard(CARDS.challenged)
      await buyer.pay()
      const wasAsked = await buyer.answerBank(() => stage.picture(buyer.page, 'challenge'))
      const order = await buyer.arriveAtOrder()
      if (wasAsked) return { seen: `code entered, order ${order}`, value: order }
      if (stage.world.isEmulated) throw new StepFailed('paid without a code')
      throw new StepNotRun(NO_CHALLENGE)
    }),
  )
  await compareOrder(stage, owner, '3-D Secure', number)
}

export async function payByGoogle(stage: Stage, owner: Owner | undefined): Promise<void> {
  const number = await stage.step('Google Pay', 'paid', () =>
    stage.asBuyer('google-pay', async (buyer) => {
      await buyer.openCheckout()
      await buyer.payWithGoogle(stage.world.isEmulated)
      const order = await buyer.arriveAtOrder()
      return { seen: `order ${order}`, value: order }
    }),
  )
  await compareOrder(stage, owner, 'Google Pay', number)
}

/** The order at the desk, the payment at Square and the email to the buyer. */
async function compareOrder(
  stage: Stage,
  owner: Owner | undefined,
  name: string,
  number: string | undefined,
): Promise<string | undefined> {
  const { step, untilSeen, references, paidOrders, world } = stage
  if (number === undefined) return undefined
  references.add(number)
  paidOrders.add(number)
  await step(`${name}: at Square`, 'one payment of the order’s total', async () => {
    const order = await needed(owner, 'signing in').readOrder(number)
    const [payment, ...more] = await untilSeen(
      async () => {
        const ours = (await world.square.payments()).filter(({ reference }) => reference === number)
        const taken = ours.filter(({ status }) => status === 'COMPLETED')
        return taken.length > 0 ? taken : undefined
      },
      () => `no completed payment for ${number}`,
    )
    if (!payment || more.length > 0) throw new StepFailed(`${more.length + 1} payments`)
    references.add(payment.id)
    if (payment.cents !== order.totalCents)
      throw new StepFailed(`Square took ${dollars(payment.cents)}, the order is ${dollars(order.totalCents)}`)
    return { seen: `${dollars(payment.cents)}, ${payment.status}; order: ${order.state}`, value: undefined }
  })
  await step(`${name}: email`, 'a confirmation', () => stage.seeMail(`Your order ${number}`))
  return number
}

export function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`
}
