import { useNavigation } from 'react-router'
import { loadingText, type MenuEntry } from '#domain/catalogue/collections.ts'
import { paths } from '#web/paths.ts'

/** Appears only if a page is slow; most load before that. */
export function LoadingBar({ menu }: { menu: readonly MenuEntry[] }) {
  const { state, location } = useNavigation()
  const collection = menu.find(({ slug }) => paths.collection(slug) === location?.pathname)
  return (
    <div className="pointer-events-none fixed inset-x-0 top-0 z-40" role="status">
      {state === 'loading' && (
        <>
          <span className="loading-bar block h-0.5 bg-honey" />
          <span className="loading-text mx-auto mt-3 block w-fit rounded-pill bg-ink px-4 py-1.5 text-small text-bone shadow-xl">
            {collection ? loadingText(collection) : 'Loading...'}
          </span>
        </>
      )}
    </div>
  )
}
