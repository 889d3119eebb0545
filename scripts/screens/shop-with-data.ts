import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sendCommand } from '#server/operators/command-socket.ts'
import { openPglite } from '#server/platform/db/open-pglite.ts'
import { freePort } from '#test/free-port.ts'
import { startShopProcess } from '#test/shop-process.ts'

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

/** The shop of `npm start` in a folder of its own, with a sale and a backup. */
export async function openShopWithData(): Promise<ShopWithData> {
  const folder = await mkdtemp(path.join(tmpdir(), 'screens-'))
  const environment = {
    PORT: String(await freePort()),
    DATA_DIR: folder,
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
