/** The published API document against the running shop: every route is described, and responds as described. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { OPERATIONS } from '#server/api-operations.ts'
import { anOrder } from './an-order.ts'
import { functionSample } from './function-samples.ts'
import { openPayingShop, type PayingShop } from './paying-shop.ts'
import { useTestDatabase } from './test-database.ts'

type Content = { content?: Record<string, { schema: z.core.JSONSchema.JSONSchema }> }
type Described = { operationId: string; requestBody?: Content; responses: Record<string, Content> }
type ApiDocument = {
  openapi: string
  servers: { url: string }[]
  paths: Record<string, Record<string, Described>>
  components: { schemas: Record<string, z.core.JSONSchema.JSONSchema> }
}

type Sent = { path?: string; body?: unknown; headers?: Record<string, string> }
/** A request that works and one that is refused. */
type Example = { good: () => Promise<Sent> | Sent; bad?: Sent }

const database = useTestDatabase()
let shop: PayingShop
let document: ApiDocument

beforeAll(async () => {
  shop = await openPayingShop(database.current)
  document = (await (await shop.app.request('/api/openapi.json')).json()) as ApiDocument
})
afterAll(() => shop.end())

/** Addresses that need more than the sample, or than the address itself. */
const EXAMPLES: Record<string, Example> = {
  'GET /api/products/{slug}': {
    good: () => ({ path: '/api/products/pure-bloom' }),
    bad: { path: '/api/products/unknown' },
  },
  'GET /api/products/{slug}/reviews': {
    good: () => ({ path: '/api/products/pure-bloom/reviews?sort=lowest&limit=3' }),
    bad: { path: `/api/products/pure-bloom/reviews?after=${randomUUID()}` },
  },
  'GET /api/products/{slug}/reviews/live': {
    good: () => ({ path: '/api/products/pure-bloom/reviews/live' }),
    bad: { path: '/api/products/unknown/reviews/live' },
  },
  'GET /api/reviews': { good: () => ({ path: '/api/reviews?product=brand' }) },
  'GET /api/suggestions': { good: () => ({ path: '/api/suggestions?q=rose' }) },
  'POST /functions/v1/process-square-payment': {
    good: async () => ({ body: { ...anOrder(), sourceId: await shop.square.tokenize() } }),
    bad: { body: { ...anOrder(), sourceId: 'cnon:x', total: 1 } },
  },
  'POST /functions/v1/find-order': {
    async good() {
      const order = { ...anOrder(), sourceId: await shop.square.tokenize() }
      const { body } = await shop.pay(order)
      return { body: { orderNumber: body.orderNumber, email: order.customerInfo.email } }
    },
    bad: { body: { orderNumber: 'BLM-23456789-ZZZZ', email: 'nobody@example.com' } },
  },
  'POST /functions/v1/cancel-order': {
    async good() {
      const { body } = await shop.pay()
      return { body: { token: body.orderPath?.split('/').at(-1) } }
    },
    bad: { body: { token: 'forged' } },
  },
  'POST /functions/v1/pay-balance': {
    async good() {
      const { body } = await shop.pay()
      const [request] = await shop.rows(
        `with moved as (
           insert into order_tax_moves (order_id, number, from_state, to_state, from_basis_points, to_basis_points,
             goods_cents, discount_cents, shipping_cents, from_tax_cents, to_tax_cents, waived_cents)
           select id, 1, 'NY', 'UT', 0, 715, 0, 0, 0, 0, 0, 358 from orders where number = $1 returning id, order_id)
         insert into balance_requests (order_id, tax_move_id, amount_cents, expires_at)
         select order_id, id, 358, now() + interval '1 day' from moved returning id`,
        [body.orderNumber],
      )
      const sourceId = await shop.square.tokenize()
      return { body: { token: body.orderPath?.split('/').at(-1), requestId: request?.id, sourceId } }
    },
    bad: { body: { token: 'forged', requestId: randomUUID(), sourceId: 'cnon:x' } },
  },
}

function exampleOf(address: string): Example {
  const own = EXAMPLES[address]
  if (own) return own
  const [, name] = address.split('/functions/v1/')
  if (name === undefined) return { good: () => ({}) }
  return {
    good: () => functionSample(name),
    ...(OPERATIONS[address as keyof typeof OPERATIONS]?.request && { bad: { body: [] } }),
  }
}

async function call(address: string, { path, body, headers }: Sent): Promise<Response> {
  const [method = '', documented = ''] = address.split(' ', 2)
  const json = method === 'POST' ? { 'content-type': 'application/json' } : undefined
  return shop.app.request(path ?? documented, {
    method,
    headers: { ...json, ...headers },
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  })
}

