/**
 * Why a review may be withheld. 16 CFR 465.7 allows criteria that apply equally to all reviews regardless of rating:
 * there is no reason that means 'negative', and none may be added.
 */
export const WITHHOLDING_REASONS = [
  'spam',
  'abuse',
  'personal_data',
  'unrelated',
  'not_a_customer',
  'duplicate',
] as const
export type WithholdingReason = (typeof WITHHOLDING_REASONS)[number]

/** The published criteria, in list order. */
export const MODERATION_CRITERIA: Record<WithholdingReason, { name: string; rule: string }> = {
  spam: { name: 'spam', rule: 'Advertising, links to sell something else, or text sent to many shops.' },
  abuse: { name: 'abuse', rule: 'Threats, hate, or obscene words about a person.' },
  personal_data: {
    name: 'personal data',
    rule: 'Someone’s address, phone number, etc. Where we can, we redact it and publish the rest.',
  },
  unrelated: { name: 'unrelated', rule: 'Not about our oils or our shop.' },
  not_a_customer: { name: 'not from a customer', rule: 'Written by us, a competitor, or someone paid to write it.' },
  duplicate: { name: 'duplicates', rule: 'The same review by the same person.' },
}

export function isWithholdingReason(value: unknown): value is WithholdingReason {
  return WITHHOLDING_REASONS.some((reason) => reason === value)
}

/** How long a moderator can undo a decision with one click. */
export const UNDO_SECONDS = 30
/** Allows for network latency. */
export const UNDO_LIMIT_SECONDS = UNDO_SECONDS + 5

/** Shown in place of personal data, so readers know that something was removed. */
export const REDACTION_MARK = '[redacted]'

/** In characters as people count them. */
export const MAX_REPLY_LENGTH = 2000

/** Replaces every occurrence of `part`. Undefined if there is nothing to remove. */
export function redact(text: string, part: string): string | undefined {
  if (part.trim() === '' || REDACTION_MARK.includes(part) || !text.includes(part)) return undefined
  return text.replaceAll(part, REDACTION_MARK)
}

export type ReviewLedger = {
  received: number
  published: number
  withheld: Partial<Record<WithholdingReason, number>>
}

/** '142 received, 139 published, 3 withheld: 2 spam, 1 personal data', plus those waiting for moderation. */
export function ledgerText({ received, published, withheld }: ReviewLedger): string {
  const reasons = WITHHOLDING_REASONS.flatMap((reason) => {
    const count = withheld[reason] ?? 0
    return count > 0 ? [{ count, name: MODERATION_CRITERIA[reason].name }] : []
  })
  const withheldCount = reasons.reduce((sum, { count }) => sum + count, 0)
  const waiting = received - published - withheldCount
  return [
    `${number(received)} received`,
    `${number(published)} published`,
    ...(waiting > 0 ? [`${number(waiting)} waiting to be read`] : []),
    `${number(withheldCount)} withheld${reasons.length > 0 ? ': ' : ''}${reasons.map(({ count, name }) => `${number(count)} ${name}`).join(', ')}`,
  ].join(', ')
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

/** The desk's review lists. */
export const REVIEW_LISTS = ['waiting', 'published', 'withheld'] as const
export type ReviewList = (typeof REVIEW_LISTS)[number]
