import { randomBytes, randomInt } from 'node:crypto'

export function newId(prefix: 'shp' | 'rate' | 'trk' | 'hook' | 'evt'): string {
  return `${prefix}_${randomBytes(16).toString('hex')}`
}

/** Numbers that pass the carriers' own check digits. */
export function newTrackingCode(carrier: string): string {
  return carrier.startsWith('UPS') ? upsNumber() : postalNumber()
}

function postalNumber(): string {
  const body = `94001${Array.from({ length: 16 }, () => randomInt(10)).join('')}`
  const sum = body
    .split('')
    .toReversed()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return `${body}${(10 - (sum % 10)) % 10}`
}

function upsNumber(): string {
  const body = Array.from({ length: 15 }, () => randomInt(10)).join('')
  const sum = body.split('').reduce((total, digit, index) => total + Number(digit) * (index % 2 === 1 ? 2 : 1), 0)
  return `1Z${body}${(10 - (sum % 10)) % 10}`
}
