/** Keeps the built shop running; `npm start` has installed everything it needs by then. */
import './refuse-old-node.mjs'
import path from 'node:path'
import { defaultProcesses } from '../src/server/default-processes.ts'
import { supervise, type WorkerEnd } from '../src/server/supervise.ts'
import { spawnEmulator } from './emulator-beside.ts'

// Files of the shop and the emulator are readable by their user only.
process.umask(0o077)
const projectFolder = path.resolve(import.meta.dirname, '..')

try {
  process.loadEnvFile(path.join(projectFolder, '.env'))
} catch {
  // Without a .env file, the environment and the defaults apply.
}

const { DATABASE_URL, DATABASE_URL_FILE, NODE_ENV, WEB_CONCURRENCY } = process.env
const wanted = Number(
  WEB_CONCURRENCY || defaultProcesses({ NODE_ENV, DATABASE_URL: DATABASE_URL || DATABASE_URL_FILE }),
)
const supervisor = supervise({
  file: path.join(import.meta.dirname, 'shop.ts'),
  // The shop itself reports an invalid number, with all other wrong settings.
  workers: Number.isInteger(wanted) && wanted > 1 && wanted <= 64 ? wanted : 1,
  onEmulator: (settings) =>
    // It has already printed why.
    spawnEmulator(settings).once('exit', (code) => supervisor.stop(code ?? 1)),
  onWorkerEnd: (end) =>
    void logEnd(end).catch((error: Error) =>
      process.stderr.write(`A shop process exited, and the log can't be written: ${error.message}\n`),
    ),
})

/** Imported lazily: nothing may delay the start of the shop. */
async function logEnd(end: WorkerEnd): Promise<void> {
  const { createLog } = await import('../src/server/platform/log.ts')
  createLog(process.env.LOG_LEVEL || 'info').error(
    end,
    end.err ? 'shop process could not be started; trying again' : 'shop process exited; restarting it',
  )
}
