/** How long a shop that has run before takes until its first page, next to the start of Node alone. */
import { spawn } from 'node:child_process'
import { startShopProcess } from '../test/shop-process.ts'
import { median } from './median.ts'

const ROUNDS = 5

export async function measureWarmStart(dataDir: string) {
  await warmStart(dataDir)
  const starts: number[] = []
  const nodeStarts: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    starts.push(await warmStart(dataDir))
    nodeStarts.push(await bareNodeStart())
  }
  return {
    seconds: Number(median(starts).toFixed(2)),
    ratioToBareNode: Number((median(starts) / median(nodeStarts)).toFixed(1)),
  }
}

/** Seconds from process start to the first 200. */
async function warmStart(dataDir: string): Promise<number> {
  const start = performance.now()
  const shop = await startShopProcess({ DATA_DIR: dataDir })
  const { status } = await fetch(shop.address)
  const seconds = (performance.now() - start) / 1000
  if (status !== 200) throw new Error(`the shop returned ${status}`)
  shop.child.kill('SIGTERM')
  await shop.ended
  return seconds
}

async function bareNodeStart(): Promise<number> {
  const start = performance.now()
  await new Promise((resolve) => spawn(process.execPath, ['-e', '0']).once('exit', resolve))
  return (performance.now() - start) / 1000
}
