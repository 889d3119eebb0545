import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PublicReview } from '#domain/reviews/review.ts'
import { Quotes } from './quotes.tsx'
import { ReviewCard } from './review-card.tsx'

const REVIEW: PublicReview = {
  id: 'rev-1',
  productId: null,
  productName: null,
  rating: 5,
  title: 'زيت رائع جداً! (100%)',
  body: 'رائحته خفيفة. 2oz تكفي شهرين!',
  reviewer: 'محمد ع.',
  reviewerLocation: 'تونس',
  date: new Date('2026-11-18T12:00:00Z'),
  isVerified: false,
  reply: null,
}

test('sets a review in the direction of its own words, without the date and the punctuation', () => {
  const html = renderToStaticMarkup(<ReviewCard review={REVIEW} headingLevel="h3" />)
  expect(html).toMatch(/<h3[^>]* dir="auto">زيت/)
  expect(html).toMatch(/<p[^>]* dir="auto">رائحته/)
  expect(html).toContain('<span><bdi>محمد ع.</bdi> · <bdi>تونس</bdi> · November 18, 2026</span>')
  const withoutPlace = renderToStaticMarkup(
    <ReviewCard review={{ ...REVIEW, reviewerLocation: null }} headingLevel="h3" />,
  )
  expect(withoutPlace).toContain('<span><bdi>محمد ع.</bdi> · November 18, 2026</span>')
})

test('sets a quote in the direction of its own words', () => {
  const html = renderToStaticMarkup(<Quotes quotes={[{ ...REVIEW, text: REVIEW.body }]} />)
  expect(html).toMatch(/<blockquote[^>]* dir="auto">“رائحته/)
  expect(html).toContain('<span><bdi>محمد ع.</bdi>, <bdi>تونس</bdi></span>')
})
