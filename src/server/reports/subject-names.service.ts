import { deskPaths } from '#desk/desk-paths.ts'
import { SETTING_KEYS, SETTINGS } from '#domain/business/describe-settings.ts'
import { toOrderSearches } from '#domain/orders/order-search.ts'
import { writeCursor } from '#server/desk/cursor.ts'
import type { NamedSubject, Subject } from '#server/platform/audit/audit.views.ts'
import type { Database } from '#server/platform/db/database.ts'
import { findNamed, findNames, findNumbered, findReviews } from './subject-names.queries.ts'

/** Things whose id is their name in lowercase, with hyphens. */
const SLUGGED = ['product', 'collection', 'ingredient', 'page', 'policy']

/** Names what the activity log knows by id, and finds it by name. */
export function createSubjectNames({ orm }: Database) {
  return {
    async findNames(subjects: readonly Subject[]): Promise<Map<string, NamedSubject>> {
      const [named, reviews] = await Promise.all([findNames(orm, subjects), findReviews(orm, subjects)])
      return new Map([
        ...named.map(({ id, name }): [string, NamedSubject] => [id, { name }]),
        ...reviews.map((review): [string, NamedSubject] => [review.id, nameReview(review)]),
      ])
    },

    async findSubjects(words: string): Promise<Subject[]> {
      const number = toOrderSearches(words).find(({ field }) => field === 'number')?.start
      const [named, orders] = await Promise.all([findNamed(orm, words), number ? findNumbered(orm, number) : []])
      const slug = words.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')
      const settings = SETTING_KEYS.filter((key) => SETTINGS[key].title.toLowerCase().includes(words.toLowerCase()))
      return [
        ...named,
        ...orders,
        ...SLUGGED.map((subjectKind) => ({ subjectKind, subjectId: slug })),
        ...settings.map((key) => ({ subjectKind: 'setting', subjectId: key })),
        { subjectKind: 'code', subjectId: words.toUpperCase() },
      ]
    },
  }
}

type FoundReview = Awaited<ReturnType<typeof findReviews>>[number]

/** Its place is a list that begins with it. */
function nameReview({ id, title, productName, isPublished, withheldReason, micros }: FoundReview): NamedSubject {
  const list = isPublished ? 'published' : withheldReason === null ? 'waiting' : 'withheld'
  const before = writeCursor({ micros: list === 'waiting' ? micros - 1 : micros + 1, id })
  return {
    name: productName === null ? `“${title}” of the shop` : `“${title}” of ${productName}`,
    href: `${deskPaths.reviews(list, before)}#review-${id}`,
  }
}
