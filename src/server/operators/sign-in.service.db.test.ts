import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Operator } from '#domain/operators/operator.ts'
import { createQuickHasher } from '#test/quick-hasher.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createPasswordService } from './passwords.service.ts'
import { createSessionService } from './sessions.service.ts'
import { createSignInService } from './sign-in.service.ts'
import { createOperatorService } from './team.service.ts'

const database = useTestDatabase()
const PASSWORD = 'correct horse battery'
const here = { address: '10.0.0.1', userAgent: 'test' }
const elsewhere = { address: '10.9.9.9', userAgent: 'test' }
const MINUTE = 60_000
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
