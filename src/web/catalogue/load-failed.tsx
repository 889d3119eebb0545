import { lazy } from 'react'

/**
 * For a page whose data can't be loaded, which is rare: in a file of its own. Without a boundary around it, a rendered
 * page stays as it is until the file is here.
 */
export const LoadFailed = lazy(async () => {
  const { RetryMessage } = await import('./retry-message.tsx')
  return { default: RetryMessage }
})
