import { beforeAll, expect, test } from 'vitest'
import { formValues, visibleText } from '#test/form-values.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createTestDesk } from '#test/test-desk.ts'

const database = useTestDatabase()
let desk: ReturnType<typeof createTestDesk>
let staff: string
let path: string

beforeAll(async () => {
  desk = createTestDesk(database.current)
  staff = await desk.signIn('staff')
  const [review] = await sql(`insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published)
    values ('pure-bloom', 4, 'Dry spots', 'Better.', 'Dana Whitfield', 'website_form', true) returning id`)
  path = `/admin/reviews/${String(review?.id)}/reply`
})

function sql(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

async function reply(form: Record<string, string>): Promise<Response> {
  return desk.request(path, { cookie: staff, form: { list: 'published', ...form } })
}

async function stored(): Promise<unknown> {
  return (await sql(`select reply from reviews where title = 'Dry spots'`))[0]?.reply
}

test('asks before saving a reply with a claim, keeps what was typed, and stores it only if confirmed', async () => {
  const asked = await reply({ reply: 'Glad it healed your eczema!' })
  const html = await asked.text()
  expect(asked.status).toBe(200)
  expect(visibleText(html)).toContain('Publish 2 claims?')
  expect(html).toContain('<mark>eczema</mark>')
  expect(formValues(html, path)).toEqual({ list: 'published', reply: 'Glad it healed your eczema!' })
  expect(await stored()).toBeNull()

  expect(await (await reply({ reply: 'Glad it cured them!' })).text()).toContain('<mark>cured</mark>')
  expect((await reply({ reply: 'Glad they feel better!' })).status).toBe(303)
  expect(await stored()).toBe('Glad they feel better!')
  expect((await reply({ ...formValues(html, path), claims: 'yes' })).status).toBe(303)
  expect(await stored()).toBe('Glad it healed your eczema!')
})

test('warns of a claim below the stored reply, even without a script', async () => {
  await reply({ reply: 'It heals.', claims: 'yes' })
  const html = await (await desk.request('/admin/reviews?list=published', { cookie: staff })).text()
  const [, card = ''] = html.split('Dry spots', 2)
  expect(card).toContain('<mark>heals</mark>')
  expect(card).toMatch(/<textarea[^>]*aria-describedby="reply-[\w-]+-claims"[^>]*data-claims/)
})
