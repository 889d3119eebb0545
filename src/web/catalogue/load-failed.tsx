import { lazy } from 'react'

/**
 * For a page whose data can't be loaded, which is rare, so it's in a separate file. Without a boundary around it, a
 * rendered page stays as it is until the file has loaded.
 */
export const LoadFailed = lazy(async () => {
  const { RetryMessage } = await import('./retry-message.tsx')
  return { default: RetryMessage }
})
