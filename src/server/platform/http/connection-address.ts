import { getConnInfo } from '@hono/node-server/conninfo'
import type { Context } from 'hono'

/** Remote address of the socket; undefined for in-process requests. */
export function connectionAddress(c: Context): string | undefined {
  return c.env?.incoming ? getConnInfo(c).remote.address : undefined
}
