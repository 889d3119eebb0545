import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export type Cost = {
  title: string
  wallSeconds: number
  /** Undefined if the system doesn't report it. */ cpuSeconds?: number
}

/** Ticks of /proc: Linux always reports 100 per second. */
const TICKS_PER_SECOND = 100

/** Runs one command in the foreground and records its cost. */
export function createStages(root: string) {
  const costs: Cost[] = []
  return {
    costs: costs as readonly Cost[],
    run: (title: string, command: string, ...args: string[]): boolean => {
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

/** CPU time of all ended children, including theirs. */
function cpuOfChildren(): number | undefined {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    // cutime and cstime, fields 16 and 17; the first two are cut off above.
    return (Number(fields[13]) + Number(fields[14])) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}
