import { randomUUID } from 'node:crypto'
import { paymentRequest } from '#contract/checkout.ts'
import { createEasyPostEmulator } from '#emulators/easypost/app.ts'
import type { Database } from '#server/platform/db/database.ts'
import { AN_ORDER_CENTS, anOrder } from './an-order.ts'
import { CARRIER_KEY, controlCarrier } from './carrier-emulator.ts'
import { startTestEmulator } from './square-emulator.ts'
import { createTestDesk } from './test-desk.ts'

export { AN_ORDER_CENTS }

/** The desk with its own Square emulator, and buyers who pay through the shop's checkout. */
export async function openDeskShop(database: Database) {
  let carrierUrl = ''
  const easyPost = createEasyPostEmulator({ apiKey: CARRIER_KEY, publicUrl: () => carrierUrl })
  const square = await startTestEmulator({
    timing: { listLagMs: 0, refundMs: 20, webhookRetryMs: [] },
    beside: { '/easypost': easyPost },
  })
  carrierUrl = `${square.address}/easypost`
  const desk = createTestDesk(database, { squareUrl: square.address, carrierUrl })
  const { shop } = desk.parts
  await shop.checkout.warmUp()

  function rows(statement: string, parameters: unknown[] = []): Promise<Record<string, unknown>[]> {
    return database.withConnection((connection) => connection.rows(statement, parameters))
  }

  return {
    ...desk,
    square,
    carrier: controlCarrier(carrierUrl),
    rows,
    /** A paid order, by default two bottles to Provo. */
    async order(change: object = {}): Promise<{ id: string; number: string; paymentId: string }> {
      const request = paymentRequest.parse({ ...anOrder(), ...change, sourceId: await square.tokenize() })
      const { body } = await shop.checkout.pay(request, {
        checkoutKey: randomUUID(),
        client: randomUUID(),
        network: randomUUID(),
        isIpv6: false,
      })
      const number = body.orderNumber ?? ''
      const [row] = await rows(
        `select o.id, a.square_payment_id as payment_id from orders o join payment_attempts a on a.order_id = o.id
         where o.number = $1`,
        [number],
      )
      if (!body.success) throw new Error(`not paid: ${body.error}`)
      return { id: String(row?.id), number, paymentId: String(row?.payment_id) }
    },
    async end(): Promise<void> {
      await shop.checkout.finish()
      await shop.reconciler.stop()
      await square.close()
    },
  }
}

export type DeskShop = Awaited<ReturnType<typeof openDeskShop>>
