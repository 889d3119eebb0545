import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createMailQueue } from '#server/platform/mail/outbox.worker.ts'
import { drain } from './drain-queue.ts'
import { recordStatements } from './recorded-statements.ts'
import { isPostgres, useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()
const GIVEN = '0f8fad5b-d9cb-469f-a165-70867728950e'
const PROXY = { TRUST_PROXY: '1', REQUEST_ID_HEADER: 'X-Request-Id' }

/** Requests a page that isn't cached; returns the id in the response and the comments in its SQL. */
async function ask(environment: Record<string, string>, id: string) {
  const shop = await createTestShop(database.current, environment)
  let answered: string | null = null
  const statements = await recordStatements(async () => {
    const response = await shop.app.request('/api/products', { headers: { 'x-request-id': id } })
    expect(response.status).toBe(200)
    answered = response.headers.get('x-request-id')
  })
  // What the shop reads at startup doesn't belong to a request.
  const own = statements.filter(({ text }) => text.includes('"products"'))
  const comments = new Set(own.map(({ text }) => /^\/\* request=(.*?) \*\/ /.exec(text)?.[1]))
  return { answered, comments: [...comments] }
}

test.runIf(isPostgres)('uses the proxy’s request ID, in the response and in each SQL statement', async () => {
  expect(await ask(PROXY, GIVEN)).toEqual({ answered: GIVEN, comments: [GIVEN] })
})

test.runIf(isPostgres)('creates its own request ID without such a proxy', async () => {
  const { answered, comments } = await ask({ TRUST_PROXY: '1' }, GIVEN)
  expect(answered).not.toBe(GIVEN)
  expect(comments).toEqual([answered])
})

test.runIf(isPostgres).each(['*/ drop table orders; --', 'x'.repeat(65), 'short', '', 'a b c d e f g h'])(
  'creates its own request ID instead of %j',
  async (id) => {
    const { answered, comments } = await ask(PROXY, id)
    expect(answered).toMatch(/^[\da-f-]{36}$/)
    expect(comments).toEqual([answered])
  },
)

test.runIf(isPostgres)('names the queue in the SQL of background work', async () => {
  const queue = createMailQueue({
    database: database.current,
    log: pino({ level: 'silent' }),
    deliver: () => Promise.resolve('delivered'),
  })
  const statements = await recordStatements(() => drain(queue))
  expect(statements.length).toBeGreaterThan(0)
  for (const { text } of statements) expect(text).toMatch(/^\/\* queue=mails \*\/ /)
})
