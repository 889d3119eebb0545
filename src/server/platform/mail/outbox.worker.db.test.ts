import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import { FEW_BOTTLES } from '#domain/catalogue/featured.ts'
import { type Env, readEnv } from '#server/env.ts'
import { createMailDelivery } from '#server/mails.ts'
import { createSignupService } from '#server/newsletter/signup.service.ts'
import { paymentNotTakenMail } from '#server/payments/payments.mails.ts'
import { createLog } from '#server/platform/log.ts'
import { createWorkers } from '#server/platform/worker/workers.ts'
import { createTodayService } from '#server/reports/today.service.ts'
import { createShopSettingsService } from '#server/settings/shop-settings.service.ts'
import { drain } from '#test/drain-queue.ts'
import { eventually } from '#test/eventually.ts'
import { FIRST_TEXTS } from '#test/first-texts.ts'
import { freePort } from '#test/free-port.ts'
import { headerOf, type MailServerOptions, startMailServer } from '#test/mail-server.ts'
import { PRODUCTION_ENVIRONMENT } from '#test/production-environment.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { markMailDead, claimDueMails, markMailSent, postponeMail } from './outbox.queries.ts'
import { enqueueMail } from './outbox.ts'
import { createMailQueue, type MailQueueDeps } from './outbox.worker.ts'

const database = useTestDatabase()
const order = { orderNumber: 'BLM-23456789-ABCD', firstName: 'Ana' }
const owner = { operatorId: null, actor: 'owner' }
const endings: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const end of endings.splice(0)) await end()
})

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

async function stateOf(cause: string) {
  const [row] = await rows('select state, attempts, last_error from outbox where cause = $1', [cause])
  return row
}

function enqueue(cause: string, recipient = 'ana@example.com') {
  return database.current.orm.transaction((tx) =>
    enqueueMail(tx, paymentNotTakenMail, { cause, recipient, payload: order }),
  )
}

async function startWorker(deps: Omit<MailQueueDeps, 'database'>): Promise<void> {
  const queue = createMailQueue({ ...deps, database: database.current })
  const workers = createWorkers({ database: database.current, log: deps.log, queues: [queue] })
  await workers.start()
  endings.push(() => workers.stop())
}

function deliverWith(env: Env) {
  const { shopDefaults: defaults, publicUrl } = env
  const settings = createShopSettingsService(database.current, { defaults, websiteUrl: publicUrl.origin })
  return createMailDelivery({ database: database.current, env, settings, texts: FIRST_TEXTS, mailbox: undefined })
}

/** A mail server and a worker with short retry delays. */
async function startMail(
  server: MailServerOptions = {},
  { env = {}, log = pino({ level: 'silent' }), giveUpAfter = 10 } = {},
) {
  const mailServer = await startMailServer(server)
  await startWorker({
    log,
    deliver: deliverWith(envFor(mailServer.url, env)),
    retryDelayMs: (attempts) => (attempts < giveUpAfter ? 20 : undefined),
  })
  endings.push(mailServer.close)
  return mailServer
}

function envFor(smtpUrl: string, more: Record<string, string>): Env {
  return readEnv({ PUBLIC_URL: 'https://bloomera.localhost', SMTP_URL: smtpUrl, ...more })
}

test('delivers once to a server that refuses twice and then accepts', async () => {
  const server = await startMail({
    refuse: (attempt) => (attempt <= 2 ? { code: attempt === 1 ? 451 : 550, text: 'not now' } : undefined),
  })
  await enqueue('refused-twice')
  await eventually(async () => (await stateOf('refused-twice'))?.state === 'sent')
  expect(server.state.attempts).toBe(3)
  expect(await stateOf('refused-twice')).toEqual({ state: 'sent', attempts: 3, last_error: null })
  expect(server.received).toHaveLength(1)
  const [mail] = server.received
  expect(mail).toMatchObject({ from: 'hello@bloomera.example', to: ['ana@example.com'] })
  expect(headerOf(mail?.raw ?? '', 'From')).toBe('Bloomera <hello@bloomera.example>')
  expect(headerOf(mail?.raw ?? '', 'Subject')).toBe('Order BLM-23456789-ABCD: no payment was taken')
  expect(mail?.raw).toContain('text/plain')
  expect(mail?.raw).toContain('text/html')
})

test('sends one email per cause, however often it is enqueued', async () => {
  const server = await startMail()
  const fresh = await Promise.all(Array.from({ length: 10 }, () => enqueue('reported-often')))
  expect(fresh.filter(Boolean)).toHaveLength(1)
  await eventually(async () => (await stateOf('reported-often'))?.state === 'sent')
  expect(server.received).toHaveLength(1)
})

