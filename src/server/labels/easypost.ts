import { z } from 'zod'
import type { PackageProgress, ProgressReport } from '#domain/orders/package-progress.ts'
import type { PackageSize } from '#domain/orders/package-size.ts'
import { carrierName } from '#domain/orders/service-name.ts'
import {
  type Carrier,
  CarrierAway,
  CarrierRefusal,
  type CarrierShipment,
  type PostalAddress,
  type RefusalReason,
} from './carrier.ts'
import { parseJson } from './parse-json.ts'

export type EasyPostAccount = { baseUrl: string; apiKey: string }

const TIMEOUT_MS = 20_000
const MAX_IMAGE_BYTES = 2 * 1024 * 1024
const MAX_REASON = 200
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** Dollars as text, such as "4.63". Never through a floating-point number. */
const dollars = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,5})?$/)
  .transform((text) => {
    const [whole = '0', fraction = ''] = text.split('.')
    // Some rates have five digits; a fraction of a cent counts as one.
    return Number(whole) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0')) + (/[1-9]/.test(fraction.slice(2)) ? 1 : 0)
  })

const rateSchema = z.object({
  carrier: z.string().min(1).max(60),
  service: z.string().min(1).max(60),
  rate: dollars,
  currency: z.literal('USD'),
  delivery_days: z.number().nullish(),
})
const ratesSchema = z.object({ rates: z.array(z.unknown()) })
const idRateSchema = rateSchema.extend({ id: z.string() })

const trackerSchema = z.object({
  status: z.string(),
  updated_at: z.string(),
  tracking_details: z.array(z.object({ status: z.string().nullish(), datetime: z.string() })).nullish(),
})

const shipmentSchema = z.object({
  id: z.string().regex(/^shp_\w{1,80}$/),
  rates: z.array(z.unknown()).nullish(),
  selected_rate: rateSchema.nullish(),
  postage_label: z.object({ label_url: z.url() }).nullish(),
  tracking_code: z.string().nullish(),
  tracker: trackerSchema.nullish(),
})
const errorSchema = z.object({ error: z.object({ code: z.string().catch(''), message: z.unknown() }) })
const webhooksSchema = z.object({ webhooks: z.array(z.object({ id: z.string(), url: z.string() })) })

/** What each tracker status means to the owner. Unknown ones are ignored. */
const PROGRESS = new Map<string, { progress: PackageProgress; note: string | null }>([
  ['pre_transit', { progress: 'label_made', note: null }],
  ['in_transit', { progress: 'in_transit', note: null }],
  ['out_for_delivery', { progress: 'out_for_delivery', note: null }],
  ['delivered', { progress: 'delivered', note: null }],
  ['available_for_pickup', { progress: 'problem', note: 'Waiting for the customer to pick it up' }],
  ['return_to_sender', { progress: 'problem', note: 'On its way back to you' }],
  ['failure', { progress: 'problem', note: 'The carrier couldn’t deliver it' }],
  ['error', { progress: 'problem', note: 'The carrier reports an error' }],
])

