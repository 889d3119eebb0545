import { expect, test } from 'vitest'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestDesk } from '#test/test-desk.ts'
import { createTestShop } from '#test/test-shop.ts'

const database = useTestDatabase()
const ADDRESS = '/.well-known/apple-developer-merchantid-domain-association'
const SCREEN = '/admin/settings/payments'
const FILE = '7B2276657273696F6E223A31'.repeat(40)

async function served(environment: Record<string, string>): Promise<Response> {
  const { app } = await createTestShop(database.current, environment)
  return app.request(ADDRESS, { headers: { host: 'localhost' } })
}

test('serves the file pasted by the owner to Apple while wallets are on, until it is removed', async () => {
  const desk = createTestDesk(database.current, { environment: { WALLETS: 'on' } })
  const cookie = await desk.signIn('owner')
  const save = (file: string) => desk.request(`${SCREEN}/apple-file`, { cookie, form: { file } })
  expect((await served({ WALLETS: 'on' })).status).toBe(404)

  expect((await save(`\n${FILE}\n`)).headers.get('location')).toBe(SCREEN)
  const response = await served({ WALLETS: 'on' })
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/plain')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.text()).toBe(FILE)
  expect(await (await desk.request(SCREEN, { cookie })).text()).toContain(FILE)
  expect((await served({})).status).toBe(404)

  // Once more changes nothing, and is not logged.
  await save(FILE)
  await save('')
  expect((await served({ WALLETS: 'on' })).status).toBe(404)
  const log = await database.current.withConnection((connection) =>
    connection.rows(
      `select subject_kind, subject_id, before, after from audit_log where action = 'payments.apple-domain-file' order by id`,
    ),
  )
  const subject = { subject_kind: 'setting', subject_id: 'apple_pay_domain_file' }
  expect(log).toEqual([
    { ...subject, before: { characters: 0 }, after: { characters: FILE.length } },
    { ...subject, before: { characters: FILE.length }, after: { characters: 0 } },
  ])
})

test.each(['<!doctype html><title>Sign in</title>'.repeat(5), '7B22', 'x'.repeat(20_001)])(
  'refuses anything else and shows it again (%#)',
  async (file) => {
    const desk = createTestDesk(database.current, { environment: { WALLETS: 'on' } })
    const cookie = await desk.signIn('owner')
    const refused = await desk.request(`${SCREEN}/apple-file`, { cookie, form: { file } })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('This isn’t the file')
    expect((await served({ WALLETS: 'on' })).status).toBe(404)
  },
)

test('a shop without wallets has no field for it, and staff may not paste it', async () => {
  const desk = createTestDesk(database.current)
  const html = await (await desk.request(SCREEN, { cookie: await desk.signIn('owner') })).text()
  expect(html).not.toContain('Apple Pay')
  const staff = await desk.signIn('staff')
  expect((await desk.request(`${SCREEN}/apple-file`, { cookie: staff, form: { file: FILE } })).status).toBe(403)
})
