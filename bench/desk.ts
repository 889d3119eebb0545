/** CPU time that the shop spends on Today, on the built-in database, for page views and for updates of an open page. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { PARTS_HEADER } from '../src/desk/live-parts.ts'
import { startShopProcess } from '../test/shop-process.ts'
import { cpuMs } from './cpu.ts'

const ROUNDS = 40
const WARM_UP = 10

/** What an open page fetches after each kind of change. */
const UPDATES = {
  order: { path: '/admin', parts: 'work,sales-today,go-live' },
  orderWhileAnalyticsAreInView: { path: '/admin', parts: 'work,sales-today,go-live,analytics' },
  review: { path: '/admin', parts: 'work' },
  email: { path: '/admin', parts: 'work' },
  badges: { path: '/admin/badges', parts: undefined },
}

/** Opens the link that `npm run operator` prints, and returns the cookies. */
export async function signIn(address: string, environment: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['scripts/operator.ts', 'add', 'bench@bloomera.example', '--role', 'owner'],
    { cwd: path.resolve(import.meta.dirname, '..'), env: { PATH: process.env.PATH, ...environment } },
  )
  const link = new URL(/http\S+/.exec(stdout)?.[0] ?? '')
  const response = await fetch(address + link.pathname, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' },
    redirect: 'manual',
  })
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

export async function measureDesk(dataDir: string) {
  const shop = await startShopProcess({ DATA_DIR: dataDir })
  try {
    const workers = await shop.workers()
    const cookie = await signIn(shop.address, { DATA_DIR: dataDir })
    async function cost(screen: string, parts?: string) {
      let started = 0
      let bytes = 0
      for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
        if (round === WARM_UP) started = await cpuMs(workers)
        const response = await fetch(shop.address + screen, {
          headers: { cookie, accept: 'text/html', ...(parts && { [PARTS_HEADER]: parts }) },
        })
        if (response.status !== 200 || response.redirected) throw new Error(`${screen} returned ${response.status}`)
        bytes = (await response.arrayBuffer()).byteLength
      }
      return { cpuMs: Number((((await cpuMs(workers)) - started) / ROUNDS).toFixed(1)), bytes }
    }
    const view = await cost('/admin')
    const updates: Record<string, Awaited<ReturnType<typeof cost>>> = {}
    for (const [name, { path: screen, parts }] of Object.entries(UPDATES)) updates[name] = await cost(screen, parts)
    return { view, updates }
  } finally {
    shop.child.kill('SIGTERM')
    await shop.ended
  }
}