function described(address: string): Described {
  const [method = '', path = ''] = address.split(' ', 2)
  const operation = document.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${address} is not in the document`)
  return operation
}

/** A program that only knows the document validates the response. */
function expectToFit(schema: z.core.JSONSchema.JSONSchema | undefined, value: unknown, address: string): void {
  if (!schema) throw new Error(`${address} has no schema`)
  const whole = JSON.stringify({ ...schema, $defs: document.components.schemas })
  const { error } = z.fromJSONSchema(JSON.parse(whole.replaceAll('#/components/schemas/', '#/$defs/'))).safeParse(value)
  expect(error && z.prettifyError(error), `${address}: ${JSON.stringify(value)}`).toBeUndefined()
}

async function firstEvent(response: Response): Promise<string> {
  let text = ''
  for await (const chunk of response.body ?? []) {
    text += new TextDecoder().decode(chunk)
    const [, data] = /^data: (.*)\n/m.exec(text) ?? []
    if (data) return data
  }
  throw new Error(`no event in ${text}`)
}

test('every route below /api and /functions is in the document, and nothing else is', () => {
  const served = shop.app.routes
    .filter(({ method, path }) => method !== 'ALL' && /^\/(?:api|functions)\//.test(path))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
  const routes = [...new Set(served)]
  const documented = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(
    routes.filter((address) => !documented.includes(address)),
    'add these to OPERATIONS in src/server/api-operations.ts',
  ).toEqual([])
  expect(
    documented.filter((address) => !routes.includes(address)),
    'src/server/app.ts does not serve these',
  ).toEqual([])
  expect(
    Object.keys(EXAMPLES).filter((address) => !documented.includes(address)),
    'examples of nothing',
  ).toEqual([])
  const ids = documented.map((address) => described(address).operationId)
  expect(new Set(ids).size).toBe(ids.length)
  expect(document.openapi).toBe('3.1.1')
})

test.for(Object.keys(OPERATIONS))('%s accepts and returns what its description says', async (address) => {
  const { good, bad } = exampleOf(address)
  const { requestBody, responses } = described(address)
  const sent = await good()
  if (requestBody) expectToFit(requestBody.content?.['application/json']?.schema, sent.body, `${address} request`)
  const response = await call(address, sent)
  const answer = responses[response.status]
  if (!answer) throw new Error(`${address} returned ${response.status}, which is not described`)
  const type = response.headers.get('content-type')?.split(';', 1)[0] ?? ''
  if (type === 'text/event-stream') {
    expectToFit(document.components.schemas.RatingSummary, JSON.parse(await firstEvent(response)), address)
  } else if (answer.content) expectToFit(answer.content[type]?.schema, await response.json(), address)
  else expectToFit({ const: '' }, await response.text(), address)

  if (!bad) return
  const refused = await call(address, bad)
  expect(refused.status, address).toBeGreaterThanOrEqual(400)
  expectToFit(responses.default?.content?.['application/json']?.schema, await refused.json(), `${address} refused`)
})

test('reviews and products use the names of the table’s columns', async () => {
  const { reviews, total } = z
    .object({ reviews: z.array(z.record(z.string(), z.unknown())), total: z.int() })
    .parse(await (await shop.app.request('/api/reviews?product=pure-bloom')).json())
  expect(total).toBeGreaterThan(0)
  for (const review of reviews)
    expect(review).toMatchObject({
      product_id: 'pure-bloom',
      product_name: 'Pure Bloom',
      reviewer_name: expect.stringMatching(/^\S+( \p{Lu}\.)?$/u),
      review_date: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      verified_purchase: expect.any(Boolean),
    })
  const { product } = (await (await shop.app.request('/api/products/pure-bloom')).json()) as { product: object }
  const all = (await (await shop.app.request('/api/products')).json()) as { products: { id: string }[] }
  expect(product).toEqual(all.products.find(({ id }) => id === 'pure-bloom'))
  expect(product).toMatchObject({ size_1oz_price_cents: 2500, price_cents: 3400, has_sizes: true })
})

test('an address that does not exist is a 404 in JSON, whatever the method', async () => {
  for (const path of ['/api', '/api/', '/api/nothing', '/api/products/pure-bloom/x', '/functions/v1/nothing'])
    for (const method of ['GET', 'POST', 'DELETE']) {
      const response = await shop.app.request(path, { method })
      expect([response.status, response.headers.get('content-type')], `${method} ${path}`).toEqual([
        404,
        'application/json',
      ])
      expect(await response.json()).toMatchObject({ error: { code: 'not_found' } })
    }
})

test('a read-only address says so to other methods', async () => {
  for (const path of ['/api/products', '/api/products/pure-bloom', '/api/reviews', '/api/openapi.json']) {
    const response = await shop.app.request(path, { method: 'POST' })
    expect([response.status, response.headers.get('allow')], path).toEqual([405, 'GET, HEAD'])
  }
})
