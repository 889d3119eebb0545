import { and, eq } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Operator } from '#domain/operators/operator.ts'
import { outboxTable } from '#server/platform/mail/outbox.tables.ts'
import { eventually } from '#test/eventually.ts'
import { createQuickHasher } from '#test/quick-hasher.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { insertLink } from './operators.queries.ts'
import { findPasskey } from './passkeys.queries.ts'
import { createPasswordService } from './passwords.service.ts'
import { hashToken } from './secret-token.ts'
import { createSessionService } from './sessions.service.ts'
import { createSignInLinkService } from './sign-in-links.service.ts'
import { createSignInService } from './sign-in.service.ts'
import { createOperatorService } from './team.service.ts'

const database = useTestDatabase()
const PASSWORD = 'correct horse battery'
const here = { address: '10.0.0.1', userAgent: 'test' }
const elsewhere = { address: '10.9.9.9', userAgent: 'test' }
const MINUTE = 60_000
const isDeskLink = eq(outboxTable.template, 'desk-link')
const DAY = 24 * 60 * MINUTE
let clock = 0
let ana: Operator
let signIn: ReturnType<typeof createSignInService>
let sessions: ReturnType<typeof createSessionService>
let passwords: ReturnType<typeof createPasswordService>

beforeAll(async () => {
  clock = Date.parse('2026-11-15T12:00:00Z')
  const now = () => new Date(clock)
  const hasher = createQuickHasher()
  signIn = createSignInService({ database: database.current, hasher, log: pino({ level: 'silent' }), now })
  sessions = createSessionService(database.current, now)
  passwords = createPasswordService({ database: database.current, hasher, publicUrl: new URL('http://localhost'), now })
  const operators = createOperatorService(database.current, () => new Date(clock))
  const added = await operators.add('ana@bloomera.example', 'owner', { operatorId: null, actor: 'test' })
  if (!added.ok) throw new Error(added.code)
  ana = added.operator
  await passwords.set(ana, PASSWORD, 'none', here)
})

beforeEach(() => database.current.withConnection((connection) => connection.exec('delete from sign_in_failures')))

test('opens the desk with the right password; a wrong one and an unknown operator get the same message', async () => {
  expect(await signIn.withPassword(' ANA@bloomera.example', PASSWORD, here)).toMatchObject({
    ok: true,
    operator: ana,
  })
  expect(await signIn.withPassword(ana.email, 'something else entirely', here)).toEqual({ ok: false, code: 'wrong' })
  expect(await signIn.withPassword('eve@bloomera.example', PASSWORD, here)).toEqual({ ok: false, code: 'wrong' })
})

test('pauses after five wrong tries, longer each time, and only from that address', async () => {
  const wrong = () => signIn.withPassword(ana.email, 'a guess at random', here)
  for (let tries = 0; tries < 5; tries += 1) expect(await wrong()).toEqual({ ok: false, code: 'wrong' })
  expect(await wrong()).toEqual({ ok: false, code: 'paused', seconds: 30 })
  expect(await signIn.withPassword(ana.email, PASSWORD, here)).toMatchObject({ code: 'paused' })

  expect(await signIn.withPassword(ana.email, PASSWORD, elsewhere)).toMatchObject({ ok: true })

  clock += 31_000
  expect(await wrong()).toEqual({ ok: false, code: 'wrong' })
  expect(await wrong()).toEqual({ ok: false, code: 'paused', seconds: 60 })
  clock += 61_000
  expect(await signIn.withPassword(ana.email, PASSWORD, here)).toMatchObject({ ok: true })
  expect(await wrong()).toEqual({ ok: false, code: 'wrong' })
})

test('counts concurrent guesses one by one', async () => {
  const guesses = Array.from({ length: 12 }, () => signIn.withPassword(ana.email, 'a guess at random', here))
  const results = await Promise.all(guesses)
  expect(results.filter((result) => !result.ok && result.code === 'wrong')).toHaveLength(5)
})

