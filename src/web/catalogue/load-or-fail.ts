import { data } from 'react-router'
import type { PageContext } from '#web/context.ts'

/**
 * A page whose data can't be loaded is still a page: it says so, responds with 503 so that it isn't cached, and
 * retries. Compare load-failed.tsx, which renders the undefined value.
 */
export async function loadOrFail<T>({ logError }: PageContext, url: URL, load: () => Promise<T>) {
  try {
    return data<{ value: T | undefined }>({ value: await load() })
  } catch (error) {
    // A redirect is a response, not a failure.
    if (error instanceof Response) throw error
    logError(error, url.pathname)
    return data<{ value: T | undefined }>({ value: undefined }, { status: 503 })
  }
}
