import { Hono } from 'hono'
import { notFound } from './api-error.ts'
import { newId } from './ids.ts'
import { jsonBody } from './json-body.ts'
import type { Subscription } from './objects.ts'
import { isObject, readFields } from './read-fields.ts'
import type { World } from './world.ts'

export function webhookSubscriptionRoutes(world: World): Hono {
  const { books, clock, idempotency, webhooks } = world
  const app = new Hono()

  app.get('/', (c) => {
    const includesDisabled = c.req.query('include_disabled') === 'true'
    const listed = webhooks.subscriptions().filter(({ enabled }) => enabled || includesDisabled)
    // An account without subscriptions has no list.
    return c.json(listed.length > 0 ? { subscriptions: listed.map(withoutKey) } : {})
  })

  app.post('/', async (c) => {
    const body = await jsonBody(c)
    const wanted = isObject(body.subscription) ? body.subscription : {}
    const fields = readFields(wanted, 'subscription.')
    const name = fields.text('name', { max: 64 }) ?? 'Subscription'
    const url = fields.text('notification_url', { isRequired: true, pattern: /^https?:\/\// }) ?? ''
    fields.finish()
    const key = readFields(body).text('idempotency_key', { max: 45 }) ?? newId.uuid()
    const { status, body: answer } = await idempotency.once('subscriptions', key, body, () => {
      const now = clock.stamp()
      const subscription: Subscription = {
        id: newId.subscription(),
        name,
        enabled: wanted.enabled !== false,
        event_types: Array.isArray(wanted.event_types)
          ? wanted.event_types.filter((type) => typeof type === 'string')
          : [],
        notification_url: url,
        api_version: '2026-09-16',
        signature_key: newId.signatureKey(),
        created_at: now,
        updated_at: now,
      }
      const entries = [{ kind: 'subscription' as const, subscription }]
      return { status: 200, body: { subscription }, entries, isRepeatable: true }
    })
    return Response.json(answer, { status })
  })

  app.get('/:id', (c) => c.json({ subscription: getSubscription(c.req.param('id')) }))

  app.delete('/:id', (c) => {
    books.write([{ kind: 'unsubscribed', id: getSubscription(c.req.param('id')).id }])
    return c.json({})
  })

  app.post('/:id/test', async (c) => {
    const subscription = getSubscription(c.req.param('id'))
    const type = readFields(await jsonBody(c)).text('event_type') ?? 'payment.updated'
    const statusCode = await webhooks.test(subscription, type).catch(() => 0)
    const now = clock.stamp()
    return c.json({
      subscription_test_result: {
        id: newId.uuid(),
        status_code: statusCode,
        payload: JSON.stringify({ type }),
        created_at: now,
        updated_at: now,
      },
    })
  })

  function getSubscription(id: string): Subscription {
    const subscription = webhooks.subscriptions().find((entry) => entry.id === id)
    if (!subscription) throw notFound(`Subscription ${id} not found.`)
    return subscription
  }

  return app
}

/** A list includes everything but the secret; a single subscription includes it, too. */
function withoutKey({ signature_key: _secret, ...rest }: Subscription): Omit<Subscription, 'signature_key'> {
  return rest
}
