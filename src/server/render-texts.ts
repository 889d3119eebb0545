import type { TextKey, Texts } from '#domain/texts/text-pages.ts'
import { createRenderPage, type RenderPageDeps } from '#server/platform/pages/render-page.ts'
import type { Env } from './env.ts'
import { MAIL_EXAMPLES } from './mail-examples.ts'
import { composeFacts, MAILS } from './mails.ts'
import { createPageContext, type PageContextDeps } from './page-context.ts'
import { DRAFT_NOTE, withoutScripts } from './render-draft.ts'
import { pathOf } from './texts/texts-at-desk.ts'
import type { RenderTexts } from './texts/texts.desk.tsx'

/** The shop's own page, or an example of the email, with texts that may be unpublished. */
export function createRenderTexts(
  deps: Omit<RenderPageDeps, 'contextFor'>,
  context: PageContextDeps,
  env: Pick<Env, 'mailAddress' | 'secretKey'>,
): RenderTexts {
  const { services } = context

  async function renderMail(key: TextKey, words: <Key extends TextKey>(wanted: Key) => Texts<Key>): Promise<string> {
    const template = key.replace(/^mail-/, '')
    const payload = new Map<string, object>(Object.entries(MAIL_EXAMPLES)).get(template)
    const { composeMail } = await import('#server/platform/mail/compose-mail.tsx')
    const facts = composeFacts({ env, settings: services.shopSettings, words })
    // An example needs an address even before the owner has entered one.
    const shop = { ...facts.shop, address: facts.shop.address || 'Your postal address' }
    const mail = { id: 'preview', template, recipient: 'preview@example.com', payload }
    return composeMail(mail, MAILS.get(template), { ...facts, shop }).html
  }

  return async (key, content, { isDraft }) => {
    const page = await services.texts.withDraft(key, content)
    const path = pathOf(key)
    if (path === undefined) return renderMail(key, (wanted) => page(wanted).words)
    const drafted = {
      ...services,
      ...(isDraft && { announcements: { ...services.announcements, current: () => DRAFT_NOTE } }),
      texts: { ...services.texts, page },
    }
    const renderPage = createRenderPage({ ...deps, contextFor: createPageContext({ ...context, services: drafted }) })
    return withoutScripts((await renderPage(path)).body.toString())
  }
}
