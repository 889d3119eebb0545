import { RouterContextProvider } from 'react-router'
import { type PageContext, pageContext } from '#web/context.ts'
import type { Rendering } from './platform/pages/render-page.ts'

/** What loaders get, apart from the state of one rendering. */
export type PageParts = Omit<PageContext, keyof Rendering>

export function createPageContext(deps: PageParts): (rendering: Rendering) => RouterContextProvider {
  return (rendering) => {
    const context = new RouterContextProvider()
    context.set(pageContext, { ...deps, ...rendering })
    return context
  }
}
