import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import type { Env } from '../src/server/env.ts'

/** The settings of an emulator next to the shop; undefined if payments go elsewhere. */
export function emulatorSettings({ square, dataDir, publicUrl }: Env): Record<string, string> | undefined {
  if (square.emulatorPort === undefined) return undefined
  return {
    EMULATOR_PORT: String(square.emulatorPort),
    EMULATOR_FOLLOW_STDIN: '1',
    DATA_DIR: dataDir,
    PUBLIC_URL: publicUrl.origin,
    SQUARE_ACCESS_TOKEN: square.accessToken,
    SQUARE_APPLICATION_ID: square.applicationId,
    SQUARE_LOCATION_ID: square.locationId,
    SQUARE_WEBHOOK_URL: square.webhookUrl,
    SQUARE_WEBHOOK_SIGNATURE_KEY: square.webhookSignatureKey,
  }
}

/**
 * Starts the Square emulator as a separate process. The caller must exit when it does: a shop without payments would
 * only look open. The emulator exits when this process does, however that happens.
 */
export function spawnEmulator(settings: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'emulator.ts')], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  process.once('exit', () => child.kill())
  return child
}
