import { deskPaths } from '#desk/desk-paths.ts'
import { POLICIES } from '#domain/policies/policy.ts'
import { findTyped, type TypedPlace, type TypedText } from '#domain/text/typed-by-hand.ts'
import { wordsIn } from '#domain/texts/page-content.ts'
import { textPage } from '#domain/texts/text-pages.ts'
import type { HomeEditor } from '#server/catalogue/home-editor.service.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { PolicyEditor } from '#server/policies/policy-editor.service.ts'
import type { TextEditor } from '#server/texts/text-editor.service.ts'
import { listIngredientTexts, listProductTexts } from './typed-texts.queries.ts'

export type TypedTexts = ReturnType<typeof createTypedTexts>

type TypedTextDeps = { database: Database; home: HomeEditor; policies: PolicyEditor; textEditor: TextEditor }

/** What the owner has typed by hand, to find the sentences that a new rate or fact would make untrue. */
export function createTypedTexts({ database: { orm }, home, policies, textEditor }: TypedTextDeps) {
  async function list(): Promise<TypedText[]> {
    const [{ banner }, all, pages, products, ingredients] = await Promise.all([
      home.banner(),
      policies.list(),
      textEditor.list(),
      listProductTexts(orm),
      listIngredientTexts(orm),
    ])
    return [
      { name: 'the banner', href: deskPaths.banner(), text: banner?.text ?? '' },
      ...all.map(({ slug, markdown, versions }) => ({
        name: POLICIES[slug],
        href: deskPaths.policy(slug),
        // The draft, and what shoppers see in the meantime.
        text: `${versions[0]?.content ?? ''}\n${markdown}`,
      })),
      ...pages.map(({ key, content, versions }) => ({
        name: textPage(key).title,
        href: deskPaths.texts(key),
        // The draft, what shoppers see, and what is scheduled.
        text: [content, ...versions.map((version) => version.content)]
          .flatMap((words) => Object.values(words).flatMap(wordsIn))
          .join('\n'),
      })),
      ...products.map(({ id, name, text }) => ({ name, href: deskPaths.product(id), text })),
      ...ingredients.map(({ id, name, text }) => ({ name, href: deskPaths.ingredient(id), text })),
    ]
  }

  return {
    find: async (find: (text: string) => string | undefined): Promise<TypedPlace[]> => findTyped(await list(), find),
  }
}
