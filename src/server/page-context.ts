import { RouterContextProvider } from 'react-router'
import { type PageContext, pageContext, RATES, SETTINGS, TEXTS } from '#web/context.ts'
import type { Rendering } from './platform/pages/render-page.ts'
import type { Services } from './services.ts'

/** What loaders get, except for per-render state and data read for each render. */
export type PageContextDeps = Omit<PageContext, keyof Rendering | 'services' | 'shop' | 'settings' | 'texts'> & {
  services: Services
}

export function createPageContext(deps: PageContextDeps): (rendering: Rendering) => RouterContextProvider {
  return (rendering) => {
    /** Reading a setting adds its tag, so a loader can't forget it. */
    const tagged = <Value>(value: Value, ...tags: readonly string[]): Value => {
      for (const tag of [SETTINGS, ...tags]) rendering.tags.add(tag)
      return value
    }
    const context = new RouterContextProvider()
    context.set(pageContext, {
      ...deps,
      ...rendering,
      get shop() {
        return tagged(deps.services.shopSettings.facts())
      },
      get settings() {
        return tagged(deps.services.shopSettings.current())
      },
      // Facts in a text come from the settings and the rates.
      texts: (key) => tagged(deps.services.texts.page(key), TEXTS, RATES),
    })
    return context
  }
}
