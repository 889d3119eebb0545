import { setTimeout as sleep } from 'node:timers/promises'
import type { OrderStatusResponse, PaymentResponse } from '#contract/checkout.ts'
import { products } from '#seed/products.ts'
import { answerChallenges } from '../answer-challenges.ts'
import type { TestEmulator, TypedCard } from '../square-emulator.ts'
import type { Random } from './random.ts'

/** The outcome a buyer was shown; 'nothing' if they closed the tab, 'unanswered' if they never got one. */
export type Told = {
  checkoutId: string
  outcome: 'paid' | 'failed' | 'nothing' | 'unanswered'
  orderNumber: string | null
  clicks: number
}

export type BuyerDeps = {
  random: Random
  square: Pick<TestEmulator, 'tokenize'>
  /** One of the shop's processes. */
  shopAddress: () => string
  codes: readonly string[]
  patienceMs: number
  /** Stops all buyers. */
  isOver: () => boolean
  /** For buyers with their own addresses. */
  fetch?: typeof fetch
  /** Instead of a mix in which nearly half break something. */
  cards?: readonly TypedCard[]
}

const PAYS = '4111111111111111'
const DECLINED = ['4000000000000002', '4000000000009995']
/** No response, reset, 500, an HTML page, a stalled body: before the charge and after it. */
const FAULTY = [
  '4000000000009011',
  '4000000000009029',
  '4000000000009037',
  '4000000000009045',
  '4000000000009052',
  '4000000000009060',
  '4000000000009078',
  '4000000000009086',
]
/** With this CVV only the first request fails, and a retry gets through. */
const FAILS_ONCE = '222'

/** Buys as the checkout dialog does: the same id and body until the outcome is known. */
export async function buy(deps: BuyerDeps): Promise<Told> {
  const { random, square } = deps
  const checkoutId = random.uuid()
  const card = deps.cards ? random.pick(deps.cards) : randomCard(random)
  const body = JSON.stringify({ ...randomOrder(deps), sourceId: await square.tokenize(card) })
  const told: Told = { checkoutId, outcome: 'nothing', orderNumber: null, clicks: 0 }
  const from = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
  const leavesAtOnce = random.chance(0.1)
  const end = performance.now() + deps.patienceMs
  const post = <T>(url: string, sent: string, headers: Record<string, string>) =>
    postJson<T>(deps.fetch ?? fetch, url, sent, headers)

  async function click(): Promise<PaymentResponse | undefined> {
    told.clicks += 1
    const answer = await answerChallenges(async (headers) => {
      const received = await post<PaymentResponse>(`${deps.shopAddress()}/functions/v1/process-square-payment`, body, {
        'idempotency-key': checkoutId,
        'x-forwarded-for': from,
        ...headers,
      })
      return received && { body: received }
    })
    return answer?.body
  }

  const clicks = random.chance(0.2) ? [click(), click()] : [click()]
  const answers = await Promise.all(clicks)
  if (leavesAtOnce) return told
  // The second of two clicks may succeed after the first was refused.
  let answer = answers.find((one) => one?.success || one?.isPending) ?? answers.find((one) => one !== undefined)
  while (performance.now() < end && !deps.isOver()) {
    if (answer?.success) return { ...told, outcome: 'paid', orderNumber: answer.orderNumber }
    if (answer && !answer.isPending) return { ...told, outcome: 'failed' }
    await sleep(random.between(50, 300))
    const status = await post<OrderStatusResponse>(
      `${deps.shopAddress()}/functions/v1/order-status`,
      JSON.stringify({ checkoutId }),
      { 'x-forwarded-for': from },
    )
    if (status?.status === 'paid') return { ...told, outcome: 'paid', orderNumber: status.orderNumber }
    if (status?.status === 'failed') return { ...told, outcome: 'failed' }
    // No order under this id, so nothing was charged: press the same button again.
    if (status?.status === 'none') answer = await click()
  }
  return { ...told, outcome: 'unanswered' }
}

/** Undefined if there was no response, or an invalid one. */
export async function postJson<T>(
  send: typeof fetch,
  url: string,
  body: string,
  headers: Record<string, string>,
): Promise<T | undefined> {
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(15_000),
    })
    const answer = (await response.json()) as T & { problem?: string; success?: boolean }
    // The shop is failing or the outcome isn't known: the dialog asks again.
    return response.status === 503 && answer.problem === undefined ? undefined : answer
  } catch {
    // Killed while responding, or not restarted yet.
    return undefined
  }
}

function randomOrder({ random, codes }: BuyerDeps) {
  const items = Array.from({ length: random.between(1, 4) }, () => {
    const { id, sizes } = random.pick(OFFERS)
    return { productId: id, size: random.pick(sizes), quantity: random.between(1, 3) }
  })
  const isUtah = random.chance(0.5)
  return {
    items,
    customerInfo: {
      email: `buyer${random.below(200)}@example.com`,
      firstName: 'Ana',
      lastName: 'Prado',
      phone: null,
    },
    shippingAddress: {
      line1: `${random.between(1, 999)} Main St`,
      line2: null,
      city: isUtah ? 'Provo' : 'Reno',
      state: isUtah ? 'UT' : 'NV',
      zip: isUtah ? '84601' : '89501',
      country: 'US',
    },
    discountCode: random.chance(0.3) ? random.pick(codes) : null,
  }
}

export function randomCard(random: Random): TypedCard {
  const luck = random.below(100)
  if (luck < 50) return { number: PAYS }
  if (luck < 60) return { number: random.pick(DECLINED) }
  return { number: random.pick(FAULTY), cvv: random.chance(0.5) ? FAILS_ONCE : '111' }
}

const OFFERS = products.map(({ id, prices }) => ({
  id,
  sizes: 'single' in prices ? [null] : Object.keys(prices),
}))
