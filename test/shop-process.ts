import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

const projectFolder = path.resolve(import.meta.dirname, '..')

export type ShopProcess = {
  child: ChildProcess
  address: string
  output: () => string
  /** Resolves with the exit code, or with the signal that ended it. */
  ended: Promise<number | string>
}

/** The shop as `npm start` runs it, in a process of its own. Resolves when it listens or has ended. */
export async function startShopProcess(environment: Record<string, string>): Promise<ShopProcess> {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: projectFolder,
    env: { PATH: process.env.PATH, PORT: '0', EMULATOR_PORT: '0', LOG_LEVEL: 'warn', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const ended = new Promise<number | string>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown')),
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
  return { child, address, output: () => text, ended }
}
