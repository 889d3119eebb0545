import { readFile } from 'node:fs/promises'
import type { ShopProcess } from '../test/shop-process.ts'

/** Linux counts CPU time in hundredths of a second. */
const MS_PER_TICK = 10

/** User and system time of these processes so far, including all their threads. */
export async function cpuMs(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
    }),
  )
  return times.reduce((sum, ms) => sum + ms, 0)
}

/** The shop's own processes: neither PostgreSQL nor the emulator. */
export async function shopPids(shop: ShopProcess): Promise<number[]> {
  return [shop.child.pid ?? 0, ...(await shop.workers())]
}
