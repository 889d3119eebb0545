import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

type Process = { pid: number; parent: number; command: string }

/** The child processes of a process that run a certain file. */
export async function childrenOf(parent: number | undefined, file: string): Promise<number[]> {
  const all = process.platform === 'linux' ? await readProc() : await askPs()
  return all.filter((one) => one.parent === parent && one.command.includes(file)).map(({ pid }) => pid)
}

/** Works without ps, too. */
async function readProc(): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const all = await Promise.all(
    pids.map(async (pid) => {
      const [stat = '', command = ''] = await Promise.all(
        // A process that has ended since has no parent.
        ['stat', 'cmdline'].map((file) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')),
      )
      // The name, in parentheses, may contain anything.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return { pid: Number(pid), parent: Number(parent), command }
    }),
  )
  return all
}

async function askPs(): Promise<Process[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,ppid=,command='])
  return stdout.split('\n').map((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return { pid: Number(pid), parent: Number(parent), command }
  })
}
