import { UNSETTLED_KEY } from './unsettled-payment.ts'

/** All text, initially empty. In the order of the form, so that the first error is the topmost one. */
export const FIELD_NAMES = [
  'email',
  'firstName',
  'lastName',
  'address',
  'address2',
  'city',
  'state',
  'zip',
  'phone',
  'discountCode',
] as const
export type FieldName = (typeof FIELD_NAMES)[number]
export type Draft = Record<FieldName, string>

const DRAFT_KEY = 'bloomera-checkout'
const ID_KEY = 'bloomera-checkout-id'
const PROBE_KEY = 'bloomera-probe'
const MAX_KEPT = 1000

export function readDraft(stored: string | null): Draft {
  try {
    return toDraft(JSON.parse(stored ?? 'null'))
  } catch {
    // A foreign value under our key; the form starts empty.
    return toDraft({})
  }
}

/** All fields and nothing else; a value that isn't text or is far too long becomes empty. */
function toDraft(values: unknown): Draft {
  const known = new Map(Object.entries(values ?? {}))
  const textOf = (value: unknown) => (typeof value === 'string' && value.length <= MAX_KEPT ? value : '')
  // Built from the list that the type is derived from.
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, textOf(known.get(name))])) as Draft
}

/** What's in the form now, whether typed, pasted or silently filled in by the browser. */
export function readForm(form: HTMLFormElement): Draft {
  return toDraft(Object.fromEntries(new FormData(form)))
}

/** Only for this tab, and deleted with it, because a computer may be shared. Never includes card data. */
export const draftStore = {
  load: (): Draft => readDraft(read(DRAFT_KEY)),
  save: (draft: Draft): void => write(DRAFT_KEY, JSON.stringify(draft)),
  /** The id of this checkout: from a try whose outcome is unknown, from an open draft, or a new one. */
  checkoutId: (): string => read(UNSETTLED_KEY) ?? read(ID_KEY) ?? crypto.randomUUID(),
  keepCheckoutId: (checkoutId: string): void => write(ID_KEY, checkoutId),
  setUnsettled: (checkoutId: string | null): void => write(UNSETTLED_KEY, checkoutId),
  forget: (): void => {
    for (const key of [DRAFT_KEY, ID_KEY, UNSETTLED_KEY]) write(key, null)
  },
}

/** Returns false if the browser blocks storage, so that a reload would lose track of a payment. */
export function canStore(): boolean {
  try {
    sessionStorage.setItem(PROBE_KEY, '')
    sessionStorage.removeItem(PROBE_KEY)
    return true
  } catch {
    return false
  }
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    // Storage is blocked: the draft lasts as long as the dialog.
    return null
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key)
    else sessionStorage.setItem(key, value)
  } catch {
    // As above.
  }
}