/** EasyPost over its REST API: https://docs.easypost.com. */
export function createEasyPost({ baseUrl, apiKey }: EasyPostAccount): Carrier {
  const authorization = `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`

  async function ask<Schema extends z.ZodType>(
    schema: Schema,
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: object,
  ): Promise<z.output<Schema>> {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      redirect: 'error',
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new CarrierAway('EasyPost didn’t answer.', { cause: error })
    })
    const text = await response.text().catch((error: unknown) => {
      throw new CarrierAway('EasyPost’s answer broke off.', { cause: error })
    })
    const answer = parseJson(text)
    if (response.status >= 400 && response.status < 500 && ![408, 409, 425, 429].includes(response.status))
      throw refusalOf(response.status, answer)
    const parsed = schema.safeParse(answer)
    // The message leaves out the text, which has addresses in it.
    if (!response.ok || !parsed.success) throw new CarrierAway(`EasyPost answered with status ${response.status}.`)
    return parsed.data
  }

  const askShipment = async (method: 'GET' | 'POST', path: string, body?: object) =>
    toShipment(await ask(shipmentSchema, method, path, body))

  return {
    async connect({ url, secret }) {
      const { webhooks } = await ask(webhooksSchema, 'GET', '/v2/webhooks')
      const known = webhooks.find((webhook) => webhook.url === url)
      const webhook = { url, webhook_secret: secret }
      if (known) await ask(z.unknown(), 'PATCH', `/v2/webhooks/${encodeURIComponent(known.id)}`, { webhook })
      else await ask(z.unknown(), 'POST', '/v2/webhooks', { webhook })
    },

    async quote({ from, toZip, toState, packageSize }) {
      const shipment = {
        from_address: toAddress(from),
        to_address: { zip: toZip, state: toState, country: 'US', residential: true },
        parcel: toParcel(packageSize),
      }
      const { rates } = await ask(ratesSchema, 'POST', '/beta/rates', { shipment })
      return rates
        .flatMap((rate) => rateSchema.safeParse(rate).data ?? [])
        .map(({ carrier, service, rate: cents, delivery_days: days }) => ({
          carrier,
          service,
          cents,
          days: days ?? null,
        }))
        .toSorted((a, b) => a.cents - b.cents)
    },

    create: ({ reference, from, to, packageSize }) =>
      askShipment('POST', '/v2/shipments', {
        shipment: {
          reference,
          from_address: toAddress(from),
          to_address: { ...toAddress(to), residential: true },
          parcel: toParcel(packageSize),
          options: { label_format: 'PNG', label_size: '4x6' },
        },
      }),

    find: (id) => askShipment('GET', `/v2/shipments/${encodeURIComponent(id)}`),

    buy: (id, rateId) => askShipment('POST', `/v2/shipments/${encodeURIComponent(id)}/buy`, { rate: { id: rateId } }),

    async void(id) {
      await askShipment('POST', `/v2/shipments/${encodeURIComponent(id)}/refund`)
    },

    async readImage(url) {
      const { protocol } = new URL(url)
      // The address comes from EasyPost; it must be encrypted unless it's on this machine.
      if (protocol !== 'https:' && new URL(baseUrl).protocol === 'https:') throw new CarrierAway('Not an https label.')
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
        (error: unknown) => {
          throw new CarrierAway('The label can’t be downloaded.', { cause: error })
        },
      )
      const bytes = response.ok ? Buffer.from(await response.arrayBuffer()) : Buffer.alloc(0)
      if (bytes.byteLength > MAX_IMAGE_BYTES || !bytes.subarray(0, PNG.byteLength).equals(PNG))
        throw new CarrierAway('The label isn’t a picture.')
      return bytes
    },
  }
}

function toAddress({ name, company, line1, line2, city, stateCode, zip, phone }: PostalAddress) {
  return {
    name,
    ...(company && { company }),
    street1: line1,
    ...(line2 && { street2: line2 }),
    city,
    state: stateCode,
    zip,
    country: 'US',
    ...(phone && { phone }),
  }
}

function toParcel({ weightOz, lengthIn, widthIn, heightIn }: PackageSize) {
  return { weight: weightOz, length: lengthIn, width: widthIn, height: heightIn }
}

function toShipment(found: z.output<typeof shipmentSchema>): CarrierShipment {
  const { id, rates, selected_rate: selected, postage_label: label, tracking_code: number, tracker } = found
  return {
    id,
    rates: (rates ?? [])
      .flatMap((rate) => idRateSchema.safeParse(rate).data ?? [])
      .map((rate) => ({
        id: rate.id,
        carrier: rate.carrier,
        service: rate.service,
        cents: rate.rate,
        days: rate.delivery_days ?? null,
      })),
    label:
      label && number && selected
        ? {
            carrier: carrierName(selected.carrier),
            trackingNumber: number,
            costCents: selected.rate,
            imageUrl: label.label_url,
          }
        : undefined,
    report: tracker ? toReport(tracker) : undefined,
  }
}

function toReport({
  status,
  updated_at,
  tracking_details,
}: z.output<typeof trackerSchema>): ProgressReport | undefined {
  const known = PROGRESS.get(status)
  const at = new Date(tracking_details?.at(-1)?.datetime ?? updated_at)
  return known && !Number.isNaN(at.getTime()) ? { ...known, at } : undefined
}

const REASONS: [RegExp, RefusalReason][] = [
  [/POSTAGE\.EXISTS/, 'already-bought'],
  [/ADDRESS/, 'address'],
  [/PAYMENT|FUNDS|BILLING/, 'money'],
  [/REFUND/, 'used'],
]

function refusalOf(status: number, answer: unknown): CarrierRefusal {
  const { code = '', message } = errorSchema.safeParse(answer).data?.error ?? {}
  const words = typeof message === 'string' ? message : 'It gave no reason.'
  if (status === 401 || status === 403) return new CarrierRefusal('key', 'EasyPost doesn’t accept the key.')
  if (status === 404) return new CarrierRefusal('unknown', 'The connected EasyPost account doesn’t have it.')
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? 'other'
  return new CarrierRefusal(reason, words.replaceAll(/\p{Cc}+/gu, ' ').slice(0, MAX_REASON))
}
