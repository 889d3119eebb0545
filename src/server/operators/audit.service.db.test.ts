import { beforeAll, expect, test } from 'vitest'
import { createSubjectNames } from '#server/reports/subject-names.service.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createAuditService } from './audit.service.ts'

const database = useTestDatabase()
const everything = { actor: '', action: '', subject: '', from: '', to: '', words: '' }

beforeAll(() =>
  database.current.withConnection((connection) =>
    connection.exec(`insert into audit_log (at, actor, action, subject_kind, subject_id, before, after)
      select '2026-11-01T12:00:00Z'::timestamptz + n * interval '1 hour', case when n % 2 = 0 then 'Ana@bloomera.example' else 'ben' end,
        case when n % 3 = 0 then 'review.publish' else 'setting.change' end, 'review', 'subject-' || n % 10, null, jsonb_build_object('n', n)
      from generate_series(1, 120) n`),
  ),
)

const list = (search: Partial<typeof everything>, before?: number) =>
  createAuditService(database.current, createSubjectNames(database.current)).list({ ...everything, ...search }, before)

test('lists the newest first, page by page, each line once', async () => {
  const seen: number[] = []
  for (let page = await list({}); ; page = await list({}, page.before)) {
    seen.push(...page.lines.map(({ id }) => id))
    if (page.before === undefined) break
  }
  expect(seen).toHaveLength(120)
  expect(seen).toEqual(seen.toSorted((one, other) => other - one))
})

test('finds lines by actor, action, subject and time', async () => {
  expect((await list({ actor: 'ana@BLOOMERA.example' })).lines).toHaveLength(50)
  expect((await list({ action: 'review' })).lines.every(({ action }) => action === 'review.publish')).toBe(true)
  expect((await list({ action: '%' })).lines).toEqual([])
  expect((await list({ subject: 'subject-3' })).lines).toHaveLength(12)
  // November 2nd at the shop is 7:00 to 7:00 UTC: 24 hours, 24 lines.
  expect((await list({ from: '2026-11-02', to: '2026-11-02' })).lines).toHaveLength(24)
  expect((await list({ actor: 'ben', subject: 'subject-3', from: '2026-11-05' })).lines).toHaveLength(3)
})

test('finds lines by what a thing is called, even if it is gone', async () => {
  await database.current.withConnection((connection) =>
    connection.exec(`insert into audit_log (actor, action, subject_kind, subject_id) values
      ('ana', 'product.stock', 'product', 'pure-bloom'), ('ana', 'product.stock', 'product', 'meadow-calm-oil'),
      ('ana', 'product.delete', 'product', 'gone-oil'), ('ana', 'code.create', 'code', 'WINTER15'),
      ('ana', 'settings.delivery', 'setting', 'delivery')`),
  )
  const found = async (words: string) => (await list({ words })).lines.map(({ subjectId }) => subjectId)
  expect(await found('  bloom ')).toEqual(['pure-bloom'])
  expect(await found('Gone Oil')).toEqual(['gone-oil'])
  expect(await found('winter15')).toEqual(['WINTER15'])
  expect(await found('delivery')).toEqual(['delivery'])
  expect(await found('%')).toEqual([])
})

test('lists everyone in the log once, by name', async () => {
  const service = createAuditService(database.current, createSubjectNames(database.current))
  await database.current.withConnection((connection) =>
    connection.exec(`insert into operators (id, name, email, role) values ('op-ben', 'Ben Ortiz', 'Ben', 'staff');
      insert into audit_log (actor, action, subject_kind, subject_id) values ('schedule', 'product.sale-ended', 'product', 'pure-bloom')`),
  )
  expect(await service.people()).toEqual([
    { actor: 'ana', name: 'ana' },
    { actor: 'ana@bloomera.example', name: 'ana@bloomera.example' },
    { actor: 'ben', name: 'Ben Ortiz' },
    { actor: 'schedule', name: 'The shop, on schedule' },
  ])
})

test('refuses any change to the log', async () => {
  const change = (statement: string) => database.current.withConnection((connection) => connection.rows(statement))
  await expect(change(`update audit_log set actor = 'nobody'`)).rejects.toThrow(/append-only/)
  await expect(change(`delete from audit_log`)).rejects.toThrow(/append-only/)
})
