import { createEasyPostEmulator } from '#emulators/easypost/app.ts'
import type { Fault } from '#emulators/easypost/control.ts'
import type { Shipment, TrackerStatus } from '#emulators/easypost/objects.ts'
import { startTestEmulator } from './square-emulator.ts'

export const CARRIER_KEY = 'EZTK-emulator-key'

type CarrierLedger = {
  shipments: Shipment[]
  /** For assertions: never more than one per shipment or per reference. */
  purchases: { shipmentId: string; reference: string | null; cents: number }[]
  rateRequests: unknown[]
  webhooks: number
}

/** Controls an EasyPost emulator over HTTP. */
export function controlCarrier(address: string) {
  async function ask(path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${address}/emulator${path}`, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  return {
    address,
    ledger: async () => (await ask('/ledger')) as CarrierLedger,
    setFault: (fault: Fault, count = 1) => ask('/faults', { fault, count }),
    /** Returns the response statuses of the webhooks. */
    report: async (trackingCode: string, status: TrackerStatus, at = new Date()) =>
      (
        (await ask('/packages', { tracking_code: trackingCode, status, at: at.toISOString() })) as {
          webhooks: number[]
        }
      ).webhooks,
  }
}

/** An account with its own shipments, at its own EasyPost. */
export async function startOtherCarrier(apiKey: string) {
  let address = ''
  const easyPost = createEasyPostEmulator({ apiKey, publicUrl: () => address })
  const server = await startTestEmulator({ beside: { '/easypost': easyPost } })
  address = `${server.address}/easypost`
  return { ...controlCarrier(address), close: () => server.close() }
}
