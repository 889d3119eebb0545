import { lazy } from 'react'

/** For routes that usually find their page: in a file of its own. */
export const NotFoundPage = lazy(async () => {
  const { MissingPage } = await import('./missing-page.tsx')
  return { default: MissingPage }
})
