import type { ProgressReport } from '#domain/orders/package-progress.ts'
import type { PackageSize } from '#domain/orders/package-size.ts'
import type { Rate } from './labels.views.ts'

export type PostalAddress = {
  name: string
  company?: string
  line1: string
  line2: string | null
  city: string
  stateCode: string
  zip: string
  phone?: string | null
}

/** What postage is computed from: no name, no street. */
export type PostageRequest = { from: PostalAddress; toZip: string; toState: string; packageSize: PackageSize }

export type LabelRequest = { reference: string; from: PostalAddress; to: PostalAddress; packageSize: PackageSize }

export type BoughtLabel = { carrier: string; trackingNumber: string; costCents: number; imageUrl: string }

/** A package at the provider, before and after its label is bought. */
export type CarrierShipment = {
  id: string
  rates: (Rate & { id: string })[]
  label: BoughtLabel | undefined
  report: ProgressReport | undefined
}

/**
 * The port to a company that sells labels. A refusal is certain: nothing was bought or changed. Anything else that goes
 * wrong is `CarrierAway`, after which only `find` can tell what happened.
 */
export interface Carrier {
  /** Checks the key, and has events sent to this address, signed with the secret. */
  connect(webhook: { url: string; secret: string }): Promise<void>
  quote(request: PostageRequest): Promise<Rate[]>
  /** Costs nothing. The shipment's id is the idempotency key of its purchase. */
  create(request: LabelRequest): Promise<CarrierShipment>
  find(id: string): Promise<CarrierShipment>
  /** Spends money, once for each shipment: a second purchase is refused as `already-bought`. */
  buy(id: string, rateId: string): Promise<CarrierShipment>
  void(id: string): Promise<void>
  readImage(url: string): Promise<Buffer>
}

export type RefusalReason = 'key' | 'unknown' | 'address' | 'money' | 'already-bought' | 'used' | 'other'

export class CarrierRefusal extends Error {
  override name = 'CarrierRefusal'
  readonly reason: RefusalReason
  constructor(reason: RefusalReason, message: string) {
    super(message)
    this.reason = reason
  }
}

export class CarrierAway extends Error {
  override name = 'CarrierAway'
}
