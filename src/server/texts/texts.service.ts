import type { ShopSettings } from '#domain/business/shop-settings.ts'
import type { UploadedPicture } from '#domain/catalogue/product.ts'
import type { Rates } from '#domain/money/rates.ts'
import { factsOf } from '#domain/texts/facts.ts'
import { NO_CONTENT, type PageContent, picturesIn, textsIn } from '#domain/texts/page-content.ts'
import { type TextKey, textPage, type Texts } from '#domain/texts/text-pages.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createLiveValue } from '#server/platform/settings/live-value.ts'
import { liveAt } from '#server/platform/versions/version-editor.ts'
import { findTextPictures, listPublishedTexts, type PublishedTexts } from './texts.queries.ts'

export type PageTexts<Key extends TextKey> = {
  words: Texts<Key>
  /** The pictures they use, by address. */
  pictures: Record<string, UploadedPicture>
}

export type TextService = ReturnType<typeof createTextService>

type TextDeps = { settings: () => ShopSettings; rates: () => Rates; now: () => Date }
type Stored = { published: readonly PublishedTexts[]; pictures: Record<string, UploadedPicture> }

const NOTHING: Stored = { published: [], pictures: {} }

/** The texts of pages and emails. Scheduled versions start by each process's clock. */
export function createTextService({ orm }: Pick<Database, 'orm'>, { settings, rates, now }: TextDeps) {
  const live = createLiveValue({
    initial: NOTHING,
    async find(): Promise<Stored> {
      const published = await listPublishedTexts(orm, now())
      return {
        published,
        pictures: await findTextPictures(
          orm,
          published.map(({ content }) => content),
        ),
      }
    },
    shownNow: ({ published, pictures }) => {
      const moment = now()
      const contents: Partial<Record<TextKey, PageContent>> = {}
      for (const { key } of published)
        contents[key] ??= liveAt(
          published.filter((version) => version.key === key),
          moment,
        )?.content
      return { contents, pictures }
    },
  })

  const contentOf = (key: TextKey): PageContent => live.current().contents[key] ?? NO_CONTENT

  function pageWith<Key extends TextKey>(
    key: Key,
    content: PageContent,
    pictures: Record<string, UploadedPicture>,
  ): PageTexts<Key> {
    const facts = textPage(key).kind === 'page' ? factsOf(settings(), rates()) : {}
    const used = picturesIn(content).flatMap((address) => {
      const picture = pictures[address]
      return picture ? [[address, picture] as const] : []
    })
    return { words: textsIn(key, content, facts), pictures: Object.fromEntries(used) }
  }

  return {
    ...live,
    /** What shoppers see now, with facts filled in. */
    page: <Key extends TextKey>(key: Key): PageTexts<Key> => pageWith(key, contentOf(key), live.current().pictures),
    /** The same service with other texts for one page, for its preview. */
    async withDraft(draftKey: TextKey, content: PageContent) {
      const pictures = await findTextPictures(orm, [content])
      return <Key extends TextKey>(key: Key): PageTexts<Key> =>
        key === draftKey ? pageWith(key, content, pictures) : pageWith(key, contentOf(key), live.current().pictures)
    },
  }
}
