import { useSyncExternalStore } from 'react'
import type { Answers } from '#domain/catalogue/finder.ts'
import { isEmptyProfile, profileOf } from '#domain/catalogue/skin-profile.ts'
import { readLocal } from '#web/ui/local-memory.ts'
import { PROFILE_KEY, storeProfile } from './show-profile.ts'

/** Below a routine: its answers become the profile. */
export function RememberProfile({ answers }: { answers: Answers }) {
  const stored = useStoredProfile()
  const profile = profileOf(answers)
  if (isEmptyProfile(profile)) return null
  return (
    <div className="mt-auto pt-6 text-small [@media(scripting:none)]:hidden">
      <label className="flex min-h-11 items-center gap-3 border-t border-line pt-4 font-medium">
        <input
          className="size-5 accent-forest"
          type="checkbox"
          checked={stored === JSON.stringify(profile)}
          onChange={({ target }) => storeProfile(target.checked ? profile : null)}
        />
        Remember this on this device
      </label>
      <p className="mt-1 text-soft">
        We’ll mark what isn’t for you on every oil and in your cart. It never leaves this device.{' '}
        <button className="with-profile underlined text-ink" type="button" onClick={() => storeProfile(null)}>
          Clear
        </button>
      </p>
    </div>
  )
}

/** The text in storage; null on the server and while the page is hydrated. */
function useStoredProfile(): string | null {
  return useSyncExternalStore(
    follow,
    () => readLocal(PROFILE_KEY),
    () => null,
  )
}

function follow(listener: () => void): () => void {
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
