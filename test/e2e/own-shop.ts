import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from '@playwright/test'
import { freePort } from '../free-port.ts'
import { startShopProcess } from '../shop-process.ts'
import { expect } from './shop-test.ts'

type BrokenShop = {
  address: string
  emulatorPort: number
  /** Affects the next matching request; no other test pays in this shop. */
  setFault: (fault: string) => Promise<void>
}

/** A shop with its own Square emulator, because faults would affect other tests. Doesn't fail on console output. */
export const test = base.extend<object, { shop: BrokenShop }>({
  shop: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const folder = await mkdtemp(path.join(tmpdir(), 'faults-'))
      const [port, emulatorPort] = [await freePort(), await freePort()]
      const shop = await startShopProcess({
        PORT: String(port),
        EMULATOR_PORT: String(emulatorPort),
        DATA_DIR: folder,
        NODE_ENV: 'test',
        PAYMENT_TIMINGS: 'fast',
        WALLETS: 'on',
      })
      await expect.poll(async () => (await fetch(`${shop.address}/readyz`)).status).toBe(200)
      await use({
        address: shop.address,
        emulatorPort,
        setFault: async (fault) => {
          const response = await fetch(`http://127.0.0.1:${emulatorPort}/emulator/faults`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ fault }),
          })
          expect(response.ok).toBe(true)
        },
      })
      shop.child.kill()
      await shop.ended
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})
