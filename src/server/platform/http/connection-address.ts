import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** The address at the other end of the connection; undefined for requests made inside the process. */
export function connectionAddress(c: Context): string | undefined {
  return c.env?.incoming ? getConnInfo(c).remote.address : undefined
}
