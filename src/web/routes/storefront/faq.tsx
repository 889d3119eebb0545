import { isRouteErrorResponse } from 'react-router'
import { plainInline } from '#domain/texts/inline.ts'
import { notFound } from '#web/catalogue/not-found.ts'
import { pageContext } from '#web/context.ts'
import { NotFoundPage } from '#web/frame/not-found-page.tsx'
import { PageHero } from '#web/frame/page-hero.tsx'
import { paths, questionId } from '#web/paths.ts'
import { JsonLd } from '#web/seo/json-ld.tsx'
import { pageMeta } from '#web/seo/page-meta.ts'
import { textMeta } from '#web/texts/text-meta.ts'
import { Words } from '#web/texts/words.tsx'
import type { Route } from './+types/faq.ts'

export { shouldRevalidate } from '#web/should-revalidate.ts'

export const meta: Route.MetaFunction = (args) =>
  pageMeta(
    args,
    args.loaderData ? textMeta(args.loaderData) : { title: 'Page not found', description: '', isHidden: true },
  )

/** There is no such page until the owner has published a question. */
export function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext)
  const { words } = page.texts('faq')
  if (words.questions.questions.length === 0) throw notFound(page)
  page.share(paths.faq())
  return { words }
}

export default function Faq({ loaderData: { words } }: Route.ComponentProps) {
  const { head, questions } = words
  return (
    <>
      <JsonLd data={faqJsonLd(questions.questions)} />
      <PageHero
        eyebrow={head.eyebrow}
        title={<Words text={head.title} />}
        lead={head.lead === '' ? undefined : <Words text={head.lead} />}
      />
      <div className="wrap grid gap-x-[clamp(2rem,6vw,6rem)] pt-[clamp(2rem,1rem+3vw,4rem)] lg:grid-cols-2">
        {questions.questions.map(({ question, answer }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the questions of a page never move
          <section className="scroll-mt-20 border-t border-line py-7 lg:scroll-mt-6" id={questionId(index)} key={index}>
            <h2 className="text-title">{question}</h2>
            {answer.split(/\n+/).map((paragraph, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- the paragraphs of an answer never move
              <p className="mt-3 max-w-[65ch] text-bark" key={place}>
                <Words text={paragraph} />
              </p>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (!isRouteErrorResponse(error) || error.status !== 404) throw error
  return <NotFoundPage />
}

function faqJsonLd(questions: readonly { question: string; answer: string }[]): Record<string, unknown> {
  return {
    '@type': 'FAQPage',
    mainEntity: questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: plainInline(answer) },
    })),
  }
}
