import { createHmac } from 'node:crypto'
import type { Random } from '../chaos/random.ts'
import { FUNCTION_NAMES, functionSample } from '../function-samples.ts'
import type { Draft, Pair } from './draft.ts'
import { hostileJson, hostileText, type Json, JsonText } from './hostile-values.ts'
import { type Kind, post } from './kind.ts'
import { anOrder, type World } from './world.ts'

const fn = (name: string) => `/functions/v1/${name}`

function person(random: Random, world: World) {
  return random.chance(0.3)
    ? random.pick(world.people)
    : { email: `fz${random.below(5000)}@example.com`, lastName: 'Prado', street: '1 Main St' }
}

export function payment(random: Random, world: World): Draft {
  const { items, ...rest } = anOrder(person(random, world))
  const value: Json = {
    ...rest,
    items: random.chance(0.5) ? items : Array.from({ length: random.between(1, 6) }, () => anItem(random, world)),
    discountCode: random.chance(0.3) ? random.pick(world.codes) : null,
    sourceId: world.cards.pop() ?? `cnon:${hostileText(random).slice(0, 50)}`,
    ...(random.chance(0.3) && { expectedTotalCents: random.pick([0, 1, 6357, 10_000_000]) }),
  }
  const key = random.chance(0.8) ? random.uuid() : random.pick(world.people).checkoutKey
  return post(fn('process-square-payment'), value, [['idempotency-key', key]])
}

function anItem(random: Random, world: World): Json {
  const slug = random.pick(world.pages.filter((page) => page.startsWith('/products/'))).slice('/products/'.length)
  return { productId: slug, quantity: random.between(1, 4), size: random.pick(['1oz', '2oz', '4oz', null]) }
}

/** Invalid in a way that can never be paid, whatever other mutations follow. */
function spoil(random: Random, draft: Draft): Draft {
  if (draft.body?.kind !== 'json') return draft
  const value = { ...(draft.body.value as Record<string, Json>) }
  const key = random.pick(['items', 'customerInfo', 'shippingAddress', 'sourceId'])
  value[key] = random.pick<Json>([null, '', 0, [], new JsonText('{}'), new JsonText('[[]]'), true])
  return { ...draft, body: { kind: 'json', value } }
}

function webhook(random: Random, { webhook: { url, signatureKey }, people }: World): Draft {
  const id = random.uuid()
  const draft = post('/webhooks/square', {
    merchant_id: 'MLEMULATOR',
    type: random.pick(['payment.created', 'payment.updated', 'refund.updated', 'order.updated', hostileText(random)]),
    event_id: id,
    created_at: '2026-11-01T12:00:00Z',
    data: {
      type: 'payment',
      id,
      object: {
        payment: {
          id: random.pick([id, 'x', '']),
          status: random.pick(['COMPLETED', 'APPROVED', 'FAILED', 'CANCELED']),
          reference_id: random.pick(people).orderNumber,
          amount_money: { amount: random.pick([6357, -1, 0, 1e15]), currency: 'USD' },
          version: 1,
        },
      },
    },
  })
  const isRight = random.chance(0.7)
  draft.sign = (body) => {
    const signature = createHmac('sha256', isRight ? signatureKey : 'another key')
      .update(url)
      .update(body)
    return ['x-square-hmacsha256-signature', signature.digest('base64')]
  }
  return draft
}

function carrierWebhook(random: Random, { carrierSecret }: World): Draft {
  const draft = post('/webhooks/easypost', {
    description: random.pick(['tracker.updated', 'tracker.created', 'batch.updated', hostileText(random)]),
    result: {
      tracking_code: random.chance(0.5) ? `9400${random.below(1_000_000)}` : hostileText(random),
      status: random.pick(['delivered', 'in_transit', hostileText(random)]),
    },
  })
  const key = random.chance(0.7) ? carrierSecret : 'another key'
  draft.sign = (body) => ['x-hmac-signature', `hmac-sha256-hex=${createHmac('sha256', key).update(body).digest('hex')}`]
  return draft
}

/** What Postmark, SendGrid and Mailgun send. */
function mailWebhook(random: Random, { mailSecret }: World): Draft {
  const email = random.chance(0.5) ? `fz${random.below(500)}@example.com` : hostileText(random)
  const reason = hostileText(random)
  const [timestamp, token] = [String(random.below(1_000_000)), random.uuid()]
  const signature = createHmac('sha256', mailSecret)
    .update(timestamp + token)
    .digest('hex')
  const message = { headers: { 'message-id': hostileText(random) } }
  const value = random.pick<Json>([
    { RecordType: 'Bounce', Inactive: true, Email: email, Description: reason },
    { RecordType: 'SpamComplaint', Email: email },
    [
      { event: 'bounce', type: 'bounce', email, reason, 'smtp-id': hostileText(random) },
      { event: 'spamreport', email },
    ],
    {
      signature: { timestamp, token, signature: random.chance(0.7) ? signature : 'x' },
      'event-data': {
        event: 'failed',
        severity: 'permanent',
        recipient: email,
        message,
        'delivery-status': { message: reason },
      },
    },
  ])
  const password = random.chance(0.5) ? mailSecret : 'another password'
  const authorization: Pair = ['authorization', `Basic ${Buffer.from(`mail:${password}`).toString('base64')}`]
  return post('/webhooks/mail', value, random.chance(0.7) ? [authorization] : [])
}

