import { lazy } from 'react'

/** For routes that usually find their page, so it's in a separate file. */
export const NotFoundPage = lazy(async () => {
  const { MissingPage } = await import('./missing-page.tsx')
  return { default: MissingPage }
})
