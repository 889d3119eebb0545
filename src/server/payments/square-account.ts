import type { Square, SquareClient } from 'square'
import type { AccountAnswers, Answered } from '#domain/money/account-check.ts'
import { isSameSecret } from '#server/platform/http/same-secret.ts'

export type SquareAccountDeps = {
  baseUrl: string
  accessToken: string
  locationId: string
  webhookUrl: string
  webhookSignatureKey: string
}

/** The SDK takes a 200 that is not JSON, such as the page of a proxy, for an answer without fields. */
const NOT_SQUARE = 'this was not Square'

export type AskAccount = (timeoutMs: number) => Promise<AccountAnswers>

/** Asks Square about our account, through its official SDK. Never throws: each answer is a result or a reason. */
export function createAskAccount(deps: SquareAccountDeps): AskAccount {
  let loading: Promise<SquareClient> | undefined

  function client(): Promise<SquareClient> {
    const { accessToken: token, baseUrl } = deps
    loading ??= import('square').then((square) => new square.SquareClient({ token, baseUrl }))
    return loading
  }

  async function askToken(options: RequestOptions) {
    const square = await client()
    const { clientId, merchantId, expiresAt } = await square.oAuth.retrieveTokenStatus(options)
    if (!clientId && !merchantId) throw new Error(NOT_SQUARE)
    return { applicationId: clientId || undefined, expiresAt: expiresAt ? new Date(expiresAt) : undefined }
  }

  async function askLocation(options: RequestOptions) {
    const square = await client()
    const { location } = await square.locations.get({ locationId: deps.locationId }, options)
    if (!location) throw new Error(NOT_SQUARE)
    return {
      isActive: location.status === 'ACTIVE',
      currency: location.currency,
      takesCards: location.capabilities?.includes('CREDIT_CARD_PROCESSING'),
    }
  }

  async function askWebhooks(options: RequestOptions) {
    const square = await client()
    const ours: Square.WebhookSubscription[] = []
    const page = await square.webhooks.subscriptions.list({ includeDisabled: true }, options)
    // An account without any has no list at all.
    if ('ok' in page.response) throw new Error(NOT_SQUARE)
    for await (const subscription of page) {
      if (subscription.notificationUrl === deps.webhookUrl) ours.push(subscription)
    }
    return Promise.all(
      ours.map(async ({ id = '', enabled, eventTypes }) => {
        // A list leaves the key out.
        const { subscription } = await square.webhooks.subscriptions.get({ subscriptionId: id }, options)
        const key = subscription?.signatureKey
        return {
          isEnabled: enabled === true,
          eventTypes: eventTypes ?? [],
          hasOurKey: key ? isSameSecret(key, deps.webhookSignatureKey) : undefined,
        }
      }),
    )
  }

  return async (timeoutMs) => {
    // Loading the large SDK takes seconds on a busy machine; don't count that as Square being slow.
    await client()
    const options = {
      maxRetries: 0,
      timeoutInSeconds: timeoutMs / 1000,
      abortSignal: AbortSignal.timeout(timeoutMs),
    }
    const [token, location, webhooks] = await Promise.all([
      answered(askToken(options)),
      answered(askLocation(options)),
      answered(askWebhooks(options)),
    ])
    return { token, location, webhooks }
  }
}

type RequestOptions = { maxRetries: number; timeoutInSeconds: number; abortSignal: AbortSignal }

async function answered<T>(asking: Promise<T>): Promise<Answered<T>> {
  try {
    return { known: await asking }
  } catch (error) {
    const { statusCode } = error as { statusCode?: number }
    if (statusCode === 401) return { refused: 'token' }
    if (statusCode === 403) return { refused: 'permission' }
    if (statusCode === 404) return { refused: 'missing' }
    return { away: true }
  }
}
