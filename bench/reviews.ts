/** Compares the review pages with a thousand reviews and with a million. */
import { FEW_BOTTLES } from '#domain/catalogue/featured.ts'
import { createCatalogService } from '#server/catalogue/catalogue.service.ts'
import { listBestSellerIds } from '#server/orders/best-seller.queries.ts'
import type { Database } from '#server/platform/db/database.ts'
import { createReviewService } from '#server/reviews/reviews.service.ts'
import { type Loads, measureGrowth } from './growth.ts'

const PAGE_SIZE = 12

/** Two years of reviews of sixteen oils, one in fifty about the brand. */
function grow(count: number): string {
  return `insert into reviews (product_id, rating, title, body, reviewer_name, source, is_published, verified_purchase, review_date, last_shown_at)
    select case when n % 50 = 0 then null else ids[1 + n % 16] end, 1 + (n * 7) % 5, 'Review ' || n, repeat('It sinks in and stays. ', 8),
      'Reviewer ' || n % 5000, 'website_form', true, n % 3 = 0, now() - (n::bigint * 7919 % 63072000) * interval '1 second',
      case when n % 4 = 0 then null else now() - (n % 900) * interval '1 hour' end
    from generate_series(1, ${count}) n, (select array_agg(id order by id) as ids from products) p`
}

function loadsOf(database: Database, count: number): Loads {
  const catalog = createCatalogService(database, listBestSellerIds, () => FEW_BOTTLES)
  const reviews = createReviewService(database, () => new Date())
  // With a thousand reviews page 1,000 is empty, so it is compared to the last full page.
  const deep = Math.min(1000, Math.floor(count / PAGE_SIZE))
  return {
    productPage: () =>
      Promise.all([
        catalog.findBySlug('pure-bloom'),
        reviews.readNewest('pure-bloom'),
        reviews.summaryOf('pure-bloom'),
      ]),
    reviewsPage1: () => reviews.listPage({ kind: 'all' }, 1),
    reviewsPage1000: () => reviews.listPage({ kind: 'all' }, deep),
    testimonials: () => reviews.listTestimonials(),
    ledger: () => reviews.ledger(),
  }
}

export function measureReviews() {
  return measureGrowth({ grow, loadsOf })
}
