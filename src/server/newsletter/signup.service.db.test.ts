import { expect, test } from 'vitest'
import { useTestDatabase } from '#test/test-database.ts'
import { createSignupService, type SignupService } from './signup.service.ts'

const database = useTestDatabase()
const now = new Date('2026-11-15T12:00:00Z')

function signupService(): SignupService {
  return createSignupService(database.current, () => now)
}

function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement, parameters))
}

async function exported(): Promise<string[]> {
  const lines: string[] = []
  for await (const line of signupService().exportSubscribers()) lines.push(line)
  return lines
}

test('exports every subscriber, oldest first, and escapes formulas', async () => {
  const code = await signupService().signUp({ email: '=cmd@example.com', source: 'home' })
  await signupService().signUp({ email: 'plain@example.com', source: 'footer' })
  const lines = await exported()
  expect(lines[0]).toBe('"email","source","consented_at","unsubscribed_at","discount_code","code_used"\r\n')
  expect(lines[1]).toMatch(new RegExp(`^"'=cmd@example\\.com","home","20\\d\\d-.*Z","","${code}","no"\r\n$`))
  expect(lines[2]).toMatch(/^"plain@example\.com","footer",/)
})

test('exports several pages without gaps, even for equal timestamps', async () => {
  await rows(`
    with numbers as (select n, 'EXPORT-' || n as code from generate_series(1, 2500) n),
      codes as (insert into discount_codes (code, kind, percent) select code, 'percent', 10 from numbers returning code)
    insert into subscribers (email, folded_email, discount_code, source, unsubscribe_token, consented_at)
    select 'export' || n || '@example.com', 'export' || n || '@example.com', numbers.code, 'import', 'export' || n, '2026-01-01'
    from numbers join codes using (code)`)
  const lines = await exported()
  const subscribers = lines.filter((line) => line.startsWith('"export'))
  expect(new Set(subscribers).size).toBe(2500)
})

test('unsubscribes idempotently, and ignores an unknown token', async () => {
  await signupService().signUp({ email: 'leaver@example.com', source: 'home' })
  const find = () =>
    rows(`select unsubscribe_token, unsubscribed_at from subscribers where email = 'leaver@example.com'`)
  const [before] = await find()
  await signupService().unsubscribe('no-such-token')
  expect((await find())[0]?.unsubscribed_at).toBeNull()
  await signupService().unsubscribe(String(before?.unsubscribe_token))
  await signupService().unsubscribe(String(before?.unsubscribe_token))
  expect(new Date(String((await find())[0]?.unsubscribed_at))).toEqual(now)
})

test('does not undo an unsubscribe on another signup', async () => {
  await signupService().signUp({ email: 'leaver@example.com', source: 'footer' })
  const [row] = await rows(`select unsubscribed_at from subscribers where email = 'leaver@example.com'`)
  expect(row?.unsubscribed_at).not.toBeNull()
})

test('generates another code if the first one is taken', async () => {
  const taken = await signupService().signUp({ email: 'first@example.com', source: 'home' })
  const draws = [taken, taken, 'BLOOM-2345-6789']
  const service = createSignupService(
    database.current,
    () => now,
    () => draws.shift() ?? '',
  )
  expect(await service.signUp({ email: 'second@example.com', source: 'home' })).toBe('BLOOM-2345-6789')
  expect(await rows(`select folded_email from discount_codes where code = $1`, [taken])).toEqual([
    { folded_email: 'first@example.com' },
  ])
})
