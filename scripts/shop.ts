/** One process of the built shop, started and restarted by start.ts. */
import path from 'node:path'
import { emulatorSettings } from './emulator-beside.ts'

// Stack traces in the log refer to the source, not the build.
process.setSourceMapsEnabled(true)

const projectFolder = path.resolve(import.meta.dirname, '..')
const { readEnv, REPLACEMENT, startShop, StartError, notifySupervisor } = (await import(
  path.join(projectFolder, 'build/server/index.js')
)) as typeof import('../src/server/entry.ts')

// The reader of stdout may be gone, which is no reason to close the shop.
process.stdout.on('error', () => {})

try {
  const env = readEnv(process.env)
  const settings = emulatorSettings(env)
  if (settings) void notifySupervisor({ kind: 'emulator', settings })
  await startShop({
    environment: process.env,
    projectFolder,
    isReplacement: process.env[REPLACEMENT] === 'yes',
    onListening: (address, mailbox) => {
      const lines = [
        `  Bloomera is open at ${address}`,
        ...(mailbox ? [`  Its emails are at ${mailbox}`] : []),
        ...(settings ? [`  Test payments and test cards are at ${env.square.baseUrl}`] : []),
      ]
      process.stdout.write(`\n${lines.join('\n')}\n`)
    },
    onDesk: (link) => process.stdout.write(`  The desk is at ${link}\n\n`),
    onCannotStart: (error) => void refuse(error),
  })
} catch (error) {
  await refuse(error)
}

async function refuse(error: unknown): Promise<void> {
  if (!(error instanceof StartError)) throw error
  await notifySupervisor({ kind: 'cannot-start', reason: error.message })
  process.exit(1)
}
