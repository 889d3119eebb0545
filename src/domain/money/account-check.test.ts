import { expect, test } from 'vitest'
import { type AccountAnswers, type AccountSubject, checkAccount, wrongSentences } from './account-check.ts'

const EXPECTED = {
  environment: 'production',
  applicationId: 'sq0idp-ours',
  locationId: 'LOURS',
  webhookUrl: 'https://bloomera.example/webhooks/square',
} as const

const WEBHOOK = {
  isEnabled: true,
  eventTypes: ['payment.updated', 'refund.updated'],
  hasOurKey: true as boolean | undefined,
}

const RIGHT: AccountAnswers = {
  token: { known: { applicationId: 'sq0idp-ours', expiresAt: undefined } },
  location: { known: { isActive: true, currency: 'USD', takesCards: true } },
  webhooks: { known: [WEBHOOK] },
}

function verdicts(changes: Partial<AccountAnswers>) {
  return Object.fromEntries(
    checkAccount(EXPECTED, { ...RIGHT, ...changes }).map(({ subject, verdict }) => [subject, verdict]),
  ) as Record<AccountSubject, string>
}

function wrong(changes: Partial<AccountAnswers>): string[] {
  return wrongSentences(checkAccount(EXPECTED, { ...RIGHT, ...changes }))
}

test('an account that matches the settings passes every check', () => {
  expect(new Set(Object.values(verdicts({})))).toEqual(new Set(['right']))
})

test('each mismatch is one sentence that names the setting and what to do', () => {
  const location = { isActive: true, currency: 'USD', takesCards: true }
  const cases: [Partial<AccountAnswers>, RegExp][] = [
    [{ token: { refused: 'token' } }, /production environment refuses SQUARE_ACCESS_TOKEN: copy/],
    [{ location: { refused: 'token' } }, /refuses SQUARE_ACCESS_TOKEN: copy/],
    [
      { token: { known: { applicationId: 'sq0idp-other', expiresAt: undefined } } },
      /SQUARE_APPLICATION_ID is sq0idp-ours, but SQUARE_ACCESS_TOKEN belongs to sq0idp-other: copy/,
    ],
    [{ location: { refused: 'missing' } }, /no location LOURS in this account: copy SQUARE_LOCATION_ID/],
    [{ location: { known: { ...location, isActive: false } } }, /LOURS \(SQUARE_LOCATION_ID\) is not active: /],
    [
      { location: { known: { ...location, takesCards: false } } },
      /LOURS \(SQUARE_LOCATION_ID\) cannot take cards yet: /,
    ],
    [{ location: { known: { ...location, currency: 'CAD' } } }, /takes CAD, and this shop charges USD: /],
    [{ webhooks: { known: [] } }, /no webhooks to https:\/\/bloomera\.example\/webhooks\/square: add/],
    [{ webhooks: { known: [{ ...WEBHOOK, isEnabled: false }] } }, /is disabled: enable it/],
    [{ webhooks: { known: [{ ...WEBHOOK, hasOurKey: false }] } }, /^SQUARE_WEBHOOK_SIGNATURE_KEY is not the key of/],
    [
      { webhooks: { known: [{ ...WEBHOOK, eventTypes: ['payment.updated'] }] } },
      /leaves out refund\.updated: add this/,
    ],
  ]
  for (const [changes, sentence] of cases) {
    const sentences = wrong(changes)
    expect(sentences).toEqual([expect.stringMatching(sentence)])
    expect(sentences[0], 'one sentence').toMatch(/^[^\n]+[^.]\.$/)
  }
})

test('a missing answer from Square is never a mismatch', () => {
  const away = { away: true } as const
  expect(wrong({ token: away, location: away, webhooks: away })).toEqual([])
  expect(new Set(Object.values(verdicts({ token: away, location: away, webhooks: away })))).toEqual(
    new Set(['unknown']),
  )
  expect(verdicts({ token: away })).toMatchObject({ token: 'right', application: 'unknown', webhook: 'right' })
})

test('a token without permission to ask is not a wrong setting', () => {
  const forbidden = { refused: 'permission' } as const
  expect(wrong({ location: forbidden, webhooks: forbidden })).toEqual([])
  expect(verdicts({ webhooks: { known: [{ ...WEBHOOK, hasOurKey: undefined }] } })).toMatchObject({
    webhook: 'unknown',
  })
})

test('one correct subscription is enough, next to others for the same address', () => {
  const others = [
    { ...WEBHOOK, isEnabled: false },
    { ...WEBHOOK, hasOurKey: false },
  ]
  expect(verdicts({ webhooks: { known: [...others, WEBHOOK] } })).toMatchObject({ webhook: 'right' })
})

function sentencesOf(changes: Partial<AccountAnswers>) {
  return Object.fromEntries(
    checkAccount(EXPECTED, { ...RIGHT, ...changes }).map(({ subject, sentence }) => [subject, sentence]),
  ) as Record<AccountSubject, string>
}

test('says what passed', () => {
  const expiring = { known: { applicationId: 'sq0idp-ours', expiresAt: new Date('2027-01-31T12:00:00Z') } }
  expect(sentencesOf({ token: expiring })).toEqual({
    token: "Accepted by Square's production environment. It expires on 2027-01-31.",
    application: 'The access token belongs to sq0idp-ours.',
    location: 'LOURS is active and takes cards.',
    currency: 'The location takes USD.',
    webhook: 'Square sends payments and refunds to https://bloomera.example/webhooks/square, signed with our key.',
  })
  const accepted = "Accepted by Square's production environment."
  expect(sentencesOf({}).token).toBe(accepted)
  expect(sentencesOf({ token: { away: true } }).token).toBe(accepted)
})

test('says why something is unknown', () => {
  const away = { away: true } as const
  expect(sentencesOf({ token: away, location: away, webhooks: away })).toEqual({
    token: 'Square didn’t answer.',
    application: 'Square does not say which application the access token belongs to.',
    location: 'Square didn’t answer.',
    currency: 'Square does not say which currency the location takes.',
    webhook: 'Square didn’t answer.',
  })
  const forbidden = { refused: 'permission' } as const
  expect(sentencesOf({ location: forbidden, webhooks: forbidden })).toMatchObject({
    location: 'The access token may not read locations.',
    webhook: 'The access token may not read webhooks.',
  })
  const hidden = { ...WEBHOOK, hasOurKey: undefined }
  expect(sentencesOf({ webhooks: { known: [hidden] } }).webhook).toBe(
    'Square has the subscription, but does not show its signature key.',
  )
  expect(verdicts({ webhooks: { known: [hidden, WEBHOOK] } }).webhook).toBe('right')
})

test('says what to do in full', () => {
  expect(wrong({ webhooks: { known: [{ ...WEBHOOK, eventTypes: [] }] } })).toEqual([
    "Square's webhook subscription for https://bloomera.example/webhooks/square leaves out payment.updated and refund.updated: add these events in Square's developer dashboard.",
  ])
  expect(wrong({ token: { refused: 'token' } })).toEqual([
    "Square's production environment refuses SQUARE_ACCESS_TOKEN: copy the production access token from your application in Square's developer dashboard.",
  ])
})

test('finds an event in any of several subscriptions', () => {
  const one = { ...WEBHOOK, eventTypes: ['payment.updated'] }
  const other = { ...WEBHOOK, eventTypes: ['refund.updated'] }
  expect(verdicts({ webhooks: { known: [one, other] } }).webhook).toBe('right')
})
