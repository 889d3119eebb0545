/** The database allows no others. */
export const RETURN_STATES = ['expected', 'received', 'canceled'] as const
export type ReturnState = (typeof RETURN_STATES)[number]

export const RETURN_REASONS = ['did-not-suit', 'arrived-damaged', 'wrong-item', 'changed-mind', 'other'] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

export const RETURN_REASON_NAMES: Record<ReturnReason, string> = {
  'did-not-suit': 'Didn’t suit them',
  'arrived-damaged': 'Arrived damaged',
  'wrong-item': 'Wrong item',
  'changed-mind': 'Changed their mind',
  other: 'Other',
}

export const RETURN_CONDITIONS = ['sealed', 'opened', 'damaged'] as const
export type ReturnCondition = (typeof RETURN_CONDITIONS)[number]

export const RETURN_CONDITION_NAMES: Record<ReturnCondition, string> = {
  sealed: 'Sealed',
  opened: 'Opened',
  damaged: 'Damaged',
}

/** An opened cosmetic may be contaminated and must not be sold again, whatever it looks like. */
export function canBeSoldAgain(condition: ReturnCondition): boolean {
  return condition === 'sealed'
}

export const NOT_SOLD_AGAIN = 'Opened or damaged cosmetics can’t be sold again, so they never go back in stock.'

/** The reason as a person would say it: for "other", in the words that were typed. */
export function reasonText(reason: ReturnReason, words: string | null): string {
  if (reason === 'other') return words ?? RETURN_REASON_NAMES.other
  return words ? `${RETURN_REASON_NAMES[reason]}: ${words}` : RETURN_REASON_NAMES[reason]
}

/** Only a return in transit can arrive or be canceled: a received return is final. */
export function isOpenReturn(state: ReturnState): boolean {
  return state === 'expected'
}

/** Returns that count: canceled ones don't. */
export function countsAsReturn(state: ReturnState): boolean {
  return state !== 'canceled'
}

/** What a list shows for an order with these returns: expected ones take precedence. Null if there are none. */
export function returnStateOf(states: readonly ReturnState[]): 'expected' | 'received' | null {
  if (states.includes('expected')) return 'expected'
  return states.includes('received') ? 'received' : null
}
