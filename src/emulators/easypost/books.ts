import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Shipment, Webhook } from './objects.ts'

export type Books = {
  shipments: Map<string, Shipment>
  webhooks: Map<string, Webhook>
  /** Every purchase that was made: the oracle. */
  purchases: { shipmentId: string; reference: string | null; cents: number }[]
  /** Bodies of requests for rates, which must not contain an address. */
  rateRequests: unknown[]
  save(): void
}

type Stored = {
  shipments: Shipment[]
  webhooks: Webhook[]
  purchases: Books['purchases']
  rateRequests: unknown[]
}

/** The emulator's state, in a file if there is one, so that packages are still in transit after a restart. */
export function openBooks(file: string | undefined): Books {
  const stored = file ? read(file) : undefined
  const books: Books = {
    shipments: new Map(stored?.shipments.map((shipment) => [shipment.id, shipment])),
    webhooks: new Map(stored?.webhooks.map((webhook) => [webhook.id, webhook])),
    purchases: stored?.purchases ?? [],
    rateRequests: stored?.rateRequests ?? [],
    save() {
      if (!file) return
      const { purchases, rateRequests } = books
      const value: Stored = {
        shipments: [...books.shipments.values()],
        webhooks: [...books.webhooks.values()],
        purchases,
        rateRequests,
      }
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(`${file}.new`, JSON.stringify(value), { mode: 0o600 })
      // A process that is killed while writing leaves the old file intact.
      renameSync(`${file}.new`, file)
    },
  }
  return books
}

function read(file: string): Stored | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Stored
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
