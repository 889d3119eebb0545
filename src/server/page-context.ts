import { RouterContextProvider } from 'react-router'
import { type PageContext, pageContext, SETTINGS } from '#web/context.ts'
import type { Rendering } from './platform/pages/render-page.ts'
import type { Services } from './services.ts'

/** What loaders get, apart from the state of one rendering and what is read anew for each. */
export type PageContextDeps = Omit<PageContext, keyof Rendering | 'services' | 'shop' | 'settings'> & {
  services: Services
}

export function createPageContext(deps: PageContextDeps): (rendering: Rendering) => RouterContextProvider {
  return (rendering) => {
    /** Whatever shows a setting follows it: a loader can't forget the tag. */
    const tagged = <Value>(value: Value): Value => {
      rendering.tags.add(SETTINGS)
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
    })
    return context
  }
}
