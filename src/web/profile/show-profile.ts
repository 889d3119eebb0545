import { writeLocal } from '#web/ui/local-memory.ts'

export const PROFILE_KEY = 'bloomera-skin'

/** Stored only in this browser, as text for `readProfile`. Null clears it. */
export function storeProfile(profile: { skin: string | undefined; without: readonly string[] } | null): void {
  writeLocal(PROFILE_KEY, profile && JSON.stringify(profile))
  // The browser notifies the other tabs; this notifies the page itself.
  dispatchEvent(new Event('storage'))
}

/**
 * Runs in the head, before anything is painted: every mark is in the page already, and the styles in marks.css show
 * those that concern this shopper. So marks move nothing, and the page is the same for everyone. Refers to nothing
 * outside itself.
 */
export function followProfile(): void {
  function show() {
    const { dataset } = document.documentElement
    delete dataset.skin
    delete dataset.without
    try {
      const { skin, without } = JSON.parse(localStorage.getItem('bloomera-skin') ?? '{}')
      if (typeof skin === 'string') dataset.skin = skin
      if (Array.isArray(without) && without.length > 0) dataset.without = without.join(' ')
    } catch {
      // Storage is blocked or has a foreign value, so nothing is marked.
    }
  }
  show()
  addEventListener('storage', show)
  // Another tab may have changed it while this page was in the back/forward cache.
  addEventListener('pageshow', show)
}
