/** CPU time that the shop spends on Today, on the built-in database: for a view, and for the updates of an open page. */
import { readFile } from 'node:fs/promises'
import { sendCommand } from '#server/operators/command-socket.ts'
import { PARTS_HEADER } from '../src/desk/live-parts.ts'
import { startShopProcess } from '../test/shop-process.ts'

const ROUNDS = 40
const WARM_UP = 10
/** Linux counts CPU time in hundredths of a second. */
const MS_PER_TICK = 10

/** What an open page fetches after each kind of change. */
const UPDATES = {
  order: { path: '/admin', parts: 'work,sales-today,go-live' },
  orderWhileAnalyticsAreInView: { path: '/admin', parts: 'work,sales-today,go-live,analytics' },
  review: { path: '/admin', parts: 'work' },
  email: { path: '/admin', parts: 'work' },
  badges: { path: '/admin/badges', parts: undefined },
}

/** User and system time of a process so far. */
async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}

async function signIn(address: string, dataDir: string): Promise<string> {
  const answer = await sendCommand(dataDir, ['add', 'bench@bloomera.example', '--role', 'owner'])
  const link = new URL(/http\S+/.exec(answer?.text ?? '')?.[0] ?? '')
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
    const [worker = 0] = await shop.workers()
    const cookie = await signIn(shop.address, dataDir)
    async function cost(path: string, parts?: string) {
      let started = 0
      let bytes = 0
      for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
        if (round === WARM_UP) started = await cpuMs(worker)
        const response = await fetch(shop.address + path, {
          headers: { cookie, accept: 'text/html', ...(parts && { [PARTS_HEADER]: parts }) },
        })
        if (response.status !== 200 || response.redirected) throw new Error(`${path} answered ${response.status}`)
        bytes = (await response.arrayBuffer()).byteLength
      }
      return { cpuMs: Number((((await cpuMs(worker)) - started) / ROUNDS).toFixed(1)), bytes }
    }
    const view = await cost('/admin')
    const updates: Record<string, Awaited<ReturnType<typeof cost>>> = {}
    for (const [name, { path, parts }] of Object.entries(UPDATES)) updates[name] = await cost(path, parts)
    return { view, updates }
  } finally {
    shop.child.kill('SIGTERM')
    await shop.ended
  }
}
