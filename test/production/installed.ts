import { spawnSync } from 'node:child_process'

/** Debian programs around the shop, and how to check that each is installed. */
const PARTS = { caddy: ['version'], pgbouncer: ['--version'] } as const

/** Also where Debian keeps programs that only root has in its PATH. */
export const PARTS_PATH = `${process.env.PATH ?? ''}:/usr/sbin:/usr/local/sbin`

/** The programs that a rehearsal needs and this machine lacks. */
export function missingParts(needed: readonly (keyof typeof PARTS)[] = ['caddy', 'pgbouncer']): string[] {
  return needed.filter((name) => spawnSync(name, PARTS[name], { env: { PATH: PARTS_PATH, HOME: '/tmp' } }).status !== 0)
}
