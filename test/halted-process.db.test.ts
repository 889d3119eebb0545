import { expect, onTestFinished, test } from 'vitest'
import { listen } from '#server/listen.ts'
import type { Database } from '#server/platform/db/database.ts'
import { useTestDatabase } from './test-database.ts'
import { createTestShop } from './test-shop.ts'

const database = useTestDatabase()

test('a process that was halted serves no outdated page, however soon a request arrives', async () => {
  let isBehind = false
  // No notification reaches it, as if it was halted while the changes were made.
  const deaf: Database = { ...database.current, listen: async () => {}, isBehind: () => isBehind }
  const shop = await createTestShop(deaf)
  const { app, answerFirst, clientOf, refusalHeaders } = shop
  const server = await listen({
    host: 'localhost',
    port: 0,
    fetch: app.fetch,
    answerFirst,
    clientOf,
    refusalHeaders,
  })
  onTestFinished(async () => {
    await server.close(0)
    await shop.services.checkout.finish()
  })
  const page = async () => {
    const response = await fetch(`http://localhost:${server.port}/products/pure-bloom`)
    return /<title>([^<]*)/.exec(await response.text())?.[1]
  }
  const rename = (name: string) =>
    database.current.withConnection((connection) =>
      connection.rows(`update products set name = $1 where id = 'pure-bloom'`, [name]),
    )
  await rename('Before the halt')
  expect(await page()).toContain('Before the halt')
  await rename('After the halt')
  expect(await page()).toContain('Before the halt')
  isBehind = true
  expect(await page()).toContain('After the halt')
})
