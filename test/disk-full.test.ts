import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { MESSAGES } from '#contract/messages.ts'
import { openPglite } from '#server/platform/db/open-pglite.ts'
import { openPostgres } from '#server/platform/db/open-postgres.ts'
import { eventually } from './eventually.ts'
import { openPayingShop } from './paying-shop.ts'
import { startPostgres } from './postgres-server.ts'
import { noSmallDisk, openSmallDisk } from './small-disk.ts'

const BUYERS = 20

async function openEngine(engine: 'pglite' | 'postgres', folder: string) {
  if (engine === 'pglite') {
    const database = await openPglite(folder)
    return { database, close: () => database.close() }
  }
  const { server, address } = await startPostgres(folder)
  const database = openPostgres({ url: `${address}/postgres?statement_timeout=30000` })
  return {
    database,
    close: async () => {
      await database.close()
      await server.stop()
    },
  }
}

test.skipIf(noSmallDisk).each(['pglite', 'postgres'] as const)(
  `charges no card on %s while the result cannot be written, and reopens on its own${noSmallDisk ?? ''}`,
  async (engine) => {
    const disk = await openSmallDisk(300)
    const { database, close } = await openEngine(engine, disk.folder)
    const shop = await openPayingShop(database, { PAYMENT_TIMINGS: 'fast' })
    try {
      const readiness = async () => {
        const response = await shop.app.request('/readyz')
        return [response.status, await response.text()]
      }
      expect((await shop.pay()).status).toBe(200)
      expect(await readiness()).toEqual([200, 'ready'])

      // Fill the disk while an order waits between its commit and its charge.
      const key = randomUUID()
      await shop.square.setFault('slow', { path: '/v2/orders', method: 'POST', delayMs: 3000 })
      const waiting = shop.pay({}, { key })
      await eventually(async () => (await shop.statusOf(key)).status === 'pending')
      await disk.fill()
      await waiting

      const answers = await Promise.all(Array.from({ length: BUYERS }, () => shop.pay()))
      for (const { status, body } of answers) {
        expect([status, body.success]).toEqual([503, false])
        expect([MESSAGES.cardFormUnavailable, MESSAGES.paymentPending]).toContain(body.error)
      }
      expect(answers.some(({ body }) => body.error === MESSAGES.cardFormUnavailable)).toBe(true)
      expect(await readiness()).toEqual([503, 'not ready: disk full'])
      // Wait until that charge is abandoned: if space were freed sooner, it would correctly be sent.
      await shop.services.checkout.finish()
      expect(Object.values((await shop.square.ledger()).captures)).toEqual([1])

      await disk.free()
      await eventually(async () => (await readiness())[0] === 200)
      expect((await shop.pay()).status).toBe(200)
      await shop.services.reconciler.start()
      await eventually(async () => (await shop.statusOf(key)).status === 'failed')
      expect(Object.values((await shop.square.ledger()).captures)).toEqual([1, 1])
    } finally {
      await shop.end()
      await close()
      await disk.close()
    }
  },
)
