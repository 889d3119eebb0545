/** Keeps the built shop running; `npm start` has brought everything it needs by then. */
import path from 'node:path'
import { supervise, type WorkerEnd } from '../src/server/supervise.ts'
import { spawnEmulator } from './emulator-beside.ts'

// Whatever the shop and the emulator write is for the user who runs them, and for no other.
process.umask(0o077)
const projectFolder = path.resolve(import.meta.dirname, '..')

try {
  process.loadEnvFile(path.join(projectFolder, '.env'))
} catch {
  // Without a .env file the environment itself and the defaults hold.
}

const wanted = Number(process.env.WEB_CONCURRENCY || 1)
const supervisor = supervise({
  file: path.join(import.meta.dirname, 'shop.ts'),
  // A number that cannot be is for the shop to refuse, with all other wrong settings.
  workers: Number.isInteger(wanted) && wanted > 1 && wanted <= 64 ? wanted : 1,
  onEmulator: (settings) =>
    // It has said why on its own.
    spawnEmulator(settings).once('exit', (code) => supervisor.stop(code ?? 1)),
  onWorkerEnd: (end) => void logEnd(end),
})

/** The logger is read when there is something to log: nothing may hold up the start of the shop. */
async function logEnd(end: WorkerEnd): Promise<void> {
  const { createLog } = await import('../src/server/platform/log.ts')
  createLog(process.env.LOG_LEVEL || 'info').error(end, 'a process of the shop ended; it is started again')
}
