import { type ChildProcess, spawn } from 'node:child_process'
import { PARTS_PATH } from './installed.ts'

export type Part = { child: ChildProcess; output: () => string; stop: () => Promise<void> }

type PartOptions = { cwd: string; env?: Record<string, string>; uid?: number; gid?: number }

/** A program that runs next to the shop, and ends with this process. */
export function startPart(command: string, args: readonly string[], { env, ...options }: PartOptions): Part {
  const child = spawn(command, args, {
    ...options,
    env: { PATH: PARTS_PATH, HOME: options.cwd, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (text = (text + chunk.toString()).slice(-20_000)))
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
    child.once('error', (error) => {
      text += error.message
      resolve()
    })
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  return {
    child,
    output: () => text,
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(kill, 10_000)
      await ended
      clearTimeout(timer)
      process.off('exit', kill)
    },
  }
}
