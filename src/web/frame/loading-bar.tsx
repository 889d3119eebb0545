import { useNavigation } from 'react-router'
import { paths } from '#web/paths.ts'

/** What is on its way, by where it is; most pages need no words of their own. */
const TEXTS: Record<string, string> = {
  [paths.collection('facial-serums')]: 'Loading facial serums...',
  [paths.collection('focus-care')]: 'Loading focus care products...',
  [paths.collection('body-hair')]: 'Loading body & hair products...',
}

/** Appears only if a page is slow; most load before that. */
export function LoadingBar() {
  const { state, location } = useNavigation()
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-40" role="status">
      {state === 'loading' && (
        <>
          <span className="loading-bar block h-0.5 bg-honey" />
          <span className="loading-text mx-auto mt-3 block w-fit rounded-pill bg-ink px-4 py-1.5 text-small text-bone shadow-xl">
            {TEXTS[location.pathname] ?? 'Loading...'}
          </span>
        </>
      )}
    </div>
  )
}