test('sends nothing if the transaction rolls back', async () => {
  const server = await startMail()
  await expect(
    database.current.orm.transaction(async (tx) => {
      await enqueueMail(tx, paymentNotTakenMail, {
        cause: 'rolled-back',
        recipient: 'ana@example.com',
        payload: order,
      })
      throw new Error('no order')
    }),
  ).rejects.toThrow('no order')
  await enqueue('after-rollback')
  await eventually(() => server.received.length > 0)
  expect(server.received).toHaveLength(1)
  expect(await stateOf('rolled-back')).toBeUndefined()
})

test('splits fifty emails between two workers without sending any twice', async () => {
  const [first, second] = [await startMail(), await startMail()]
  await Promise.all(Array.from({ length: 50 }, (_, index) => enqueue(`shared-${index}`, `shared${index}@example.com`)))
  await eventually(() => first.received.length + second.received.length >= 50, 30_000)
  const recipients = [...first.received, ...second.received].flatMap((mail) => mail.to)
  expect(recipients.toSorted()).toEqual([...new Set(recipients)].toSorted())
  expect(recipients).toHaveLength(50)
})

test('turns a permanently rejected email into a dead letter that the owner can see and retry', async () => {
  let isFixed = false
  const server = await startMail(
    { refuse: () => (isFixed ? undefined : { code: 550, text: 'no such user ana@example.com' }) },
    { giveUpAfter: 2 },
  )
  const today = createTodayService(
    database.current,
    () => new Date(),
    () => FEW_BOTTLES,
  )
  await enqueue('dead-letter')
  await eventually(async () => (await stateOf('dead-letter'))?.state === 'dead')
  expect((await stateOf('dead-letter'))?.attempts).toBe(2)
  const [dead] = (await today.work()).failedMails
  expect(dead).toMatchObject({ template: 'payment-not-taken', recipient: 'ana@example.com' })
  expect(dead?.lastError).toContain('no such user …@…')
  isFixed = true
  expect(await today.resendMail(dead?.id ?? '', owner)).toBe(true)
  await eventually(async () => (await stateOf('dead-letter'))?.state === 'sent')
  expect(server.received).toHaveLength(1)
  expect(await today.resendMail(dead?.id ?? '', owner)).toBe(false)
})

test('retries until the mail server is reachable', async () => {
  const port = await freePort()
  const url = `smtp://127.0.0.1:${port}`
  await startWorker({
    log: pino({ level: 'silent' }),
    deliver: deliverWith(envFor(url, {})),
    retryDelayMs: () => 50,
  })
  await enqueue('server-away')
  await eventually(async () => Number((await stateOf('server-away'))?.attempts) >= 2)
  const server = await startMailServer({ port })
  endings.push(server.close)
  await eventually(async () => (await stateOf('server-away'))?.state === 'sent')
  expect(server.received).toHaveLength(1)
})

