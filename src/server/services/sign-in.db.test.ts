import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Operator } from '#server/db/operators.queries.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createOperatorService } from './operators.ts'
import { createSignInService } from './sign-in.ts'

const database = useTestDatabase()
const PASSWORD = 'correct horse battery'
const here = { address: '10.0.0.1', userAgent: 'test' }
const elsewhere = { address: '10.9.9.9', userAgent: 'test' }
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
let clock = 0
let ana: Operator
let signIn: ReturnType<typeof createSignInService>

beforeAll(async () => {
  clock = Date.parse('2026-11-15T12:00:00Z')
  signIn = createSignInService(database.current, () => new Date(clock))
  const operators = createOperatorService(database.current, () => new Date(clock))
  const added = await operators.add('ana@bloomera.example', 'owner', { operatorId: null, actor: 'test' })
  if (!added.ok) throw new Error(added.code)
  ana = added.operator
  await signIn.setPassword(ana, PASSWORD, 'none')
})

beforeEach(() => database.current.withConnection((connection) => connection.exec('delete from sign_in_failures')))

test('the right password opens the desk, a wrong one and a wrong person are told the same', async () => {
  expect(await signIn.withPassword(' ANA@bloomera.example', PASSWORD, here)).toMatchObject({
    ok: true,
    operator: ana,
  })
  expect(await signIn.withPassword(ana.email, 'something else entirely', here)).toEqual({ ok: false, code: 'wrong' })
  expect(await signIn.withPassword('eve@bloomera.example', PASSWORD, here)).toEqual({ ok: false, code: 'wrong' })
})

test('after five wrong tries the sixth waits, longer each time, and only from there', async () => {
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

test('guesses at the same moment count one by one', async () => {
  const guesses = Array.from({ length: 12 }, () => signIn.withPassword(ana.email, 'a guess at random', here))
  const results = await Promise.all(guesses)
  expect(results.filter((result) => !result.ok && result.code === 'wrong')).toHaveLength(5)
})

test('a session lives while it is used, ends when it is not, and after three months in any case', async () => {
  const { token } = await signIn.withPasskey(ana, here)
  clock += 13 * DAY
  expect(await signIn.find(token)).toBeDefined()
  clock += 13 * DAY
  expect(await signIn.find(token)).toBeDefined()
  clock += 15 * DAY
  expect(await signIn.find(token)).toBeUndefined()

  const second = await signIn.withPasskey(ana, here)
  for (let weeks = 0; weeks < 12; weeks += 1) {
    clock += 7 * DAY
    expect(await signIn.find(second.token)).toBeDefined()
  }
  clock += 7 * DAY
  expect(await signIn.find(second.token)).toBeUndefined()
})

test('a session can be ended by its owner alone', async () => {
  const { token } = await signIn.withPasskey(ana, here)
  const [line] = await signIn.list(ana.id)
  expect(await signIn.end('somebody-else', line?.id ?? '')).toBe(false)
  expect(await signIn.find(token)).toBeDefined()
  expect(await signIn.end(ana.id, line?.id ?? '')).toBe(true)
  expect(await signIn.find(token)).toBeUndefined()
})

test('a new password ends the other sessions and keeps the one that set it', async () => {
  const mine = await signIn.withPasskey(ana, here)
  const other = await signIn.withPasskey(ana, elsewhere)
  const session = await signIn.find(mine.token)
  await signIn.setPassword(ana, 'another long sentence', session?.id ?? '')
  expect(await signIn.find(mine.token)).toBeDefined()
  expect(await signIn.find(other.token)).toBeUndefined()
  expect(await signIn.withPassword(ana.email, PASSWORD, here)).toEqual({ ok: false, code: 'wrong' })
  await signIn.setPassword(ana, PASSWORD, session?.id ?? '')
})
