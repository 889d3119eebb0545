/** Starts the built shop; `npm start` has brought everything it needs by then. */
import { enableCompileCache } from 'node:module'
import path from 'node:path'
import { startEmulatorBeside } from './emulator-beside.ts'

// Whatever the shop and the emulator write is for the user who runs them, and for no other.
process.umask(0o077)
const projectFolder = path.resolve(import.meta.dirname, '..')
enableCompileCache(path.join(projectFolder, 'build/.compile-cache'))

try {
  process.loadEnvFile(path.join(projectFolder, '.env'))
} catch {
  // Without a .env file the environment itself and the defaults hold.
}

const { readEnv, startShop, StartError } = (await import(
  path.join(projectFolder, 'build/server/index.js')
)) as typeof import('../src/server/entry.ts')

try {
  const emulator = startEmulatorBeside(readEnv(process.env))
  await startShop({
    environment: process.env,
    projectFolder,
    onListening: (address, mailbox) => {
      const lines = [
        `  Bloomera is open at ${address}`,
        ...(mailbox ? [`  Its mail is at ${mailbox}`] : []),
        ...(emulator ? [`  Its payments, and cards to try, are at ${emulator}`] : []),
      ]
      process.stdout.write(`\n${lines.join('\n')}\n`)
    },
    onDesk: (link) => process.stdout.write(`  The desk is at ${link}\n\n`),
  })
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
