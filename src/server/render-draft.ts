import { createRenderPage, type RenderPageDeps } from '#server/platform/pages/render-page.ts'
import { paths } from '#web/paths.ts'
import type { RenderDraft } from './catalogue/products.desk.tsx'
import { createPageContext, type PageContextDeps } from './page-context.ts'

export const DRAFT_NOTE = 'Draft: only you can see this page'

/**
 * The shop's own product page with unsaved texts. It is rendered at another address, where the shop's scripts would not
 * hydrate, so they are left out.
 */
export function createRenderDraft(deps: Omit<RenderPageDeps, 'contextFor'>, context: PageContextDeps): RenderDraft {
  return async (product) => {
    const services = {
      ...context.services,
      announcements: { ...context.services.announcements, current: () => DRAFT_NOTE },
      catalog: { ...context.services.catalog, findBySlug: async () => product },
    }
    const renderPage = createRenderPage({ ...deps, contextFor: createPageContext({ ...context, services }) })
    const { body } = await renderPage(paths.product(product.id))
    return withoutScripts(body.toString())
  }
}

export function withoutScripts(html: string): string {
  return html.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
}
