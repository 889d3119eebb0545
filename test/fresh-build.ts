import { spawnSync } from 'node:child_process'
import path from 'node:path'

/** Before tests that start the built shop: what was built of an older source would tell nothing. */
export default function buildWhatChanged(): void {
  const setup = path.resolve(import.meta.dirname, '../scripts/setup.mjs')
  const { status } = spawnSync(process.execPath, [setup, 'build'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('the shop could not be built')
}
