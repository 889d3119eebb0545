import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sendCommand } from '#server/operators/command-socket.ts'
import { openPglite } from '#server/platform/db/open-pglite.ts'
import { anOrder } from '#test/an-order.ts'
import { freePort } from '#test/free-port.ts'
import { startShopProcess } from '#test/shop-process.ts'
import { EMULATOR_CREDENTIALS } from '#test/square-emulator.ts'

export type ShopWithData = {
  address: string
  operator: (...words: string[]) => Promise<string>
  close: () => Promise<void>
}

/** A running sale whose former price was charged for long enough to be crossed out. */
const SALE = `
  update offered_prices set offered_from = now() - interval '40 days';
  insert into sale_prices (product_id, prices, starts_at, ends_at)
    values ('pure-bloom', '{"1oz": 1999}', now() - interval '1 hour', now() + interval '6 days')`

const CUSTOMERS = [
  ['Ana', 'Prado'],
  ['Grace', 'Whitlow'],
  ['Maya', 'Lindqvist'],
  ['Elena', 'Castellanos'],
] as const

const CARD = { number: '4111111111111111', expMonth: 12, expYear: 2035, cvv: '111', postalCode: '84601' }

async function post(url: string, body: object): Promise<{ token?: string }> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${url} returned ${response.status}`)
  return (await response.json()) as { token?: string }
}

async function placeOrders(address: string, emulator: string): Promise<void> {
  for (const [firstName, lastName] of CUSTOMERS) {
    const order = anOrder()
    const { applicationId } = EMULATOR_CREDENTIALS
    const { token } = await post(`${emulator}/v1/tokens`, { applicationId, card: CARD })
    const customerInfo = { ...order.customerInfo, firstName, lastName }
    await post(`${address}/functions/v1/process-square-payment`, { ...order, customerInfo, sourceId: token })
  }
}

/** The shop of `npm start` in a separate folder, with a sale, orders and a backup. */
export async function openShopWithData(): Promise<ShopWithData> {
  const folder = await mkdtemp(path.join(tmpdir(), 'screens-'))
  const emulatorPort = String(await freePort())
  const environment = {
    PORT: String(await freePort()),
    DATA_DIR: folder,
    EMULATOR_PORT: emulatorPort,
    BACKUP_DIR: path.join(folder, 'backups'),
    BACKUP_KEY: randomBytes(32).toString('hex'),
  }
  const first = await startShopProcess(environment)
  first.child.kill('SIGTERM')
  await first.ended
  const database = await openPglite(folder)
  await database.withConnection((connection) => connection.exec(SALE))
  await database.close()
  const shop = await startShopProcess(environment)
  await placeOrders(shop.address, `http://localhost:${emulatorPort}`)
  return {
    address: shop.address,
    operator: async (...words) => (await sendCommand(folder, words))?.text ?? '',
    async close() {
      shop.child.kill('SIGTERM')
      await shop.ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
