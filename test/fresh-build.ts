import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** Before tests that start the built shop: rebuilds it if the source changed. */
export function setup(): void {
  const script = path.resolve(import.meta.dirname, '../scripts/setup.mjs')
  const { status } = spawnSync(process.execPath, [script, 'build'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the shop could not be built')
}
