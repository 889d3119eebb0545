import { expect, test } from 'vitest'
import { BRAND, reviewFilter } from '#domain/reviews/review.ts'
import { useTestDatabase } from '#test/test-database.ts'
import { createReviewService } from './reviews.service.ts'

const database = useTestDatabase()

function rows(statement: string): Promise<Record<string, unknown>[]> {
  return database.current.withConnection((connection) => connection.rows(statement))
}

function on(day: string) {
  return createReviewService(database.current, () => new Date(`${day}T12:00:00Z`))
}

test('picks testimonials for each day, and others for the next', async () => {
  const { wide, narrow } = await on('2026-03-04').listTestimonials()
  expect([wide.length, narrow.length]).toEqual([9, 6])
  expect(await on('2026-03-04').listTestimonials()).toEqual({ wide, narrow })
  expect((await on('2026-03-05').listTestimonials()).wide).not.toEqual(wide)
})

test('replaces testimonials that were shown with others', async () => {
  const reviews = on('2026-03-04')
  const { wide } = await reviews.listTestimonials()
  await reviews.markShown(wide.map(({ id }) => id))
  const shown = new Set(wide.map(({ id }) => id))
  const next = await on('2026-03-05').listTestimonials()
  expect(next.wide.filter(({ id }) => shown.has(id))).toEqual([])
})

test('says on which page of its list each testimonial is', async () => {
  // Several of one moment, and more than fit on a page, of a product and of the brand.
  await rows(`insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published, review_date)
    select case when n % 2 = 0 then 'pure-bloom' end, 5, 'Page ' || n, 'x', 'Reader ' || n, 'website_form', true, '2026-01-01'::timestamptz + n / 20 * interval '1 day'
    from generate_series(1, 80) n`)
  await rows(
    `update reviews set last_shown_at = now() where title not in ('Page 1', 'Page 2', 'Page 37', 'Page 38', 'Page 78', 'Page 79')`,
  )
  const reviews = on('2026-03-04')
  const { wide } = await reviews.listTestimonials()
  for (const { id, title, productId, page } of wide) {
    const listed = await reviews.listPage(reviewFilter(productId ?? BRAND), page)
    expect(
      listed.reviews.map((review) => review.id),
      `${title}, page ${page}`,
    ).toContain(id)
  }
  expect(new Set(wide.map(({ page }) => page)).size).toBeGreaterThan(1)
  await rows(`delete from reviews where title like 'Page %'`)
})

test('picks testimonials regardless of rating', async () => {
  await rows(`update reviews set rating = 1`)
  expect((await on('2026-03-04').listTestimonials()).wide).toHaveLength(9)
})

test('keeps counters up to date on any change by plain SQL', async () => {
  await rows(`insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published, review_date)
    select 'pure-bloom', 3, 'Bulk ' || n, 'x', 'Ana', 'website_form', n % 2 = 0, '2020-01-01'::timestamptz + n * interval '5 hours' from generate_series(1, 100) n`)
  await rows(`update reviews set is_published = not is_published where title like 'Bulk 1%'`)
  await rows(
    `update reviews set review_date = review_date + interval '1 day', product_id = null where title like 'Bulk 2%'`,
  )
  await rows(`delete from reviews where title like 'Bulk 3%'`)
  expect(
    await rows(
      `select list, day::text, review_count from review_days where review_count > 0 order by list collate "C", day`,
    ),
  ).toEqual(
    await rows(`select list, day::text, count(*)::int as review_count
      from (select coalesce(product_id, 'brand') as list, (review_date at time zone 'UTC')::date as day from reviews where is_published
            union all select '*', (review_date at time zone 'UTC')::date from reviews where is_published) r
      group by list, day order by list collate "C", day`),
  )
  expect(await rows(`select state, review_count from review_ledger where review_count > 0 order by state`)).toEqual(
    await rows(`select case when is_published then 'published' else coalesce(withheld_reason, 'waiting') end as state, count(*)::int as review_count
      from reviews group by 1 order by 1`),
  )
})
