import { afterAll, beforeAll, expect, test } from 'vitest'
import { renderLimits } from '#server/platform/pages/render-admission.ts'
import { recordStatements } from '#test/recorded-statements.ts'
import { isPostgres, useTestDatabase } from '#test/test-database.ts'
import { createTestShop } from '#test/test-shop.ts'

const ADDRESS = '/uploads/0123456789abcdef0123'
const database = useTestDatabase()
let shop: Awaited<ReturnType<typeof createTestShop>>

beforeAll(async () => {
  shop = await createTestShop(database.current, { TRUST_PROXY: '1' }, { renderLimits: renderLimits(0.3) })
  await database.current.withConnection((connection) =>
    connection.exec(`
      insert into uploaded_pictures (address, width, height, widths, placeholder, alt)
      values ('${ADDRESS}', 800, 600, array[400, 800], 'data:x', 'A bench');
      insert into uploaded_picture_files (address, width, format, body) values ('${ADDRESS}', 400, 'webp', 'a picture')`),
  )
})
afterAll(() => shop?.close())

test.runIf(isPostgres)('looks up a picture once for all concurrent requests', async () => {
  const visitors = Array.from({ length: 200 }, (_, index) => `10.78.0.${index}`)
  const answers: Response[] = []
  const statements = await recordStatements(async () => {
    const request = (from: string) =>
      shop.app.request(`${ADDRESS}-400.webp`, { headers: { 'x-forwarded-for': from } }) as Promise<Response>
    answers.push(...(await Promise.all(visitors.map(request))))
  })
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await answers.at(-1)?.text()).toBe('a picture')
  // The list of names, and the picture.
  expect(statements.filter(({ text }) => text.includes('uploaded_picture_files'))).toHaveLength(2)
})
