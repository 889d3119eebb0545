import { type StateCode, US_STATES } from '../orders/us-states.ts'

export type ShipFrom = { line1: string; line2: string | null; city: string; stateCode: StateCode; zip: string }

export const SHIP_FROM_EXAMPLE = '482 Orchard Lane, Provo, UT 84601'

/** The business's address in the parts that carriers ask for; undefined if it isn't written as in the example. */
export function shipFromOf(address: string): ShipFrom | undefined {
  const parts = address
    .replaceAll(/\s*\n\s*/g, ', ')
    .replace(/,\s*(?:USA|United States)\s*$/i, '')
    .split(',')
    .map((part) => part.trim())
  const last = /^([A-Z]{2})\s+(\d{5}(?:-\d{4})?)$/i.exec(parts.at(-1) ?? '')
  const stateCode = (Object.keys(US_STATES) as StateCode[]).find((code) => code === last?.[1]?.toUpperCase())
  const [line1, ...rest] = parts.slice(0, -1)
  const city = rest.at(-1)
  if (!last?.[2] || !stateCode || !line1 || !city) return undefined
  return { line1, line2: rest.slice(0, -1).join(', ') || null, city, stateCode, zip: last[2] }
}
