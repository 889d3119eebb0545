import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createQuickHasher } from '#test/quick-hasher.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createPasswordService } from './passwords.service.ts'
import { createSessionService } from './sessions.service.ts'
import { createSignInService } from './sign-in.service.ts'
import { createOperatorService, type OperatorService } from './team.service.ts'

const database = useTestDatabase()
const root = { operatorId: null, actor: 'command line' }
const here = { address: '10.0.0.1', userAgent: 'test' }
let clock = new Date('2026-11-15T12:00:00Z')
let operators: OperatorService
let signIn: ReturnType<typeof createSignInService>
let sessions: ReturnType<typeof createSessionService>
let passwords: ReturnType<typeof createPasswordService>

beforeAll(() => {
  operators = createOperatorService(database.current, () => clock)
  const now = () => clock
  const hasher = createQuickHasher()
  signIn = createSignInService({ database: database.current, hasher, log: pino({ level: 'silent' }), now })
  sessions = createSessionService(database.current, now)
  passwords = createPasswordService({ database: database.current, hasher, publicUrl: new URL('http://localhost'), now })
})

beforeEach(async () => {
  clock = new Date('2026-11-15T12:00:00Z')
  await rows('delete from operators')
})

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

async function add(email: string, role: 'owner' | 'staff' | 'read-only' = 'owner') {
  const result = await operators.add(email, role, root)
  if (!result.ok) throw new Error(result.code)
  return result
}

test('opens the desk once with a link', async () => {
  const { token, operator } = await add('Ana@Bloomera.example ')
  expect(operator.email).toBe('ana@bloomera.example')
  expect(await operators.findLinkOwner(token)).toEqual(operator)
  const first = await signIn.withLink(token, here)
  expect(first?.operator).toEqual(operator)
  expect(await signIn.withLink(token, here)).toBeUndefined()
  expect(await operators.findLinkOwner(token)).toBeUndefined()
})

test('lets in one of many concurrent requests with the same link', async () => {
  const { token } = await add('ana@bloomera.example')
  const results = await Promise.all(Array.from({ length: 8 }, () => signIn.withLink(token, here)))
  expect(results.filter(Boolean)).toHaveLength(1)
})

test('expires a link after an hour, or when a newer one is made', async () => {
  const { token, operator } = await add('ana@bloomera.example')
  clock = new Date('2026-11-15T12:59:59Z')
  expect(await operators.findLinkOwner(token)).toEqual(operator)
  clock = new Date('2026-11-15T13:00:00Z')
  expect(await signIn.withLink(token, here)).toBeUndefined()
  const second = await operators.createLink(operator.id, root)
  const third = await operators.createLink(operator.id, root)
  expect(await signIn.withLink(second ?? '', here)).toBeUndefined()
  expect(await signIn.withLink(third ?? '', here)).toBeDefined()
})

test('refuses to add the same operator twice, or a mistyped address', async () => {
  await add('ana@bloomera.example')
  expect(await operators.add('ANA@bloomera.example', 'staff', root)).toEqual({ ok: false, code: 'already_there' })
  expect(await operators.add('ana at bloomera', 'staff', root)).toEqual({ ok: false, code: 'invalid_email' })
})

test('refuses to remove or demote the last owner, even when two try concurrently', async () => {
  const { operator: ana } = await add('ana@bloomera.example')
  expect(await operators.remove(ana.id, root)).toEqual({ ok: false, code: 'last_owner' })
  expect(await operators.changeRole(ana.id, 'staff', root)).toEqual({ ok: false, code: 'last_owner' })
  const { operator: ben } = await add('ben@bloomera.example')
  const results = await Promise.all([operators.remove(ana.id, root), operators.changeRole(ben.id, 'staff', root)])
  expect(results.filter(({ ok }) => ok)).toHaveLength(1)
})

test('signs out a removed operator, and keeps their name in the log', async () => {
  await add('ana@bloomera.example')
  const { operator: ben, token } = await add('ben@bloomera.example', 'staff')
  const session = await signIn.withLink(token, here)
  expect(await sessions.find(session?.token ?? '')).toBeDefined()
  await operators.remove(ben.id, root)
  expect(await sessions.find(session?.token ?? '')).toBeUndefined()
  const log = await rows('select actor, action, operator_id from audit_log where subject_id = $1 order by id', [ben.id])
  expect(log).toEqual([
    { actor: 'command line', action: 'operator.add', operator_id: null },
    { actor: 'command line', action: 'operator.link', operator_id: null },
    { actor: 'ben@bloomera.example', action: 'operator.sign-in', operator_id: null },
    { actor: 'ben@bloomera.example', action: 'operator.new-device', operator_id: null },
    { actor: 'command line', action: 'operator.remove', operator_id: null },
  ])
})

test('stores no readable links, cookies or passwords in the database', async () => {
  const { token, operator } = await add('ana@bloomera.example')
  const session = await signIn.withLink(token, here)
  await passwords.set(operator, 'correct horse battery', 'none', here)
  const second = await operators.createLink(operator.id, root)
  const all = JSON.stringify([
    await rows('select * from operator_sessions'),
    await rows('select * from operator_links'),
    await rows('select * from operator_passwords'),
    await rows('select * from audit_log'),
    await rows('select * from operator_devices'),
    await rows('select * from outbox'),
  ])
  for (const secret of [token, second, session?.token, session?.deviceToken, 'correct horse'])
    expect(all).not.toContain(secret)
})
