import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { childrenOf } from './child-processes.ts'

const projectFolder = path.resolve(import.meta.dirname, '..')

export type ShopProcess = {
  /** What `npm start` runs: the supervisor of the workers, which are the shop. */
  child: ChildProcess
  address: string
  output: () => string
  workers: () => Promise<number[]>
  /** kill -9 of everything at once, as in a power failure. */
  crash: () => Promise<void>
  /** Resolves when all its processes are gone, with the exit code or signal of the first. */
  ended: Promise<number | string>
}

/**
 * The shop as `npm start` runs it, in separate processes; of this release, unless another one's folder is given. Resolves
 * when it listens or has ended.
 */
export async function startShopProcess(
  environment: Record<string, string>,
  folder = projectFolder,
): Promise<ShopProcess> {
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: '0', EMULATOR_PORT: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  // Not 'exit': the workers write to the same pipes, which close when the last of them is gone.
  const ended = new Promise<number | string>((resolve) =>
    child.once('close', (code, signal) => resolve(code ?? signal ?? 'unknown')),
  )
  const listening = new Promise<string>((resolve) => {
    const read = (chunk: Buffer) => {
      text += chunk
      const address = /open at (http:\S+)/.exec(text)?.[1]
      if (address) resolve(address)
    }
    child.stdout.on('data', read)
    child.stderr.on('data', read)
  })
  const address = await Promise.race([listening, ended.then(() => '')])
  const workers = () => childrenOf(child.pid, 'scripts/shop.ts')
  return {
    child,
    address,
    output: () => text,
    workers,
    async crash() {
      for (const pid of await workers()) process.kill(pid, 'SIGKILL')
      child.kill('SIGKILL')
      await ended
    },
    ended,
  }
}
