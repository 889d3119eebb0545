import { spawn } from 'node:child_process'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { deserialize, serialize } from 'node:v8'
import type { MadePicture } from './resize-picture.ts'

export type ResizePicture = (upload: Uint8Array, alt: string) => Promise<MadePicture>

/** Far longer than the largest picture takes on a busy machine. */
const TIMEOUT_MS = 3 * 60_000

/**
 * Resizes in a separate process, at low priority and on one thread. It would otherwise take the CPU and the thread pool
 * from every request; and a decoder that crashes, or is taken over by a hostile file, has no secrets to lose.
 */
export function createResizer(projectFolder: string): ResizePicture {
  const script = path.join(projectFolder, 'scripts/resize-picture.ts')
  return async (upload, alt) => {
    const child = spawn(process.execPath, [script], {
      cwd: projectFolder,
      env: { UV_THREADPOOL_SIZE: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: TIMEOUT_MS,
      killSignal: 'SIGKILL',
    })
    const ended = new Promise<string | number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve(signal ?? code))
    })
    // A process that died early closes its input; its exit code says so below.
    child.stdin.on('error', () => {})
    child.stdin.end(serialize({ upload, alt }))
    const [output, code] = await Promise.all([buffer(child.stdout), ended])
    if (code !== 0) throw new Error(`the resizer exited with code ${code}`)
    return deserialize(output) as MadePicture
  }
}
