import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type Cost = {
  title: string
  wallSeconds: number
  /** Unknown where the system does not say. */ cpuSeconds?: number
}

/** Ticks of /proc: Linux counts 100 a second, whatever its clock does. */
const TICKS_PER_SECOND = 100

/** Runs one command of the proof in the foreground and notes what it cost. */
export function createStages(root: string) {
  const costs: Cost[] = []
  return {
    costs: costs as readonly Cost[],
    run(title: string, command: string, ...args: string[]): boolean {
      process.stdout.write(`\n— ${title}\n`)
      const [startedAt, cpuBefore] = [performance.now(), cpuOfChildren()]
      const { status } = spawnSync(command, args, {
        cwd: root,
        stdio: 'inherit',
        env: { ...process.env, FORCE_COLOR: '0' },
      })
      const cpuAfter = cpuOfChildren()
      costs.push({
        title,
        wallSeconds: (performance.now() - startedAt) / 1000,
        ...(cpuBefore !== undefined && cpuAfter !== undefined && { cpuSeconds: cpuAfter - cpuBefore }),
      })
      return status === 0
    },
  }
}

/** What all children that have ended used, with their own children. */
function cpuOfChildren(): number | undefined {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    // cutime and cstime, the 16th and 17th field; the first two are cut off above.
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
