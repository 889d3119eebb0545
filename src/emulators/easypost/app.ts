import { timingSafeEqual } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { openBooks } from './books.ts'
import { controlRoutes, type Fault } from './control.ts'
import { newId, newTrackingCode } from './ids.ts'
import { labelImage } from './label-image.ts'
import type { Address, Parcel, Shipment, Webhook } from './objects.ts'
import { ratesFor } from './rates.ts'

export type EasyPostEmulatorOptions = {
  /** The only key it knows. */
  apiKey: string
  /** Its address, without a trailing slash: label addresses start with it. */
  publicUrl: () => string
  ledgerFile?: string
}

type Status = 401 | 404 | 422 | 500 | 503

class ApiError extends Error {
  readonly status: Status
  readonly code: string
  constructor(status: Status, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** EasyPost on this machine: rates, labels, refunds, trackers and webhooks. Nothing is sent anywhere else. */
export function createEasyPostEmulator({ apiKey, publicUrl, ledgerFile }: EasyPostEmulatorOptions): Hono {
  const books = openBooks(ledgerFile)
  const faults = new Map<Fault, number>()
  const app = new Hono()

  /** Returns true if the switch was set, and uses it up. */
  function meets(fault: Fault): boolean {
    const left = faults.get(fault) ?? 0
    if (left > 0) faults.set(fault, left - 1)
    return left > 0
  }

  function shipmentIn(c: Context): Shipment {
    const found = books.shipments.get(c.req.param('id') ?? '')
    if (!found) throw new ApiError(404, 'NOT_FOUND', 'The requested resource could not be found.')
    return found
  }

  for (const path of ['/v2/*', '/beta/*'])
    app.use(path, async (c, next) => {
      const expected = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`
      if (!isSame(c.req.header('authorization') ?? '', expected))
        throw new ApiError(401, 'UNAUTHORIZED', 'This api key is no longer active.')
      if (meets('down')) throw new ApiError(503, 'SERVICE_UNAVAILABLE', 'Try again later.')
      await next()
    })

  app.post('/beta/rates', async (c) => {
    const body = await bodyOf(c)
    books.rateRequests.push(body)
    books.save()
    const { to, from, parcel } = packageIn(body.shipment)
    if (!/^\d{5}/.test(to.zip ?? '')) throw new ApiError(422, 'ADDRESS.INVALID', 'Invalid zip code.')
    return c.json({ rates: ratesFor({ to, from, parcel, shipmentId: '' }) })
  })

  app.post('/v2/shipments', async (c) => {
    const { shipment } = await bodyOf(c)
    const { to, from, parcel } = packageIn(shipment)
    if (!to.street1 || !to.name || !to.city) throw new ApiError(422, 'ADDRESS.PARAMETERS.INVALID', 'Missing address.')
    const id = newId('shp')
    const created: Shipment = {
      id,
      object: 'Shipment',
      mode: 'test',
      reference: fieldOf(shipment, 'reference'),
      to_address: to,
      from_address: from,
      parcel,
      rates: ratesFor({ to, from, parcel, shipmentId: id }, meets('price-up') ? 100 : 0),
      selected_rate: null,
      postage_label: null,
      tracking_code: null,
      tracker: null,
      refund_status: null,
      created_at: new Date().toISOString(),
    }
    books.shipments.set(id, created)
    books.save()
    return c.json(created, 201)
  })

  app.get('/v2/shipments/:id', (c) => c.json(shipmentIn(c)))

  app.post('/v2/shipments/:id/buy', async (c) => {
    const shipment = shipmentIn(c)
    const { rate } = (await bodyOf(c)) as { rate?: { id?: string } }
    const selected = shipment.rates.find(({ id }) => id === rate?.id)
    if (shipment.postage_label)
      throw new ApiError(422, 'SHIPMENT.POSTAGE.EXISTS', 'Postage already exists for this shipment.')
    if (!selected) throw new ApiError(422, 'RATE.UNAVAILABLE', 'The rate is not available.')
    if (shipment.to_address.street1?.toUpperCase().startsWith('UNKNOWN'))
      throw new ApiError(422, 'ADDRESS.VERIFY.FAILURE', 'Unable to verify address.')
    if (meets('no-money')) throw new ApiError(422, 'PAYMENT_REQUIRED', 'Insufficient funds to purchase this shipment.')
    const trackingCode = newTrackingCode(selected.carrier)
    shipment.selected_rate = selected
    shipment.tracking_code = trackingCode
    shipment.postage_label = {
      object: 'PostageLabel',
      label_url: `${publicUrl()}/labels/${trackingCode}.png`,
      label_file_type: 'image/png',
      label_size: '4x6',
    }
    shipment.tracker = {
      id: newId('trk'),
      object: 'Tracker',
      mode: 'test',
      tracking_code: trackingCode,
      status: 'pre_transit',
      shipment_id: shipment.id,
      carrier: selected.carrier,
      tracking_details: [],
      updated_at: new Date().toISOString(),
    }
    const cents = Math.round(Number(selected.rate) * 100)
    books.purchases.push({ shipmentId: shipment.id, reference: shipment.reference, cents })
    books.save()
    // The money is spent, and the shop isn't notified.
    if (meets('answer-lost')) throw new ApiError(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong.')
    return c.json(shipment)
  })

  app.post('/v2/shipments/:id/refund', (c) => {
    const shipment = shipmentIn(c)
    if (!shipment.postage_label) throw new ApiError(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'There is no label to refund.')
    if (shipment.tracker && !['unknown', 'pre_transit'].includes(shipment.tracker.status))
      throw new ApiError(422, 'SHIPMENT.REFUND.UNAVAILABLE', 'The label has been used.')
    shipment.refund_status = 'submitted'
    books.save()
    return c.json(shipment)
  })

  app.get('/v2/webhooks', (c) => c.json({ webhooks: [...books.webhooks.values()].map(withoutSecret) }))

  app.post('/v2/webhooks', async (c) => {
    const { webhook } = await bodyOf(c)
    const [url, secret] = [fieldOf(webhook, 'url'), fieldOf(webhook, 'webhook_secret')]
    if (!url || !secret) throw new ApiError(422, 'WEBHOOK.INVALID', 'Give an address and a secret.')
    const created: Webhook = { id: newId('hook'), object: 'Webhook', mode: 'test', url, disabled_at: null, secret }
    books.webhooks.set(created.id, created)
    books.save()
    return c.json(withoutSecret(created), 201)
  })

  app.patch('/v2/webhooks/:id', async (c) => {
    const found = books.webhooks.get(c.req.param('id'))
    if (!found) throw new ApiError(404, 'NOT_FOUND', 'The requested resource could not be found.')
    found.secret = fieldOf((await bodyOf(c)).webhook, 'webhook_secret') ?? found.secret
    books.save()
    return c.json(withoutSecret(found))
  })

  app.get('/labels/:name', (c) => {
    if (meets('no-image')) return c.text('Not found', 404)
    const code = c.req.param('name').replace(/\.png$/, '')
    const isKnown = [...books.shipments.values()].some(({ tracking_code }) => tracking_code === code)
    if (!isKnown) return c.text('Not found', 404)
    return c.body(new Uint8Array(labelImage(code)), 200, { 'content-type': 'image/png' })
  })

  app.route('/emulator', controlRoutes(books, faults))

  app.onError((error) => {
    if (error instanceof ApiError)
      return Response.json(
        { error: { code: error.code, message: error.message, errors: [] } },
        { status: error.status },
      )
    process.stderr.write(`EasyPost emulator: ${error.stack}\n`)
    return Response.json({ error: { code: 'BUG', message: 'The emulator has a bug.', errors: [] } }, { status: 500 })
  })
  return app
}

async function bodyOf(c: Context): Promise<Record<string, unknown>> {
  const body: unknown = await c.req.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) throw new ApiError(422, 'PARAMETER.INVALID', 'Send a JSON object.')
  return body as Record<string, unknown>
}

function packageIn(value: unknown): { to: Address; from: Address; parcel: Parcel } {
  const { to_address: to, from_address: from, parcel } = (value ?? {}) as Partial<Shipment>
  if (!to || !from || !parcel || !(parcel.weight > 0))
    throw new ApiError(422, 'SHIPMENT.PARAMETERS.INVALID', 'Give both addresses and a parcel with a weight.')
  return { to, from, parcel }
}

function fieldOf(value: unknown, name: string): string | null {
  const field = (value as Record<string, unknown> | undefined)?.[name]
  return typeof field === 'string' ? field : null
}

function withoutSecret({ id, object, mode, url, disabled_at }: Webhook): Omit<Webhook, 'secret'> {
  return { id, object, mode, url, disabled_at }
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.byteLength === b.byteLength && timingSafeEqual(a, b)
}
