import { data } from 'react-router'
import type { PageContext } from '#web/context.ts'

/** Thrown by a loader that finds nothing under its address; the route's own error screen is shown. */
export function notFound({ shareMissing }: PageContext) {
  shareMissing()
  return data(null, { status: 404 })
}
