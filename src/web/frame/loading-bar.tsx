import { useNavigation } from 'react-router'

/** Appears only if a page is slow; most load before that. */
export function LoadingBar() {
  const isLoading = useNavigation().state === 'loading'
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-40 h-0.5" role="status">
      {isLoading && (
        <>
          <span className="sr-only">Loading…</span>
          <span className="loading-bar block h-full bg-honey" />
        </>
      )}
    </div>
  )
}
