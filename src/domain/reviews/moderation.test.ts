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

test('no reason for withholding means that the review was critical', () => {
  expect(isWithholdingReason('spam')).toBe(true)
  expect(isWithholdingReason('negative')).toBe(false)
  const words = WITHHOLDING_REASONS.map((reason) => `${reason} ${MODERATION_CRITERIA[reason].rule}`).join(' ')
  expect(words).not.toMatch(/negative|critical|rating|stars|unhappy|low/i)
})

test('personal data is replaced by a mark, and nothing else changes', () => {
  expect(redact('Call Ana on 801 555 0100, or 801 555 0100.', '801 555 0100')).toBe(
    'Call Ana on [redacted], or [redacted].',
  )
})

test('a redaction that would take out nothing, or everything between letters, is refused', () => {
  expect(redact('Lovely oil', 'serum')).toBeUndefined()
  expect(redact('Lovely oil', ' ')).toBeUndefined()
  expect(redact('Lovely oil', '')).toBeUndefined()
  expect(redact('Call [redacted]', 'redacted')).toBeUndefined()
})

test('the ledger reads as a sentence that adds up', () => {
  expect(ledgerText({ received: 142, published: 139, withheld: { spam: 2, personal_data: 1 } })).toBe(
    '142 received, 139 published, 3 withheld: 2 spam, 1 personal data',
  )
  expect(ledgerText({ received: 1200, published: 1199, withheld: {} })).toBe(
    '1,200 received, 1,199 published, 1 waiting to be read, 0 withheld',
  )
})

test('the criteria are published under these names, each with its rule', () => {
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

test('a decision can be taken back for half a minute, and for the way to the server', () => {
  expect(UNDO_SECONDS).toBe(30)
  expect(UNDO_LIMIT_SECONDS).toBe(35)
})
