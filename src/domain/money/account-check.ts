/** What Square says about the account, or why it doesn't: no permission, not found, or no response. */
export type Answered<T> = { known: T } | { refused: 'token' | 'permission' | 'missing' } | { away: true }

export type AccountAnswers = {
  token: Answered<{ applicationId: string | undefined; expiresAt: Date | undefined }>
  location: Answered<{ isActive: boolean; currency: string | undefined; takesCards: boolean | undefined }>
  /** Those for our address. */
  webhooks: Answered<readonly { isEnabled: boolean; eventTypes: readonly string[]; hasOurKey: boolean | undefined }[]>
}

export type AccountExpectations = {
  environment: 'sandbox' | 'production'
  applicationId: string
  locationId: string
  webhookUrl: string
}

export const ACCOUNT_SUBJECTS = {
  token: 'Access token',
  application: 'Application',
  location: 'Location',
  currency: 'Currency',
  webhook: 'Webhook',
} as const
export type AccountSubject = keyof typeof ACCOUNT_SUBJECTS

/** `unknown` is neither: Square couldn't be reached, or doesn't say. */
export type AccountFinding = { subject: AccountSubject; verdict: 'right' | 'wrong' | 'unknown'; sentence: string }

const CURRENCY = 'USD'
/** The events that report a payment or refund whose response the shop never got. */
const NEEDED_EVENTS = ['payment.updated', 'refund.updated']
const NO_ANSWER = 'Square didn’t answer.'
const DASHBOARD = "in Square's developer dashboard"

/** What keeps production from starting, one sentence each. */
export function wrongSentences(findings: readonly AccountFinding[]): string[] {
  return findings.filter(({ verdict }) => verdict === 'wrong').map(({ sentence }) => sentence)
}

/** Compares the settings with what Square says, in the order to fix them. */
export function checkAccount(expected: AccountExpectations, answers: AccountAnswers): AccountFinding[] {
  return [
    { subject: 'token', ...judgeToken(expected, answers) },
    { subject: 'application', ...judgeApplication(expected, answers) },
    { subject: 'location', ...judgeLocation(expected, answers) },
    { subject: 'currency', ...judgeCurrency(expected, answers) },
    { subject: 'webhook', ...judgeWebhook(expected, answers) },
  ]
}

type Judgement = Omit<AccountFinding, 'subject'>

function judgeToken({ environment }: AccountExpectations, { token, location }: AccountAnswers): Judgement {
  // Any call rejected as unauthorized shows it.
  if (isRefused(token, 'token') || isRefused(location, 'token'))
    return wrong(
      `Square's ${environment} environment refuses SQUARE_ACCESS_TOKEN: copy the ${environment} access token from your application ${DASHBOARD}.`,
    )
  if ('known' in token) {
    const { expiresAt } = token.known
    const until = expiresAt ? ` It expires on ${expiresAt.toISOString().slice(0, 10)}.` : ''
    return right(`Accepted by Square's ${environment} environment.${until}`)
  }
  return 'known' in location ? right(`Accepted by Square's ${environment} environment.`) : unknown(NO_ANSWER)
}

function judgeApplication({ applicationId }: AccountExpectations, { token }: AccountAnswers): Judgement {
  const owner = 'known' in token ? token.known.applicationId : undefined
  if (owner === undefined) return unknown('Square does not say which application the access token belongs to.')
  if (owner === applicationId) return right(`The access token belongs to ${applicationId}.`)
  return wrong(
    `SQUARE_APPLICATION_ID is ${applicationId}, but SQUARE_ACCESS_TOKEN belongs to ${owner}: copy both from the same application ${DASHBOARD}.`,
  )
}

function judgeLocation({ locationId }: AccountExpectations, { location }: AccountAnswers): Judgement {
  if (isRefused(location, 'missing'))
    return wrong(
      `Square knows no location ${locationId} in this account: copy SQUARE_LOCATION_ID from Locations ${DASHBOARD}.`,
    )
  if (!('known' in location)) return unknown(silence(location, 'locations'))
  if (!location.known.isActive)
    return wrong(
      `Square's location ${locationId} (SQUARE_LOCATION_ID) is not active: activate it at Square, or use another one.`,
    )
  if (location.known.takesCards === false)
    return wrong(
      `Square's location ${locationId} (SQUARE_LOCATION_ID) cannot take cards yet: finish activating payments at Square, or use another one.`,
    )
  return right(`${locationId} is active and takes cards.`)
}

function judgeCurrency({ locationId }: AccountExpectations, { location }: AccountAnswers): Judgement {
  const currency = 'known' in location ? location.known.currency : undefined
  if (currency === undefined) return unknown('Square does not say which currency the location takes.')
  if (currency === CURRENCY) return right(`The location takes ${CURRENCY}.`)
  return wrong(
    `Square's location ${locationId} (SQUARE_LOCATION_ID) takes ${currency}, and this shop charges ${CURRENCY}: use a location in the United States.`,
  )
}

function judgeWebhook({ webhookUrl }: AccountExpectations, { webhooks }: AccountAnswers): Judgement {
  if (!('known' in webhooks)) return unknown(silence(webhooks, 'webhooks'))
  const subscriptions = webhooks.known
  if (subscriptions.length === 0)
    return wrong(`Square sends no webhooks to ${webhookUrl}: add a subscription with exactly this URL ${DASHBOARD}.`)
  const enabled = subscriptions.filter(({ isEnabled }) => isEnabled)
  if (enabled.length === 0)
    return wrong(`Square's webhook subscription for ${webhookUrl} is disabled: enable it ${DASHBOARD}.`)
  const ours = enabled.filter(({ hasOurKey }) => hasOurKey !== false)
  if (ours.length === 0)
    return wrong(
      `SQUARE_WEBHOOK_SIGNATURE_KEY is not the key of Square's webhook subscription for ${webhookUrl}: copy its signature key ${DASHBOARD}.`,
    )
  const missing = NEEDED_EVENTS.filter((type) => !ours.some(({ eventTypes }) => eventTypes.includes(type)))
  if (missing.length > 0)
    return wrong(
      `Square's webhook subscription for ${webhookUrl} leaves out ${missing.join(' and ')}: add ${missing.length === 1 ? 'this event' : 'these events'} ${DASHBOARD}.`,
    )
  if (ours.every(({ hasOurKey }) => hasOurKey === undefined))
    return unknown('Square has the subscription, but does not show its signature key.')
  return right(`Square sends payments and refunds to ${webhookUrl}, signed with our key.`)
}

function silence(answer: Answered<unknown>, what: string): string {
  return isRefused(answer, 'permission') ? `The access token may not read ${what}.` : NO_ANSWER
}

function isRefused(answer: Answered<unknown>, why: 'token' | 'permission' | 'missing'): boolean {
  return 'refused' in answer && answer.refused === why
}

function right(sentence: string): Judgement {
  return { verdict: 'right', sentence }
}

function wrong(sentence: string): Judgement {
  return { verdict: 'wrong', sentence }
}

function unknown(sentence: string): Judgement {
  return { verdict: 'unknown', sentence }
}
