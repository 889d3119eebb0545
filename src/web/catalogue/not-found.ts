import { data } from 'react-router'
import type { PageContext } from '#web/context.ts'

/** Thrown by a loader that finds nothing; the route's own error boundary is rendered. */
export function notFound({ shareMissing }: PageContext) {
  shareMissing()
  return data(null, { status: 404 })
}
