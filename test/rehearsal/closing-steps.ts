import type { Owner } from './owner.ts'
import type { Relay } from './relay-events.ts'
import { needed, StepFailed } from './report.ts'
import type { Stage } from './stage.ts'

/** Square's events must also reach the shop by webhook, for payments and for refunds. */
export async function seeWebhooks(
  { step, untilSeen }: Stage,
  owner: Owner | undefined,
  paid: string | undefined,
  relay: Relay | undefined,
): Promise<void> {
  await step('Webhooks', 'about payments and refunds', async () => {
    needed(paid, 'paying by card')
    const desk = needed(owner, 'signing in')
    let types: string[] = []
    await untilSeen(
      async () => {
        types = [...new Set(await relay?.turn())].toSorted()
        const isTold = !relay || ['payment.', 'refund.'].every((start) => types.some((type) => type.startsWith(start)))
        return isTold && (await desk.hasSeenWebhook()) ? true : undefined
      },
      () => (types.length > 0 ? `only ${types.join(', ')}` : 'none'),
    )
    return { seen: relay ? `relayed: ${types.join(', ')}` : 'delivered by Square', value: undefined }
  })
}

export async function compareMoney(
  { step, paidOrders, references, picture, untilSeen }: Stage,
  owner: Owner | undefined,
): Promise<void> {
  await step('Money check', 'every payment matched', async () => {
    const desk = needed(owner, 'signing in')
    if (paidOrders.size === 0) needed(undefined, 'paying')
    let seen = ''
    try {
      await untilSeen(
        async () => {
          const { matched, differences } = await desk.moneyCheck(references)
          seen = [`${matched} matched of ${paidOrders.size}`, ...differences].join('; ')
          return matched >= paidOrders.size && differences.length === 0 ? true : undefined
        },
        () => seen,
      )
    } finally {
      await picture(desk.page, 'money-check')
    }
    return { seen, value: undefined }
  })
}

export async function judgePolicy({ step, traffic }: Stage): Promise<void> {
  await step('Policy', 'nothing blocked in the checkout', async () => {
    if (traffic.blocked.size > 0) throw new StepFailed(`blocked: ${[...traffic.blocked].join(', ')}`)
    return { seen: `loaded from ${[...traffic.hosts].toSorted().join(', ')}`, value: undefined }
  })
}
