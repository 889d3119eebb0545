/** Runs the emulators of Square and EasyPost as a separate process, for development and tests only. */
import { enableCompileCache } from 'node:module'
import path from 'node:path'

// Without the compile cache, loading the sources takes three times as long.
enableCompileCache(path.resolve(import.meta.dirname, '../build/.compile-cache'))
const { createEasyPostEmulator } = await import('#emulators/easypost/app.ts')
const { startSquareEmulator } = await import('#emulators/square/start-square-emulator.ts')

const {
  EMULATOR_PORT = '3001',
  EMULATOR_APPLE_PAY,
  EASYPOST_API_KEY = 'EZTK-emulator-key',
  EMULATOR_FOLLOW_STDIN,
  DATA_DIR = './data',
  PUBLIC_URL = 'http://localhost:3000',
  SQUARE_ACCESS_TOKEN = 'emulator-access-token',
  SQUARE_APPLICATION_ID = 'sandbox-sq0idb-emulator',
  SQUARE_LOCATION_ID = 'LEMULATOR0001',
  SQUARE_WEBHOOK_URL = 'http://localhost:3000/webhooks/square',
  SQUARE_WEBHOOK_SIGNATURE_KEY = 'emulator-signature-key',
} = process.env

try {
  const emulator = await startSquareEmulator({
    port: Number(EMULATOR_PORT),
    ledgerFile: path.resolve(DATA_DIR, 'square-ledger.jsonl'),
    accessToken: SQUARE_ACCESS_TOKEN,
    applicationId: SQUARE_APPLICATION_ID,
    locationId: SQUARE_LOCATION_ID,
    shopOrigins: [new URL(PUBLIC_URL).origin],
    webhook: SQUARE_WEBHOOK_URL ? { url: SQUARE_WEBHOOK_URL, signatureKey: SQUARE_WEBHOOK_SIGNATURE_KEY } : undefined,
    hasApplePay: EMULATOR_APPLE_PAY === '1',
    beside: {
      '/easypost': createEasyPostEmulator({
        apiKey: EASYPOST_API_KEY,
        publicUrl: () => `http://127.0.0.1:${EMULATOR_PORT}/easypost`,
        ledgerFile: path.resolve(DATA_DIR, 'easypost-ledger.json'),
      }),
    },
  })
  let isEnding = false
  const end = () => {
    if (isEnding) return
    isEnding = true
    void emulator.close().then(() => process.exit(0))
  }
  process.once('SIGTERM', end)
  process.once('SIGINT', end)
  // A killed parent can't send anything, but its end of the pipe closes.
  if (EMULATOR_FOLLOW_STDIN === '1') process.stdin.once('end', end).once('close', end).resume()
  process.stdout.write(`Square emulator at ${emulator.address}\n`)
} catch (error) {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  if (!isTaken) throw error
  process.stderr.write(
    `Port ${EMULATOR_PORT} is already in use. Stop the program that uses it, or set a different EMULATOR_PORT.\n`,
  )
  process.exitCode = 1
}
