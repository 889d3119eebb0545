import { z } from 'zod'
import type { OperatorVisit } from './visit.tsx'

const LONGEST = 1000

/** Most lists go by a moment, which in microseconds a Date cannot hold, and by an id. */
export const cursorSchema = z.object({ micros: z.int().min(0), id: z.uuid() })

/** Where a list stopped, as it stands in the address. Whoever reads one checks its shape: anybody can write an address. */
export function writeCursor(cursor: object): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

export function readCursor({ c }: OperatorVisit): unknown {
  const text = c.req.query('after') ?? ''
  if (text === '' || text.length > LONGEST) return undefined
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    // Not one of ours: the list begins at its beginning.
    return undefined
  }
}
