import { Hono } from 'hono'
import { requestId } from 'hono/request-id'
import { pino } from 'pino'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '#server/platform/errors.ts'
import { type JsonFunction, jsonFunction, noBody } from './json-function.ts'
import { createLocalLimits } from './limits.ts'
import { createSecurityHeaders } from './security-headers.ts'

const securityHeaders = createSecurityHeaders({
  publicUrl: new URL('http://localhost:3000'),
  square: { webSdkUrl: 'https://web.squarecdn.com/v1/square.js' },
  hasWallets: false,
})

type Wish = { name: string; count: number }
const schema = z.strictObject({ name: z.string('Name is required.'), count: z.int() })

/** A function with the given options, and what it logged. */
function open<Input = Wish>(traits: Partial<JsonFunction<Input>> & Pick<JsonFunction<Input>, 'schema' | 'run'>) {
  const logged: { msg: string; requestId?: string }[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
  const limits = createLocalLimits(() => 0)
  const parts = { securityHeaders, log, limits, trustedProxies: 0, delayRefusal: async () => {} }
  const app = new Hono()
  app.use(requestId({ headerName: '' }))
  app.route(
    '/f',
    jsonFunction(parts, {
      name: 'wish',
      perAddress: { count: 3, perMs: 60_000 },
      failed: { code: 'wish_failed', message: 'We could not do it.' },
      ...traits,
    }),
  )

  async function post(body: string, contentType = 'application/json', method = 'POST') {
    const init = { method, headers: { 'content-type': contentType }, ...(method === 'POST' && { body }) }
    const response = await app.request('/f', init)
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: text.startsWith('{') && JSON.parse(text) }
  }
  return { post, logged }
}

const greet: JsonFunction<Wish>['run'] = async ({ name, count }, c) => c.json({ said: `${name} ${count}` })

test('passes the parsed body to the function', async () => {
  const { post } = open({ schema, run: greet })
  expect(await post('{"name":"Ana","count":2}')).toMatchObject({ status: 200, body: { said: 'Ana 2' } })
})

test('refuses an invalid body with one sentence and no library text', async () => {
  const { post } = open({ schema, run: greet })
  for (const body of ['{}', '[]', '{"name":"Ana","count":2,"price":1}'])
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', message: 'Invalid request' } },
    })
})

test('names the invalid field if the user can correct it', async () => {
  const { post } = open({
    schema,
    run: greet,
    invalid: ({ name = '' }) => new AppError('invalid_wish', name, 422, { field: 'name' }),
  })
  const { status, body } = await post('{"count":2}')
  expect({ status, body }).toEqual({
    status: 422,
    body: { error: { code: 'invalid_wish', message: 'Name is required.', field: 'name' } },
  })
})

test("returns every failure in the function's own shape: refusal, broken body, throttle, crash", async () => {
  const { post } = open({
    schema: z.object({ how: z.string() }),
    run: async ({ how }) => {
      throw how === 'refuse' ? new AppError('no', 'Not today.', 409) : new Error('a fault with a secret in it')
    },
    failure: ({ message }) => ({ done: false, error: message }),
  })
  const answers = [await post('{"how":"refuse"}'), await post('{'), await post('{"how":"fault"}'), await post('{}')]
  expect(answers.map(({ status, body }) => [status, body])).toEqual([
    [409, { done: false, error: 'Not today.' }],
    [400, { done: false, error: 'Invalid request' }],
    [503, { done: false, error: 'We could not do it.' }],
    [429, { done: false, error: 'Too many attempts. Please try again later.' }],
  ])
  expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual([null, null, '5', '20'])
  expect(answers.every(({ headers }) => headers.get('content-security-policy'))).toBe(true)
})

test('logs a crash with its request id, but not a refusal', async () => {
  const { post, logged } = open({
    schema: z.object({ how: z.string() }),
    run: async ({ how }) => {
      throw how === 'refuse' ? new AppError('no', 'Not today.', 409) : new Error('gone')
    },
  })
  await post('{"how":"refuse"}')
  await post('{"how":"fault"}')
  expect(logged).toMatchObject([{ msg: 'wish failed', requestId: expect.stringMatching(/^[\da-f-]{36}$/) }])
})

test('does not claim failure when the outcome is unknown', async () => {
  const { post } = open({
    schema,
    run: () => Promise.reject(new Error('gone')),
    unknownOutcome: { isPending: true },
  })
  expect(await post('{"name":"Ana","count":2}')).toMatchObject({ status: 503, body: { isPending: true } })
})

test('reveals nothing about the body to an unauthorized caller', async () => {
  const { post } = open({
    schema,
    run: greet,
    authorize: () => {
      throw new AppError('unauthorized', 'Who are you?', 401)
    },
  })
  for (const body of ['{"name":"Ana","count":2}', '{', 'x'.repeat(100_000)])
    expect(await post(body)).toMatchObject({ status: 401 })
})

test('ignores the body of a function that takes none', async () => {
  const { post } = open<undefined>({ schema: noBody, run: async (_, c) => c.json({ ok: true }) })
  expect(await post('not even JSON', 'text/plain')).toMatchObject({ status: 200, body: { ok: true } })
})

test('responds to a form post with a page, if the function has one', async () => {
  const form = 'application/x-www-form-urlencoded'
  const withPage = open({ schema, run: greet, failurePage: (message) => createElement('p', {}, message) })
  const { status, text, headers } = await withPage.post('name=Ana', form)
  expect({ status, text, type: headers.get('content-type') }).toEqual({
    status: 400,
    text: '<!doctype html><p>Invalid request</p>',
    type: 'text/html; charset=utf-8',
  })
  expect(await open({ schema, run: greet }).post('name=Ana', form)).toMatchObject({ status: 415 })
})

test('refuses other methods', async () => {
  const { status, headers } = await open({ schema, run: greet }).post('', 'application/json', 'GET')
  expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'POST' })
})