test('sends marketing email with a postal address and one-click unsubscribe headers', async () => {
  const server = await startMail()
  const code = await createSignupService(database.current, () => new Date()).signUp({
    email: 'wire@example.com',
    source: 'home',
  })
  await eventually(() => server.received.length > 0)
  const raw = server.received[0]?.raw ?? ''
  expect(headerOf(raw, 'List-Unsubscribe')).toMatch(/^<https:\/\/bloomera\.localhost\/unsubscribe\/[\w-]{43}>$/)
  expect(headerOf(raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  expect(raw).toContain('482 Orchard Lane')
  expect(raw).toContain(code)
})

test('does not send the welcome email to a reader who has unsubscribed', async () => {
  const signup = createSignupService(database.current, () => new Date())
  await signup.signUp({ email: 'quick@example.com', source: 'home' })
  const [subscriber] = await rows(`select id, unsubscribe_token from subscribers where email = 'quick@example.com'`)
  await signup.unsubscribe(String(subscriber?.unsubscribe_token))
  const server = await startMail()
  await eventually(async () => (await stateOf(`welcome:${String(subscriber?.id)}`))?.state === 'cancelled')
  expect(server.received).toEqual([])
})

test('holds the welcome email for the owner if no postal address is set', async () => {
  const server = await startMail({}, { env: PRODUCTION_ENVIRONMENT })
  await createSignupService(database.current, () => new Date()).signUp({ email: 'held@example.com', source: 'home' })
  const today = createTodayService(
    database.current,
    () => new Date(),
    () => FEW_BOTTLES,
  )
  await eventually(async () =>
    (await today.work()).failedMails.some(({ recipient }) => recipient === 'held@example.com'),
  )
  expect(server.received).toEqual([])
})

test('refuses to enqueue an invalid recipient', async () => {
  await expect(enqueue('injected', 'ana@example.com\r\nBcc: ben@example.com')).rejects.toThrow(TypeError)
  await expect(
    rows(
      `insert into outbox (cause, template, recipient, payload) values ('injected', 'x', E'a@example.com\\nBcc: b@example.com', '{}')`,
    ),
  ).rejects.toThrow('outbox_recipient_check')
  expect(await stateOf('injected')).toBeUndefined()
})

test('logs no personal data', async () => {
  const lines: string[] = []
  await startMail(
    {
      refuse: (attempt) => (attempt === 1 ? { code: 550, text: 'no such user secret.person@example.com' } : undefined),
    },
    { log: createLog('trace', { write: (line: string) => void lines.push(line) }) },
  )
  await enqueue('logged', 'secret.person@example.com')
  await eventually(async () => (await stateOf('logged'))?.state === 'sent')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.join('')).not.toContain('secret.person')
})

test('gives up on an email that keeps crashing its process', async () => {
  await rows(
    `insert into outbox (cause, template, recipient, payload, attempts)
     values ('deadly', 'payment-not-taken', 'ana@example.com', '{}', 100)`,
  )
  const server = await startMail()
  await eventually(async () => (await stateOf('deadly'))?.state === 'dead')
  expect(server.state.attempts).toBe(0)
})

test('settles an email whose error text cannot be stored as is', async () => {
  await startWorker({
    log: pino({ level: 'silent' }),
    deliver: () => Promise.reject(new Error('550 no\u0000such user')),
    retryDelayMs: () => undefined,
  })
  await enqueue('unstorable-error')
  await eventually(async () => (await stateOf('unstorable-error'))?.state === 'dead')
  expect(await stateOf('unstorable-error')).toMatchObject({ last_error: '550 no such user' })
})

test('does not resend a delivered email that could not be recorded, even on its last attempt', async () => {
  const sent: string[] = []
  const queue = createMailQueue({
    database: database.current,
    log: pino({ level: 'silent' }),
    deliver: async ({ id }) => {
      sent.push(id)
      return 'delivered'
    },
    retryDelayMs: () => undefined,
  })
  await enqueue('untold')
  await rows(
    `create function refuse_sent() returns trigger language plpgsql as $$ begin raise exception 'away'; end $$`,
  )
  await rows(`create trigger refuse_sent before update on outbox for each row
    when (new.state = 'sent') execute function refuse_sent()`)
  expect(await drain(queue)).toBe(0)
  await rows('drop trigger refuse_sent on outbox')
  expect(await stateOf('untold')).toEqual({ state: 'waiting', attempts: 1, last_error: null })
  await rows(`update outbox set next_attempt_at = now() where cause = 'untold'`)
  expect(await drain(queue)).toBe(1)
  expect(await stateOf('untold')).toMatchObject({ state: 'sent' })
  expect(sent).toHaveLength(1)
})

test('ignores a process whose lease on an email has expired', async () => {
  const { orm } = database.current
  await enqueue('taken-over')
  const [late] = await claimDueMails(orm, { limit: 1, leaseMs: 0 })
  const [mail] = await claimDueMails(orm, { limit: 1, leaseMs: 60_000 })
  if (!late || !mail) throw new Error('nothing was claimed')
  await postponeMail(orm, late, { lastError: 'late', retryInMs: 0 })
  await markMailDead(orm, late, 'late')
  expect(await stateOf('taken-over')).toEqual({ state: 'waiting', attempts: 2, last_error: null })
  expect(await claimDueMails(orm, { limit: 1, leaseMs: 60_000 })).toEqual([])
  await markMailSent(orm, mail.id)
  await markMailDead(orm, mail, 'late')
  expect(await stateOf('taken-over')).toEqual({ state: 'sent', attempts: 2, last_error: null })
})

test('sends one email at a time, so a crash can duplicate only one', async () => {
  const state = { active: 0, most: 0 }
  const queue = createMailQueue({
    database: database.current,
    log: pino({ level: 'silent' }),
    deliver: async () => {
      state.active += 1
      state.most = Math.max(state.most, state.active)
      await new Promise((resolve) => setTimeout(resolve, 20))
      state.active -= 1
      return 'delivered'
    },
  })
  for (let index = 0; index < 6; index += 1) await enqueue(`alone-${index}`)
  expect(await drain(queue)).toBe(6)
  expect(state.most).toBe(1)
})

test('keeps all processes together within the mail server’s limit per minute', async () => {
  const sentAt: number[] = []
  const deliver = async () => {
    sentAt.push(performance.now())
    return 'delivered' as const
  }
  for (let index = 0; index < 6; index += 1) await enqueue(`slowly-${index}`)
  // One every 300 ms, whichever of the two sends it.
  const log = pino({ level: 'silent' })
  for (let worker = 0; worker < 2; worker += 1) await startWorker({ log, deliver, mailsPerMinute: 200 })
  await eventually(() => sentAt.length === 6)
  expect((sentAt.at(-1) ?? 0) - (sentAt[0] ?? 0)).toBeGreaterThan(5 * 300 - 200)
})
