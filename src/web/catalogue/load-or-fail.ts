import { data } from 'react-router'
import type { PageContext } from '#web/context.ts'

/**
 * A page whose data cannot be read is still a page: it says so, answers 503 so that nobody keeps it, and tries again.
 * Compare load-failed.tsx, which shows the undefined value.
 */
export async function loadOrFail<T>({ logError }: PageContext, url: URL, load: () => Promise<T>) {
  try {
    return data<{ value: T | undefined }>({ value: await load() })
  } catch (error) {
    logError(error, url.pathname)
    return data<{ value: T | undefined }>({ value: undefined }, { status: 503 })
  }
}
