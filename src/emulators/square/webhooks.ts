import type { Books, Entry } from './books.ts'
import type { Clock } from './clock.ts'
import type { Faults } from './faults.ts'
import { newId } from './ids.ts'
import type { Delivery, JsonObject, Subscription } from './objects.ts'
import type { Settings } from './options.ts'
import { signWebhook } from './sign-webhook.ts'

export const CONFIGURED_SUBSCRIPTION_ID = 'wbhk_emulator'

/** How far one event is delayed to arrive after the next one. */
const REORDER_MS = 500

export interface Webhooks {
  /** Notifications for every subscription, to be stored together with the change they report. */
  announce(type: string, dataType: string, object: JsonObject & { id: string }): Entry[]
  /** Sends one event now and returns the response. */
  test(subscription: Subscription, type: string): Promise<number>
  subscriptions(): Subscription[]
  /** Resumes what an earlier run hadn't delivered. */
  resume(): void
  stop(): void
}

type Parts = { settings: Settings; books: Books; clock: Clock; faults: Faults }

export function createWebhooks({ settings, books, clock, faults }: Parts): Webhooks {
  const { timing } = settings
  const stopping = new AbortController()

  function subscriptions(): Subscription[] {
    return [...configured(settings), ...books.subscriptions.values()]
  }

  function later(delivery: Delivery): void {
    clock.at(delivery.nextAttemptAt, () => void deliver(delivery.id))
  }

  async function post(subscription: Subscription, body: string, headers: Record<string, string>): Promise<number> {
    const response = await fetch(subscription.notification_url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Square Connect v2',
        'square-environment': 'Sandbox',
        'x-square-hmacsha256-signature': signWebhook(subscription.signature_key, subscription.notification_url, body),
        ...headers,
      },
      body,
      signal: AbortSignal.any([stopping.signal, AbortSignal.timeout(timing.webhookTimeoutMs)]),
    })
    await response.body?.cancel()
    return response.status
  }

  /** What went wrong, as in Square's retry header; undefined if the shop accepted it. */
  async function attempt(subscription: Subscription, delivery: Delivery): Promise<string | undefined> {
    try {
      const status = await post(subscription, delivery.body, {
        'square-initial-delivery-timestamp': new Date(delivery.createdAt).toISOString(),
        ...(delivery.attempts > 0 && {
          'square-retry-number': String(delivery.attempts),
          'square-retry-reason': delivery.lastOutcome ?? 'other_error',
        }),
      })
      return status >= 200 && status < 300 ? undefined : 'http_error'
    } catch (error) {
      return error instanceof DOMException && error.name === 'TimeoutError' ? 'http_timeout' : 'other_error'
    }
  }

  async function deliver(id: string): Promise<void> {
    const delivery = books.deliveries.get(id)
    const subscription = subscriptions().find((entry) => entry.id === delivery?.subscriptionId)
    if (!delivery || delivery.state !== 'pending' || !subscription || stopping.signal.aborted) return
    const problem = await attempt(subscription, delivery)
    if (stopping.signal.aborted) return
    const attempts = delivery.attempts + 1
    const wait = timing.webhookRetryMs[delivery.attempts]
    const next: Delivery = {
      ...delivery,
      attempts,
      state: problem === undefined ? 'delivered' : wait === undefined ? 'dropped' : 'pending',
      nextAttemptAt: clock.now() + (wait ?? 0),
      lastOutcome: problem ?? 'ok',
    }
    books.write([{ kind: 'delivery', delivery: next }])
    if (next.state === 'pending') later(next)
  }

  return {
    subscriptions,
    announce(type, dataType, object) {
      const event = newEvent(type, dataType, object, clock)
      return subscriptions()
        .filter(({ enabled, event_types }) => enabled && event_types.includes(type))
        .flatMap((subscription) => {
          const deliveries = withFaults(newDelivery(subscription, event, clock, timing.webhookDelayMs))
          for (const delivery of deliveries) if (delivery.state === 'pending') later(delivery)
          return deliveries.map((delivery): Entry => ({ kind: 'delivery', delivery }))
        })
    },
    test(subscription, type) {
      const object = { id: newId.payment(), status: 'COMPLETED' }
      const { body } = newEvent(type, type.split('.')[0] ?? 'payment', object, clock)
      return post(subscription, body, { 'square-initial-delivery-timestamp': clock.stamp() })
    },
    resume() {
      for (const delivery of books.deliveries.values()) if (delivery.state === 'pending') later(delivery)
    },
    stop: () => stopping.abort(),
  }

  /** Applies faults to the delivery: lost, duplicated or late. */
  function withFaults(delivery: Delivery): Delivery[] {
    if (faults.take(['webhook-lost'])) return [{ ...delivery, state: 'lost' }]
    if (faults.take(['webhook-dup'])) return [delivery, { ...delivery, id: newId.uuid() }]
    const late = faults.take(['webhook-late', 'webhook-reorder'])
    if (!late) return [delivery]
    const delay = late.fault === 'webhook-reorder' ? REORDER_MS : (late.delayMs ?? 5000)
    return [{ ...delivery, nextAttemptAt: delivery.nextAttemptAt + delay }]
  }
}

const EVENT_TYPES = ['payment.created', 'payment.updated', 'refund.created', 'refund.updated']

/** The subscription from the settings; those created by API are in the stored state. */
function configured({ webhook }: Settings): Subscription[] {
  if (!webhook) return []
  return [
    {
      id: CONFIGURED_SUBSCRIPTION_ID,
      name: 'The shop',
      enabled: true,
      event_types: EVENT_TYPES,
      notification_url: webhook.url,
      api_version: '2026-09-16',
      signature_key: webhook.signatureKey,
      created_at: '2026-01-01T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    },
  ]
}

type Event = Pick<Delivery, 'eventId' | 'type' | 'objectId' | 'body'>

/** All subscriptions receive the same one. */
function newEvent(type: string, dataType: string, object: JsonObject & { id: string }, clock: Clock): Event {
  const eventId = newId.uuid()
  const body = JSON.stringify({
    merchant_id: 'MLEMULATOR001',
    type,
    event_id: eventId,
    created_at: clock.stamp(),
    data: { type: dataType, id: object.id, object: { [dataType]: object } },
  })
  return { eventId, type, objectId: object.id, body }
}

function newDelivery({ id }: Subscription, event: Event, clock: Clock, delayMs: number): Delivery {
  return {
    ...event,
    id: newId.uuid(),
    subscriptionId: id,
    createdAt: clock.now(),
    attempts: 0,
    nextAttemptAt: clock.now() + delayMs,
    state: 'pending',
  }
}
