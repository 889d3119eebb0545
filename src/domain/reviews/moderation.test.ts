import { expect, test } from 'vitest'
import {
  isWithholdingReason,
  ledgerText,
  MODERATION_CRITERIA,
  redact,
  UNDO_LIMIT_SECONDS,
  UNDO_SECONDS,
  WITHHOLDING_REASONS,
} from './moderation.ts'

test('has no reason for withholding that means a critical review', () => {
  expect(isWithholdingReason('spam')).toBe(true)
  expect(isWithholdingReason('negative')).toBe(false)
  const words = WITHHOLDING_REASONS.map((reason) => `${reason} ${MODERATION_CRITERIA[reason].rule}`).join(' ')
  expect(words).not.toMatch(/negative|critical|rating|stars|unhappy|low/i)
})

test('replaces personal data with a mark and changes nothing else', () => {
  expect(redact('Call Ana on 801 555 0100, or 801 555 0100.', '801 555 0100')).toBe(
    'Call Ana on [redacted], or [redacted].',
  )
})

test('refuses a redaction that matches nothing or only white space', () => {
  expect(redact('Lovely oil', 'serum')).toBeUndefined()
  expect(redact('Lovely oil', ' ')).toBeUndefined()
  expect(redact('Lovely oil', '')).toBeUndefined()
  expect(redact('Call [redacted]', 'redacted')).toBeUndefined()
})

test('formats the ledger as a sentence that adds up', () => {
  expect(ledgerText({ received: 142, published: 139, withheld: { spam: 2, personal_data: 1 } })).toBe(
    '142 received, 139 published, 3 withheld: 2 spam, 1 personal data',
  )
  expect(ledgerText({ received: 1200, published: 1199, withheld: {} })).toBe(
    '1,200 received, 1,199 published, 1 waiting to be read, 0 withheld',
  )
})

test('publishes the criteria under these names, each with its rule', () => {
  expect(WITHHOLDING_REASONS.map((reason) => MODERATION_CRITERIA[reason].name)).toEqual([
    'spam',
    'abuse',
    'personal data',
    'unrelated',
    'not from a customer',
    'duplicates',
  ])
  for (const reason of WITHHOLDING_REASONS) {
    expect(isWithholdingReason(reason)).toBe(true)
    expect(MODERATION_CRITERIA[reason].rule).toMatch(/^[A-Z].{20,}\.$/)
  }
})

test('allows undoing a decision for half a minute plus network latency', () => {
  expect(UNDO_SECONDS).toBe(30)
  expect(UNDO_LIMIT_SECONDS).toBe(35)
})
