import { useEffect, useState, useSyncExternalStore } from 'react'
import { isRouteErrorResponse, useLocation } from 'react-router'
import { paths } from '#web/paths.ts'
import { canReachShop } from '#web/ui/offline.ts'

/** Replaces a page that failed to render, or to load while offline. The page comes back with the network. */
export function PageFailed({ error }: { error: unknown }) {
  const { pathname, search } = useLocation()
  const [isReachable, setReachable] = useState(false)
  const hasNetwork = useSyncExternalStore(
    watchNetwork,
    () => navigator.onLine,
    () => true,
  )
  const isOnline = hasNetwork || isReachable
  useEffect(() => {
    if (!hasNetwork) void canReachShop().then(setReachable)
  }, [hasNetwork])
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
  const title = isOnline ? 'Unexpected Application Error!' : 'You’re offline'
  return (
    <main className="wrap py-band text-center" id="main">
      <title>{`${title} | Bloomera`}</title>
      <p className="eyebrow">
        {isOnline ? `Error ${isRouteErrorResponse(error) ? error.status : 500}` : 'No connection'}
      </p>
      <h1 className="mt-3">{title}</h1>
      <p className="mx-auto mt-5 max-w-lg text-lead text-soft" role="status">
        {isOnline
          ? 'This one’s on us. Your cart is safe. Please try again in a moment.'
          : 'This page opens as soon as you’re connected again. Your cart is safe.'}
      </p>
      <p className="mt-8 flex flex-wrap justify-center gap-6">
        {isOnline ? (
          <>
            {/* Both load a whole page, so that nothing of the broken one is left. */}
            <a className="button" href={paths.home()}>
              Back to Home
            </a>
            <a className="underlined self-center" href={pathname + search}>
              Try again
            </a>
          </>
        ) : (
          <button className="button" type="button" onClick={() => void reloadIfReachable()}>
            Try again
          </button>
        )}
      </p>
    </main>
  )
}

/** A reload while offline would show the browser's own error. */
async function reloadIfReachable(): Promise<void> {
  if (await canReachShop()) location.reload()
}

function watchNetwork(notify: () => void): () => void {
  addEventListener('online', notify)
  addEventListener('offline', notify)
  return () => {
    removeEventListener('online', notify)
    removeEventListener('offline', notify)
  }
}