function cspViolations(random: Random): Json {
  const violation = (): Json => ({
    type: 'csp-violation',
    body: {
      effectiveDirective: random.pick(['script-src', 'img-src', 'connect-src', hostileText(random)]),
      blockedURL: random.pick(['inline', `https://${random.below(1000)}.example`, hostileText(random)]),
      documentURL: random.pick(['http://localhost:3000/', hostileText(random)]),
      disposition: random.pick(['enforce', 'report']),
    },
  })
  return random.pick([
    () => hostileJson(random),
    () => ({ 'csp-report': { 'blocked-uri': hostileText(random), 'document-uri': hostileText(random) } }),
    () => Array.from({ length: random.between(1, 60) }, violation),
  ])()
}

const OWN_KINDS: readonly Kind[] = [
  {
    name: 'process-square-payment',
    weight: 120,
    make: (random, world) => {
      const draft = payment(random, world)
      return world.cards.length === 0 || random.chance(0.5) ? spoil(random, draft) : draft
    },
  },
  {
    name: 'quote-order',
    weight: 60,
    make: (random, world) =>
      post(fn('quote-order'), {
        items: Array.from({ length: random.between(1, 5) }, () => anItem(random, world)),
        email: random.pick([null, person(random, world).email]),
        state: random.pick(['UT', 'Utah', 'CA', null]),
        discountCode: random.chance(0.3) ? random.pick(world.codes) : null,
      }),
  },
  {
    name: 'validate-discount-code',
    weight: 70,
    make: (random, world) =>
      post(fn('validate-discount-code'), { discountCode: random.pick(world.codes), subtotal: random.below(20_000) }),
  },
  {
    name: 'email-signup',
    weight: 60,
    make: (random) => {
      const email = `fz${random.below(500)}@example.com`
      const draft = post(fn('email-signup'), { email, website: '', source: 'footer' })
      if (random.chance(0.4))
        draft.body = {
          kind: 'form',
          fields: [
            ['email', email],
            ['website', ''],
            ['source', 'home'],
          ],
        }
      return draft
    },
  },
  {
    name: 'submit-review',
    weight: 90,
    make: (random) =>
      post(fn('submit-review'), {
        product_id: random.pick(['pure-bloom', null]),
        rating: random.between(1, 5),
        title: 'Lovely',
        body: random.chance(0.5) ? 'Soft and calm.' : hostileText(random),
        reviewer_name: 'Fuzz Tester',
        email: 'fz@example.com',
        reviewerLocation: 'Provo',
        order_number: null,
        proof: null,
        website: '',
        elapsedMs: 4000,
      }),
  },
  {
    name: 'update-featured-reviews',
    weight: 60,
    make: (random, world) =>
      post(fn('update-featured-reviews'), { reviewIds: [random.pick(world.reviewIds), random.uuid()] }, [
        ['authorization', 'Bearer bloomera-public'],
      ]),
  },
  {
    name: 'order-status',
    weight: 60,
    make: (random, world) =>
      post(fn('order-status'), {
        checkoutId: random.chance(0.2) ? random.pick(world.people).checkoutKey : random.uuid(),
      }),
  },
  {
    name: 'find-order',
    weight: 60,
    make: (random, world) => {
      const one = random.pick(world.people)
      const value = { orderNumber: one.orderNumber, email: random.chance(0.3) ? one.email : 'fz@example.com' }
      const draft = post(fn('find-order'), value)
      if (random.chance(0.4)) draft.body = { kind: 'form', fields: Object.entries(value) }
      return draft
    },
  },
  {
    name: 'cancel-order',
    weight: 60,
    make: (random, world) => {
      const { token } = random.pick(world.people)
      const changed = token.slice(0, -1) + random.pick(['A', 'B', '-', '_', ''])
      return post(fn('cancel-order'), { token: random.chance(0.5) ? changed : hostileText(random) })
    },
  },
  {
    name: 'get-square-config',
    weight: 10,
    make: (random) => post(fn('get-square-config'), hostileJson(random)),
  },
  {
    name: 'pay-balance',
    weight: 60,
    make: (random, world) =>
      post(fn('pay-balance'), {
        token: random.pick([world.asked.token, random.pick(world.people).token, hostileText(random)]),
        requestId: random.pick([world.asked.requestId, random.uuid()]),
        // Some would be charged, while money may move.
        sourceId: (random.chance(0.1) && world.cards.pop()) || `cnon:${hostileText(random).slice(0, 50)}`,
      }),
  },
  { name: 'webhook', weight: 90, make: webhook },
  { name: 'carrier-webhook', weight: 40, make: carrierWebhook },
  { name: 'mail-webhook', weight: 40, make: mailWebhook },
  {
    name: 'csp-report',
    weight: 60,
    make: (random) =>
      post(random.pick(['/csp-report', '/csp-report/candidate', '/csp-report/checkout']), cspViolations(random), [
        ['content-type', random.pick(['application/reports+json', 'application/csp-report', 'application/json'])],
      ]),
  },
]

/** A function without a kind of its own is fuzzed from its sample. */
const FROM_SAMPLES: readonly Kind[] = FUNCTION_NAMES.filter((name) =>
  OWN_KINDS.every((kind) => kind.name !== name),
).map((name) => ({
  name,
  weight: 60,
  make: () => {
    const { body, headers } = functionSample(name)
    return post(fn(name), structuredClone(body) as Record<string, Json>, Object.entries(headers))
  },
}))

export const FUNCTION_KINDS: readonly Kind[] = [...OWN_KINDS, ...FROM_SAMPLES]
