import { z } from 'zod'
import type { OperatorVisit } from './visit.tsx'

const LONGEST = 1000

/** Most lists are ordered by time, in microseconds (more than a Date can hold), then by id. */
export const cursorSchema = z.object({ micros: z.int().min(0), id: z.uuid() })

/** Where a page of a list ended, encoded for the URL. Validate its shape when reading: it is user input. */
export function writeCursor(cursor: object): string {
  return Buffer.from(JSON.stringify(cursor)).toString('base64url')
}

export function readCursor({ c }: OperatorVisit): unknown {
  const text = c.req.query('after') ?? ''
  if (text === '' || text.length > LONGEST) return undefined
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    // Not one of our cursors: start at the beginning.
    return undefined
  }
}
