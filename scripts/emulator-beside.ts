import { spawn } from 'node:child_process'
import cluster from 'node:cluster'
import path from 'node:path'
import type { Env } from '../src/server/env.ts'

/**
 * Starts the Square emulator as a process of its own when payments are to go there, and ends with it: a shop whose
 * payments go nowhere would only look open. The emulator in turn ends when this process does, however that happens.
 */
export function startEmulatorBeside({ square, dataDir, publicUrl }: Env): string | undefined {
  if (square.emulatorPort === undefined) return undefined
  const address = new URL(square.baseUrl).origin
  if (!cluster.isPrimary) return address
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'emulator.ts')], {
    env: {
      PATH: process.env.PATH,
      EMULATOR_PORT: String(square.emulatorPort),
      EMULATOR_FOLLOW_STDIN: '1',
      DATA_DIR: dataDir,
      PUBLIC_URL: publicUrl.origin,
      SQUARE_ACCESS_TOKEN: square.accessToken,
      SQUARE_APPLICATION_ID: square.applicationId,
      SQUARE_LOCATION_ID: square.locationId,
      SQUARE_WEBHOOK_URL: square.webhookUrl,
      SQUARE_WEBHOOK_SIGNATURE_KEY: square.webhookSignatureKey,
    },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  // It has said why on its own.
  child.once('exit', (code) => process.exit(code ?? 1))
  process.once('exit', () => child.kill())
  return address
}