test('keeps a session alive while it is used, and ends it after three months in any case', async () => {
  const { token } = await signIn.withPasskey(ana, here)
  clock += 13 * DAY
  expect(await sessions.find(token)).toBeDefined()
  clock += 13 * DAY
  expect(await sessions.find(token)).toBeDefined()
  clock += 15 * DAY
  expect(await sessions.find(token)).toBeUndefined()

  const second = await signIn.withPasskey(ana, here)
  for (let weeks = 0; weeks < 12; weeks += 1) {
    clock += 7 * DAY
    expect(await sessions.find(second.token)).toBeDefined()
  }
  clock += 7 * DAY
  expect(await sessions.find(second.token)).toBeUndefined()
})

test('lets only its owner end a session', async () => {
  const { token } = await signIn.withPasskey(ana, here)
  const [line] = await sessions.list(ana.id)
  expect(await sessions.end('somebody-else', line?.id ?? '')).toBe(false)
  expect(await sessions.find(token)).toBeDefined()
  expect(await sessions.end(ana.id, line?.id ?? '')).toBe(true)
  expect(await sessions.find(token)).toBeUndefined()
})

test('ends the other sessions with a new password and keeps the one that set it', async () => {
  const mine = await signIn.withPasskey(ana, here)
  const other = await signIn.withPasskey(ana, elsewhere)
  const session = await sessions.find(mine.token)
  await passwords.set(ana, 'another long sentence', session?.id ?? '', here)
  expect(await sessions.find(mine.token)).toBeDefined()
  expect(await sessions.find(other.token)).toBeUndefined()
  expect(await signIn.withPassword(ana.email, PASSWORD, here)).toEqual({ ok: false, code: 'wrong' })
  await passwords.set(ana, PASSWORD, session?.id ?? '', here)
})

test('lets a locked operator in with nothing but a link from an owner or the command line', async () => {
  const operators = createOperatorService(database.current, () => new Date(clock))
  const actor = { operatorId: null, actor: 'test' }
  const added = await operators.add('kim@bloomera.example', 'staff', actor)
  if (!added.ok) throw new Error(added.code)
  const kim = added.operator
  await passwords.set(kim, PASSWORD, 'none', here)
  await database.current.withConnection(async (connection) => {
    await connection.rows(
      `insert into operator_passkeys (id, operator_id, name, public_key) values ('kim', $1, 'Phone', 'key')`,
      [kim.id],
    )
    await connection.rows('update operators set locked_at = now() where id = $1', [kim.id])
  })
  const { orm } = database.current
  const [createdAt, expiresAt] = [new Date(clock), new Date(clock + DAY)]
  await insertLink(orm, { tokenHash: hashToken('emailed'), operatorId: kim.id, kind: 'emailed', createdAt, expiresAt })
  const links = createSignInLinkService({
    database: database.current,
    secretKey: 'secret',
    log: pino({ level: 'silent' }),
    now: () => new Date(clock),
  })
  const ways = async () => ({
    password: (await signIn.withPassword(kim.email, PASSWORD, here)).ok,
    passkey: (await findPasskey(orm, 'kim')) !== undefined,
    emailed: (await signIn.openLink('emailed')) !== undefined,
  })
  expect(await ways()).toEqual({ password: false, passkey: false, emailed: false })
  expect(await signIn.withLink('emailed', here)).toBeUndefined()
  // The request of an operator who isn't locked is handled after the one that must send nothing.
  links.request(kim.email, here.address)
  links.request(ana.email, here.address)
  const mails = (email: string) => orm.$count(outboxTable, and(eq(outboxTable.recipient, email), isDeskLink))
  await eventually(async () => (await mails(ana.email)) === 1)
  expect(await mails(kim.email)).toBe(0)

  const token = (await operators.createLink(kim.id, actor)) ?? ''
  expect(await operators.list()).toContainEqual(expect.objectContaining({ id: kim.id, isLocked: true }))
  expect(await signIn.withLink(token, here)).toMatchObject({ ok: true })
  expect(await ways()).toEqual({ password: true, passkey: true, emailed: true })
})
